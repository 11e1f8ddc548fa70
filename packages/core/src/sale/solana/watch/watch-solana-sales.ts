import { transact } from '@adx/db/client/transact';
import { listUnfixedSales } from '@adx/db/repositories/sale/sale-chain-state';
import { listSoldOutSales, listWatchedItems } from '@adx/db/repositories/sale/sale-item-outcomes';
import { listCoveredSales } from '@adx/db/repositories/sale/sale-reveals';
import { failLostSale, listOpenSales, listWatchedSales, markSoldOut } from '@adx/db/repositories/sale/sales';
import type { Services } from '../../../platform/context.ts';
import { startTimerLoop } from '../../../platform/timer-loop.ts';
import type { Solana } from '../open-solana.ts';
import { describeSolanaError } from '../solana-errors.ts';
import { withoutBackedOff } from './sale-backoff.ts';
import type { ChainPoll } from './watch-items.ts';

const watchIntervalMs = 2_000;
const lostText = 'The local chain was started again; this sale is gone.';

/** Follows the chain that sales wait for until it is stopped; without a node it does nothing. */
export function startSolanaSaleWatcher(
	services: Services,
	{ intervalMs = watchIntervalMs }: { readonly intervalMs?: number } = {},
): { stop(): Promise<void> } {
	const { solana } = services;
	if (solana === null) return { stop: async () => {} };
	let isSameChain = false;
	return startTimerLoop(services.log, {
		everyMs: intervalMs,
		run: async (signal) => {
			if (!isSameChain) await endLostSales(services, solana, signal);
			isSameChain = true;
			await watchSolanaSales(services, solana, signal);
		},
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
export async function watchSolanaSales(services: Services, solana: Solana, signal: AbortSignal): Promise<void> {
	const { db } = services;
	const items = await listWatchedItems(db, solana.cluster);
	const sales = await listWatchedSales(db, solana.cluster);
	const unfixed = withoutBackedOff(services, await listUnfixedSales(db, solana.cluster));
	const covered = await listCoveredSales(db, solana.cluster);
	let results: readonly PromiseSettledResult<void>[] = [];
	if (items.length > 0 || sales.length > 0 || unfixed.length > 0 || covered.length > 0) {
		const [{ readPosition }, { watchItems }, { watchCollections }, { fixCaps }, { watchSolanaReveals }] =
			await Promise.all([
				import('../read-chain.ts'),
				import('./watch-items.ts'),
				import('./watch-collections.ts'),
				import('./fix-caps.ts'),
				import('./watch-solana-reveals.ts'),
			]);
		await orAborted(solana.checkCluster(), signal);
		// The finalized place first: what is confirmed afterwards is not behind it.
		const finalized = await readPosition(solana, { commitment: 'finalized', signal });
		const confirmed = await readPosition(solana, { commitment: 'confirmed', signal });
		const look: ChainPoll = { solana, finalized, confirmed, signal };
		// Neither holds up the other, nor what can be decided without the node.
		results = await Promise.allSettled([
			watchCollections(services, look, sales),
			watchItems(services, look, items),
			fixCaps(services, look, unfixed),
			watchSolanaReveals(services, look, covered),
		]);
	}
	for (const { saleId, endedAt } of await listSoldOutSales(db, solana.cluster)) {
		if (await transact(db, (trx) => markSoldOut(trx, saleId, endedAt)))
			services.log.info({ saleId }, 'a sale is sold out');
	}
	for (const each of results) if (each.status === 'rejected') throw each.reason;
}

/**
 * Ends the sales whose collection a local chain does not have: it is another one than at the last start, and empty. What
 * is on a public cluster stays there, so nothing is asked of one.
 */
export async function endLostSales({ db, log }: Services, solana: Solana, signal: AbortSignal): Promise<void> {
	if (solana.cluster !== 'localnet') return;
	const sales = await listOpenSales(db, solana.cluster);
	if (sales.length === 0) return;
	const { readMints, readPosition } = await import('../read-chain.ts');
	await orAborted(solana.checkCluster(), signal);
	const place = await readPosition(solana, { commitment: 'finalized', signal });
	const addresses = sales.map(({ mintAddress }) => mintAddress);
	const { minted } = await readMints(solana, addresses, { commitment: 'finalized', signal, place });
	for (const { id: saleId } of sales.filter(({ mintAddress }) => !minted.has(mintAddress))) {
		if (await transact(db, (trx) => failLostSale(trx, saleId, lostText))) {
			log.warn({ saleId }, 'the local chain was started again, and a sale is gone with it');
		}
	}
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
