import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where a server that was just started says that it listens. */
export async function readOrigin(stdout: NodeJS.ReadableStream): Promise<string> {
	for await (const line of createInterface({ input: stdout })) {
		const origin = /^ready (?:\S+ \(listening on )?([^\s)]+)\)?$/.exec(line)?.[1];
		if (origin !== undefined) return origin;
	}
	throw new Error('The server did not start.');
}

/** What the machine makes anybody wait. */
export const bareServer = `
	const server = require('node:http').createServer((request, response) => response.end());
	server.listen(0, '127.0.0.1', () => console.log('ready http://127.0.0.1:' + server.address().port));`;

/** Asks for a sign of life all the time, and looks at the memory. */
export function watchServer(address: string, memoryMb: () => number) {
	let [isOver, peakMb, longestWaitMs] = [false, 0, 0];
	const watching = (async () => {
		while (!isOver) {
			const askedAt = performance.now();
			await (await fetch(address)).text();
			longestWaitMs = Math.max(longestWaitMs, performance.now() - askedAt);
			peakMb = Math.max(peakMb, memoryMb());
			await sleep(10);
		}
	})();
	return {
		stop: async () => {
			isOver = true;
			await watching;
			return { peakMb, longestWaitMs };
		},
	};
}
