import { expect, test, vi } from 'vitest';
import { ThumbnailCache } from './thumbnail-cache.ts';

function openCache() {
	const drawn: { readonly index: number; readonly take: (bitmap: ImageBitmap | null) => void }[] = [];
	const cache = new ThumbnailCache((index, take) => drawn.push({ index, take }));
	return { cache, drawn, drawnIndexes: () => drawn.map(({ index }) => index) };
}

test('draws one picture at a time, and only those that were asked for last', () => {
	const { cache, drawn, drawnIndexes } = openCache();
	cache.show([0, 1]);
	cache.show([0, 2]);
	expect(drawnIndexes()).toEqual([0]);
	drawn[0]?.take(null);
	expect(cache.picture(0)).toBe('none');
	expect(drawnIndexes()).toEqual([0, 2]);
	drawn[1]?.take(null);
	cache.show([0, 2]);
	expect(drawnIndexes()).toEqual([0, 2]);
});

test('gives the memory of a picture back that comes when nobody looks any more', () => {
	const { cache, drawn } = openCache();
	cache.show([0, 1]);
	cache.close();
	const close = vi.fn();
	drawn[0]?.take({ close } as unknown as ImageBitmap);
	expect(close).toHaveBeenCalledOnce();
	expect(drawn).toHaveLength(1);
});
