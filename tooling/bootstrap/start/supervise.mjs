import { setTimeout as sleep } from 'node:timers/promises';
import { ended, spawnNode, stopOn } from '../process/child.mjs';

/**
 * When a server is started again, in milliseconds: after `firstWaitMs`, which doubles with each death up to
 * `longestWaitMs`. `deathsMax` deaths within `withinMs` end it for good.
 * @typedef {{ firstWaitMs: number, longestWaitMs: number, deathsMax: number, withinMs: number }} Restarts
 */

/** @type {Restarts} */
const defaultRestarts = { firstWaitMs: 1_000, longestWaitMs: 30_000, deathsMax: 6, withinMs: 10 * 60_000 };

/** How a process ended. @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ending */

/**
 * Runs a server, and starts it again when it ends without being asked to. What ends by itself with status 0 has ended; so
 * has a first start that fails before the line `ready …`, since the next one would fail alike. Prints one line on
 * standard error for each restart, and ends with the server's last status, or 1 after a signal.
 *
 * @param {import('../process/child.mjs').NodeTask} task
 * @param {Restarts} restarts
 */
export async function superviseNode(task, restarts = defaultRestarts) {
	const stopping = new AbortController();
	/** @type {import('node:child_process').ChildProcess | undefined} */
	let child;
	const stopListening = stopOn(
		() => child,
		() => stopping.abort(),
	);
	/** @type {number[]} */
	let deaths = [];
	let wasReady = false;
	process.exitCode = 0;
	while (!stopping.signal.aborted) {
		child = spawnNode(task, { stdout: 'pipe' });
		child.stdout?.on('data', (/** @type {Buffer} */ chunk) => {
			process.stdout.write(chunk);
			wasReady ||= /^ready /m.test(chunk.toString());
		});
		const ending = await ended(child);
		process.exitCode = ending.code ?? 1;
		const hasEnded = ending.code === 0 || (!wasReady && ending.signal === null);
		if (hasEnded || stopping.signal.aborted) break;
		const now = Date.now();
		deaths = [...deaths.filter((at) => at > now - restarts.withinMs), now];
		const waitMs = waitBefore(deaths.length, restarts);
		console.error(deathLine(deaths.length, ending, restarts, waitMs));
		if (waitMs === undefined) break;
		await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {
			process.exitCode = 0;
		});
	}
	stopListening();
}

/** Undefined when that death was one too many. */
function waitBefore(/** @type {number} */ deaths, /** @type {Restarts} */ { deathsMax, firstWaitMs, longestWaitMs }) {
	return deaths >= deathsMax ? undefined : Math.min(longestWaitMs, firstWaitMs * 2 ** (deaths - 1));
}

/**
 * @param {number} deaths
 * @param {Ending} ending
 * @param {Restarts} restarts
 * @param {number | undefined} waitMs
 */
function deathLine(deaths, { code, signal }, { withinMs }, waitMs) {
	const how = signal === null ? `status ${code}` : `signal ${signal}`;
	return waitMs === undefined
		? `The server died ${deaths} times within ${withinMs / 60_000} min, by ${how} at last; it is not started again.`
		: `The server died by ${how}; starting it again in ${waitMs / 1_000} s.`;
}
