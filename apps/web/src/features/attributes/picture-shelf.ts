/** As many small pictures stay in memory; at 80 px these take a few megabytes. */
const picturesMax = 200;

/** 'none' where the browser sees no picture; undefined while it is awaited. */
export type SmallPicture = ImageBitmap | 'none' | undefined;

/** The small pictures of one folder as far as they were looked at. */
export class PictureShelf {
	readonly #pictures = new Map<number, Exclude<SmallPicture, undefined>>();
	readonly #listeners = new Map<number, Set<() => void>>();
	readonly #want: (indexes: readonly number[]) => void;

	/** @param want asks for pictures instead of any asked for before; each is taken with `take` */
	constructor(want: (indexes: readonly number[]) => void) {
		this.#want = want;
	}

	/** Has these drawn that are missing. */
	show(indexes: readonly number[]): void {
		for (const index of indexes) {
			const picture = this.#pictures.get(index);
			if (picture === undefined) continue;
			this.#pictures.delete(index);
			this.#pictures.set(index, picture);
		}
		this.#want(indexes.filter((index) => !this.#pictures.has(index)));
	}

	picture(index: number): SmallPicture {
		return this.#pictures.get(index);
	}

	take(index: number, bitmap: ImageBitmap | null): void {
		this.#forget(index);
		this.#pictures.set(index, bitmap ?? 'none');
		for (const oldest of this.#pictures.keys()) {
			if (this.#pictures.size <= picturesMax) break;
			this.#forget(oldest);
		}
		for (const listener of this.#listeners.get(index) ?? []) listener();
	}

	onPicture(index: number, listener: () => void): () => void {
		const listeners = this.#listeners.get(index) ?? new Set();
		this.#listeners.set(index, listeners.add(listener));
		return () => {
			listeners.delete(listener);
			if (listeners.size === 0) this.#listeners.delete(index);
		};
	}

	close(): void {
		for (const index of [...this.#pictures.keys()]) this.#forget(index);
	}

	#forget(index: number): void {
		const picture = this.#pictures.get(index);
		if (picture instanceof Object) picture.close();
		this.#pictures.delete(index);
	}
}
