import { purgeExpiredSessions } from '@adx/core/auth/sessions/sessions';
import { toDayStart } from '@adx/core/generation/start/daily-images';
import type { Services } from '@adx/core/platform/context';
import { type MaintenanceTask, runChores, startTimerLoop } from '@adx/core/platform/timer-loop';
import { sweepBlobs } from '@adx/core/uploads/cleanup/sweep-blobs';
import { sweepOrphans } from '@adx/core/uploads/cleanup/sweep-orphans';
import { deleteEndedAttributeJobs } from '@adx/db/repositories/attributes/attribute-jobs';
import { deleteExpiredAccessTokens } from '@adx/db/repositories/auth/access-tokens';
import { deleteEmergencyGrantsBefore, deleteExpiredDiscordStates } from '@adx/db/repositories/auth/sign-in-states';
import { deleteNetworkImagesBefore } from '@adx/db/repositories/generation/daily-images';
import { deleteOldIdempotencyKeys } from '@adx/db/repositories/generation/idempotency-keys';
import { deleteIdleEngineKeys } from '@adx/db/repositories/generation/remote-call-limits';
import { deleteOldMergeDownloads } from '@adx/db/repositories/merge/merge-downloads';
import { deleteOldRateLimits } from '@adx/db/repositories/platform/rate-limits';
import { deletePremiumClaimsBefore } from '@adx/db/repositories/premium/premium-payments';
import { deleteStartedPaymentsBefore } from '@adx/db/repositories/premium/started-payments';
import { deleteLapsedReservations } from '@adx/db/repositories/sale/sale-reservations';
import { deleteUploadsInFlightBefore } from '@adx/db/repositories/uploads/upload-usage';
import { attributeJobRetentionDays } from '@adx/validators/limits';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Deletes what has ended and files that nothing refers to, now and every hour, and files that no row knows, now and
 * every day, until it is stopped, which waits for what is under way.
 */
export function startPurging(services: Services): { stop(): Promise<void> } {
	const { log } = services;
	const chores = listMaintenanceTasks(services);
	return startTimerLoop(log, {
		everyMs: hourMs,
		run: (signal) => runChores(log, chores, signal),
		failed: 'purging failed',
		recovered: 'purging works again',
	});
}

function listMaintenanceTasks(services: Services): readonly MaintenanceTask[] {
	const { db, clock, log } = services;
	const before = (ms: number) => new Date(clock().getTime() - ms);
	return [
		{ name: 'ended sessions', run: () => purgeExpiredSessions(services) },
		{ name: 'ended access tokens', run: () => deleteExpiredAccessTokens(db) },
		{ name: 'ended Discord states', run: () => deleteExpiredDiscordStates(db) },
		// Yesterday's count too: a mark made before midnight is used up on its own day.
		{
			name: 'old emergency grants',
			run: () => deleteEmergencyGrantsBefore(db, before(dayMs).toISOString().slice(0, 10)),
		},
		// The network that images were ordered from is kept only for the day whose limit it serves.
		{ name: 'addresses of past days', run: () => deleteNetworkImagesBefore(db, toDayStart(clock())) },
		// The rate that was found out for a key is worth little after that.
		{ name: 'rates of idle keys', run: () => deleteIdleEngineKeys(db, 30 * dayMs) },
		// How long a repeated order with the same Idempotency-Key is answered with the first one's job.
		{ name: 'old idempotency keys', run: () => deleteOldIdempotencyKeys(db, before(dayMs)) },
		{ name: 'old attribute jobs', run: () => deleteEndedAttributeJobs(db, before(attributeJobRetentionDays * dayMs)) },
		// Nothing of them ever reached the chain.
		{ name: 'lapsed reservations', run: () => deleteLapsedReservations(db, before(dayMs)) },
		// Far longer than a transaction waits for its block.
		{ name: 'payments that were only named', run: () => deletePremiumClaimsBefore(db, before(30 * dayMs)) },
		// On chains that nobody follows any more.
		{ name: 'payments that were only started', run: () => deleteStartedPaymentsBefore(db, before(30 * dayMs)) },
		// Of killed processes: no body is received for as long.
		{ name: 'uploads that broke off', run: () => deleteUploadsInFlightBefore(db, before(6 * hourMs)) },
		// Longer than any limit counts a try.
		{ name: 'expired rate-limit tries', run: () => deleteOldRateLimits(db, hourMs) },
		// Far longer than a lease lasts: those that are younger count no more, and only take room.
		{ name: 'downloads that broke off', run: () => deleteOldMergeDownloads(db, hourMs) },
		{
			name: 'unused files',
			run: async (signal) => {
				const swept = await sweepBlobs(services, signal);
				if (swept.forgotten + swept.deleted > 0) log.info(swept, 'unused files were deleted');
			},
		},
		// All files are looked at, which takes longer.
		atMostEvery(dayMs, clock, {
			name: 'files of interrupted writes',
			run: async () => {
				const deleted = await services.storage.sweepTemporary(before(dayMs));
				if (deleted > 0) log.info({ deleted }, 'files of interrupted writes were deleted');
			},
		}),
		atMostEvery(dayMs, clock, {
			name: 'orphaned files',
			run: async (signal) => {
				if (!services.storage.leavesOrphans) return;
				const deleted = await sweepOrphans(services, signal);
				if (deleted > 0) log.info({ deleted }, 'files that were stored and never recorded were deleted');
			},
		}),
	];
}

/** The chore, left out for a while after it succeeded. */
function atMostEvery(everyMs: number, clock: () => Date, { name, run }: MaintenanceTask): MaintenanceTask {
	let dueMs = 0;
	return {
		name,
		run: async (signal) => {
			if (clock().getTime() < dueMs) return;
			await run(signal);
			dueMs = clock().getTime() + everyMs;
		},
	};
}
