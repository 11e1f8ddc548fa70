import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileWindow } from './file-window.ts';
import type { ImageMime } from './image-structure.ts';
import walkFile from './image-structure-worker.ts';
import { createNoisyImage, plainGif, plainPng, pngChunk } from './image-testing.ts';
import { inspectImage } from './inspect-image.ts';
import { walkImage } from './walk-image.ts';

let directory: string;
beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), 'adx-pictures-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const megabytes = 1_000_000;
const write = async (bytes: Buffer) => {
	const path = join(directory, 'picture');
	await writeFile(path, bytes);
	return path;
};
const repeated = (part: Buffer, sizeBytes: number) =>
	Buffer.alloc(sizeBytes - (sizeBytes % part.length), part as Uint8Array);

const jpegStart = Buffer.from([0xff, 0xd8]);
const bareMarker = Buffer.from([0xff, 0x01]);
const comment = Buffer.from([0xff, 0xfe, 0, 2]);
const gifComment = Buffer.from([0x21, 0xfe, 0]);
/** A scan of one component, whose data is one byte. */
const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 0x55]);

function riff(content: Buffer): Buffer {
	const head = Buffer.from('RIFF\0\0\0\0WEBP');
	head.writeUInt32LE(content.length + 4, 4);
	return Buffer.concat([head, content]);
}

const manyParts: [string, ImageMime, () => Buffer][] = [
	[
		'a PNG of four million empty chunks',
		'image/png',
		() => plainPng(8, 8, [repeated(pngChunk('teSt'), 49 * megabytes)]),
	],
	['a JPEG of fill bytes', 'image/jpeg', () => Buffer.concat([jpegStart, Buffer.alloc(49 * megabytes, 0xff)])],
	['a JPEG of bare markers', 'image/jpeg', () => Buffer.concat([jpegStart, repeated(bareMarker, 49 * megabytes)])],
	['a JPEG of comments', 'image/jpeg', () => Buffer.concat([jpegStart, repeated(comment, 49 * megabytes)])],
	[
		'a GIF of comments',
		'image/gif',
		() => Buffer.concat([plainGif(0).subarray(0, -1), repeated(gifComment, 49 * megabytes)]),
	],
	['a WebP of empty chunks', 'image/webp', () => riff(repeated(Buffer.from('ABCD\0\0\0\0'), 49 * megabytes))],
];

describe('a picture of more parts than any encoder writes', () => {
	it.each(manyParts)('is refused when it is %s, after a look at its first ones', async (_, mime, make) => {
		const bytes = make();
		let bytesRead = 0;
		const read = (target: Buffer, offset: number, length: number, position: number) => {
			const part = bytes.subarray(position, position + length);
			bytesRead += part.length;
			target.set(part, offset);
			return { bytesRead: part.length };
		};
		const structure = await walkImage(new FileWindow({ read }, bytes.length), mime);
		expect(structure).toMatchObject({ endsAt: null, excess: 'parts' });
		expect(bytesRead).toBeLessThan(megabytes);
		await expect(inspectImage(await write(bytes), 'somebody')).rejects.toMatchObject({
			code: 'MISMATCH',
			reason: 'unreadable_image',
			message: 'This picture is made of more than 50,000 parts. Save it again with an image program and upload that.',
		});
	});

	it('is refused when it is a JPEG of thousands of scans, and is not decoded', async () => {
		const whole = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#345' } })
			.jpeg({ progressive: true })
			.toBuffer();
		expect(await inspectImage(await write(whole), 'somebody')).toMatchObject({ mime: 'image/jpeg', width: 64 });
		const [start, end] = [whole.subarray(0, -2), whole.subarray(-2)];
		const path = await write(Buffer.concat([start, repeated(scan, scan.length * 4_000), end]));
		await expect(inspectImage(path, 'somebody')).rejects.toMatchObject({
			code: 'MISMATCH',
			message: 'This picture is made of more than 100 scans. Save it again with an image program and upload that.',
		});
	});
});

describe('looking into a picture', () => {
	it('is done in a thread, whatever it costs there', async () => {
		// Every second byte of its data has to be looked at, and none of it is a part.
		const jpeg = await createNoisyImage('jpeg');
		const stuffed = repeated(Buffer.from([0xff, 0, 0x55]), 40 * megabytes);
		const path = await write(Buffer.concat([jpeg.subarray(0, -2), stuffed, jpeg.subarray(-2)]));
		const spent = async (work: () => Promise<unknown>) => {
			const before = process.threadCpuUsage();
			await work();
			const { user, system } = process.threadCpuUsage(before);
			return user + system;
		};
		await inspectImage(path, 'somebody').catch(() => {});
		const here = await spent(() => walkFile({ path }));
		// What earlier tests left behind takes its part of a try, and not of each.
		const tries = [];
		for (let each = 0; each < 3; each++) tries.push(await spent(() => inspectImage(path, 'somebody').catch(() => {})));
		expect(Math.min(...tries)).toBeLessThan(here / 3);
	});

	it('finds the end of data whose last window ends between the bytes of a marker', async () => {
		const jpeg = await createNoisyImage('jpeg');
		const start = jpeg.subarray(0, -2);
		for (let length = 65_520; length < 65_545; length++) {
			const data = Buffer.concat([start, Buffer.alloc(length, 0x55), jpeg.subarray(-2)]);
			const path = await write(data);
			expect(await walkFile({ path })).toMatchObject({ structure: { endsAt: data.length }, sizeBytes: data.length });
		}
		const path = await write(Buffer.concat([start, repeated(Buffer.from([0xff, 0]), 200_000), Buffer.from([0xff])]));
		expect(await walkFile({ path })).toMatchObject({ structure: { endsAt: null } });
	});
});
