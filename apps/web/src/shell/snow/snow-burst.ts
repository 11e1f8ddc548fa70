/** One tick of the snow's clock. */
export const tickMs = 50;
export const burstSize = 8;
/** Ticks a flake of a burst lives. */
export const burstLifeTicks = 60;
/** How near a click must be to the cursor's flake, as a share of the view. */
export const nearShare = 0.05;

/** A place on the screen in CSS pixels. */
export interface Point {
	readonly x: number;
	readonly y: number;
}

export interface BurstFlake extends Point {
	readonly id: number;
	readonly ageTicks: number;
	/** Pixels per tick. */
	readonly velocity: Point;
}

/** Eight flakes that fly apart evenly from one place. */
export function createBurst({ x, y }: Point, firstId: number): readonly BurstFlake[] {
	return Array.from({ length: burstSize }, (_, place) => {
		const angle = (place / burstSize) * 2 * Math.PI;
		return { id: firstId + place, x, y, ageTicks: 0, velocity: { x: Math.cos(angle) * 1.6, y: Math.sin(angle) * 1.6 } };
	});
}

/** The flakes one tick later: they drift, sink a little faster each tick, and the old ones are gone. */
export function advanceBurst(flakes: readonly BurstFlake[]): readonly BurstFlake[] {
	return flakes
		.map(({ id, x, y, ageTicks, velocity }) => ({
			id,
			x: x + velocity.x,
			y: y + velocity.y,
			ageTicks: ageTicks + 1,
			velocity: { x: velocity.x * 0.98, y: velocity.y + 0.04 },
		}))
		.filter((flake) => flake.ageTicks < burstLifeTicks);
}

/** Whether a click is within five percent of the view from the flake, in both directions. */
export function isNearCursor(
	click: Point,
	flake: Point,
	view: { readonly width: number; readonly height: number },
): boolean {
	return (
		Math.abs(click.x - flake.x) <= view.width * nearShare && Math.abs(click.y - flake.y) <= view.height * nearShare
	);
}

const interactive =
	'a, button, input, textarea, select, label, summary, [role="button"], [role="radio"], [role="checkbox"], [role="dialog"], [role="menu"], [contenteditable]';

/** Whether a click on this element does something by itself. */
export function isInteractive(target: EventTarget | null): boolean {
	return target instanceof Element && target.closest(interactive) !== null;
}
