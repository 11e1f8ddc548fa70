import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { CollectionPreview } from '../merger-views.ts';
import { mergerClient } from '../worker/merger-client.ts';
import { usePreviews } from './use-previews.ts';

const createView = (mergedPreviewCount: number) => ({ id: 'orcs', previewCount: 4, mergedPreviewCount });

let answers: ((previews: CollectionPreview[]) => void)[];
let urls: string[];
beforeEach(() => {
	answers = [];
	urls = [];
	vi.spyOn(mergerClient, 'getPreviews').mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
	let count = 0;
	URL.createObjectURL = () => {
		count += 1;
		urls.push(`blob:${count}`);
		return `blob:${count}`;
	};
	URL.revokeObjectURL = (url) => {
		urls = urls.filter((known) => known !== url);
	};
	return () => vi.restoreAllMocks();
});
const answer = (index: number) =>
	act(async () => answers[index]?.([{ filename: '1.png', blob: new Blob(), isPlaceholder: false, isLeftOut: false }]));

test('a picture is kept until the one that takes its place is there, and none is once nobody looks', async () => {
	const { rerender, result, unmount } = renderHook(({ view }) => usePreviews(view), {
		initialProps: { view: createView(4) },
	});
	expect(result.current).toBeNull();
	await answer(0);
	expect(result.current).toMatchObject([{ url: 'blob:1' }]);
	rerender({ view: createView(3) });
	expect(result.current).toMatchObject([{ url: 'blob:1' }]);
	expect(urls).toEqual(['blob:1']);
	await answer(1);
	expect(result.current).toMatchObject([{ url: 'blob:2' }]);
	expect(urls).toEqual(['blob:2']);
	unmount();
	expect(urls).toEqual([]);
});

test('pictures that come after they are wanted are not kept', async () => {
	const { unmount } = renderHook(() => usePreviews(createView(4)));
	unmount();
	await answer(0);
	expect(urls).toEqual([]);
});

test('pictures are not fetched again for every file further down that the server refuses', async () => {
	const { rerender } = renderHook(({ view }) => usePreviews(view), {
		initialProps: { view: { ...createView(4), imageCount: 1_000 } },
	});
	await answer(0);
	rerender({ view: { ...createView(4), imageCount: 900 } });
	expect(answers).toHaveLength(1);
});
