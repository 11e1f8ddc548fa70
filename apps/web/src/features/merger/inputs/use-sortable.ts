import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { followPointer } from './follow-pointer.ts';

export interface SortableOptions {
	/** Of the rows, in their order. */
	readonly ids: readonly string[];
	/** Puts a row elsewhere; `to` counts from 0 among all rows. */
	readonly onMove: (id: string, to: number) => void;
	/** A drag left the row where it was. */
	readonly onCancel: (id: string) => void;
}

interface Drag {
	readonly id: string;
	readonly from: number;
	/** Where it lies if it is let go, counted from 0. */
	readonly to: number;
	/** How far it is from where it lay, in px. */
	readonly offsetY: number;
	/** What the rows in between give way by, in px. */
	readonly stepY: number;
}

/** Between two rows. */
const rowGapPx = 12;

/** Places a key moves a row to, from one among so many. */
const keyTargets: Readonly<Record<string, (from: number, count: number) => number>> = {
	ArrowUp: (from) => from - 1,
	ArrowDown: (from) => from + 1,
	Home: () => 0,
	End: (_from, count) => count - 1,
};

/** Rows that are put in order by a handle each: dragged with any pointer, or moved with the arrow keys, Home and End. */
export function useSortable({ ids, onMove, onCancel }: SortableOptions) {
	const list = useRef<HTMLUListElement>(null);
	const [drag, setDrag] = useState<Drag | null>(null);
	const stop = useRef<(() => void) | null>(null);
	const movedId = useRef<string | null>(null);

	// Rows that change places are taken out of the document for a moment, and the focus with them.
	useLayoutEffect(() => {
		if (movedId.current === null) return;
		const handle = findHandle(list.current, movedId.current);
		movedId.current = null;
		handle?.focus({ preventScroll: true });
		handle?.scrollIntoView?.({ block: 'nearest' });
	});
	useEffect(() => () => stop.current?.(), []);

	function move(id: string, to: number): void {
		if (to < 0 || to >= ids.length || ids[to] === id) return;
		movedId.current = id;
		onMove(id, to);
	}

	function startDrag(id: string, event: PointerEvent<HTMLElement>): void {
		const boxes = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
		const from = ids.indexOf(id);
		const box = boxes[from];
		if (event.button !== 0 || box === undefined) return;
		stop.current?.();
		const middles = boxes.map(({ top, height }) => top + height / 2);
		let latest: Drag = { id, from, to: from, offsetY: 0, stepY: box.height + rowGapPx };
		setDrag(latest);
		stop.current = followPointer(event, {
			onMove(offsetY) {
				const middle = middles[from]! + offsetY;
				const to = middles.filter((other, place) => place !== from && other < middle).length;
				latest = { ...latest, to, offsetY };
				setDrag(latest);
			},
			onEnd(isDropped) {
				stop.current = null;
				setDrag(null);
				if (isDropped && latest.to !== from) move(id, latest.to);
				else if (latest.offsetY !== 0) onCancel(id);
			},
		});
	}

	return {
		list,
		/** What is dragged; null for nothing. */
		draggedId: drag?.id ?? null,
		/** How far a row lies from its place while one is dragged, in px. */
		offsetOf: (id: string) => (drag === null ? 0 : toOffset(drag, id, ids.indexOf(id))),
		/** For the handle of a row. */
		handleProps: (id: string) => ({
			'data-sort-handle': id,
			onPointerDown: (event: PointerEvent<HTMLElement>) => startDrag(id, event),
			onKeyDown(event: KeyboardEvent) {
				const target = keyTargets[event.key];
				if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
				event.preventDefault();
				move(id, target(ids.indexOf(id), ids.length));
			},
		}),
	};
}

/** The dragged row follows its pointer; those it has passed close the gap it left. */
function toOffset({ id: draggedId, from, to, offsetY, stepY }: Drag, id: string, place: number): number {
	if (id === draggedId) return offsetY;
	if (from < place && place <= to) return -stepY;
	return to <= place && place < from ? stepY : 0;
}

const findHandle = (list: HTMLElement | null, id: string) =>
	[...(list?.querySelectorAll<HTMLElement>('[data-sort-handle]') ?? [])].find(
		(handle) => handle.getAttribute('data-sort-handle') === id,
	);
