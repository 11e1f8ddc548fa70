import { toReservationNumber } from '@adx/contracts/evm/drop/drop-voucher';
import { transact } from '@adx/db/client/transact';
import { findChainCursor, saveChainCursor } from '@adx/db/repositories/mint/chain-cursors';
import { endReservationCalls, listDeployingSales, listReservationCalls } from '@adx/db/repositories/sale/sale-calls';
import { listFollowedEvmSales } from '@adx/db/repositories/sale/sale-chain-state';
import {
	confirmItem,
	finalizeItems,
	listSoldOutSales,
	listWatchedItems,
	releaseItem,
	reopenItem,
	type WatchedItem,
} from '@adx/db/repositories/sale/sale-item-outcomes';
import { lockReservation, updateReservation } from '@adx/db/repositories/sale/sale-reservations';
import { listCoveredSales } from '@adx/db/repositories/sale/sale-reveals';
import { markSoldOut } from '@adx/db/repositories/sale/sales';
import type { Address, Hex } from 'viem';
import { reorgBlocksMax } from '../../../mint/watch-contract.ts';
import { ChainError, describeEvmError } from '../../../platform/chains/evm-problem.ts';
import type { Services } from '../../../platform/context.ts';
import { runSequentially } from '../../../platform/run-sequentially.ts';
import { startTimerLoop } from '../../../platform/timer-loop.ts';
import type { EvmSaleChain, SoldEvent } from '../evm-sale-chain.ts';
import { toGwei } from '../price-unit.ts';
import { type EvmWatchRound, watchDeployments } from './watch-deployments.ts';
import { listDueReveals, watchReveals } from './watch-reveals.ts';
import { listDueStates, watchStates } from './watch-states.ts';

const watchIntervalMs = 4_000;
const pollTimeoutMs = 60_000;
/** What nodes commonly allow one question about events to span. */
const eventBlocksMax = 1_000;

/** Follows the EVM chains that sales wait for until it is stopped; without a configured chain it does nothing. */
export function startEvmSaleWatcher(
	services: Services,
	{ intervalMs = watchIntervalMs }: { readonly intervalMs?: number } = {},
): { stop(): Promise<void> } {
	const loops = [...services.evmSaleChains.values()].map((chain) =>
		startTimerLoop(services.log, {
			everyMs: intervalMs,
			run: (signal) => watchEvmSales(services, chain, AbortSignal.any([signal, AbortSignal.timeout(pollTimeoutMs)])),
			failed: 'the sales of the chain could not be followed',
			recovered: 'the sales of the chain are followed again',
			about: { chain: chain.settings.chain },
			explain: (error) => ({ why: describeEvmError(error) }),
		}),
	);
	return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}

/**
 * Brings the sales of a chain to the state that it is in. Each step is a transaction of its own that holds whoever else
 * looks, so it may end anywhere: the next look goes on. Rejects when the node does not answer, is of another chain, or lies
 * far behind what was read before.
 */
export async function watchEvmSales(services: Services, configured: EvmSaleChain, signal: AbortSignal): Promise<void> {
	const { db } = services;
	const chain = configured.with(signal);
	const { chain: name, confirmations } = chain.settings;
	const items = await listWatchedItems(db, name);
	const sales = await listDeployingSales(db, name);
	const due = listDueStates(services, await listFollowedEvmSales(db, name));
	const covered = listDueReveals(services, await listCoveredSales(db, name));
	if (items.length > 0 || sales.length > 0 || due.length > 0 || covered.length > 0) {
		await chain.checkChainId();
		const head = await chain.head();
		const safeNumber = head.number - confirmations + 1;
		if (safeNumber < 0) return;
		const round: EvmWatchRound = { chain, head, safe: await chain.block(safeNumber), signal };
		const contracts = [...Map.groupBy(items, ({ saleId }) => saleId)];
		await runSequentially(
			[
				() => watchDeployments(services, round, sales),
				() => watchStates(services, round, due),
				() => watchReveals(services, round, covered),
				...contracts.map(
					([saleId, ofSale]) =>
						() =>
							watchSale(services, round, { saleId, items: ofSale }),
				),
			],
			(work) => work(),
			signal,
		);
	}
	for (const { saleId, endedAt } of await listSoldOutSales(db, name)) {
		if (await transact(db, (trx) => markSoldOut(trx, saleId, endedAt)))
			services.log.info({ saleId }, 'a sale is sold out');
	}
}

/** The items of a sale about which the chain has not said its last word. */
interface SaleItems {
	readonly saleId: string;
	readonly items: readonly WatchedItem[];
}

async function watchSale(services: Services, round: EvmWatchRound, { saleId, items }: SaleItems): Promise<void> {
	const { chain, head, safe } = round;
	const contract = items[0]?.contractAddress as Address;
	const cursor = (await findChainCursor(services.db, chain.settings.chain, contract)) ?? safe.number;
	// A node that is still fetching the chain, or another chain under the same number: nothing it says is news.
	if (head.number < cursor - reorgBlocksMax) throw new ChainError(`The node is only at block ${head.number}.`);
	const events = await readEvents(round, contract, Math.max(0, Math.min(cursor, safe.number) - reorgBlocksMax));
	const eventOf = new Map(events.map((event) => [event.reservation, event]));
	for (const [reservationId, ofReservation] of Map.groupBy(items, (item) => item.reservationId)) {
		round.signal.throwIfAborted();
		if (reservationId === null) continue;
		const reservation = { saleId, reservationId, items: ofReservation };
		const event = eventOf.get(toReservationNumber(reservationId));
		if (event !== undefined) await confirm(services, round, reservation, event);
		else await settleUnsold(services, round, reservation, contract);
	}
	const place = { chain: chain.settings.chain, contractAddress: contract, blockNumber: safe.number };
	await saveChainCursor(services.db, { ...place, isSale: true, now: services.clock() });
}

async function readEvents(
	{ chain, head, signal }: EvmWatchRound,
	contract: Address,
	first: number,
): Promise<SoldEvent[]> {
	const events: SoldEvent[] = [];
	for (let from = first; from <= head.number; from += eventBlocksMax) {
		signal.throwIfAborted();
		events.push(...(await chain.soldEvents(contract, from, Math.min(from + eventBlocksMax - 1, head.number))));
	}
	return events;
}

interface ReservedItems {
	readonly saleId: string;
	readonly reservationId: string;
	readonly items: readonly WatchedItem[];
}

/** Its voucher was redeemed: all of its items are minted, for good once their block is. */
async function confirm(
	{ db, log }: Services,
	{ chain, safe }: EvmWatchRound,
	{ saleId, reservationId, items }: ReservedItems,
	event: SoldEvent,
): Promise<void> {
	const held = items.filter(({ status }) => status === 'held');
	const moved = items.filter(({ status, signature }) => status === 'minted' && signature !== event.txHash);
	const isFinal = event.blockNumber <= safe.number;
	if (held.length === 0 && moved.length === 0 && !isFinal) return;
	const { time } = await chain.block(event.blockNumber);
	await transact(db, async (trx) => {
		const reservation = await lockReservation(trx, reservationId);
		if (reservation === undefined) return;
		// Minted by another transaction than before: its block was replaced.
		for (const item of moved) await reopenItem(trx, item);
		const price = BigInt(toGwei(event.price)) / BigInt(reservation.pieceCount);
		for (const item of [...held, ...moved]) {
			await confirmItem(trx, item, {
				reservationId,
				ownerAddress: event.buyer,
				paidLamports: reservation.kind === 'own' ? null : String(price),
				signature: event.txHash,
				mintedAt: time,
			});
		}
		await updateReservation(trx, reservationId, { status: 'confirmed', errorMessage: null });
		await endReservationCalls(trx, reservationId, 'confirmed');
		if (isFinal)
			await finalizeItems(
				trx,
				saleId,
				items.map(({ tokenNumber }) => tokenNumber),
			);
	});
	if (isFinal) log.info({ saleId, reservationId, items: items.length }, 'items were sold');
}

/** Nothing of it was sold so far: what was seen sold waits again, and what has run out is let go. */
async function settleUnsold(
	services: Services,
	round: EvmWatchRound,
	reservation: ReservedItems,
	contract: Address,
): Promise<void> {
	const { db, log } = services;
	const { saleId, reservationId, items } = reservation;
	const minted = items.filter(({ status }) => status === 'minted');
	if (minted.length > 0) {
		await transact(db, async (trx) => {
			await lockReservation(trx, reservationId);
			for (const item of minted) await reopenItem(trx, item);
			await updateReservation(trx, reservationId, { status: 'sent', errorMessage: null });
		});
		log.info({ saleId, reservationId }, 'sold items wait again: their block was replaced');
		return;
	}
	const deadline = items[0]?.lastValidBlockHeight ?? 0;
	if (round.safe.time.getTime() > deadline * 1_000) await release(services, round, reservation, contract);
	else await tellReverted(services, round, reservation);
}

/** Tells the buyer at once that the chain refused the transaction. The items are held until nothing can change that. */
async function tellReverted(
	{ db }: Services,
	{ chain, safe }: EvmWatchRound,
	{ reservationId }: ReservedItems,
): Promise<void> {
	const sent = (await listReservationCalls(db, reservationId)).find(({ hash }) => hash !== null);
	if (sent?.hash == null) return;
	const outcome = await chain.outcome(sent.hash as Hex);
	if (outcome === null || outcome.succeeded || outcome.blockNumber > safe.number) return;
	await transact(db, async (trx) => {
		const reservation = await lockReservation(trx, reservationId);
		if (reservation?.status !== 'sent') return;
		const errorMessage = 'The chain refused the transaction. Nothing was paid but its fee.';
		await updateReservation(trx, reservationId, { status: 'failed', errorMessage });
	});
}

/** Offers to others what no voucher can buy any more; an item that is sold all the same is its owner's. */
async function release(
	{ db, log }: Services,
	{ chain, safe }: EvmWatchRound,
	{ saleId, reservationId, items }: ReservedItems,
	contract: Address,
): Promise<void> {
	const owners = await chain.ownersOf(
		contract,
		items.map(({ tokenNumber }) => tokenNumber),
		safe.number,
	);
	await transact(db, async (trx) => {
		const reservation = await lockReservation(trx, reservationId);
		// Prolonged meanwhile.
		if (reservation === undefined || reservation.lastValidBlockHeight !== items[0]?.lastValidBlockHeight) return;
		for (const [index, item] of items.entries()) {
			const owner = owners[index];
			if (owner == null) await releaseItem(trx, item);
			else {
				const seen = { reservationId, ownerAddress: owner, signature: null, mintedAt: safe.time };
				const isOwn = owner.toLowerCase() === item.creatorAddress.toLowerCase();
				await confirmItem(trx, item, { ...seen, paidLamports: isOwn ? null : '0' });
				await finalizeItems(trx, saleId, [item.tokenNumber]);
				log.warn({ saleId, tokenNumber: item.tokenNumber }, 'an item is sold by a voucher that is not known here');
			}
		}
		await endReservationCalls(trx, reservationId, 'expired');
		if (reservation.status !== 'reserved' && reservation.status !== 'sent') return;
		const isSent = reservation.status === 'sent';
		await updateReservation(trx, reservationId, {
			status: isSent ? 'failed' : 'expired',
			errorMessage: isSent
				? 'The chain did not take the transaction in time. Nothing was paid but, at most, a network fee.'
				: 'Nothing was signed in time. Nothing was paid but, at most, a network fee.',
		});
	});
}
