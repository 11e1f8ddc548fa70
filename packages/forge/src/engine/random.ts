/** Deterministic random numbers for one slot of one figure. */
export interface Stream {
	/** Uniform in [0, 1). */
	next(): number;
	/** Uniform in [low, high). */
	range(low: number, high: number): number;
	/** Triangular in (-1, 1): extremes are rare. */
	swing(): number;
	chance(probability: number): boolean;
	/** Whole number in [0, count). */
	index(count: number): number;
	pick<Value>(values: readonly Value[]): Value;
}

/** FNV-1a with a final avalanche, 32 bit unsigned: names that differ in one letter land far apart. */
export function hashText(text: string): number {
	let hash = 0x811c9dc5;
	for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}

/** The stream of one slot. It depends on nothing but its three arguments, so slots never shift one another. */
export function createStream(version: string | number, seed: string, slot: string): Stream {
	let state = hashText(`${version}\u0000${seed}\u0000${slot}`);
	const next = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
	const index = (count: number) => Math.floor(next() * count);
	return {
		next,
		index,
		range: (low, high) => low + (high - low) * next(),
		swing: () => next() - next(),
		chance: (probability) => next() < probability,
		pick: (values) => values[index(values.length)]!,
	};
}
