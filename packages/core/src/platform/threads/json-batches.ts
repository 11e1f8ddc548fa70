import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** UTF-8 JSON arrays, some hundred items in each: between threads they change hands at once, and reading one is quick. */
export type JsonBatches = readonly Uint8Array<ArrayBuffer>[];

const itemsPerBatch = 250;

/** Writes items of JSON down for another thread, all at once. */
export function toJsonBatches(items: readonly unknown[]): JsonBatches {
	const batches: Uint8Array<ArrayBuffer>[] = [];
	for (let start = 0; start < items.length; start += itemsPerBatch) {
		batches.push(toJsonBatch(items.slice(start, start + itemsPerBatch)));
	}
	return batches;
}

/** One batch of items that come some hundred at a time. */
export const toJsonBatch = (items: readonly unknown[]): Uint8Array<ArrayBuffer> =>
	new TextEncoder().encode(JSON.stringify(items));

/** Reads the items of another thread, each as `toResult` makes it; everything else runs between two batches. */
export async function readJsonBatches<Item, Result>(
	batches: JsonBatches,
	toResult: (item: Item) => Result,
): Promise<Result[]> {
	const results: Result[] = [];
	for (const batch of batches) {
		// Also before the first: what brought them may have taken as long as a batch.
		await yieldToEventLoop();
		for (const item of parseJsonBatch<Item>(batch)) results.push(toResult(item));
	}
	return results;
}

/** Reads all at once, in a thread that nobody waits for. */
export const parseJsonBatches = <Item>(batches: JsonBatches): Item[] =>
	batches.flatMap((batch) => parseJsonBatch<Item>(batch));

/** What changes hands when batches travel. */
export const getBuffers = (batches: JsonBatches): ArrayBuffer[] => batches.map(({ buffer }) => buffer);

const parseJsonBatch = <Item>(batch: Uint8Array): Item[] => JSON.parse(new TextDecoder().decode(batch)) as Item[];
