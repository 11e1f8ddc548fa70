/** What of jsdom's window starts the interval at which it draws frames and moves the focus off removed elements. */
interface PageWindow {
	/** jsdom's own; not part of the platform. */
	_requestFocusFixup: () => void;
}

/** What tests and components see as globals: vitest copies it from the window. */
interface PageGlobals {
	requestAnimationFrame: (draw: (now: number) => void) => number;
}

const kept = new WeakSet<PageWindow>();

/**
 * Keeps jsdom's frames on the real clock. jsdom starts one `setInterval` for them when it needs one, and no other while it
 * believes that one runs. Started while a test has fake timers, it goes away with them, and no later test of the process
 * sees a frame: dialogs neither open nor close. Even the removal of the element that has the focus starts it.
 */
export function keepFramesReal(window: PageWindow, globals: PageGlobals): void {
	// Test files that share a process share the page too.
	if (kept.has(window)) return;
	kept.add(window);
	const { setInterval } = globalThis;
	const onRealClock = <Args extends unknown[], Result>(start: (...args: Args) => Result) => {
		return (...args: Args): Result => {
			const current = globalThis.setInterval;
			globalThis.setInterval = setInterval;
			try {
				return start(...args);
			} finally {
				globalThis.setInterval = current;
			}
		};
	};
	window._requestFocusFixup = onRealClock(window._requestFocusFixup.bind(window));
	globals.requestAnimationFrame = onRealClock(globals.requestAnimationFrame);
}
