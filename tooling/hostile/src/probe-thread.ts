import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { residentMb } from './memory.ts';
import type { HealthReport, ProbeSettings } from './probe.ts';

// A thread of its own, so that what the attacks take of this process's time is not mistaken for the server's.

const { origin, pid, residentMaxMb, address } = workerData as ProbeSettings;
const requestEveryMs = 10;
const heartbeatMs = 5;
/** A report waits for the answer that is under way, for so long at most. */
const requestTimeoutMs = 30_000;
/** See `loopReferenceMs` in probe.ts; so short that it is seldom interrupted. */
const loopRounds = 400_000;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let latenessMs = 0;
let report: HealthReport = emptyReport();
let isReportDue = false;
let requestedAt = 0;
let lateAtRequest = 0;

function emptyReport(): HealthReport {
	return { answers: 0, busiestMs: 0, longestSilenceMs: 0, longestWaitMs: 0, loopMs: [], peakMb: 0, isTooLarge: false };
}

/** How late this thread's own timers are, all together: it was not let run, and could not have seen an answer. */
let beatAt = performance.now();
setInterval(() => {
	const now = performance.now();
	latenessMs += Math.max(0, now - beatAt - heartbeatMs);
	beatAt = now;
	watchMemory();
}, heartbeatMs);

function watchMemory(): void {
	const mb = residentMb(pid, 'VmRSS') ?? 0;
	if (mb > report.peakMb) report = { ...report, peakMb: mb };
	if (mb <= residentMaxMb || report.isTooLarge) return;
	report = { ...report, isTooLarge: true };
	// Before it takes from the machine what others need.
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// It has ended meanwhile.
	}
}

/** What the server's main thread has run, and waited for a processor, so far; zeros where the system does not say. */
function mainThread(): { readonly ranMs: number; readonly delayedMs: number; readonly isKnown: boolean } {
	try {
		const [ran = 0, delayed = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ').map(Number);
		return { ranMs: ran / 1e6, delayedMs: delayed / 1e6, isKnown: true };
	} catch {
		return { ranMs: 0, delayedMs: 0, isKnown: false };
	}
}

function loopMs(): number {
	const startedAt = performance.now();
	let sum = 0;
	for (let round = 0; round < loopRounds; round += 1) sum = (sum * 31 + round) | 0;
	// What uses the sum keeps the loop from being left out.
	return sum === 1 ? 0 : performance.now() - startedAt;
}

function ask(): Promise<boolean> {
	return new Promise((resolve) => {
		const call = request(`${origin}/healthz`, { agent, ...(address === null ? {} : { localAddress: address }) });
		call.on('response', (response) => {
			response.resume();
			response.on('error', () => resolve(false));
			response.on('end', () => resolve(response.statusCode === 200));
		});
		call.on('error', () => resolve(false));
		call.end();
	});
}

async function requestOnce(): Promise<void> {
	const before = mainThread();
	[requestedAt, lateAtRequest] = [performance.now(), latenessMs];
	const hasResponse = await ask();
	const waitedMs = performance.now() - requestedAt;
	const after = mainThread();
	// A process that ends says so itself.
	if (!hasResponse) return;
	const silenceMs = waitedMs - (after.delayedMs - before.delayedMs) - (latenessMs - lateAtRequest);
	report = {
		...report,
		answers: report.answers + 1,
		busiestMs: Math.max(report.busiestMs, after.isKnown ? after.ranMs - before.ranMs : silenceMs),
		longestSilenceMs: Math.max(report.longestSilenceMs, silenceMs),
		longestWaitMs: Math.max(report.longestWaitMs, waitedMs),
		loopMs: [...report.loopMs, loopMs()],
	};
}

function sendReport(): void {
	isReportDue = false;
	parentPort?.postMessage(report);
	report = emptyReport();
}

parentPort?.on('message', () => {
	isReportDue = true;
	// A probe that got no answer for so long has seen enough.
	setTimeout(() => {
		if (!isReportDue) return;
		const waitedMs = performance.now() - requestedAt;
		const silenceMs = waitedMs - (latenessMs - lateAtRequest);
		report = { ...report, longestSilenceMs: silenceMs, longestWaitMs: waitedMs };
		sendReport();
	}, requestTimeoutMs);
});

for (;;) {
	await requestOnce();
	if (isReportDue) sendReport();
	await sleep(requestEveryMs);
}
