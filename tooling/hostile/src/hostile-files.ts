import { crc32, deflateSync, gzipSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
	const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const frame = Buffer.alloc(content.byteLength + 8);
	frame.writeUInt32BE(data.byteLength, 0);
	content.copy(frame, 4);
	frame.writeUInt32BE(crc32(content), content.byteLength + 4);
	return frame;
}

/** A grey PNG of that size, of one byte a pixel, with further chunks before its picture. */
export function png(width = 1, height = 1, extra: Buffer = Buffer.alloc(0)): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 0, 0, 0, 0], 8);
	const pixels = deflateSync(Buffer.alloc((width + 1) * height));
	const parts = [chunk('IHDR', header), extra, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
	return Buffer.concat([signature, ...parts]);
}

/** Chunks without content, 12 bytes each. */
const emptyChunks = (type: string, count: number) => {
	const one = chunk(type, Buffer.alloc(0));
	return Buffer.alloc(one.byteLength * count, one);
};

const jpegSegment = (marker: number, data: Buffer) =>
	Buffer.concat([Buffer.from([0xff, marker, (data.byteLength + 2) >> 8, (data.byteLength + 2) & 255]), data]);

/** A progressive JPEG of 4,000 x 4,000 points whose scans say nothing. */
function createJpeg(count: number): Buffer {
	const frame = jpegSegment(0xc2, Buffer.from([8, 15, 160, 15, 160, 1, 1, 0x11, 0]));
	const quantization = jpegSegment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)]));
	const codes = jpegSegment(0xc4, Buffer.concat([Buffer.from([0]), Buffer.alloc(16), Buffer.from([0])]));
	const scan = Buffer.concat([jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 0, 0])), Buffer.from([0x55])]);
	const scans = Buffer.alloc(scan.byteLength * count, scan);
	return Buffer.concat([Buffer.from([0xff, 0xd8]), quantization, frame, codes, scans, Buffer.from([0xff, 0xd9])]);
}

const manifest = (images: string) => Buffer.from(`{"format":"adx-upload-1","images":${images}}`);
const repeated = (text: string, count: number) => Array(count).fill(text).join(',');

/** A file, what it is sent as, and how it is made. */
export type HostileFile = readonly [
	title: string,
	as: 'image' | 'unreadable' | 'manifest' | 'folder' | 'layer' | 'reference' | 'layers',
	make: () => Buffer,
];

/** Files that a picture's reader, or a list's, may not bear; each made when it is needed. */
export const hostileFiles: readonly HostileFile[] = [
	['an empty file', 'image', () => Buffer.alloc(0)],
	['a PNG of 4,000,000 empty chunks', 'image', () => png(1, 1, emptyChunks('tEXt', 4_000_000))],
	['a PNG of 400,000 empty data chunks', 'image', () => png(1, 1, emptyChunks('IDAT', 400_000))],
	['a PNG of 16,000 x 16,000', 'image', () => png(16_000, 16_000)],
	['a PNG that says 2^31 x 2^31', 'image', () => sized(2 ** 31 - 1)],
	['a PNG whose text unpacks to 500 MB', 'image', () => png(1, 1, chunk('iCCP', packedText(500_000_000)))],
	['a PNG that ends amid a chunk', 'image', () => png(100, 100).subarray(0, 60)],
	['a chunk that says 2 GB', 'image', () => Buffer.concat([signature, Buffer.from([0x7f, 0xff, 0xff, 0xff])])],
	['a JPEG of 5,000 scans', 'image', () => createJpeg(5_000)],
	[
		'a JPEG of 4,000,000 fill bytes',
		'image',
		() => Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(4_000_000, 0xff)]),
	],
	['a GIF of a million blocks', 'image', () => createGif(1_000_000)],
	['a WebP that says 4 GB', 'image', () => Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8X\xff\xff\xff\xff', 'latin1')],
	['an SVG', 'image', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
	['lists 1,000,000 deep', 'manifest', () => manifest('['.repeat(1_000_000))],
	['a list that does not end', 'manifest', () => manifest(`["${'x'.repeat(5_000_000)}`)],
	['a list of 2,000,000 numbers', 'manifest', () => manifest(`[${repeated('1', 2_000_000)}]`)],
	['a list of 200,000 prototypes', 'manifest', () => manifest(`[${repeated('{"__proto__":{}}', 200_000)}]`)],
	['a packed list', 'manifest', () => gzipSync(manifest(`[${repeated('{}', 1_000_000)}]`))],
	['one key of 20 MB', 'manifest', () => manifest(`[{"${'k'.repeat(20_000_000)}":1}]`)],
	['a folder of 300,000 files', 'folder', () => folder(300_000)],
	['a layer of 16,000 x 16,000', 'layer', () => png(16_000, 16_000)],
	['a layer that says 2^31 x 2^31', 'layer', () => sized(2 ** 31 - 1)],
	['a layer of 4,096 x 4,096 whose pixels are missing', 'layer', () => png(4_096, 4_096).subarray(0, 60)],
	['a layer that moves', 'layer', () => png(1, 1, chunk('acTL', Buffer.alloc(8, 1)))],
	['a layer of 4,000,000 empty chunks', 'layer', () => png(1, 1, emptyChunks('tEXt', 4_000_000))],
	['a layer whose text unpacks to 500 MB', 'layer', () => png(1, 1, chunk('iCCP', packedText(500_000_000)))],
	['a layer that is a zip, too', 'layer', () => Buffer.concat([png(), Buffer.from('PK\x05\x06'), Buffer.alloc(18)])],
	['a reference of 16,000 x 16,000', 'reference', () => png(16_000, 16_000)],
	['a reference whose text unpacks to 500 MB', 'reference', () => png(80, 80, chunk('iCCP', packedText(500_000_000)))],
	['a reference of 5,000 scans', 'reference', () => createJpeg(5_000)],
	['a reference of a million blocks', 'reference', () => createGif(1_000_000)],
	[
		'a reference that is an SVG',
		'reference',
		() => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'),
	],
	[
		'a reference that is a page, too',
		'reference',
		() => Buffer.concat([png(80, 80), Buffer.from('<script>x()</script>')]),
	],
	['layers 1,000,000 deep', 'layers', () => Buffer.from('['.repeat(1_000_000))],
	['10,001 layers', 'layers', () => layers(paths(10_001))],
	['layers of one name 10,000 times', 'layers', () => layers(Array(10_000).fill('layers/A/a.png'))],
	[
		'layers that lead out of their folder',
		'layers',
		() => layers(['../../etc/layers/A/a.png', '/layers/A/b.png', 'C:\\A\\c.png']),
	],
	[
		'layers of weights that are none',
		'layers',
		() => layers(['0', '-1', '1e9', 'abc', '1e999'].map((weight) => `layers/A/a${weight}#${weight}.png`)),
	],
	['layers 450 folders deep', 'layers', () => layers([`layers/${'a/'.repeat(450)}b.png`])],
	['layers whose config is 200,000 brackets', 'layers', () => layers(paths(9), '['.repeat(200_000))],
	['layers whose config spreads itself', 'layers', () => layers(paths(9), spread)],
];

const paths = (count: number) => Array.from({ length: count }, (_, index) => `layers/L${index % 9}/${index}.png`);
const layers = (listed: readonly string[], config?: string) =>
	Buffer.from(
		JSON.stringify({
			format: 'adx-layers-1',
			files: listed.map((path) => ({ path, sha256: '0'.repeat(64) })),
			texts: config === undefined ? [] : [{ path: 'src/config.js', text: config }],
		}),
	);

/** Each list holds the one before ten times over. */
const spread = Array.from({ length: 40 }, (_, index) =>
	index === 0
		? 'const a0 = [{ name: "L0" }];'
		: `const a${index} = [${Array(10)
				.fill(`...a${index - 1}`)
				.join()}];`,
)
	.join('\n')
	.concat('\nmodule.exports = { layerConfigurations: [{ growEditionSizeTo: 9, layersOrder: a39 }] };');

const folder = (count: number) =>
	Buffer.from(`{"format":"adx-folder-1","images":[${repeated('{"filename":"../a.png","metadata":null}', count)}]}`);

function sized(side: number): Buffer {
	const bytes = png();
	bytes.writeUInt32BE(side, 16);
	bytes.writeUInt32BE(side, 20);
	return bytes;
}

const packedText = (bytes: number) => Buffer.concat([Buffer.from('x\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes))]);

function createGif(count: number): Buffer {
	const head = Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00', 'latin1');
	const block = Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0]);
	return Buffer.concat([head, Buffer.alloc(block.byteLength * count, block), Buffer.from([0x3b])]);
}
