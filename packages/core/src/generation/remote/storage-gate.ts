import { transact } from '@adx/db/client/transact';
import type { GenerationJobRow } from '@adx/db/schema/generation-tables';
import { isServiceEngine } from '@adx/validators/engines/engines';
import type { Services } from '../../platform/context.ts';
import { checkStorage, probeEveryMs, type StorageOutage } from '../../platform/storage/circuit-breaker.ts';
import { stopJob } from '../run/stop-job.ts';

/** Storage that is away for longer pauses the jobs that need it. */
const patienceMs = 8_000;

const sentences: Readonly<Record<StorageOutage['reason'], string>> = {
	storage_full: 'The disk of this installation is full. Free some space, then resume.',
	storage_away:
		'The storage of this installation cannot be written to. Nothing that was paid for is lost: it is stored as soon as storage is back. Resume then.',
};

/** Whether a call may be made, which may cost money: storage works, as far as is known, and no received picture waits for it. */
export function mayCall({
	receivedScratch,
	storageBreaker,
}: Pick<Services, 'receivedScratch' | 'storageBreaker'>): boolean {
	if (storageBreaker.trouble !== null) return false;
	return receivedScratch.waiting().every(({ isLate }) => isLate);
}

/**
 * How long nobody should make pictures for the job; 0 when they can be stored. When storage has been away for too long
 * the job is paused: null.
 */
export async function storageWaitMs(
	services: Services,
	job: Pick<GenerationJobRow, 'id' | 'engine'>,
): Promise<number | null> {
	const trouble = await checkStorage(services);
	if (trouble !== null) {
		return (await stopForStorage(services, job.id, trouble)) ? null : probeEveryMs;
	}
	return isServiceEngine(job.engine) && !mayCall(services) ? probeEveryMs : 0;
}

/** Pauses a job whose pictures cannot be stored, or, while that may pass by itself, does nothing: false. */
export async function stopForStorage(
	{ db, clock }: Pick<Services, 'db' | 'clock'>,
	jobId: string,
	{ since, reason }: StorageOutage,
): Promise<boolean> {
	const now = clock();
	if (reason === 'storage_away' && now.getTime() - since.getTime() < patienceMs) return false;
	await transact(db, (trx) => stopJob(trx, jobId, { reason, message: sentences[reason], apiKeyId: null, now }));
	return true;
}
