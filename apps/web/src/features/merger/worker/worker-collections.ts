import { folderBatchImages } from '@adx/validators/limits';
import { compareCollections, type StoredCollection, type StoredImage } from './merge-store.ts';
import type { WorkerCollection } from './worker-collection.ts';

/** Images of a collection from a place on, counted from 0. */
interface ChangedBatch {
	readonly collectionId: string;
	readonly from: number;
	readonly images: readonly StoredImage[];
}

/** The collections of a merge by their ids, in the order in which it takes them. */
export class WorkerCollections {
	#byId = new Map<string, WorkerCollection>();
	/** Where batches of a collection begin that are not yet stored as they are here. */
	readonly #unsaved = new Map<string, Set<number>>();

	get size(): number {
		return this.#byId.size;
	}

	get(id: string): WorkerCollection | undefined {
		return this.#byId.get(id);
	}

	all(): readonly WorkerCollection[] {
		return [...this.#byId.values()];
	}

	/** Puts it where its place is; one without a place that is not here yet comes last. */
	set(collection: WorkerCollection): void {
		const { facts } = collection;
		if (!this.#byId.has(facts.id)) collection.facts = { ...facts, position: facts.position ?? this.#nextPosition() };
		this.#byId.set(facts.id, collection);
		this.#sort();
	}

	/** Takes those that are stored already, with the places they have. */
	load(collections: readonly WorkerCollection[]): void {
		for (const collection of collections) this.#byId.set(collection.facts.id, collection);
		this.#sort();
	}

	delete(id: string): void {
		this.#byId.delete(id);
	}

	clear(): void {
		this.#byId.clear();
	}

	/** Moves one to a place, counted from 0; returns those whose place is another now. */
	move(id: string, to: number): readonly WorkerCollection[] {
		const moved = this.#byId.get(id);
		if (moved === undefined) return [];
		const others = this.all().filter((collection) => collection !== moved);
		const changed = others.toSpliced(to, 0, moved).flatMap((collection, position) => {
			if (collection.facts.position === position) return [];
			collection.facts = { ...collection.facts, position };
			return [collection];
		});
		this.#sort();
		return changed;
	}

	/** Says what is wrong with every image of these bytes. */
	setProblem(sha256: string, problem: string): void {
		for (const { facts, images } of this.all()) {
			for (const [index, image] of images.entries()) {
				if (image.sha256 !== sha256) continue;
				images[index] = { ...image, problem };
				const starts = this.#unsaved.get(facts.id) ?? new Set();
				this.#unsaved.set(facts.id, starts.add(index - (index % folderBatchImages)));
			}
		}
	}

	/** The batches with a problem that was set since this was last asked, as the store is to hold them. */
	takeUnsaved(): readonly ChangedBatch[] {
		const unsaved = [...this.#unsaved];
		this.#unsaved.clear();
		return unsaved.flatMap(([collectionId, starts]) => {
			const images = this.#byId.get(collectionId)?.images;
			if (images === undefined) return [];
			return [...starts].map((from) => ({ collectionId, from, images: images.slice(from, from + folderBatchImages) }));
		});
	}

	/** Takes over the places that another tab stored. */
	takePositions(stored: readonly StoredCollection[]): void {
		for (const { id, position } of stored) {
			const known = this.#byId.get(id);
			if (known !== undefined && position !== undefined) known.facts = { ...known.facts, position };
		}
		this.#sort();
	}

	#nextPosition(): number {
		return Math.max(-1, ...this.all().map(({ facts }) => facts.position ?? -1)) + 1;
	}

	#sort(): void {
		const sorted = this.all().toSorted((one, other) => compareCollections(one.facts, other.facts));
		this.#byId = new Map(sorted.map((collection) => [collection.facts.id, collection]));
	}
}
