import { randomUUID } from 'node:crypto';
import type { GeneratedImage, GenerationJob } from '@adx/validators/generation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
	type Browser,
	generate,
	generationRequest,
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
