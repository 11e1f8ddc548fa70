import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** UTF-8 JSON arrays, some hundred items in each: between threads they change hands at once, and reading one is quick. */
export type Slices = readonly Uint8Array<ArrayBuffer>[];

const itemsPerSlice = 250;

/** Writes items of JSON down for another thread, all at once. */
export function toSlices(items: readonly unknown[]): Slices {
	const slices: Uint8Array<ArrayBuffer>[] = [];
	for (let start = 0; start < items.length; start += itemsPerSlice) {
		slices.push(toSlice(items.slice(start, start + itemsPerSlice)));
	}
	return slices;
}

/** One slice of items that come some hundred at a time. */
export const toSlice = (items: readonly unknown[]): Uint8Array<ArrayBuffer> =>
	new TextEncoder().encode(JSON.stringify(items));

/** Reads the items of another thread, each as `toResult` makes it; everything else runs between two slices. */
export async function readSlices<Item, Result>(slices: Slices, toResult: (item: Item) => Result): Promise<Result[]> {
	const results: Result[] = [];
	for (const slice of slices) {
		// Also before the first: what brought them may have taken as long as a slice.
		await yieldToEventLoop();
		for (const item of parseSlice<Item>(slice)) results.push(toResult(item));
	}
	return results;
}

/** Reads all at once, in a thread that nobody waits for. */
export const parseSlices = <Item>(slices: Slices): Item[] => slices.flatMap((slice) => parseSlice<Item>(slice));

/** What changes hands when slices travel. */
export const getBuffers = (slices: Slices): ArrayBuffer[] => slices.map(({ buffer }) => buffer);

const parseSlice = <Item>(slice: Uint8Array): Item[] => JSON.parse(new TextDecoder().decode(slice)) as Item[];
