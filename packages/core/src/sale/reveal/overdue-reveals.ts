import { randomUUID } from 'node:crypto';
import { transact } from '@adx/db/client/transact';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import { listOverdueSales, listUnstartedReveals } from '@adx/db/repositories/sale/sale-reveals';
import { closeSale, findSale, lockItemCounts } from '@adx/db/repositories/sale/sales';
import { revealGraceMs } from '@adx/validators/sale/reveal';
import type { Services } from '../../platform/context.ts';
import { enqueue, wakeUp } from '../../platform/jobs/outbox.ts';
import { beginReveal } from './start-reveal.ts';

/**
 * Ends and reveals what creators have left undone for two weeks, so that buyers see their items though nobody answers them:
 * sales of covered items whose time is over, and reveals that are drawn and were not started. Audited, as nobody's doing.
 */
export async function settleOverdueReveals(services: Services, signal: AbortSignal): Promise<void> {
	const { db, clock, log } = services;
	const before = new Date(clock().getTime() - revealGraceMs);
	for (const { id, mergeJobId } of await listOverdueSales(db, before)) {
		signal.throwIfAborted();
		const isClosed = await transact(db, async (trx) => {
			await lockItemCounts(trx, id);
			// Its creator may have given it more time since.
			const isOverdue = (await listOverdueSales(trx, before)).some((sale) => sale.id === id);
			if (!isOverdue || !(await closeSale(trx, id, clock()))) return false;
			const subject = { saleId: id, jobId: mergeJobId };
			await insertAuditEntry(trx, { id: randomUUID(), actorId: null, action: 'sale.end', subject, createdAt: clock() });
			return true;
		});
		if (isClosed) log.info({ saleId: id }, 'a sale of covered items was ended, as its time had long been over');
	}
	for (const { id } of await listUnstartedReveals(db, before)) {
		signal.throwIfAborted();
		const sale = await findSale(db, id);
		if (sale === undefined) continue;
		const phase = await transact(db, (trx) => beginReveal(trx, sale, { actorId: null, now: clock() }));
		if (phase !== 'preparing') continue;
		await wakeUp(services, id, enqueue(services, 'reveal', id));
		log.info({ saleId: id }, 'a reveal was started, as it had long been drawn');
	}
}
