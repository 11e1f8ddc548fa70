import type { Services } from '@adx/core/platform/context';
import { startTimerLoop } from '@adx/core/platform/timer-loop';
import { settleOverdueReveals } from '@adx/core/sale/reveal/overdue-reveals';

const lookIntervalMs = 3_600_000;

/** Ends and reveals what creators have left undone for long, now and every hour, until it is stopped, which waits for the sale in progress. */
export function startOverdueReveals(services: Services): { stop(): Promise<void> } {
	return startTimerLoop(services.log, {
		everyMs: lookIntervalMs,
		run: (signal) => settleOverdueReveals(services, signal),
		failed: 'overdue reveals were not all started',
		recovered: 'overdue reveals are started again',
	});
}
