import type { Services } from '@adx/core/platform/context';
import { repairDamagedFiles } from '@adx/core/platform/storage/integrity/repair-file';
import { scrubFiles } from '@adx/core/platform/storage/integrity/scrub';
import { startTimerLoop } from '@adx/core/platform/timer-loop';

const repairEveryMs = 60_000;
const scrubEveryMs = 600_000;

/**
 * Verifies stored files, slowly, and makes damaged ones again, until it is stopped, with what is under way.
 *
 * @param mbPerSecond read at most; with 0 files are not verified by themselves
 */
export function startScrubbing(services: Services, mbPerSecond: number): { stop(): Promise<void> } {
	const { log } = services;
	const repairs = startTimerLoop(log, {
		everyMs: repairEveryMs,
		run: (signal) => repairDamagedFiles(services, signal),
		failed: 'damaged files are not made again',
		recovered: 'damaged files are made again',
	});
	const scrub =
		mbPerSecond === 0
			? null
			: startTimerLoop(log, {
					everyMs: scrubEveryMs,
					run: async (signal) => void (await scrubFiles(services, { bytesPerSecond: mbPerSecond * 1e6, signal })),
					failed: 'stored files are not verified',
					recovered: 'stored files are verified again',
				});
	return { stop: async () => void (await Promise.all([repairs.stop(), scrub?.stop()])) };
}
