/** How often a page asks by itself while it is told what changes: for what is not told, and should telling ever fail. */
const restingPollMs = 60_000;

let isLive = false;

/** Called while changes are told as they happen, and when that stops. */
export function setLive(live: boolean): void {
	isLive = live;
}

/** How long to wait until a page asks again that would ask every `intervalMs` by itself. */
export const toPollInterval = (intervalMs: number): number =>
	isLive ? Math.max(intervalMs, restingPollMs) : intervalMs;
