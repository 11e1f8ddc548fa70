import { randomBytes } from 'node:crypto';
import { createPng, hashOf } from '@adx/core/merge/merge-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
	type Browser,
	signedIn,
	startTestServer,
	type TestResponse,
	type TestServer,
} from '../../testing/server-testing.ts';

let test: TestServer;
let browser: Browser;
beforeAll(async () => {
	test = await startTestServer({ LOCKED_PAGES: '', UPLOAD_QUOTA_MB: '1', UPLOAD_QUOTA_DEVELOPER_MB: '2' });
	browser = await signedIn(test.origin, 'community');
});
afterAll(() => test.close());

beforeEach(async () => void (await cleanUp({ uploadsOnly: true })));

const put = (bytes: Buffer, by = browser, as = 'unreadable') =>
	by.call(`/api/uploads/${hashOf(bytes)}?as=${as}`, { method: 'PUT', body: bytes });
const missing = (body: object) => browser.call('/api/uploads/missing', { method: 'POST', body });
const cleanUp = (body: object, by = browser) => by.call('/api/database/cleanup', { method: 'POST', body });
const quotaRefusal = {
	error: expect.stringMatching(/^Your uploads that nothing uses yet take \d+ MB of the 1 MB .*Delete Unused Uploads/),
	reason: 'upload_quota',
};
const seen = ({ status, json }: TestResponse) => [status, json];

describe('an account’s quota of uploads', () => {
	it('refuses with 409 and a sentence what is beyond it, at the announcement and at the bytes', async () => {
		const files = Array.from({ length: 5 }, () => randomBytes(200_000));
		for (const file of files) expect((await put(file)).status).toBe(200);
		const more = randomBytes(200_000);
		expect(seen(await put(more))).toEqual([409, expect.objectContaining(quotaRefusal)]);
		const announced = await missing({ hashes: [hashOf(more)], sizes: [200_000] });
		expect(seen(announced)).toEqual([409, expect.objectContaining(quotaRefusal)]);
		expect((await missing({ hashes: [hashOf(more)], sizes: [] })).status).toBe(400);
		// What is held already needs no room.
		expect(seen(await missing({ hashes: files.map(hashOf) }))).toEqual([200, { missing: [] }]);
		expect(seen(await cleanUp({ uploadsOnly: true }))).toEqual([
			200,
			{ success: true, deletedImages: 0, keptImages: 0, deletedUploads: 5, freedBytes: 1_000_000 },
		]);
		expect(seen(await missing({ hashes: files.map(hashOf) }))).toEqual([200, { missing: files.map(hashOf) }]);
		expect((await put(more)).status).toBe(200);
	});

	it('holds against connections that send together', async () => {
		const answers = await Promise.all(Array.from({ length: 8 }, () => put(randomBytes(300_000))));
		expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409, 409, 409, 409]);
	});

	it('counts for a developer by another number, who frees everybody’s', async () => {
		const developer = await signedIn(test.origin, 'developer');
		for (let count = 0; count < 2; count++) expect((await put(randomBytes(900_000), developer)).status).toBe(200);
		expect((await put(randomBytes(900_000), developer)).status).toBe(409);
		await put(randomBytes(500_000));
		const { json } = await cleanUp({ scope: 'all', uploadsOnly: true }, developer);
		expect(json).toMatchObject({ deletedUploads: 3, freedBytes: 2_300_000 });
	});

	it('ends a merge that brings its images with the sentence, as a full disk does', async () => {
		await put(randomBytes(990_000));
		const imageData = `data:image/png;base64,${(await createPng(1)).toString('base64')}`;
		const images = [{ id: '1', filename: '1.png', imageData, metadata: null, originalIndex: 0 }];
		const uploadedAt = '2026-11-21T10:00:00.000Z';
		const inputCollections = [{ id: 'a', name: 'A', description: '', imageCount: 1, images, uploadedAt }];
		const answer = await browser.call('/api/merge-jobs', {
			method: 'POST',
			body: { projectName: 'Court', inputCollections },
		});
		expect([answer.status, answer.bytes.toString()]).toEqual([409, expect.stringMatching(/Your uploads .*take 1 MB/)]);
	});
});
