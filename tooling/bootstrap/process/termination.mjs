import { readFileSync } from 'node:fs';

const parentPollMs = 250;
// Read at once: a parent that dies during the install must not pass for the one to watch.
const parent = process.ppid;
const npm = isShell(parent) ? parentOf(parent) : undefined;
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Calls `end` for every request to stop: SIGINT, SIGTERM, SIGHUP, or the death of the npm that started this process
 * (reported once, as SIGTERM). npm passes SIGTERM on to what it started itself, which may be a shell that tells nobody,
 * and a killed npm kills nothing, so without the watch the product would go on unowned. Returns a function that stops
 * listening.
 *
 * @param {(signal: NodeJS.Signals, cause: 'signal' | 'parent') => void} end
 */
export function onTermination(end) {
	const listeners = signals.map((signal) => {
		const listener = () => end(signal, 'signal');
		process.on(signal, listener);
		return /** @type {const} */ ([signal, listener]);
	});
	const stopWatching =
		process.env.npm_lifecycle_event === undefined ? () => {} : watchParents(() => end('SIGTERM', 'parent'));
	return () => {
		stopWatching();
		for (const [signal, listener] of listeners) process.off(signal, listener);
	};
}

function watchParents(/** @type {() => void} */ onGone) {
	const timer = setInterval(() => {
		if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return;
		clearInterval(timer);
		onGone();
	}, parentPollMs);
	timer.unref();
	return () => clearInterval(timer);
}

/** Whether npm started this process through a shell, which on some systems makes way for what it runs. */
function isShell(/** @type {number} */ pid) {
	if (process.platform !== 'linux') return false;
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] === '-c';
	} catch {
		return false;
	}
}

/** The parent of another process, where the system lists it in a file. */
function parentOf(/** @type {number} */ pid) {
	if (process.platform !== 'linux') return undefined;
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The command name stands in brackets and may hold spaces and brackets itself.
		return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
	} catch {
		return undefined;
	}
}
