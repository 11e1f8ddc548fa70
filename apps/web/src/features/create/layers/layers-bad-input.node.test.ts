import { BlobReader, BlobWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { describe, expect, test } from 'vitest';
import { hashContent } from '../../../lib/files/content-hash.ts';
import { readZip } from '../../../lib/files/read-zip.ts';
import { UploadError } from '../../../lib/uploads/upload-api.ts';
import { MemoryServer } from '../../../lib/uploads/upload-testing.ts';
import type { LayersUpdate, LayersView } from './layers-views.ts';
import { LayersWorkerService } from './layers-worker-service.ts';

interface PngFacts {
	readonly side?: number;
	/** A chunk in front of its pixels. */
	readonly chunk?: string;
}

/** As much of a picture as is looked at before it is drawn; other bytes for every content. */
function createPng(content: string, { side = 8, chunk }: PngFacts = {}): Blob {
	const toChunk = (type: string, data: Uint8Array) => {
		const bytes = new Uint8Array(12 + data.length);
		new DataView(bytes.buffer).setUint32(0, data.length);
		bytes.set(new TextEncoder().encode(type), 4);
		bytes.set(data, 8);
		return bytes;
	};
	const header = new Uint8Array([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
	for (const at of [0, 4]) new DataView(header.buffer).setUint32(at, side);
	const parts = [
		new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
		toChunk('IHDR', header),
		...(chunk === undefined ? [] : [toChunk(chunk, new Uint8Array(8))]),
		toChunk('IDAT', new TextEncoder().encode(content)),
	];
	return new Blob(parts);
}

type Files = Readonly<Record<string, Blob>>;

const good: Files = Object.fromEntries(
	['Background/Blue#3', 'Background/Red#1', 'Eyes/Green#1', 'Eyes/Gold#2'].map((name) => [
		`layers/${name}.png`,
		createPng(name),
	]),
);
const config = (layers: string) =>
	new Blob([`const layerConfigurations = [{ growEditionSizeTo: 2, layersOrder: [${layers}] }];`]);

function createService() {
	const server = new MemoryServer();
	const service = new LayersWorkerService({ server, readZip, hash: hashContent });
	const updates: LayersUpdate[] = [];
	service.open((update) => updates.push(update));
	return { server, service, updates };
}

async function read(files: Files) {
	const made = createService();
	made.service.addFiles(Object.entries(files).map(([path, blob]) => ({ path: `mine/${path}`, blob })));
	return { ...made, view: await made.service.read('first') };
}

const say = ({ findings }: LayersView) => findings.map(({ severity, message }) => `${severity}: ${message}`);

describe('what the page says of layers that cannot be drawn, before anything is sent', () => {
	test.each<[string, Files, string]>([
		[
			'layers of other sizes',
			{ 'layers/Eyes/Green#1.png': createPng('small', { side: 6 }) },
			"All layers need one size. Most are 8 × 8 px, but 6 × 6 px: 'mine/layers/Eyes/Green#1.png'.",
		],
		[
			'a missing layer folder',
			{ 'src/config.js': config("{ name: 'Eyes' }, { name: 'Hat' }") },
			"'layersOrder' names a layer that has no folder: 'Hat'.",
		],
		[
			'a folder without a picture',
			{ 'src/config.js': config("{ name: 'Eyes' }, { name: 'Hat' }"), 'layers/Hat/readme.txt': new Blob(['soon']) },
			"'layersOrder' names a layer that has no folder: 'Hat'.",
		],
		[
			'a weight of -1',
			{ 'layers/Eyes/Odd#-1.png': createPng('odd') },
			"In 'Eyes' the weight of 'Odd' is below 0. It counts as 0: no image gets it.",
		],
		[
			'a picture of 16,000 px',
			{ 'layers/Eyes/Wide#1.png': createPng('wide', { side: 16_000 }) },
			"'mine/layers/Eyes/Wide#1.png' is 16,000 × 16,000 px; a layer may have 4,096 px.",
		],
		[
			'a picture that says 2^31 px',
			{ 'layers/Eyes/Bomb#1.png': createPng('bomb', { side: 2 ** 31 }) },
			"'mine/layers/Eyes/Bomb#1.png' is 2,147,483,648 × 2,147,483,648 px; a layer may have 4,096 px.",
		],
		[
			'an animated PNG',
			{ 'layers/Eyes/Wink#1.png': createPng('wink', { chunk: 'acTL' }) },
			"'mine/layers/Eyes/Wink#1.png' is animated, and a layer may not move.",
		],
		[
			'a GIF',
			{ 'layers/Eyes/Wink#1.gif': new Blob(['GIF89a']) },
			"'mine/layers/Eyes/Wink#1.gif': a layer may not move, so GIF files are not read. Use PNG.",
		],
		[
			'a WebP',
			{ 'layers/Eyes/Wink#1.webp': new Blob(['RIFF\0\0\0\0WEBPVP8X']) },
			"'mine/layers/Eyes/Wink#1.webp': WebP files are not layers. Save them as PNG.",
		],
		[
			'a GIF that is called a PNG',
			{ 'layers/Eyes/Wink#1.png': new Blob(['GIF89a']) },
			"'mine/layers/Eyes/Wink#1.png' is a GIF, not a PNG.",
		],
		[
			'a WebP that is called a PNG',
			{ 'layers/Eyes/Wink#1.png': new Blob(['RIFF\0\0\0\0WEBPVP8X']) },
			"'mine/layers/Eyes/Wink#1.png' is a WebP, not a PNG.",
		],
		[
			'an SVG that is called a PNG',
			{ 'layers/Eyes/Wink#1.png': new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']) },
			"'mine/layers/Eyes/Wink#1.png' is an SVG, not a PNG.",
		],
		['an empty file', { 'layers/Eyes/Wink#1.png': new Blob() }, "'mine/layers/Eyes/Wink#1.png' is not a PNG."],
	])('%s', async (_, change, sentence) => {
		const { server, view } = await read({ ...good, ...change });
		expect(say(view)[0]).toBe(`error: ${sentence}`);
		expect(view.isUsable).toBe(false);
		expect(server.sent).toEqual([]);
	});

	test('10,001 files', async () => {
		const blob = createPng('one');
		const files = Array.from({ length: 10_001 }, (_, index) => [`layers/L${index % 9}/${index}.png`, blob] as const);
		const { server, view } = await read(Object.fromEntries(files));
		expect(say(view)).toEqual(['error: There are 10,001 pictures; at most 10,000 can be read.']);
		expect(server.sent).toEqual([]);
	});

	test('a zip whose paths lead out of it', async () => {
		const { server, service } = createService();
		const writer = new ZipWriter(new BlobWriter('application/zip'), { useWebWorkers: false });
		for (const [path, blob] of Object.entries(good)) await writer.add(path, new BlobReader(blob));
		await writer.add('../../etc/layers/Eyes/Out#1.png', new BlobReader(createPng('out')));
		await expect(service.addZip(await writer.close(), 'mine')).rejects.toThrow(
			"the path '../../etc/layers/Eyes/Out#1.png' in it leads out of the archive.",
		);
		expect(server.sent).toEqual([]);
	});
});

describe('what the page says of layers that can be drawn all the same', () => {
	test.each<[string, Files, string]>([
		[
			'a weight of 0',
			{ 'layers/Eyes/Odd#0.png': createPng('odd') },
			"note: No image gets 'Odd' of 'Eyes': the weight is 0.",
		],
		[
			'a weight of 1e9',
			{ 'layers/Eyes/Odd#1e9.png': createPng('odd') },
			"warning: In 'Eyes' the weight of 'Odd' is above 1,000,000. It counts as 1,000,000.",
		],
		[
			'a weight of abc',
			{ 'layers/Eyes/Odd#abc.png': createPng('odd') },
			"warning: In 'Eyes' the weight of 'Odd#abc' is not a number; it counts as 1.",
		],
		[
			'two values of one name',
			{ 'layers/Eyes/green#5.png': createPng('other green') },
			"warning: More than one value of 'Eyes' has the name of 'green'. One is called 'green (2)'.",
		],
	])('%s', async (_, change, sentence) => {
		const { view } = await read({ ...good, ...change });
		expect(say(view).join('\n')).toContain(sentence);
		expect(view.isUsable).toBe(true);
	});
});

test('what the server alone finds is said with the file, and nothing is called sent', async () => {
	const { server, service, updates } = createService();
	const files = Object.entries(good).map(([path, blob]) => ({ path: `mine/${path}`, blob }));
	const polyglot = await hashContent(new Uint8Array(await files[2]!.blob.arrayBuffer()));
	const why = '22 bytes follow after this picture’s end. Save it again with an image program and upload that.';
	server.trouble = (sha256) => (sha256 === polyglot ? new UploadError('refused', why) : null);
	service.addFiles(files);
	expect((await service.read('first')).isUsable).toBe(true);
	const sentence = `'mine/layers/Eyes/Green#1.png': ${why}`;
	await expect(service.finishUpload()).rejects.toThrow(sentence);
	await expect.poll(() => updates.at(-1)?.uploadProblem).toBe(sentence);
	expect(server.sent.map(([, as]) => as)).not.toContain('layers');
});
