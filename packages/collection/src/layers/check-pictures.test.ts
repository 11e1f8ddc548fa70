import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPictures } from './check-pictures.ts';
import { inspectPng, type PngInspection, pngHeadBytes } from './png-file.ts';

/** A PNG's chunks with made-up data; checksums are not read. */
function png(
	width: number,
	height: number,
	types: readonly (readonly [string, number])[] = [['IDAT', 20]],
): Uint8Array {
	const chunk = (type: string, data: Uint8Array) => {
		const bytes = new Uint8Array(data.length + 12);
		new DataView(bytes.buffer).setUint32(0, data.length);
		bytes.set(new TextEncoder().encode(type), 4);
		bytes.set(data, 8);
		return bytes;
	};
	const header = new Uint8Array(13);
	new DataView(header.buffer).setUint32(0, width);
	new DataView(header.buffer).setUint32(4, height);
	const chunks = [chunk('IHDR', header), ...types.map(([type, length]) => chunk(type, new Uint8Array(length)))];
	return Uint8Array.from([[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], ...chunks.map((each) => [...each])].flat());
}

const inspect = (bytes: Uint8Array, isWhole = true) => inspectPng(bytes, isWhole);
const text = (content: string) => new TextEncoder().encode(content);

describe('inspectPng', () => {
	it('reads the size of a still PNG', () => {
		expect(inspect(png(1_024, 768))).toEqual({ kind: 'png', width: 1_024, height: 768 });
		expect(
			inspect(
				png(4_096, 4_096, [
					['gAMA', 4],
					['IDAT', 1],
				]),
			),
		).toEqual({ kind: 'png', width: 4_096, height: 4_096 });
	});

	it('rejects one of 16,000 px, and an animation, before any pixel', () => {
		expect(inspect(png(16_000, 16_000, []), false)).toEqual({
			kind: 'refused',
			reason: 'is 16,000 × 16,000 px; a layer may have 4,096 px',
		});
		expect(inspect(png(4_097, 1)).kind).toBe('refused');
		expect(
			inspect(
				png(8, 8, [
					['acTL', 8],
					['IDAT', 1],
				]),
			),
		).toEqual({
			kind: 'refused',
			reason: 'is animated, and a layer may not move',
		});
	});

	it('asks for more where a profile hides what comes behind it', () => {
		const bytes = png(8, 8, [
			['iCCP', 100_000],
			['acTL', 8],
			['IDAT', 1],
		]);
		expect(inspect(bytes.subarray(0, pngHeadBytes), false)).toEqual({ kind: 'unfinished' });
		expect(inspect(bytes)).toMatchObject({ reason: 'is animated, and a layer may not move' });
	});

	it('rejects what is not a PNG, whatever it is called', () => {
		const reasons = [
			[text('GIF89a'), 'is a GIF, not a PNG'],
			[text('RIFF1234WEBPVP8 '), 'is a WebP, not a PNG'],
			[text('<svg xmlns="">'), 'is an SVG, not a PNG'],
			[Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), 'is a JPEG, not a PNG'],
			[new Uint8Array(0), 'is not a PNG'],
			[text('hello'), 'is not a PNG'],
			[png(8, 8, []), 'is a damaged PNG'],
			[png(0, 8), 'is a damaged PNG'],
		] as const;
		for (const [bytes, reason] of reasons) expect(inspect(bytes)).toEqual({ kind: 'refused', reason });
	});

	it('ends with an answer for any bytes', () => {
		const start = png(8, 8, []);
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, isWhole) => {
				for (const each of [bytes, Uint8Array.from([...start, ...bytes])]) {
					expect(['png', 'refused', 'unfinished']).toContain(inspectPng(each, isWhole).kind);
					if (isWhole) expect(inspectPng(each, isWhole).kind).not.toBe('unfinished');
				}
			}),
		);
	});
});

describe('checkPictures', () => {
	const still = (width: number, height = width): PngInspection => ({ kind: 'png', width, height });

	it('finds nothing wrong with pictures of one size', () => {
		const pictures = new Map([
			['a', still(8)],
			['b', still(8)],
		]);
		expect(checkPictures(['a', 'b'], pictures)).toEqual({ size: { width: 8, height: 8 }, findings: [] });
	});

	it('names pictures of other sizes, those that are refused and those that are missing', () => {
		const pictures = new Map<string, PngInspection>([
			...['a', 'b', 'c'].map((path) => [path, still(1_024)] as const),
			...['d', 'e'].map((path) => [path, still(1_000, 1_024)] as const),
			['f', { kind: 'refused', reason: 'is a GIF, not a PNG' }],
		]);
		const { size, findings } = checkPictures(['a', 'b', 'c', 'd', 'e', 'f', 'g'], pictures);
		expect(size).toEqual({ width: 1_024, height: 1_024 });
		expect(findings.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
			"error: 'f' is a GIF, not a PNG.",
			"error: 'g' could not be read.",
			"error: All layers need one size. Most are 1,024 × 1,024 px, but 1,000 × 1,024 px: 'd' and 'e'.",
		]);
		expect(findings[2]!.paths).toEqual(['d', 'e']);
	});
});
