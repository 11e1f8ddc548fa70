import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
	test = await startTestServer();
	browser = await signedIn(test.origin);
});
afterAll(() => test.close());

interface Job {
	readonly id: string;
	readonly status: string;
	readonly downloadUrl: string | null;
	readonly findingCount: number;
}

const post = (body: object | string | Buffer, headers: Record<string, string> = {}) =>
	browser.call('/api/attribute-generator', {
		method: 'POST',
		body,
		headers: { 'content-type': 'application/json', ...headers },
	});
const jobOf = ({ json }: TestResponse) => (json as { readonly job: Job }).job;

async function finished(answer: TestResponse): Promise<Job> {
	expect([answer.status, answer.bytes.toString().slice(0, 300)]).toEqual([
		200,
		expect.stringContaining('"success":true'),
	]);
	const { id } = jobOf(answer);
	for (const deadline = Date.now() + 25_000; Date.now() < deadline; await sleep(50)) {
		const job = (await browser.call(`/api/attribute-generator/${id}`)).json as Job;
		if (job.status === 'completed') return job;
		if (job.status === 'failed') break;
	}
	throw new Error('The job did not complete.');
}

describe('the attribute generator over HTTP', () => {
	it('goes from a number to a zip with length, tag and ranges (API-19, API-20, API-21, AMB-43)', async () => {
		const answer = await post({ folderSize: 5 });
		expect(answer.json).toMatchObject({ success: true, error: null, job: { status: 'processing', totalImages: 5 } });
		const job = await finished(answer);
		const zip = await browser.call(job.downloadUrl ?? '');
		expect(zip.headers).toMatchObject({
			'content-type': 'application/zip',
			'content-length': String(zip.bytes.length),
			'content-disposition': `attachment; filename="nft-attributes-${job.id}.zip"`,
			'accept-ranges': 'bytes',
		});
		// Entries are stored as they are.
		for (const number of [1, 2, 3, 4, 5]) {
			expect([number, zip.bytes.includes(`${number}.json`)]).toEqual([number, true]);
			expect(zip.bytes.includes(`"name": "ADX Collection #${number}",`)).toBe(true);
		}
		const etag = String(zip.headers.etag);
		const part = await browser.call(job.downloadUrl ?? '', { headers: { range: 'bytes=10-29', 'if-range': etag } });
		expect([part.status, part.bytes.equals(zip.bytes.subarray(10, 30))]).toEqual([206, true]);
		const same = await browser.call(job.downloadUrl ?? '', { headers: { 'if-none-match': etag } });
		expect([same.status, same.bytes.length]).toEqual([304, 0]);
		const head = await browser.call(job.downloadUrl ?? '', { method: 'HEAD' });
		expect(head.headers['content-length']).toBe(String(zip.bytes.length));
	});

	it('answers a poll that finds nothing new with 304 (API-20)', async () => {
		const { id } = await finished(await post({ folderSize: 1 }));
		for (const path of [`/api/attribute-generator/${id}`, '/api/attribute-generator']) {
			const first = await browser.call(path);
			const again = await browser.call(path, { headers: { 'if-none-match': String(first.headers.etag) } });
			expect([first.status, again.status, again.bytes.length]).toEqual([200, 304, 0]);
		}
	});

	it('takes names and metadata inline, also many, and lists that were uploaded, with the merger locked', async () => {
		const metadata = Array.from({ length: 300 }, (_, index) => ({ name: `Own ${index}`, note: 'é'.repeat(1_000) }));
		const fileNames = metadata.map((_, index) => `art/${index}.webp`);
		const job = await finished(await post({ folderSize: 300, fileNames, existingMetadata: metadata }));
		const zip = (await browser.call(job.downloadUrl ?? '')).bytes;
		expect([zip.includes('299.json'), zip.includes('"name": "Own 299",'), zip.includes('"image": "299.webp"')]).toEqual(
			[true, true, true],
		);
		const list = JSON.stringify({ format: 'adx-folder-1', images: [{ filename: 'x.png', metadata: 7 }] });
		const folder = createHash('sha256').update(list).digest('hex');
		expect((await post({ folderSize: 1, folder })).status).toBe(422);
		const put = await browser.call(`/api/uploads/${folder}?as=folder`, { method: 'PUT', body: list });
		expect([put.status, put.json]).toEqual([200, expect.objectContaining({ sha256: folder })]);
		expect((await finished(await post({ folderSize: 1, folder }))).findingCount).toBe(1);
	});

	it('answers the same Idempotency-Key with the first job', async () => {
		const key = { 'idempotency-key': 'attributes-1' };
		const [first, again] = [await post({ folderSize: 2 }, key), await post({ folderSize: 2 }, key)];
		expect(jobOf(again).id).toBe(jobOf(first).id);
		const other = await post({ folderSize: 3 }, key);
		expect([other.status, other.json]).toEqual([422, expect.objectContaining({ reason: 'idempotency_mismatch' })]);
	});

	const sentence = 'folderSize must be a whole number from 1 to 10,000.';
	it.each([
		[{ folderSize: 0 }, sentence],
		[{ folderSize: -1 }, sentence],
		[{ folderSize: 10_001 }, sentence],
		[{ folderSize: '5' }, sentence],
		['{"folderSize":1e309}', sentence],
		[{}, sentence],
		['', sentence],
		['[]', expect.any(String)],
		[{ folderSize: 1, isDeveloper: true }, expect.any(String)],
		[{ folderSize: 1, weights: { race: { elf: 1 } } }, 'The attribute generator plans no race'],
		[{ folderSize: 1, symbol: 'ELEVENCHARS' }, 'At most 10 characters'],
		[{ folderSize: 1, seed: 'a\0b' }, 'Use visible characters only'],
		[{ folderSize: 1, fileNames: ['a', 'b'] }, 'Expected 1 entries'],
	])('rejects %j with a sentence', async (body, error) => {
		const { status, json } = await post(body);
		expect([status, json]).toEqual([400, expect.objectContaining({ error, reason: 'bad_input' })]);
	});

	it('rejects what is not JSON or is compressed', async () => {
		const text = { 'content-type': 'text/plain' };
		expect((await post('{"folderSize":1}', text)).status).toBe(415);
		expect((await post(Buffer.from([0x1f, 0x8b]), { 'content-encoding': 'gzip' })).status).toBe(415);
		expect((await post('{"folderSize":1', {})).json).toMatchObject({ error: 'The request is not JSON in UTF-8.' });
	});

	it('rejects what is announced as too long before reading it, and ends the connection', async () => {
		const { status, headers, json } = await post('', { 'content-length': '40000001' });
		expect({ status, connection: headers.connection, json }).toEqual({
			status: 413,
			connection: 'close',
			json: expect.objectContaining({
				reason: 'body_too_large',
				error: "The names and metadata of a folder may have 40 MB here. Upload them as a folder's list.",
			}),
		});
	});

	it('is for developers alone, and shows nobody another’s job', async () => {
		const { id } = await finished(await post({ folderSize: 1 }));
		const [creator, developer] = [await signedIn(test.origin, 'community'), await signedIn(test.origin)];
		for (const path of ['', `/${id}`, `/${id}/download`]) {
			expect((await creator.call(`/api/attribute-generator${path}`)).status).toBe(403);
		}
		expect((await creator.post('/api/attribute-generator', { folderSize: 1 })).status).toBe(403);
		for (const path of [`/${id}`, `/${id}/download`]) {
			expect((await developer.call(`/api/attribute-generator${path}`)).status).toBe(404);
		}
		expect((await developer.call('/api/attribute-generator')).json).toEqual([]);
	});
});
