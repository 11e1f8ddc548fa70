import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { addFinishedMerge } from '@adx/core/merge/merge-testing';
import type { Rarity } from '@adx/validators/rarity';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Browser, generate, signedIn, startTestServer, type TestServer } from '../../testing/server-testing.ts';

let test: TestServer;
let browser: Browser;
let collectionId: string;
beforeAll(async () => {
	test = await startTestServer({ LOCKED_PAGES: '' });
	browser = await signedIn(test.origin);
	const { json } = await browser.call('/api/auth/check');
	collectionId = await addFinishedMerge(test.server.services, (json as { user: { id: string } }).user.id);
});
afterAll(() => test.close());

const rarity = (query = '', accept = '*/*') =>
	browser.call(`/api/collections/${collectionId}/rarity${query}`, { headers: { accept } });

describe('GET /api/collections/{id}/rarity', () => {
	it('answers JSON, and CSV to who asks for it by header or query', async () => {
		const answer = await rarity();
		expect(answer.status).toBe(200);
		expect(answer.json as Rarity).toMatchObject({ id: collectionId, kind: 'merged', size: 2, provisional: true });
		for (const csv of [await rarity('?format=csv'), await rarity('', 'text/csv, application/json;q=0.5')]) {
			expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
			expect(csv.headers['content-disposition']).toBe('attachment; filename="Winter_Court-rarity.csv"');
			expect(csv.bytes.toString('utf8').split('\r\n')[0]).toBe('Token,Rank,Score,Tier,Unique Traits,Number,Parity');
		}
		expect((await rarity('', 'application/json, text/csv')).headers['content-type']).toMatch(/^application\/json/);
		expect((await rarity('?format=json', 'text/csv')).headers['content-type']).toMatch(/^application\/json/);
	});

	it('answers the page that is asked for, as tRPC does', async () => {
		const { tokens } = (await rarity('?offset=1&limit=1')).json as Rarity;
		expect(tokens).toHaveLength(1);
		const input = encodeURIComponent(JSON.stringify({ json: { collectionId, offset: 1, limit: 1 } }));
		const { json } = await browser.call(`/trpc/collections.rarity?input=${input}`);
		expect((json as { result: { data: { json: Rarity } } }).result.data.json.tokens).toEqual(tokens);
	});

	it('rejects a page that is none, and an id that names nothing', async () => {
		for (const query of ['?limit=201', '?limit=0', '?offset=-1', '?offset=x', '?format=xml', '?what=1']) {
			expect([query, (await rarity(query)).status]).toEqual([query, 400]);
		}
		expect((await browser.call('/api/collections/nothing/rarity')).status).toBe(404);
	});
});

describe('GET /api/collections/{id}/export', () => {
	it.each([
		['', 'target'],
		['?target=wherever', 'target'],
		['?target=plain&what=1', 'what'],
	])('rejects the query %j by the name of what is wrong with it', async (query, field) => {
		const { status, json } = await browser.call(`/api/collections/${collectionId}/export${query}`);
		expect(status).toBe(400);
		expect(json).toMatchObject({ reason: 'bad_input', fields: { [field]: expect.any(String) } });
	});

	it('does not treat it as a fault when the caller disconnects at once', async () => {
		const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		const path = `/api/collections/${collectionId}/export?target=metaplex`;
		for (const waitMs of [0, 2, 5, 10, 20]) {
			const request = httpRequest(`${test.origin}${path}`, { headers: { cookie }, agent: false });
			request.on('error', () => {}).end();
			await once(request, 'socket');
			await sleep(waitMs);
			request.destroy();
		}
		expect((await browser.call(path)).status).toBe(200);
		expect(test.log()).not.toMatch(/request failed|download broke off/);
	});

	it('sends a zip that can be resumed', async () => {
		const path = `/api/collections/${collectionId}/export?target=car`;
		const whole = await browser.call(path);
		expect(whole.status).toBe(200);
		expect(whole.headers['content-type']).toBe('application/zip');
		expect(whole.headers['content-disposition']).toBe('attachment; filename="Winter_Court-car.zip"');
		expect(Number(whole.headers['content-length'])).toBe(whole.bytes.length);
		const head = await browser.call(path, { method: 'HEAD' });
		expect(head.headers['content-length']).toBe(whole.headers['content-length']);
		const rest = await browser.call(path, {
			headers: { range: 'bytes=100-', 'if-range': String(whole.headers.etag) },
		});
		expect(rest.status).toBe(206);
		expect(rest.bytes.equals(whole.bytes.subarray(100))).toBe(true);
		const again = await browser.call(path, { headers: { 'if-none-match': String(whole.headers.etag) } });
		expect(again.status).toBe(304);
	});

	it('exports a generated job by its id', async () => {
		const jobId = await generate(browser);
		const { status, headers } = await browser.call(`/api/collections/${jobId}/export?target=opensea`);
		expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
		const { json } = await browser.call(`/api/collections/${jobId}/preflight`);
		expect(json).toMatchObject({ findings: expect.any(Array) });
	});

	it('names the files of attributed images as they were given, whatever their metadata says', async () => {
		const ordered = await browser.call('/api/attribute-generator', {
			method: 'POST',
			body: { folderSize: 2, fileNames: ['elf.jpg', 'orc.png'], existingMetadata: [{ image: 'a\0.png' }, null] },
		});
		expect(ordered.status).toBe(200);
		const { id } = (ordered.json as { job: { id: string } }).job;
		await vi.waitFor(
			async () => {
				const { json } = await browser.call(`/api/attribute-generator/${id}`);
				expect(json).toMatchObject({ status: 'completed' });
			},
			{ timeout: 25_000, interval: 50 },
		);
		for (const target of ['plain', 'metaplex', 'opensea']) {
			const { status, bytes } = await browser.call(`/api/collections/${id}/export?target=${target}`);
			expect([target, status]).toEqual([target, 200]);
			// Entries are stored as they are.
			expect([target, bytes.includes('elf.jpg'), bytes.includes('a\0.png')]).toEqual([target, true, false]);
			if (target === 'plain') expect(bytes.includes('metadata/elf.json')).toBe(true);
		}
	});

	it('rejects an unknown target and a missing one', async () => {
		for (const query of ['', '?target=mars', '?target=plain&more=1']) {
			const { status } = await browser.call(`/api/collections/${collectionId}/export${query}`);
			expect([query, status]).toEqual([query, 400]);
		}
	});
});
