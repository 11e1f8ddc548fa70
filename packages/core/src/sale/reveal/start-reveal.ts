import { randomUUID } from 'node:crypto';
import type { DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import { changeReveal, lockReveal } from '@adx/db/repositories/sale/sale-reveals';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { RevealPhase } from '@adx/validators/sale/reveal';
import type { CreatorSale, CreatorSaleInput } from '@adx/validators/sale/sales';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue, wakeUp } from '../../platform/jobs/outbox.ts';
import { presentCreatorSale, requireCreatorSale } from '../creator/get-creator-sale.ts';

/**
 * Begins the reveal of the caller's own sale, once its order is drawn: a worker lays the files out in that order and
 * publishes them. Saying it again changes nothing, whoever says it at once. 409 before, and for a sale whose items are
 * shown from the start; 404 for a stranger's. Audited.
 */
export async function startReveal(ctx: RequestContext, input: CreatorSaleInput): Promise<CreatorSale> {
	const sale = await requireCreatorSale(ctx, input);
	if (!sale.isDelayed) throw notYet('This sale shows its items from the start.');
	const whose = { actorId: requireActor(ctx).userId, now: ctx.clock() };
	const phase = await transact(ctx.db, (trx) => beginReveal(trx, sale, whose));
	if (phase === null || phase === 'covered') throw notYet(sentences.covered);
	if (phase === 'drawing') throw notYet(sentences.drawing);
	if (phase === 'preparing') await wakeUp(ctx, sale.id, enqueue(ctx, 'reveal', sale.id));
	return presentCreatorSale(ctx, await requireCreatorSale(ctx, input));
}

/** Has the reveal of a sale prepared, where it waits for that; returns the phase that it is in then, null where there is none. */
export async function beginReveal(
	trx: DatabaseTransaction,
	{ id: saleId, mergeJobId: jobId }: Pick<SaleRow, 'id' | 'mergeJobId'>,
	{ actorId, now: createdAt }: { readonly actorId: string | null; readonly now: Date },
): Promise<RevealPhase | null> {
	const reveal = await lockReveal(trx, saleId);
	if (reveal?.phase !== 'drawn') return reveal?.phase ?? null;
	await changeReveal(trx, saleId, ['drawn'], { phase: 'preparing', progress: 0, errorMessage: null, failures: 0 });
	const subject = { saleId, jobId };
	await insertAuditEntry(trx, { id: randomUUID(), actorId, action: 'sale.reveal', subject, createdAt });
	return 'preparing';
}

const sentences = {
	covered: 'This sale has not ended. Its items can be revealed once it has.',
	drawing: 'The block that decides on the order is not there for good yet. Try again in a few minutes.',
} as const;

const notYet = (message: string) => new AppError('PRECONDITION', { reason: 'reveal_not_ready', message });
