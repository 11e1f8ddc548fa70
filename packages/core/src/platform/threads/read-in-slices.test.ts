import type { ListPage } from '@adx/db/schema/list-page';
import { expect, it } from 'vitest';
import { readInSlices } from './read-in-slices.ts';

const present = async (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id.toUpperCase());

it('reads all of a list, and once what moves to the next slice meanwhile', async () => {
	const rows = ['e', 'd', 'c', 'b', 'a'].map((id) => ({ id }));
	const readSlice = async ({ from, limit }: ListPage) => {
		const slice = rows.slice(from, from + limit);
		if (from === 0) rows.unshift({ id: 'f' });
		return slice;
	};
	expect(await readInSlices(2, {}, readSlice, present)).toEqual(['E', 'D', 'C', 'B', 'A']);
});

it.each([
	[2, ['A', 'B']],
	[3, ['A', 'B', 'C']],
	[9, ['A', 'B', 'C', 'D', 'E']],
])('reads a page of %i in slices of two, and nothing beyond it', async (limit, page) => {
	const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
	let read = 0;
	const readSlice = async ({ after, from, limit: sliceRows }: ListPage) => {
		expect(after).toBe('z');
		const slice = rows.slice(from, from + sliceRows);
		read += slice.length;
		return slice;
	};
	expect(await readInSlices(2, { limit, cursor: 'z' }, readSlice, present)).toEqual(page);
	expect(read).toBe(page.length);
});
