import { blendModes } from '@adx/collection/layers/blend-modes';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../types.ts';
import { createLayersEngine } from './layers-engine.ts';
import { drawGround, drawOval, type LayerFiles, toRequest } from './layers-testing.ts';

const engine = createLayersEngine(1);
const pixelsOf = async (bytes: Uint8Array) => sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
const refusal = (files: LayerFiles) => engine.compose(toRequest(files)).catch((error: unknown) => error);

const side = 64;
const files: LayerFiles = new Map([
	['ground', drawGround(side, side, '#204060')],
	['face', drawOval(side, 'rgba(240, 180, 60, 0.8)')],
	['eyes', drawOval(side, '#c03050', 0.3)],
]);

describe('layers as an engine', () => {
	it('makes a PNG in the size of the layers, opaque where they are, and WebP previews', async () => {
		const large: LayerFiles = new Map([
			['ground', drawGround(1_024, 1_024, '#204060')],
			['face', drawOval(1_024, '#fa6')],
		]);
		const { full, previews } = await engine.compose(toRequest(large, { previews: true }));
		for (const [image, format, px] of [
			[full, 'png', 1_024],
			[previews?.px512, 'webp', 512],
			[previews?.px200, 'webp', 200],
		] as const) {
			expect(image).toMatchObject({ mime: `image/${format}`, width: px, height: px });
			expect(await sharp(image?.bytes).metadata()).toMatchObject({ format, width: px, height: px });
		}
		expect(await sharp(full.bytes).metadata()).toMatchObject({ channels: 3 });
		const { data } = await pixelsOf(full.bytes);
		expect([...data.subarray(0, 4)]).toEqual([0x20, 0x40, 0x60, 255]);
		expect([...data.subarray((512 * 1_024 + 512) * 4, (512 * 1_024 + 512) * 4 + 3)]).toEqual([0xff, 0xaa, 0x66]);
	});

	it('makes a PNG of painted layers whose pixels are those of the layers, in full and scaled', async () => {
		const painted = await sharp({
			create: {
				width: 200,
				height: 120,
				channels: 3,
				background: '#777',
				noise: { type: 'gaussian', mean: 128, sigma: 30 },
			},
		})
			.png()
			.toBuffer();
		const { full } = await engine.compose(toRequest(new Map([['painted', painted]])));
		expect(full).toMatchObject({ mime: 'image/png', width: 200, height: 120 });
		expect((await pixelsOf(full.bytes)).data.equals((await pixelsOf(painted)).data)).toBe(true);
		const size = { width: 90, height: 60, isSmooth: false };
		const scaled = await engine.compose(toRequest(new Map([['painted', painted]]), { size }));
		expect(await sharp(scaled.full.bytes).metadata()).toMatchObject({
			format: 'png',
			width: 90,
			height: 60,
			channels: 3,
		});
	});

	it.each(blendModes)('draws %s as a canvas does with whole layers, at any opacity', async (blend) => {
		for (const opacity of [1, 0.4]) {
			const canvas = createCanvas(side, side);
			const context = canvas.getContext('2d');
			const request = toRequest(files, { blends: ['source-over', blend] });
			const parts = request.parts.map((part, index) => (index === 1 ? { ...part, opacity } : part));
			for (const part of parts) {
				context.globalAlpha = part.opacity;
				context.globalCompositeOperation = part.blend;
				context.drawImage(await loadImage(files.get(part.name.slice(0, -4))!), 0, 0, side, side);
			}
			const expected = context.getImageData(0, 0, side, side).data;
			const { full } = await engine.compose({ ...request, parts });
			const { data } = await pixelsOf(full.bytes);
			// A pixel of the edges may be one step lighter or darker, and nothing is known of the colour of what cannot be seen.
			const far = data.findIndex((channel, at) => {
				const alpha = expected[at - (at % 4) + 3]!;
				return at % 4 === 3
					? Math.abs(channel - expected[at]!) > 2
					: alpha > 32 && Math.abs(channel - expected[at]!) > 6;
			});
			expect(far).toBe(-1);
		}
	});

	it('keeps what is transparent, as it was', async () => {
		const { full } = await engine.compose(toRequest(new Map([['face', files.get('face')!]])));
		const { data, info } = await pixelsOf(full.bytes);
		const expected = await pixelsOf(files.get('face')!);
		expect(info).toMatchObject({ channels: 4, width: side, height: side });
		const isFar = (channel: number, at: number) =>
			expected.data[at - (at % 4) + 3]! > 32 && Math.abs(channel - expected.data[at]!) > 2;
		expect(data.findIndex(isFar)).toBe(-1);
		expect(data[3]).toBe(0);
	});

	it('draws a colour under the layers', async () => {
		const { full } = await engine.compose(
			toRequest(new Map([['face', files.get('face')!]]), { background: 'hsl(120, 100%, 50%)' }),
		);
		const { data } = await pixelsOf(full.bytes);
		expect([...data.subarray(0, 4)]).toEqual([0, 255, 0, 255]);
	});

	it('draws a layer of nothing as nothing, and one that clears with what it clears', async () => {
		const empty = drawGround(side, side, 'rgba(0, 0, 0, 0)');
		const withEmpty = new Map([
			['ground', files.get('ground')!],
			['empty', empty],
		]);
		const shown = await engine.compose(toRequest(withEmpty));
		expect([...(await pixelsOf(shown.full.bytes)).data.subarray(0, 4)]).toEqual([0x20, 0x40, 0x60, 255]);
		const cleared = await engine.compose(toRequest(withEmpty, { blends: ['source-over', 'destination-in'] }));
		expect((await pixelsOf(cleared.full.bytes)).data.every((channel) => channel === 0)).toBe(true);
	});

	it('scales smoothly, or as pixel art without a colour that was not there', async () => {
		const tiny = createCanvas(2, 2);
		const context = tiny.getContext('2d');
		context.fillStyle = '#f00';
		context.fillRect(0, 0, 1, 2);
		context.fillStyle = '#00f';
		context.fillRect(1, 0, 1, 2);
		const art: LayerFiles = new Map([['art', tiny.toBuffer('image/png')]]);
		const coloursOf = async (isSmooth: boolean) => {
			const { full } = await engine.compose(toRequest(art, { size: { width: 100, height: 60, isSmooth } }));
			const { data, info } = await pixelsOf(full.bytes);
			expect(info).toMatchObject({ width: 100, height: 60 });
			return new Set(
				Array.from({ length: data.length / 4 }, (_, pixel) => data.subarray(pixel * 4, pixel * 4 + 3).toString('hex')),
			);
		};
		expect(await coloursOf(false)).toEqual(new Set(['ff0000', '0000ff']));
		expect((await coloursOf(true)).size).toBeGreaterThan(2);
	});

	it('previews pixel art with its own colours alone', async () => {
		const checks = createCanvas(64, 64);
		const context = checks.getContext('2d');
		for (let y = 0; y < 64; y += 8) {
			for (let x = 0; x < 64; x += 8) {
				context.fillStyle = (x + y) % 16 === 0 ? '#f00' : '#fdb';
				context.fillRect(x, y, 8, 8);
			}
		}
		const art: LayerFiles = new Map([['art', checks.toBuffer('image/png')]]);
		const { previews } = await engine.compose(toRequest(art, { previews: true }));
		for (const preview of [previews!.px512, previews!.px200]) {
			const { data } = await pixelsOf(preview.bytes);
			const colours = new Set(
				Array.from({ length: data.length / 4 }, (_, pixel) => data.subarray(pixel * 4, pixel * 4 + 3).toString('hex')),
			);
			expect(colours).toEqual(new Set(['ff0000', 'ffddbb']));
		}
	});

	it('takes layers and images that are not a square, whose previews fit into one', async () => {
		const wide: LayerFiles = new Map([['ground', drawGround(800, 400, '#123')]]);
		const { full, previews } = await engine.compose(toRequest(wide, { previews: true }));
		expect(full).toMatchObject({ width: 800, height: 400 });
		expect(previews!.px512).toMatchObject({ width: 512, height: 256 });
		expect(previews!.px200).toMatchObject({ width: 200, height: 100 });
	});

	it('makes the same bytes of the same layers, whatever was drawn between, and reads each file once', async () => {
		const asked: string[] = [];
		const own = createLayersEngine(1);
		const request = toRequest(files);
		const counted = {
			...request,
			readLayer: (id: string) => {
				asked.push(id);
				return request.readLayer(id);
			},
		};
		const first = await own.compose(counted);
		await own.compose({ ...counted, ...toRequest(files, { blends: ['source-over', 'multiply', 'xor'] }) });
		const again = await own.compose(counted);
		expect(Buffer.compare(first.full.bytes, again.full.bytes)).toBe(0);
		expect(asked).toEqual(request.parts.map(({ id }) => id));
	});

	it('keeps no more decoded layers than it may, and asks for the others again', async () => {
		let asked = 0;
		const small = createLayersEngine(1, { cacheBytes: 25_000 });
		for (let round = 0; round < 2; round++) {
			for (const colour of ['#001', '#002', '#003']) {
				const request = toRequest(new Map([['ground', drawGround(side, side, colour)]]));
				const readLayer = (id: string) => {
					asked++;
					return request.readLayer(id);
				};
				await small.compose({ ...request, readLayer });
			}
		}
		// Each takes 16 kB, so only the last one is kept.
		expect(asked).toBe(6);
	});

	it('rejects layers of several sizes by their names', async () => {
		const other = new Map([...files, ['hat', drawOval(32, '#fff')]]);
		const error = await refusal(other);
		expect(error).toBeInstanceOf(EngineError);
		expect(error).toMatchObject({
			kind: 'bad_image',
			message: "All layers need one size: 'ground.png' is 64 × 64 px, and 'hat.png' is 32 × 32 px.",
		});
	});

	it('rejects files that are not layers by their name: damaged, animated, too large, of another kind', async () => {
		const whole = files.get('face')!;
		const frames = await sharp([drawGround(8, 8, '#f00'), drawGround(8, 8, '#0f0')].map(Buffer.from), {
			join: { animated: true },
		})
			.gif()
			.toBuffer();
		const huge = Buffer.from(drawGround(8, 8, '#000'));
		huge.writeUInt32BE(16_000, 16);
		huge.writeUInt32BE(16_000, 20);
		const animated = Buffer.concat([
			whole.subarray(0, 33),
			Buffer.from('000000086163544c000000020000000000000000', 'hex'),
			whole.subarray(33),
		]);
		const flipped = Buffer.from(whole);
		flipped.fill(0x55, 60, 100);
		for (const [bytes, message] of [
			[whole.subarray(0, 60), "'face.png' is a damaged PNG."],
			[flipped, "'face.png' is a damaged PNG."],
			[animated, "'face.png' is animated, and a layer may not move."],
			[huge, "'face.png' is 16,000 × 16,000 px; a layer may have 4,096 px."],
			[frames, "'face.png' is a GIF, not a PNG."],
			[new Uint8Array(0), "'face.png' is not a PNG."],
		] as const) {
			const own = createLayersEngine(1);
			const error = await own.compose(toRequest(new Map([['face', bytes]]))).catch((reason: unknown) => reason);
			expect(error).toMatchObject({ name: 'EngineError', kind: 'bad_image', message });
		}
	});

	it('reads PNG files of every kind as they look', async () => {
		const picture = sharp(Buffer.from(drawGround(16, 16, '#c08040')));
		const kinds = {
			palette: await picture.clone().png({ palette: true }).toBuffer(),
			grey: await picture.clone().greyscale().png().toBuffer(),
			deep: await picture.clone().toColourspace('rgb16').png().toBuffer(),
			interlaced: await picture.clone().png({ progressive: true }).toBuffer(),
			profile: await picture.clone().withIccProfile('p3').png().toBuffer(),
		};
		for (const [kind, bytes] of Object.entries(kinds)) {
			const { full } = await engine.compose(toRequest(new Map([[kind, bytes]])));
			const [red, green, blue, alpha] = (await pixelsOf(full.bytes)).data;
			const grey = 0x8d;
			const expected = kind === 'grey' ? [grey, grey, grey] : [0xc0, 0x80, 0x40];
			for (const [index, channel] of [red, green, blue].entries())
				expect(Math.abs(channel! - expected[index]!)).toBeLessThan(6);
			expect(alpha).toBe(255);
		}
	});

	it('rejects when a file cannot be read, and when it is told to stop', async () => {
		const lost = toRequest(new Map([['lost', new Uint8Array()]]), {
			readLayer: async () => {
				throw new Error('The storage is away.');
			},
		});
		await expect(engine.compose(lost)).rejects.toThrow('The storage is away.');
		await expect(engine.compose(toRequest(files, { signal: AbortSignal.abort(new Error('Enough.')) }))).rejects.toThrow(
			'Enough.',
		);
		expect((await engine.compose(toRequest(files))).full.width).toBe(side);
	});
});
