import { randomUUID } from 'node:crypto';
import { updateGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { addPreparedMint } from '@adx/db/testing/rows-testing';
import type { Deletion, DeletionBlocker } from '@adx/validators/deletion';
import type { GeneratedImage } from '@adx/validators/generation/generated-image';
import type { GenerationJob } from '@adx/validators/generation/generation-job';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
	type Browser,
	generate,
	generationRequest,
	sendRequest,
	signedIn,
	startTestServer,
	type TestServer,
} from '../../testing/server-testing.ts';

let test: TestServer;
let creator: Browser;
let developer: Browser;
beforeAll(async () => {
	test = await startTestServer();
	creator = await signedIn(test.origin, 'community');
	developer = await signedIn(test.origin);
});
afterAll(() => test.close());

let jobId: string;
beforeEach(async () => {
	// Pictures that no other job has.
	jobId = await generate(creator, { ...generationRequest, batchSize: 1, seed: randomUUID() });
});

const readJob = async () => (await creator.call(`/api/generate/${jobId}`)).json as GenerationJob;

describe('DELETE /api/generate/{jobId}', () => {
	const remove = (browser = creator, query = '') =>
		browser.call(`/api/generate/${jobId}${query}`, { method: 'DELETE' });

	it('tells what it frees, then what was freed, and is 404 from then on with all that belongs to it', async () => {
		const [image] = (await creator.call(`/api/images/${jobId}`)).json as [GeneratedImage];
		const preview = await creator.call(`/api/generate/${jobId}/deletion`);
		expect(preview).toMatchObject({ status: 200, json: { id: jobId, imageCount: 1, blockers: [] } });
		const { freedBytes } = preview.json as { readonly freedBytes: number };
		expect(freedBytes).toBeGreaterThan(0);
		expect(await remove()).toMatchObject({
			status: 200,
			json: { success: true, id: jobId, freedBytes, isFreeing: false },
		});
		for (const path of ['', '/deletion', '/zip']) {
			expect([path, (await creator.call(`/api/generate/${jobId}${path}`)).status]).toEqual([path, 404]);
		}
		expect((await remove()).status).toBe(404);
		expect((await creator.call(image.imageUrl ?? '')).status).toBe(404);
		expect((await creator.call('/api/jobs')).json).not.toContainEqual(expect.objectContaining({ id: jobId }));
	});

	it('answers 409 with the reason of its preview while it runs and while an image has a mint', async () => {
		const { db } = test.server.services;
		await updateGenerationJob(db, jobId, { phase: 'paused', status: 'generating' });
		const { json } = await creator.call(`/api/generate/${jobId}/deletion`);
		expect(json).toMatchObject({ freedBytes: 0, blockers: [{ reason: 'job_running' }] });
		const [{ message }] = (json as Deletion).blockers as [DeletionBlocker];
		expect(await remove()).toMatchObject({ status: 409, json: { reason: 'job_running', error: message } });
		await updateGenerationJob(db, jobId, { phase: 'done', status: 'completed' });
		const [image] = (await creator.call(`/api/images/${jobId}`)).json as [GeneratedImage];
		const { json: check } = await creator.call('/api/auth/check');
		const { id } = await addPreparedMint(db, (check as { user: { id: string } }).user.id, { imageId: image.id });
		expect(await remove()).toMatchObject({ status: 409, json: { reason: 'mint_under_way' } });
		await db.deleteFrom('mintedTokens').where('id', '=', id).execute();
		expect(await remove()).toMatchObject({ status: 200, json: { success: true } });
	});

	it('deletes anybody’s for a developer who asks for all, and for nobody else', async () => {
		for (const [browser, query, status] of [
			[creator, '?scope=all', 403],
			[developer, '', 404],
			[developer, '?scope=own', 404],
		] as const) {
			expect((await browser.call(`/api/generate/${jobId}/deletion${query}`)).status).toBe(status);
			expect((await remove(browser, query)).status).toBe(status);
		}
		expect((await readJob()).id).toBe(jobId);
		expect((await developer.call(`/api/generate/${jobId}/deletion?scope=all`)).json).toMatchObject({ id: jobId });
		expect((await remove(developer, '?scope=all')).json).toMatchObject({ success: true, id: jobId });
		expect((await creator.call(`/api/generate/${jobId}`)).status).toBe(404);
	});

	it('takes no access token that may only read, which sees what it would do', async () => {
		const body = { name: 'reader', scopes: ['read'], expiresInDays: 7 };
		const { token } = (await creator.post('/api/auth/tokens', body)).json as { readonly token: string };
		const headers = { authorization: `Bearer ${token}` };
		const path = `/api/generate/${jobId}`;
		expect((await sendRequest(test.origin, `${path}/deletion`, { headers })).status).toBe(200);
		expect((await sendRequest(test.origin, path, { method: 'DELETE', headers })).status).toBe(403);
		expect((await readJob()).id).toBe(jobId);
	});
});

describe('DELETE /api/images/{imageId}/versions', () => {
	let image: GeneratedImage;
	let path: string;
	beforeEach(async () => {
		[image] = (await creator.call(`/api/images/${jobId}`)).json as [GeneratedImage];
		path = `/api/images/${image.id}/versions`;
		for (const versionCount of [2, 3]) {
			await creator.post(`/api/images/${image.id}/regenerate`, {});
			const readImages = async () => (await creator.call(`/api/images/${jobId}`)).json;
			await expect.poll(readImages, { timeout: 15_000 }).toMatchObject([{ isRedrawing: false, versionCount }]);
		}
	});

	it('tells what it frees, deletes one and then the rest, and serves what is chosen under its address', async () => {
		const [all, single] = [await creator.call(`${path}/deletion`), await creator.call(`${path}/deletion?version=1`)];
		expect(all).toMatchObject({ status: 200, json: { name: 'Other versions of #1', imageCount: 2, blockers: [] } });
		expect(single).toMatchObject({ status: 200, json: { name: 'Version 1 of #1', imageCount: 1, blockers: [] } });
		const { freedBytes } = single.json as { readonly freedBytes: number };
		const { headers } = await creator.call(`/api/generate/${jobId}/zip`);
		const remove = (version = '') => creator.call(`${path}${version}`, { method: 'DELETE' });
		expect(await remove('/3')).toMatchObject({ status: 409, json: { reason: 'version_chosen' } });
		expect(await remove('/1')).toMatchObject({ status: 200, json: { success: true, freedBytes, isFreeing: false } });
		expect((await remove('/1')).status).toBe(404);
		for (const version of ['0', 'x', '1.5']) {
			expect((await remove(`/${version}`)).status).toBe(404);
			expect((await creator.call(`${path}/deletion?version=${version}`)).status).toBe(400);
		}
		expect(await remove()).toMatchObject({ status: 200, json: { id: image.id, name: 'Other versions of #1' } });
		for (const [version, status] of [
			[1, 404],
			[2, 404],
			[3, 200],
		]) {
			const { status: answered } = await creator.call(`/api/images/${image.id}/file?version=${version}`);
			expect([version, answered]).toEqual([version, status]);
		}
		expect((await creator.call(path)).json).toMatchObject([{ number: 3, isChosen: true }]);
		expect((await creator.call(`/api/generate/${jobId}/zip`)).headers.etag).toBe(headers.etag);
		expect(await readJob()).toMatchObject({ phase: 'done', progress: 1 });
	});

	it('is the owner’s alone', async () => {
		expect((await developer.call(`${path}/deletion`)).status).toBe(404);
		expect((await developer.call(path, { method: 'DELETE' })).status).toBe(404);
	});
});
