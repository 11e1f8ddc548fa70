/** Keeps the `limit` values made last, so memory stays flat over any number of figures. */
export class BoundedCache<Key, Value> {
	readonly #entries = new Map<Key, Value>();
	readonly #limit: number;

	constructor(limit: number) {
		this.#limit = limit;
	}

	get size(): number {
		return this.#entries.size;
	}

	/** The value under `key`, made with `make` when it is not there. */
	get(key: Key, make: () => Value): Value {
		// Entries leave in the order they came: putting each used one at the end would cost more than making it again.
		const known = this.#entries.get(key);
		if (known !== undefined) return known;
		const made = make();
		this.#entries.set(key, made);
		if (this.#entries.size > this.#limit) this.#entries.delete(this.#entries.keys().next().value!);
		return made;
	}
}
