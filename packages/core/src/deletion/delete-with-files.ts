import type { DeletionBlocker, DeletionResult } from '@adx/validators/deletion';
import { type RequestContext, requireActor, type WarningLog } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';
import { enqueue, type QueueSender, wakeUp } from '../platform/jobs/outbox.ts';
import { createSemaphore } from '../platform/limits/semaphore.ts';
import { freeDeleted } from './free-deleted.ts';

/** What those who delete have of a request's context, and an operator's command has as well. */
export interface DeletionContext
	extends Pick<RequestContext, 'db' | 'storage' | 'clock' | 'actor' | 'hasAuthorization' | 'gone'>,
		QueueSender {
	/** The cluster of Solana that this installation follows; null where it follows none. */
	readonly solana: { readonly cluster: string } | null;
	/** By the EVM chains that are followed. */
	readonly evmSaleChains: ReadonlyMap<string, unknown>;
	readonly log: WarningLog;
}

/** Previews and deletions walk through everything that is deleted: one of an account at a time. */
const walking = createSemaphore({
	max: 4,
	runningPerAccountMax: 1,
	waitingPerAccountMax: 8,
	busyMessage: 'Several of your collections are being deleted already. Try again in a few seconds.',
});

/** Runs a walk in its account's turn; 429 beyond eight that wait, and rejects when the caller hangs up. */
export function walk<Result>(ctx: DeletionContext, work: () => Promise<Result>): Promise<Result> {
	const account = requireActor(ctx).userId;
	return walking.run(work, { account, ...(ctx.gone === undefined ? {} : { signal: ctx.gone }) });
}

/** 409 with the first blocker's reason and the sentences of all of them. */
export function refuseBlocked(blockers: readonly DeletionBlocker[]): void {
	const [first] = blockers;
	if (first === undefined) return;
	const message = blockers.map((blocker) => blocker.message).join(' ');
	throw new AppError('CONFLICT', { reason: first.reason, message });
}

/** Something that was just deleted. */
interface Deleted {
	readonly id: string;
	readonly name: string;
	readonly createdAt: Date;
	/** The deletions that it is made of; the one of its own id unless given. */
	readonly deletionIds?: readonly string[];
}

/** Frees what was just deleted for at most `waitMs`; what takes longer, or fails, is left to a worker. */
export async function freeForCaller(
	ctx: DeletionContext,
	{ id, name, createdAt, deletionIds = [id] }: Deleted,
	waitMs: number,
): Promise<DeletionResult> {
	let freedBytes = 0;
	const onFreed = (bytes: number) => {
		freedBytes += bytes;
	};
	const signal = waitMs > 0 ? AbortSignal.timeout(waitMs) : AbortSignal.abort();
	const free = (deletionId: string) =>
		freeDeleted(ctx, { id: deletionId, createdAt }, { onFreed, signal }).catch((err: unknown) => {
			ctx.log.warn({ err, id: deletionId }, 'files of something deleted are left to a worker');
			return false;
		});
	for (const deletionId of deletionIds) {
		if (await free(deletionId)) continue;
		// Those behind it the sweeper finds.
		await wakeUp(ctx, deletionId, enqueue(ctx, 'deletion', deletionId));
		return { success: true, id, name, freedBytes, isFreeing: true };
	}
	return { success: true, id, name, freedBytes, isFreeing: false };
}
