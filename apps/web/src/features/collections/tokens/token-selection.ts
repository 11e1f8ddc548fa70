import { useRef, useState } from 'react';
import { selectionMax } from '../../../lib/files/zip-images.ts';
import type { CollectionToken } from '../collection-queries.ts';

type TokenAt = (place: number) => CollectionToken | undefined;

export interface TokenSelection {
	/** In the order they were chosen. */
	readonly tokens: readonly CollectionToken[];
	readonly has: (tokenNumber: number) => boolean;
	/** The last choice did not fit in whole. */
	readonly isFull: boolean;
	/** Adds a picture or takes it out. */
	readonly toggle: (token: CollectionToken, place?: number) => void;
	/**
	 * Adds everything between the picture chosen last and this place, both included, as far as it has been fetched. `from`
	 * starts again there.
	 */
	readonly extendTo: (place: number, tokenAt: TokenAt, from?: number) => void;
	readonly add: (tokens: readonly CollectionToken[]) => void;
	readonly clear: () => void;
}

type Chosen = ReadonlyMap<number, CollectionToken>;

/** The chosen pictures of one collection; they stay chosen while search and order change. */
export function useTokenSelection(): TokenSelection {
	const [chosen, setChosen] = useState<Chosen>(new Map());
	const [isFull, setFull] = useState(false);
	const lastPlace = useRef<number | null>(null);

	function add(tokens: readonly CollectionToken[]) {
		const next = new Map(chosen);
		for (const token of tokens) next.set(token.tokenNumber, token);
		setFull(next.size > selectionMax);
		setChosen(new Map([...next].slice(0, selectionMax)));
	}
	function toggle(token: CollectionToken, place?: number) {
		lastPlace.current = place ?? null;
		if (!chosen.has(token.tokenNumber)) return add([token]);
		setFull(false);
		setChosen(new Map([...chosen].filter(([tokenNumber]) => tokenNumber !== token.tokenNumber)));
	}
	return {
		tokens: [...chosen.values()],
		has: (tokenNumber) => chosen.has(tokenNumber),
		isFull,
		toggle,
		extendTo(place, tokenAt, from) {
			const start = from ?? lastPlace.current ?? place;
			const first = Math.min(start, place);
			const between = Array.from({ length: Math.abs(start - place) + 1 }, (_, step) => tokenAt(first + step));
			add(between.filter((token) => token !== undefined));
			lastPlace.current = place;
		},
		add,
		clear() {
			setFull(false);
			setChosen(new Map());
			lastPlace.current = null;
		},
	};
}
