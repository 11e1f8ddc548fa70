/** Keeps the `limit` most recently used values, so memory stays flat over any number of figures. */
export class BoundedCache<Value> {
	readonly #entries = new Map<string, Value>();
	readonly #limit: number;

	constructor(limit: number) {
		this.#limit = limit;
	}

	get size(): number {
		return this.#entries.size;
	}

	/** The value under `key`, made with `make` when it is not there. */
	get(key: string, make: () => Value): Value {
		const known = this.#entries.get(key);
		if (known !== undefined) {
			this.#entries.delete(key);
			this.#entries.set(key, known);
			return known;
		}
		const made = make();
		this.#entries.set(key, made);
		if (this.#entries.size > this.#limit) this.#entries.delete(this.#entries.keys().next().value!);
		return made;
	}
}
