import { type CollectionView, isWhole } from '../merger-views.ts';
import type { MergeStore, StoredCollection } from './merge-store.ts';
import type { WorkerCollection } from './worker-collection.ts';

/**
 * The collection that waits for the files which are picked again under this name. What is fetched goes on only with what
 * was fetched from the same place: another collection of that name stays as it is.
 */
export function findUnfinished(
	pickedName: string,
	origin: string | undefined,
	collections: readonly WorkerCollection[],
	views: readonly CollectionView[],
): StoredCollection | undefined {
	const unfinished = new Set(views.filter((view) => !isWhole(view)).map(({ id }) => id));
	return collections
		.map(({ facts }) => facts)
		.find(
			(facts) =>
				unfinished.has(facts.id) &&
				facts.pickedName === pickedName &&
				(origin === undefined || facts.origin === origin),
		);
}

/**
 * The name of a whole collection that was fetched from this origin; null for none. What another tab fetches is stored as
 * it is read, which is before this tab hears of it.
 */
export function findImportedName(
	origin: string,
	known: readonly CollectionView[],
	stored: Awaited<ReturnType<MergeStore['load']>>,
): string | null {
	const here = known.find((collection) => collection.origin === origin && isWhole(collection));
	if (here !== undefined) return here.label;
	const readCounts = new Map(known.map(({ id, readCount }) => [id, readCount]));
	const elsewhere = stored.find(({ collection, images }) => {
		const isNewer = images.length > (readCounts.get(collection.id) ?? -1);
		return collection.origin === origin && images.length >= collection.fileCount && isNewer;
	});
	return elsewhere?.collection.name ?? null;
}
