import type { Services } from '../../platform/context.ts';
import { checkStorage, probeEveryMs } from '../../platform/storage/circuit-breaker.ts';
import { startTimerLoop } from '../../platform/timer-loop.ts';
import { stopForStorage } from './storage-gate.ts';
import { heldForMs, holdImage, storeReceived } from './store-received.ts';

/** How often to look for what other processes with the same folder left behind. */
const loadEveryMs = 30_000;
/** How long those processes get to store it themselves first. */
const othersMs = 60_000;

/**
 * Stores what paid pictures lie in scratch, now and every 2 s while any wait, those of killed processes too. Resolves
 * once each of them is stored or holds its image.
 */
export async function startPaidImageStorer(services: Services): Promise<{ stop(): Promise<void> }> {
	const { receivedScratch, log } = services;
	let loadedAt = Date.now();
	await receivedScratch.load(0);
	const loop = startTimerLoop(log, {
		everyMs: probeEveryMs,
		run: async () => {
			if (Date.now() - loadedAt >= loadEveryMs) {
				loadedAt = Date.now();
				await receivedScratch.load(othersMs);
			}
			await storePending(services);
		},
		failed: 'received pictures wait in scratch',
		recovered: 'received pictures are looked after again',
	});
	await loop.firstRound;
	return {
		stop: async () => {
			await loop.stop();
			// What only memory holds would end with the process.
			await receivedScratch.flush();
		},
	};
}

/** Stores what waits, or lets it go on holding its images, whose jobs pause when that takes too long. */
export async function storePending(services: Services): Promise<void> {
	const { receivedScratch, storageBreaker } = services;
	const due = receivedScratch.waiting().filter(({ notBefore }) => notBefore <= Date.now());
	if (due.length === 0) return;
	await receivedScratch.flush();
	await checkStorage(services);
	for (const waiting of due) {
		if (storageBreaker.trouble === null) await storeReceived(services, waiting.picture);
		else if (Date.now() - waiting.heldAt > heldForMs / 12) await holdImage(services, waiting);
	}
	const { trouble } = storageBreaker;
	if (trouble === null) return;
	const jobIds = new Set(receivedScratch.waiting().map(({ picture }) => picture.jobId));
	for (const jobId of jobIds) await stopForStorage(services, jobId, trouble);
}
