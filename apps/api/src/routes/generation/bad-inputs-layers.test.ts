import { createHash } from 'node:crypto';
import { createLayersImageEngine } from '@adx/core/engines/layers/layers-engine';
import { createLayerFolder, type LayerFolder, toLayerList } from '@adx/core/generation/layers/layers-testing';
import { plainGif, plainPng, pngChunk } from '@adx/core/uploads/inspection/image-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, signedIn, startTestServer, type TestServer } from '../../testing/server-testing.ts';

let test: TestServer;
let creator: Browser;
beforeAll(async () => {
	test = await startTestServer({}, undefined, { engines: { layers: createLayersImageEngine(1) } });
	creator = await signedIn(test.origin, 'community');
});
afterAll(() => test.close());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const put = (bytes: Uint8Array, as: string) =>
	creator.call(`/api/uploads/${sha256(bytes)}?as=${as}`, { method: 'PUT', body: Buffer.from(bytes) });
const toBytes = (list: object) => Buffer.from(JSON.stringify(list));

/** Sends a folder as scripts do, and orders three images of it. */
async function order(folder: LayerFolder, change: object = {}) {
	const list = toLayerList(folder);
	const missing = await creator.post('/api/layers/missing', { hashes: list.files.map((file) => file.sha256) });
	for (const file of folder.values()) {
		const isMissing = typeof file !== 'string' && JSON.stringify(missing.json).includes(sha256(file));
		if (isMissing) expect((await put(file as Uint8Array, 'layer')).status).toBe(200);
	}
	const bytes = toBytes(list);
	expect((await put(bytes, 'layers')).status).toBe(200);
	return creator.post('/api/generate', { engine: 'layers', layers: sha256(bytes), batchSize: 3, ...change });
}

/** Status, reason and sentence of an answer that refuses. */
const refusal = ({ status, json }: Awaited<ReturnType<typeof put>>) => {
	const { reason, error } = json as { readonly reason: string; readonly error: string };
	return [status, reason, error];
};

function hugePng(): Buffer {
	const bytes = Buffer.from(plainPng(1, 1));
	for (const at of [16, 20]) bytes.writeUInt32BE(2 ** 31 - 1, at);
	return bytes;
}

const dot = plainPng(48, 48);
const samePicture =
	'Made again of your own layers, this would be the very same picture. Change the layers or the plan and order again for another one.';

describe('layers over REST', () => {
	it('are sent and ordered by a creator for whom the merger is locked, and are a job like others', async () => {
		const { status, json } = await order(createLayerFolder(), { seed: 'north', projectName: 'Ovals' });
		expect(status).toBe(200);
		const { jobId, job } = json as { readonly jobId: string; readonly job: object };
		expect(job).toMatchObject({ engine: 'layers', batchSize: 3, races: [], artStyle: null, seed: 'north' });
		await expect
			.poll(async () => (await creator.call(`/api/generate/${jobId}`)).json, { timeout: 20_000 })
			.toMatchObject({ status: 'completed', progress: 3 });
		const images = (await creator.call(`/api/images/${jobId}`)).json as readonly { readonly id: string }[];
		expect(images[0]).toMatchObject({ traits: { layers: [{ trait_type: 'Background' }, {}, {}], outsideDna: [] } });
		expect((await creator.call(`/api/generate/${jobId}/zip`)).status).toBe(200);
		const [{ id: imageId }] = images as [{ readonly id: string }];
		const single = await creator.post(`/api/images/${imageId}/regenerate`, {});
		const many = await creator.post(`/api/generate/${jobId}/regenerate`, { imageIds: [imageId] });
		for (const { status, json } of [single, many]) {
			expect([status, json]).toEqual([409, expect.objectContaining({ reason: 'same_picture', error: samePicture })]);
		}
		const body = JSON.stringify({ json: { imageId } });
		const headers = { 'content-type': 'application/json' };
		const typed = await creator.call('/trpc/generation.regenerateImage', { method: 'POST', headers, body });
		const data = expect.objectContaining({ reason: 'same_picture' });
		expect([typed.status, typed.json]).toMatchObject([409, { error: { json: { message: samePicture, data } } }]);
	});

	it.each<[string, Record<string, Uint8Array | string | null>, RegExp]>([
		['layers of other sizes', { 'layers/Eyes/Green#1.png': plainPng(40, 48) }, /All layers need one size/],
		[
			'a missing layer folder',
			{ 'src/config.js': 'const layerConfigurations = [{ layersOrder: [{ name: "Hat" }] }];' },
			/no folder: 'Hat'/,
		],
	])('reject %s', async (_, change, sentence) => {
		const { status, json } = await order(createLayerFolder(change));
		expect([status, json]).toEqual([422, expect.objectContaining({ reason: 'bad_layers' })]);
		expect((json as { readonly error: string }).error).toMatch(sentence);
	});

	it.each(['0', '1e9', 'abc'])('take a weight of %s in a name as what reading it assumed', async (weight) => {
		const { status } = await order(createLayerFolder({ [`layers/Eyes/Odd#${weight}.png`]: dot }));
		expect(status).toBe(200);
	});

	it('reject a weight below 0 in a name', async () => {
		const { status, json } = await order(createLayerFolder({ 'layers/Eyes/Odd#-1.png': dot }));
		expect([status, json]).toEqual([422, expect.objectContaining({ reason: 'bad_layers' })]);
		expect((json as { readonly error: string }).error).toMatch(/the weight of .* is below 0/);
	});

	it('tell two values of one name apart', async () => {
		const change = { 'layers/Eyes/green#2.png': dot };
		const counts = { steering: [{ counts: { Eyes: { Green: 1, 'green (2)': 2 } } }] };
		const { status, json } = await order(createLayerFolder(change), counts);
		expect([status, json]).toEqual([200, expect.objectContaining({ jobId: expect.any(String) })]);
	});

	it.each([
		[{ steering: [{ weights: { Eyes: { Gold: -1 } } }] }, 'steering.0.weights.Eyes.Gold'],
		[{ steering: [{ weights: { Eyes: { Gold: 1e9 } } }] }, 'steering.0.weights.Eyes.Gold'],
		[{ steering: [{ weights: { Eyes: { Gold: 'abc' } } }] }, 'steering.0.weights.Eyes.Gold'],
		[{ steering: [{ counts: { Eyes: { Gold: 0.5 } } }] }, 'steering.0.counts.Eyes.Gold'],
		[{ races: ['elf'] }, 'races'],
		[{ layers: 'abc' }, 'layers'],
	])('reject %j by the field', async (change, field) => {
		const { status, json } = await creator.post('/api/generate', {
			...{ engine: 'layers', layers: '0'.repeat(64), batchSize: 3 },
			...change,
		});
		expect([status, json]).toEqual([400, expect.objectContaining({ fields: { [field]: expect.any(String) } })]);
	});

	it('reject 10,001 files, and a path that climbs out', async () => {
		const many = Array.from({ length: 10_001 }, (_, index) => ({ path: `layers/A/${index}.png`, sha256: sha256(dot) }));
		const tooMany = await put(toBytes({ format: 'adx-layers-1', files: many }), 'layers');
		expect(refusal(tooMany)).toEqual([422, 'bad_manifest', expect.stringContaining('may hold 10,000 pictures')]);
		const climbing = await order(new Map([...createLayerFolder(), ['../../etc/layers/A/x.png', dot]]));
		expect(refusal(climbing)).toEqual([
			422,
			'bad_layers',
			"'../../etc/layers/A/x.png': a path may not lead out of the folder. Not read.",
		]);
	});

	it.each<[string, () => Buffer, number, string, RegExp]>([
		[
			'a PNG of 16,000 px',
			() => plainPng(16_000, 2),
			422,
			'bad_layers',
			/^This picture is 16,000 × 2 px; a layer may have 4,096 px\.$/,
		],
		[
			'a PNG that says 2^31 px',
			hugePng,
			422,
			'bad_layers',
			/^This picture is 2,147,483,647 × 2,147,483,647 px; a layer/,
		],
		[
			'an animated PNG',
			() => plainPng(48, 48, [pngChunk('acTL', Buffer.alloc(8, 1))]),
			422,
			'bad_layers',
			/^This picture is animated, and a layer may not move\.$/,
		],
		[
			'an animated WebP',
			() => Buffer.from('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x02'),
			422,
			'bad_layers',
			/^This picture is a WebP, not a PNG\.$/,
		],
		['an animated GIF', () => plainGif(2), 422, 'bad_layers', /^This picture is a GIF, not a PNG\.$/],
		['an SVG', () => Buffer.from('<svg/>'), 422, 'bad_layers', /^This picture is an SVG, not a PNG\.$/],
		[
			'a PNG that is a zip, too',
			() => Buffer.concat([dot, Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
			422,
			'unreadable_image',
			/^22 bytes follow after this picture’s end\. Save it again with an image program/,
		],
		[
			'a PNG that is cut off',
			() => dot.subarray(0, -20),
			422,
			'unreadable_image',
			/^This picture is cut off or damaged\./,
		],
	])('reject %s as it arrives', async (_, make, status, reason, sentence) => {
		expect(refusal(await put(make(), 'layer'))).toEqual([status, reason, expect.stringMatching(sentence)]);
	});

	it('reject a list that is not one, and one that was never sent', async () => {
		for (const wrong of [toBytes([]), toBytes({ format: 'adx-layers-1' }), Buffer.from('<html>')]) {
			expect((await put(wrong, 'layers')).status).toBe(422);
		}
		const unknown = { engine: 'layers', layers: '0'.repeat(64), batchSize: 3 };
		for (const path of ['/api/generate', '/api/generate/plan']) {
			const { status, json } = await creator.post(path, unknown);
			expect([status, json]).toEqual([422, expect.objectContaining({ reason: 'upload_missing' })]);
		}
	});
});
