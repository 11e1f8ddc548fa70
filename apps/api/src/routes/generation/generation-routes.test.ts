import { createHash } from 'node:crypto';
import { ServerResponse } from 'node:http';
import type { GeneratedImage } from '@adx/validators/generation/generated-image';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import yauzl from 'yauzl';
import {
	type Browser,
	generate,
	generationRequest,
	signedIn,
	startTestServer,
	type TestServer,
} from '../../testing/server-testing.ts';

let test: TestServer;
let developer: Browser;
let jobId: string;
let images: readonly GeneratedImage[];
beforeAll(async () => {
	test = await startTestServer();
	developer = await signedIn(test.origin);
	jobId = await generate(developer, { ...generationRequest, projectName: 'Élfen "1"' });
	images = (await developer.call(`/api/images/${jobId}`)).json as readonly GeneratedImage[];
});
afterAll(() => test.close());

const zipPath = () => `/api/generate/${jobId}/zip`;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function entryNamesOf(bytes: Buffer): Promise<string[]> {
	return new Promise((resolve, reject) => {
		yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
			if (error) return reject(error);
			const names: string[] = [];
			zip.on('entry', (entry: yauzl.Entry) => {
				names.push(entry.fileName);
				zip.readEntry();
			});
			zip.on('end', () => resolve(names));
			zip.on('error', reject);
			zip.readEntry();
		});
	});
}

describe('GET /api/images/{imageId}/file', () => {
	it.each(['full', '512', '200', undefined])(
		'serves size %s of a version under its hash, for good, and lets it run nothing',
		async (size) => {
			const { status, headers, bytes } = await developer.call(
				`${images[0]?.imageUrl}${size === undefined ? '' : `&size=${size}`}`,
			);
			expect(status).toBe(200);
			expect(headers.etag).toBe(`"${sha256(bytes)}"`);
			expect(headers['content-type']).toBe('image/png');
			expect(headers['content-length']).toBe(String(bytes.byteLength));
			expect(headers['cache-control']).toBe('private, max-age=31536000, immutable');
			expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
			expect(headers['x-content-type-options']).toBe('nosniff');
		},
	);

	it('serves the chosen version where none is named, to be asked for again each time', async () => {
		const [named = '', ...rest] = (images[0]?.imageUrl ?? '').split('?');
		expect(rest).toEqual(['version=1']);
		const [chosen, version] = [await developer.call(named), await developer.call(images[0]?.imageUrl ?? '')];
		expect([chosen.status, chosen.headers['cache-control']]).toEqual([200, 'private, no-cache']);
		expect(chosen.headers.etag).toBe(version.headers.etag);
		const again = await developer.call(named, { headers: { 'if-none-match': String(chosen.headers.etag) } });
		expect([again.status, again.bytes.byteLength]).toEqual([304, 0]);
	});

	it('rejects a version that is not there with 404, and what is none with 400', async () => {
		const [path] = (images[0]?.imageUrl ?? '').split('?');
		expect((await developer.call(`${path}?version=2`)).status).toBe(404);
		for (const version of ['0', '-1', '1.5', 'x']) {
			expect([version, (await developer.call(`${path}?version=${version}`)).status]).toEqual([version, 400]);
		}
	});

	it('answers 304 for the same tag and nothing for HEAD', async () => {
		const path = images[0]?.imageUrl ?? '';
		const whole = await developer.call(path);
		const same = await developer.call(path, { headers: { 'if-none-match': String(whole.headers.etag) } });
		expect([same.status, same.bytes.byteLength]).toEqual([304, 0]);
		const head = await developer.call(path, { method: 'HEAD' });
		expect([head.status, head.bytes.byteLength]).toEqual([200, 0]);
		expect(head.headers['content-length']).toBe(whole.headers['content-length']);
	});

	it('rejects another size with 400', async () => {
		for (const size of ['1024', '', 'full&size=200']) {
			expect((await developer.call(`${images[0]?.imageUrl}&size=${size}`)).status).toBe(400);
		}
	});
});

describe('a download', () => {
	it('rejects a query field it does not know with 400', async () => {
		for (const path of [`${images[0]?.imageUrl}&size=200&x=1`, `${images[0]?.imageUrl}&Size=200`, `${zipPath()}?x=1`]) {
			const { status, json } = await developer.call(path);
			expect([path, status, json]).toEqual([path, 400, expect.objectContaining({ reason: 'bad_input' })]);
		}
	});

	it('hangs up on a client that reads nothing for a minute', async () => {
		const setTimeout = vi.spyOn(ServerResponse.prototype, 'setTimeout');
		for (const path of [zipPath(), images[0]?.imageUrl ?? '']) {
			expect((await developer.call(path)).status).toBe(200);
			expect(setTimeout).toHaveBeenLastCalledWith(60_000, expect.any(Function));
			setTimeout.mockClear();
		}
		setTimeout.mockRestore();
	});
});

describe('the zip of a job', () => {
	it('is the same from POST and GET, complete and named after the project (API-07)', async () => {
		const get = await developer.call(zipPath());
		const post = await developer.post('/api/generate/zip', { jobId });
		expect([get.status, post.status]).toEqual([200, 200]);
		expect(sha256(get.bytes)).toBe(sha256(post.bytes));
		for (const { headers, bytes } of [get, post]) {
			expect(headers['content-type']).toBe('application/zip');
			expect(headers['content-length']).toBe(String(bytes.byteLength));
			expect(headers['content-disposition']).toMatch(
				/^attachment; filename="_lfen__1__complete\.zip"; filename\*=UTF-8''%C3%89lfen__1__complete\.zip$/,
			);
		}
		const names = await entryNamesOf(get.bytes);
		for (const { filename } of images) expect(names.some((name) => name.endsWith(filename))).toBe(true);
	});

	it('resumes at any byte under the same tag', async () => {
		const whole = await developer.call(zipPath());
		const { bytes } = whole;
		for (const start of [0, 1, Math.floor(bytes.byteLength / 3), bytes.byteLength - 1]) {
			const headers = { range: `bytes=${start}-`, 'if-range': String(whole.headers.etag) };
			const rest = await developer.call(zipPath(), { headers });
			expect(rest.status).toBe(206);
			expect(rest.headers['content-range']).toBe(`bytes ${start}-${bytes.byteLength - 1}/${bytes.byteLength}`);
			expect(sha256(Buffer.concat([bytes.subarray(0, start), rest.bytes]))).toBe(sha256(bytes));
		}
		const tail = await developer.call(zipPath(), { headers: { range: 'bytes=-7' } });
		expect(tail.bytes.equals(bytes.subarray(-7))).toBe(true);
	});

	it('starts again from the first byte when If-Range names other bytes, and takes many or malformed ranges as none', async () => {
		const whole = await developer.call(zipPath());
		const asked: Readonly<Record<string, string>>[] = [
			{ range: 'bytes=5-', 'if-range': '"other"' },
			{ range: 'bytes=5-2' },
			{ range: 'bytes=0-1,4-5' },
			{ range: `bytes=${Array.from({ length: 1_000 }, (_, index) => `${index}-${index}`).join(',')}` },
			{ range: 'lines=1-2' },
		];
		for (const headers of asked) {
			const answer = await developer.call(zipPath(), { headers });
			expect(answer.status).toBe(200);
			expect(answer.bytes.equals(whole.bytes)).toBe(true);
		}
	});

	it('rejects a range outside with 416 and tells the size', async () => {
		const { bytes } = await developer.call(zipPath());
		for (const range of [`bytes=${bytes.byteLength}-`, 'bytes=-0']) {
			const answer = await developer.call(zipPath(), { headers: { range } });
			expect(answer.status).toBe(416);
			expect(answer.headers['content-range']).toBe(`bytes */${bytes.byteLength}`);
			expect(answer.json).toMatchObject({ reason: 'bad_input' });
		}
	});

	it('tells size and tag to HEAD', async () => {
		const whole = await developer.call(zipPath());
		const head = await developer.call(zipPath(), { method: 'HEAD' });
		expect([head.status, head.bytes.byteLength]).toEqual([200, 0]);
		for (const name of ['content-length', 'etag', 'accept-ranges', 'content-type'])
			expect(head.headers[name]).toBe(whole.headers[name]);
		const same = await developer.call(zipPath(), { headers: { 'if-none-match': String(whole.headers.etag) } });
		expect(same.status).toBe(304);
	});

	it('rejects a body that names no job', async () => {
		for (const body of [{}, { jobId: 5 }, { jobId, extra: 1 }]) {
			expect((await developer.post('/api/generate/zip', body)).status).toBe(400);
		}
		expect((await developer.post('/api/generate/zip', { jobId: 'nothing' })).status).toBe(404);
	});
});
