import { setTimeout as sleep } from 'node:timers/promises';
import { addFinishedMerge, createPng, hashOf } from '@adx/core/merge/merge-testing';
import type { MergeJob, ReceivedMerge } from '@adx/validators/merge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	type Browser,
	sendRequest,
	signedIn,
	startTestServer,
	type TestResponse,
	type TestServer,
} from '../../testing/server-testing.ts';

let test: TestServer;
let browser: Browser;
beforeAll(async () => {
	test = await startTestServer({ LOCKED_PAGES: '' });
	browser = await signedIn(test.origin);
});
afterAll(() => test.close());

const uploadedAt = '2026-11-21T10:00:00.000Z';
const dataUrlOf = (bytes: Buffer, mime = 'image/png') => `data:${mime};base64,${bytes.toString('base64')}`;

interface Image extends Record<string, unknown> {
	readonly filename: string;
}
const imageOf = async (number: number, change: object = {}): Promise<Image> => ({
	id: `i${number}`,
	filename: `${number}.png`,
	imageData: dataUrlOf(await createPng(number)),
	metadata: { name: `Old #${number}`, attributes: [{ trait_type: 'Number', value: String(number) }] },
	originalIndex: number,
	...change,
});
const collectionOf = (name: string, images: readonly unknown[]) => ({
	id: name,
	name,
	description: '',
	imageCount: images.length,
	images,
	uploadedAt,
});
const orderOf = (...inputCollections: object[]) => ({ projectName: 'Winter Court', inputCollections });

const post = (body: object | string | Buffer, headers: Record<string, string> = {}) =>
	browser.call('/api/merge-jobs', {
		method: 'POST',
		body,
		headers: { 'content-type': 'application/json', ...headers },
	});

/** Started, by default with no image refused; returns the finished merge. */
async function finished(answer: TestResponse): Promise<MergeJob & Pick<ReceivedMerge, 'refusedImages'>> {
	expect([answer.status, answer.bytes.toString().slice(0, 300)]).toEqual([200, expect.stringContaining('jobId')]);
	const { jobId, refusedImages } = answer.json as ReceivedMerge;
	for (const deadline = Date.now() + 25_000; Date.now() < deadline; await sleep(50)) {
		const job = (await browser.call(`/api/merge-jobs/${jobId}`)).json as MergeJob;
		if (job.status !== 'processing') return { ...job, refusedImages };
	}
	throw new Error('The merge did not end.');
}

const textOf = ({ bytes }: TestResponse) => bytes.toString('utf8');

describe('POST /api/merge-jobs', () => {
	it('merges images that come as data URLs, whose bytes are the originals (API-15, ENT-14, ENT-15)', async () => {
		const images = [await imageOf(1), await imageOf(2)];
		const job = await finished(
			await post(orderOf(collectionOf('North', images), collectionOf('South', [await imageOf(3)]))),
		);
		expect(job).toMatchObject({ status: 'completed', totalImages: 3, refusedImages: [] });
		expect(job.inputCollections).toEqual([
			{ id: 'North', name: 'North', description: '', imageCount: 2, uploadedAt },
			{ id: 'South', name: 'South', description: '', imageCount: 1, uploadedAt },
		]);
		const image = await browser.call(job.mergedImages[2]!.imageUrl);
		expect(image.bytes.equals(await createPng(3))).toBe(true);
		expect(image.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
		expect(image.headers['cache-control']).toBe('private, max-age=31536000, immutable');
		const unchanged = await browser.call(job.mergedImages[2]!.imageUrl, {
			headers: { 'if-none-match': String(image.headers.etag) },
		});
		expect(unchanged.status).toBe(304);
	});

	it('takes hashes of uploads in place of data URLs', async () => {
		const bytes = await createPng(40);
		const put = await browser.call(`/api/uploads/${hashOf(bytes)}`, { method: 'PUT', body: bytes });
		expect(put.status).toBe(200);
		const images = [
			{ filename: 'a.png', sha256: hashOf(bytes), metadata: null },
			{ filename: 'b.png', sha256: hashOf('nobody has it'), metadata: null },
		];
		const job = await finished(await post(orderOf(collectionOf('Hashes', images))));
		expect(job.totalImages).toBe(1);
		expect(job.refusedImages).toEqual([{ collection: 'Hashes', filename: 'b.png', error: 'It was not uploaded.' }]);
	});

	it('takes the metadata that every token gets, and refuses a pattern that nobody can fill', async () => {
		const order = orderOf(collectionOf('Set', [await imageOf(41)]));
		const metadata = { namePattern: 'Ice {number}', symbol: 'ice', royaltyPercentage: 5 };
		const job = await finished(await post({ ...order, options: { metadata } }));
		expect(job).toMatchObject({ collectionSymbol: 'ICE', royaltyPercentage: 5 });
		expect(job.mergedImages[0]!.name).toBe('Ice 1');
		const refused = await post({ ...order, options: { metadata: { namePattern: 'Ice {nubmer}' } } });
		expect(refused.status).toBe(400);
		expect(textOf(refused)).toContain('Only {number} and {name} are filled in');
	});

	it('hides the merge from the gallery from its start where it is asked to', async () => {
		const job = await finished(await post({ ...orderOf(collectionOf('Hidden', [await imageOf(42)])), hidden: true }));
		expect(job).toMatchObject({ status: 'completed', hidden: true });
		const other = await signedIn(test.origin, 'community');
		expect((await other.call(`/api/collections/${job.id}`)).status).toBe(404);
		expect((await browser.call(`/api/collections/${job.id}`)).status).toBe(200);
	});

	it('answers the same Idempotency-Key with the same merge, and another body with 422 in plain text', async () => {
		const body = orderOf(collectionOf('Once', [await imageOf(5)]));
		const headers = { 'idempotency-key': 'merge-once' };
		const [first, second] = [await post(body, headers), await post(body, headers)];
		expect((second.json as ReceivedMerge).jobId).toBe((first.json as ReceivedMerge).jobId);
		const other = await post({ ...body, projectName: 'Other' }, headers);
		expect(other.status).toBe(422);
		expect(other.headers['content-type']).toBe('text/plain; charset=utf-8');
		expect(textOf(other)).toBe('This Idempotency-Key was used with another request.');
	});

	it('lets a completed merge be downloaded, whole and in part, and nobody else (API-18, MRG-18)', async () => {
		const answer = await post({ ...orderOf(collectionOf('Zip', [await imageOf(6)])), projectName: '../My: Court?' });
		const job = await finished(answer);
		const whole = await browser.call(job.downloadUrl!);
		expect(whole.status).toBe(200);
		expect(whole.headers['content-type']).toBe('application/zip');
		expect(whole.headers['content-disposition']).toBe('attachment; filename="___My__Court_-merged-collection.zip"');
		expect(whole.bytes.length).toBe(job.sizeBytes);
		const part = await browser.call(job.downloadUrl!, { headers: { range: 'bytes=10-99' } });
		expect(part.status).toBe(206);
		expect(part.bytes.equals(whole.bytes.subarray(10, 100))).toBe(true);
		const stranger = await signedIn(test.origin, 'community');
		expect((await stranger.call(job.downloadUrl!)).status).toBe(404);
		expect((await sendRequest(test.origin, job.downloadUrl!)).status).toBe(401);
	});
});

describe('bad images are refused singly, each with a sentence', () => {
	const cut = async () => dataUrlOf((await createPng(7, 64)).subarray(0, -20));
	it.each<[string, () => Promise<object>, RegExp]>([
		[
			'a data URL with the wrong magic',
			async () => ({ imageData: dataUrlOf(await createPng(7), 'image/gif') }),
			/says that it is image\/gif, but it is image\/png/,
		],
		[
			'an SVG',
			async () => ({ imageData: dataUrlOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml') }),
			/SVG/,
		],
		['a truncated picture', async () => ({ imageData: await cut() }), /cut off or damaged/],
		['what is not base64', async () => ({ imageData: 'data:image/png;base64,%%%' }), /not a data URL in base64/],
		[
			'an address to be fetched',
			async () => ({ imageData: 'http://127.0.0.1/secret.png' }),
			/not a data URL in base64/,
		],
		['neither bytes nor hash', async () => ({ imageData: undefined }), /Send either imageData/],
		['both', async () => ({ sha256: hashOf('x') }), /Send either imageData/],
		['metadata that is an array', async () => ({ metadata: [1] }), /^metadata: /],
		['metadata over 100 kB', async () => ({ metadata: { text: 'x'.repeat(100_001) } }), /larger than 100 kB/],
		['a file name of 1,001 characters', async () => ({ filename: 'n'.repeat(1_001) }), /^filename: /],
		['an unknown field', async () => ({ isDeveloper: true }), /isDeveloper/],
	])('%s', async (_, change, sentence) => {
		const job = await finished(
			await post(orderOf(collectionOf('Some', [await imageOf(8), await imageOf(7, await change())]))),
		);
		expect(job).toMatchObject({ status: 'completed', totalImages: 1 });
		expect(job.refusedImages).toEqual([
			{ collection: 'Some', filename: expect.any(String), error: expect.stringMatching(sentence) },
		]);
	});

	it('takes odd file names and scripts in metadata as mere texts', async () => {
		const names = [
			'../x',
			'C:\\x',
			'CON.png',
			'dot.',
			'nul\0.png',
			'line\n.png',
			`${'n'.repeat(300)}.png`,
			'É.png',
			'é.png',
			'e\u0301.png',
		];
		const images = await Promise.all(
			names.map((filename, index) =>
				imageOf(50 + index, { filename, metadata: { name: '<script>alert(1)</script>' } }),
			),
		);
		const job = await finished(await post(orderOf(collectionOf('Odd', images))));
		expect(job).toMatchObject({ status: 'completed', totalImages: names.length, refusedImages: [] });
	});

	it('refuses a collection of which nothing is left, and says why', async () => {
		const answer = await post(orderOf(collectionOf('None', [await imageOf(9, { imageData: 'x' })])));
		expect(answer.status).toBe(422);
		expect(textOf(answer)).toBe("No image of 'None' can be used. 9.png: Its imageData is not a data URL in base64.");
	});
});

describe('a body that is not a merge', () => {
	const named = orderOf(collectionOf('A', []));
	const listed = orderOf({ ...collectionOf('A', []), images: undefined, imageCount: 1, manifest: hashOf('x') });
	it.each<[string, () => object | string | Buffer, number, RegExp]>([
		['nothing at all', () => '', 400, /not a whole JSON document/],
		['half a document', () => JSON.stringify(named).slice(0, -5), 400, /not a whole JSON document|not JSON/],
		['no JSON', () => 'projectName=x', 400, /not JSON/],
		['invalid UTF-8', () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 400, /not JSON in UTF-8/],
		['2 million levels', () => '['.repeat(2_000_000), 400, /nested deeper than 64 levels/],
		['a __proto__ key', () => '{"projectName":"x","__proto__":{"a":1}}', 400, /__proto__/],
		['no project name (ERR-18)', () => ({ ...listed, projectName: ' ' }), 400, /^Please enter a project name$/],
		['no collection (ERR-19)', () => orderOf(), 400, /^Please add at least one collection to merge$/],
		['an unknown field', () => ({ ...listed, admin: true }), 400, /admin/],
		['a list that was never uploaded', () => listed, 422, /has not been uploaded/],
		[
			'100,001 images',
			() => orderOf(...Array.from({ length: 6 }, (_, n) => collectionOf(`${n}`, Array(n < 5 ? 20_000 : 1).fill(0)))),
			400,
			/At most 100,000 images/,
		],
		[
			'20,001 images in a collection',
			() => orderOf(collectionOf('A', Array(20_001).fill(0))),
			400,
			/20,000 images in a collection/,
		],
	])('rejects %s with a sentence in plain text', async (_, body, status, sentence) => {
		const answer = await post(body());
		expect([answer.status, textOf(answer).slice(0, 300)]).toEqual([status, expect.stringMatching(sentence)]);
		expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
	});

	it('rejects visitors and other types of content in plain text too (ERR-11)', async () => {
		const visitor = await sendRequest(test.origin, '/api/merge-jobs', { method: 'POST', body: named });
		expect([visitor.status, visitor.headers['content-type']]).toEqual([401, 'text/plain; charset=utf-8']);
		const xml = await post('<x/>', { 'content-type': 'application/xml' });
		expect([xml.status, xml.headers['content-type']]).toEqual([415, 'text/plain; charset=utf-8']);
	});

	it('rejects more than 160 MB before reading them', async () => {
		const headers = { 'content-type': 'application/json', 'content-length': '160000001' };
		const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		const answer = await sendRequest(test.origin, '/api/merge-jobs', {
			method: 'POST',
			headers: { ...headers, cookie },
		}).catch((error: unknown) => error);
		// The answer comes while nothing is sent; the connection then ends.
		expect(answer).toMatchObject({ status: 413 });
	});
});

describe('lists of merges', () => {
	it('carry no images, and answer 304 when nothing changed (API-14, MRG-17)', async () => {
		const fresh = await signedIn(test.origin);
		const { json } = await fresh.call('/api/auth/check');
		const { id } = (json as { user: { id: string } }).user;
		const jobId = await addFinishedMerge(test.server.services, id);
		const list = await fresh.call('/api/merge-jobs');
		expect(list.json).toMatchObject([
			{ id: jobId, mergedImages: [], inputCollections: [{ name: 'Twins', imageCount: 2 }] },
		]);
		const headers = { 'if-none-match': String(list.headers.etag) };
		const again = await fresh.call('/api/merge-jobs', { headers });
		expect([again.status, again.bytes.length]).toEqual([304, 0]);
		await fresh.post(`/api/merge-jobs/${jobId}/hide`);
		expect((await fresh.call('/api/merge-jobs', { headers })).status).toBe(200);
	});

	it('lets developers see everybody’s with scope=all', async () => {
		const developer = await signedIn(test.origin);
		expect((await developer.call('/api/merge-jobs')).json).toEqual([]);
		const all = (await developer.call('/api/merge-jobs?scope=all')).json as MergeJob[];
		expect(all.length).toBeGreaterThan(5);
		const creator = await signedIn(test.origin, 'community');
		expect((await creator.call('/api/merge-jobs?scope=all')).status).toBe(403);
	});
});
