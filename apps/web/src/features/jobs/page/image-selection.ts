import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { useSelectionKeys } from '../../../lib/hooks/use-selection-keys.ts';

type Entries = readonly (JobImage | undefined)[];

/** Images chosen on the page, apart from the one that has the focus. Only drawn images can be chosen. */
export interface ImageSelection {
	/** In the order on show; what a filter has taken away since is not among them. */
	readonly images: readonly JobImage[];
	/** How many of the images on show could be chosen, as far as they have been fetched. */
	readonly drawnCount: number;
	/** Images of a range that are still being fetched. */
	readonly isPending: boolean;
	readonly has: (imageId: string) => boolean;
	readonly toggle: (place: number) => void;
	/** Adds everything from the place chosen last to this one. */
	readonly extendTo: (place: number) => void;
	readonly selectAll: () => void;
	readonly clear: () => void;
}

interface Range {
	readonly from: number;
	readonly to: number;
}

const isDrawn = (image: JobImage | undefined): image is JobImage => image !== undefined && image.imageUrl !== null;
const nothing: ReadonlySet<string> = new Set();

/** `onFetchAll` is called when a range reaches over images that have not been fetched; it is chosen once they have been. */
export function useImageSelection(entries: Entries, onFetchAll: () => void): ImageSelection {
	const [ids, setIds] = useState(nothing);
	const [pending, setPending] = useState<Range | null>(null);
	const anchorId = useRef<string | null>(null);
	const fetchAll = useEffectEvent(onFetchAll);
	useEffect(() => {
		if (pending !== null) fetchAll();
	}, [pending]);

	const addRange = useCallback(
		({ from, to }: Range) => {
			const range = entries.slice(from, to + 1);
			if (range.includes(undefined)) {
				setPending({ from, to });
				return;
			}
			setPending(null);
			setIds((before) => new Set([...before, ...range.filter(isDrawn).map(({ id }) => id)]));
		},
		[entries],
	);
	useEffect(() => {
		if (pending !== null && !entries.slice(pending.from, pending.to + 1).includes(undefined)) addRange(pending);
	}, [pending, entries, addRange]);

	const clear = useCallback(() => {
		setIds(nothing);
		setPending(null);
		anchorId.current = null;
	}, []);
	const toggle = useCallback(
		(place: number) => {
			const image = entries[place];
			if (!isDrawn(image)) return;
			anchorId.current = image.id;
			setIds((before) => {
				const after = new Set(before);
				if (!after.delete(image.id)) after.add(image.id);
				return after;
			});
		},
		[entries],
	);
	const extendTo = useCallback(
		(place: number) => {
			const anchor = entries.findIndex((image) => image?.id === anchorId.current && image !== undefined);
			if (anchor < 0) anchorId.current = entries[place]?.id ?? null;
			const start = anchor < 0 ? place : anchor;
			addRange({ from: Math.min(start, place), to: Math.max(start, place) });
		},
		[entries, addRange],
	);
	const selectAll = useCallback(() => addRange({ from: 0, to: entries.length - 1 }), [entries, addRange]);

	const drawn = useMemo(() => entries.filter(isDrawn), [entries]);
	const images = useMemo(() => (ids.size === 0 ? [] : drawn.filter(({ id }) => ids.has(id))), [drawn, ids]);
	const has = useCallback((imageId: string) => ids.has(imageId), [ids]);
	return { images, drawnCount: drawn.length, isPending: pending !== null, has, toggle, extendTo, selectAll, clear };
}

/** As `useSelectionKeys`, of images. */
export function useImageSelectionKeys({ images, isPending, selectAll, clear }: ImageSelection): void {
	useSelectionKeys({ hasAny: images.length > 0 || isPending, selectAll, clear });
}
