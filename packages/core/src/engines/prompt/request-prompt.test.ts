import { describe, expect, it } from 'vitest';
import { rowTraits } from '../engine-testing.ts';
import type { EncodedImage } from '../types.ts';
import { toRequestPrompt } from './request-prompt.ts';

const picture = (width: number): EncodedImage => ({ bytes: new Uint8Array(), mime: 'image/png', width, height: 1 });
const [sketch, front, side] = [picture(1), picture(2), picture(3)];
const request = { apiKey: null, model: 'model', isSoftened: false };
const blocksOf = (more: object) => toRequestPrompt(rowTraits, { ...request, ...more }).prompt.text.split('\n\n');

describe('what goes with a call', () => {
	it('is the sketch first and then the references, and the prompt says which is which', () => {
		const { images } = toRequestPrompt(rowTraits, { ...request, sketch, references: [front, side] });
		expect(images).toEqual([sketch, front, side]);
		const [, first, second] = blocksOf({ sketch, references: [front] });
		expect(first).toMatch(/^Sketch: the first image that comes with this request/);
		expect(second).toMatch(/^Likeness: the other images that come with this request/);
		expect(blocksOf({ sketch })[1]).toMatch(/^Sketch: the image that comes with this request/);
		expect(blocksOf({ references: [front] })[1]).toMatch(/^Likeness: the images that come with this request/);
	});

	it('gives palette and line with a style lock alone', () => {
		expect(blocksOf({ references: [front], hasStyleLock: true })[1]).toContain('take the palette, the line');
		expect(blocksOf({ references: [front] })[1]).not.toContain('palette');
		expect(blocksOf({ hasStyleLock: true })).toEqual(blocksOf({}));
	});
});
