import {
	type KeyboardEvent,
	type MouseEvent,
	type PointerEvent,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from 'react';
import { followPointer } from './follow-pointer.ts';

export interface SortableOptions {
	/** Of the rows, in their order. */
	readonly ids: readonly string[];
	/** Puts a row elsewhere; `to` counts from 0 among all rows. */
	readonly onMove: (id: string, to: number) => void;
	/** A drag or a lift left the row where it was, or put it back there. */
	readonly onCancel: (id: string) => void;
	/** A row was lifted, to be moved by keys and buttons, or put down again. */
	readonly onLift: (id: string, isLifted: boolean) => void;
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

/** A row that waits for keys or buttons to move it, and where it lay before, counted from 0. */
interface Lift {
	readonly id: string;
	readonly from: number;
}

/** A press whose pointer moves no farther lifts the row; one that does drags it. */
const dragThresholdPx = 4;

/** Places a key moves a row to, from one among so many. */
const keyTargets: Readonly<Record<string, (from: number, count: number) => number>> = {
	ArrowUp: (from) => from - 1,
	ArrowDown: (from) => from + 1,
	Home: () => 0,
	End: (_from, count) => count - 1,
};

/**
 * Rows that are put in order by a handle each: dragged with any pointer, moved with the arrow keys, Home and End, or lifted
 * by a press on the handle, which brings up buttons for those who can neither drag nor use these keys.
 */
export function useSortable({ ids, onMove, onCancel, onLift }: SortableOptions) {
	const list = useRef<HTMLUListElement>(null);
	const [drag, setDrag] = useState<Drag | null>(null);
	const [lift, setLift] = useState<Lift | null>(null);
	const stop = useRef<(() => void) | null>(null);
	const wasDragged = useRef(false);
	const focused = useRef<Element | null>(null);

	const order = ids.join();
	// Rows that change places are taken out of the document for a moment, and the focus with them.
	useLayoutEffect(() => {
		const element = focused.current;
		focused.current = null;
		if (!(element instanceof HTMLElement)) return;
		element.focus({ preventScroll: true });
		element.scrollIntoView?.({ block: 'nearest' });
	}, [order]);
	useEffect(() => () => stop.current?.(), [order]);

	/** Focuses `element` once the row has its new place. */
	function move(id: string, to: number, element: Element | null): void {
		if (to < 0 || to >= ids.length || ids[to] === id) return;
		focused.current = element;
		onMove(id, to);
	}

	function startDrag(id: string, event: PointerEvent<HTMLElement>): void {
		wasDragged.current = false;
		const boxes = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
		const from = ids.indexOf(id);
		const box = boxes[from];
		if (event.button !== 0 || box === undefined) return;
		stop.current?.();
		const handle = event.currentTarget;
		const middles = boxes.map(({ top, height }) => top + height / 2);
		let latest: Drag = { id, from, to: from, offsetY: 0, stepY: box.height + getRowGap(list.current) };
		stop.current = followPointer(event, {
			onMove(offsetY) {
				wasDragged.current ||= Math.abs(offsetY) >= dragThresholdPx;
				if (!wasDragged.current) return;
				const middle = middles[from]! + offsetY;
				const to = middles.filter((other, place) => place !== from && other < middle).length;
				latest = { ...latest, to, offsetY };
				setDrag(latest);
			},
			onEnd(isDropped) {
				stop.current = null;
				setDrag(null);
				if (isDropped && latest.to !== from) move(id, latest.to, handle);
				else if (wasDragged.current) onCancel(id);
			},
		});
	}

	function toggleLift(id: string, event: MouseEvent): void {
		// The end of a drag is not a press. A key has no pointer that could have dragged.
		if (wasDragged.current && event.detail > 0) return;
		const isLifted = lift?.id !== id;
		setLift(isLifted ? { id, from: ids.indexOf(id) } : null);
		onLift(id, isLifted);
	}

	function putBack({ id, from }: Lift, element: Element): void {
		setLift(null);
		move(id, from, element);
		onCancel(id);
	}

	return {
		list,
		/** What is dragged; null for nothing. */
		draggedId: drag?.id ?? null,
		/** What is lifted; null for nothing. */
		liftedId: lift?.id ?? null,
		/** How far a row lies from its place while one is dragged, in px. */
		getOffset: (id: string) => (drag === null ? 0 : toOffset(drag, id, ids.indexOf(id))),
		/** Moves a row by a button of its own, which keeps the focus. */
		moveBy: (id: string, step: -1 | 1) => move(id, ids.indexOf(id) + step, document.activeElement),
		/** For the handle of a row. */
		getHandleProps: (id: string) => ({
			'aria-pressed': lift?.id === id,
			onPointerDown: (event: PointerEvent<HTMLElement>) => startDrag(id, event),
			onClick: (event: MouseEvent) => toggleLift(id, event),
			onKeyDown(event: KeyboardEvent) {
				if (event.key === 'Escape' && lift?.id === id) return putBack(lift, event.currentTarget);
				const target = keyTargets[event.key];
				if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
				event.preventDefault();
				move(id, target(ids.indexOf(id), ids.length), event.currentTarget);
			},
		}),
	};
}

const getRowGap = (list: HTMLElement | null) =>
	list === null ? 0 : Number.parseFloat(getComputedStyle(list).rowGap) || 0;

/** The dragged row follows its pointer; those it has passed close the gap it left. */
function toOffset({ id: draggedId, from, to, offsetY, stepY }: Drag, id: string, place: number): number {
	if (id === draggedId) return offsetY;
	if (from < place && place <= to) return -stepY;
	return to <= place && place < from ? stepY : 0;
}
