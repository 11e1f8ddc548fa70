import { transact } from '@adx/db/client/transact';
import { listSoldOutSales, listWatchedItems } from '@adx/db/repositories/sale/sale-item-outcomes';
import { endSale, listWatchedSales } from '@adx/db/repositories/sale/sales';
import type { Services } from '../../platform/context.ts';
import { startTimerLoop } from '../../platform/timer-loop.ts';
import type { Solana } from '../chain/open-solana.ts';
import { describeSolanaError } from '../chain/solana-errors.ts';
import type { ChainPoll } from './watch-items.ts';

const watchIntervalMs = 2_000;

/** Follows the chain that sales wait for until it is stopped; without a node it does nothing. */
export function startSaleWatcher(
	services: Services,
	{ intervalMs = watchIntervalMs }: { readonly intervalMs?: number } = {},
): { stop(): Promise<void> } {
	const { solana } = services;
	if (solana === null) return { stop: async () => {} };
	return startTimerLoop(services.log, {
		everyMs: intervalMs,
		run: (signal) => watchSales(services, solana, signal),
		failed: 'Solana could not be followed',
		recovered: 'Solana is followed again',
		about: { cluster: solana.cluster },
		explain: (error) => ({ why: describeSolanaError(error) }),
	});
}

/**
 * Brings the sales of a cluster to the state that the chain is in. Each step is a transaction of its own that holds
 * whoever else looks, so it may end anywhere: the next look goes on. Rejects when the node does not answer or is of
 * another cluster; then nothing is changed.
 */
export async function watchSales(services: Services, solana: Solana, signal: AbortSignal): Promise<void> {
	const { db } = services;
	const items = await listWatchedItems(db, solana.cluster);
	const sales = await listWatchedSales(db, solana.cluster);
	let results: readonly PromiseSettledResult<void>[] = [];
	if (items.length > 0 || sales.length > 0) {
		const [{ readPosition }, { watchItems }, { watchCollections }] = await Promise.all([
			import('../chain/read-chain.ts'),
			import('./watch-items.ts'),
			import('./watch-collections.ts'),
		]);
		await orAborted(solana.checkCluster(), signal);
		// The finalized place first: what is confirmed afterwards is not behind it.
		const finalized = await readPosition(solana, { commitment: 'finalized', signal });
		const confirmed = await readPosition(solana, { commitment: 'confirmed', signal });
		const look: ChainPoll = { solana, finalized, confirmed, signal };
		// Neither holds up the other, nor what can be decided without the node.
		results = await Promise.allSettled([watchCollections(services, look, sales), watchItems(services, look, items)]);
	}
	for (const { saleId, endedAt } of await listSoldOutSales(db, solana.cluster)) {
		if (await transact(db, (trx) => endSale(trx, saleId, endedAt))) services.log.info({ saleId }, 'a sale is sold out');
	}
	for (const each of results) if (each.status === 'rejected') throw each.reason;
}

/** What takes no signal is left to itself. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>();
	const abort = () => reject(signal.reason);
	signal.addEventListener('abort', abort, { once: true });
	try {
		signal.throwIfAborted();
		return await Promise.race([work, promise]);
	} finally {
		signal.removeEventListener('abort', abort);
	}
}
