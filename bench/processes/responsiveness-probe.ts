import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// A thread of its own: reading large answers must not be mistaken for the server's time.

const requestEveryMs = 5;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let longestMs = 0;
let isReportDue = false;

const ask = () =>
	new Promise<void>((resolve, reject) => {
		const call = request(`${workerData as string}/healthz`, { agent }, (response) => {
			response.resume().once('end', resolve).once('error', reject);
		});
		call.once('error', reject).end();
	});

parentPort?.on('message', () => {
	isReportDue = true;
});
for (;;) {
	const askedAt = performance.now();
	await ask();
	longestMs = Math.max(longestMs, performance.now() - askedAt);
	if (isReportDue) {
		parentPort?.postMessage(longestMs);
		[longestMs, isReportDue] = [0, false];
	}
	await sleep(requestEveryMs);
}
