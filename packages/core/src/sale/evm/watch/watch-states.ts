import { transact } from '@adx/db/client/transact';
import { setChainState } from '@adx/db/repositories/sale/sale-chain-state';
import { closeSale } from '@adx/db/repositories/sale/sales';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { Address } from 'viem';
import type { Services } from '../../../platform/context.ts';
import { runSequentially } from '../../../platform/run-sequentially.ts';
import type { EvmWatchRound } from './watch-deployments.ts';

/** How often the contract of a sale is asked, and once it ended for its buyers. */
const [askEveryMs, askEndedEveryMs] = [10_000, 60_000];

const askedAtMs = new WeakMap<Services['db'], Map<string, number>>();

/** The sales whose contracts were not asked for a while. */
export function listDueStates({ db, clock }: Services, sales: readonly SaleRow[]): SaleRow[] {
	const asked = askedAtMs.get(db);
	const now = clock().getTime();
	return sales.filter(({ id, chainState, closedAt }) => {
		const everyMs = closedAt === null ? askEveryMs : askEndedEveryMs;
		return chainState === null || (asked?.get(id) ?? 0) + everyMs <= now;
	});
}

/**
 * Notes what the contracts of sales say, whose owners pause, resume and end them with their own wallets. A pause counts from
 * the newest block; an end closes the sale once its block is there for good.
 */
export async function watchStates(services: Services, round: EvmWatchRound, sales: readonly SaleRow[]): Promise<void> {
	const { db, clock, log } = services;
	const { chain, safe, signal } = round;
	const asked = askedAtMs.get(db) ?? new Map<string, number>();
	askedAtMs.set(db, asked);
	await runSequentially(
		sales,
		async (sale) => {
			const contract = sale.mintAddress as Address;
			const state = await chain.saleState(contract);
			const isOver = state === 'ended' && (await chain.saleState(contract, safe.number)) === 'ended';
			await transact(db, async (trx) => {
				if (await setChainState(trx, sale.id, state)) log.info({ saleId: sale.id, state }, 'a contract says otherwise');
				if (isOver) await closeSale(trx, sale.id, safe.time);
			});
			asked.set(sale.id, clock().getTime());
		},
		signal,
	);
}
