/**
 * Pictures by index as far as somebody looked at them. Holds a bounded number, gives the memory of the longest unseen
 * back, and notifies each listener only about its own index. `Unavailable` stands for a picture that cannot be had.
 */
export class ImageCache<Unavailable extends string> {
	readonly #limit: number;
	readonly #pictures = new Map<number, ImageBitmap | Unavailable>();
	readonly #listeners = new Map<number, Set<() => void>>();

	constructor(limit: number) {
		this.#limit = limit;
	}

	/** Undefined while it is awaited. */
	get(index: number): ImageBitmap | Unavailable | undefined {
		return this.#pictures.get(index);
	}

	/** Holds it from now on, and closes the one before. */
	set(index: number, picture: ImageBitmap | Unavailable): void {
		this.#forget(index);
		this.#pictures.set(index, picture);
		for (const oldest of this.#pictures.keys()) {
			if (this.#pictures.size <= this.#limit) break;
			this.#forget(oldest);
		}
		for (const listener of this.#listeners.get(index) ?? []) listener();
	}

	/** It is looked at; false when it is not held. */
	touch(index: number): boolean {
		const picture = this.#pictures.get(index);
		if (picture === undefined) return false;
		this.#pictures.delete(index);
		this.#pictures.set(index, picture);
		return true;
	}

	/** Calls back whenever a picture comes for this index; the result ends it. */
	subscribe(index: number, listener: () => void): () => void {
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
		if (typeof picture === 'object') picture.close();
		this.#pictures.delete(index);
	}
}
