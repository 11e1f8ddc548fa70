import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { RequestContext } from '../platform/context.ts';
import { useTestServices } from '../platform/use-services-testing.ts';
import { createNoisyImage, plainPng } from './inspection/image-testing.ts';
import { receiveUpload } from './receive-upload.ts';

const test = useTestServices();

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const upload = (ctx: RequestContext, bytes: Buffer) =>
	receiveUpload(ctx, { sha256: hashOf(bytes), as: 'reference' }, Readable.from([bytes]), bytes.length);

describe('an upload as a reference', () => {
	it.each<[string, () => Promise<Buffer>, string]>([
		['an animation', createAnimation, 'This picture is animated. Use a still picture.'],
		[
			'a very small picture',
			() => createNoisyImage('png'),
			'This picture has 64 x 48 px. Use one of at least 64 px on its shorter side.',
		],
	])('rejects %s as it arrives', async (_, create, message) => {
		const ctx = await test.contextOf();
		await expect(upload(ctx, await create())).rejects.toMatchObject({ reason: 'unsupported_image', message });
	});

	it.each<[string, () => Buffer, string, string]>([
		[
			'an SVG',
			() => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
			'unsupported_image',
			'SVG drawings cannot be used. Save it as PNG, JPEG, WebP or GIF and upload that.',
		],
		[
			'what is not a picture',
			() => Buffer.from('%PDF-1.7'),
			'unsupported_image',
			'PDF files cannot be used. Save it as PNG, JPEG, WebP or GIF and upload that.',
		],
		[
			'256 million pixels in a few kilobytes',
			() => plainPng(16_000, 16_000),
			'image_too_large',
			'This picture has 256 megapixels (16000 x 16000); 24 are allowed. Save it smaller.',
		],
		[
			'a picture that is a web page, too',
			() => Buffer.concat([plainPng(80, 80), Buffer.from('<script>alert(1)</script>')]),
			'unreadable_image',
			'25 bytes follow after this picture’s end. Save it again with an image program and upload that.',
		],
	])('rejects %s as it arrives, with a sentence', async (_, create, reason, message) => {
		const ctx = await test.contextOf();
		await expect(upload(ctx, create())).rejects.toMatchObject({ reason, message });
	});

	it('rejects more than 20 MB', async () => {
		const ctx = await test.contextOf();
		const input = { sha256: hashOf(Buffer.from('x')), as: 'reference' } as const;
		await expect(receiveUpload(ctx, input, Readable.from([]), 20_000_001)).rejects.toMatchObject({ code: 'TOO_LARGE' });
	});
});

async function createAnimation(): Promise<Buffer> {
	const frame = (background: string) =>
		sharp({ create: { width: 80, height: 80, channels: 3, background } })
			.png()
			.toBuffer();
	return sharp([await frame('red'), await frame('blue')], { join: { animated: true } })
		.gif()
		.toBuffer();
}
