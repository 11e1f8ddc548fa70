/** At a terminal the line is written again at most this often. */
const intervalMs = 200;
/** Elsewhere, such as in a log, work that takes longer is told of this often. */
const logIntervalMs = 10_000;

/**
 * Tells on standard error how far some work is: at a terminal in one line, which is wiped when it ends, and elsewhere only
 * where it takes long. `describe` makes the line.
 */
export function createProgress(
	describe: (done: number) => string,
	{ output = process.stderr, now = () => performance.now() } = {},
): { readonly add: (amount: number) => void; readonly end: () => void } {
	const { isTTY } = output;
	let done = 0;
	let isShown = false;
	let toldAt = isTTY ? Number.NEGATIVE_INFINITY : now();
	return {
		add: (amount) => {
			done += amount;
			if (now() - toldAt < (isTTY ? intervalMs : logIntervalMs)) return;
			toldAt = now();
			isShown = true;
			output.write(isTTY ? `\r${describe(done)}\x1b[K` : `${describe(done)}\n`);
		},
		end: () => {
			if (isShown && isTTY) output.write('\r\x1b[K');
		},
	};
}

/** '12.3 MB', of a million bytes each */
export const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
