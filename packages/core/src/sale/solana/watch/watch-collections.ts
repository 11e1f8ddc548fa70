import { readStatuses, type SignatureStatus } from '@adx/contracts/solana/read-transactions';
import type { DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import {
	confirmTransaction,
	expireTransaction,
	failTransaction,
	listOpenTransactions,
} from '@adx/db/repositories/sale/sale-transactions';
import { confirmCollection, reopenCollection, type WatchedSale } from '@adx/db/repositories/sale/sales';
import type { Services } from '../../../platform/context.ts';
import { readMints, readMintTransaction } from '../read-chain.ts';
import { toFailureMessage } from '../solana-errors.ts';
import { chargedText } from './reservation-state.ts';
import { type ChainPoll, sendAgain } from './watch-items.ts';

type Statuses = ReadonlyMap<string, SignatureStatus | null>;

/**
 * Brings the collections of sales to the state that the chain is in. One counts when its mint is there for good, so that
 * no item is ever sold of a collection that is taken back.
 */
export async function watchCollections(
	services: Services,
	look: ChainPoll,
	sales: readonly WatchedSale[],
): Promise<void> {
	if (sales.length === 0) return;
	const { solana, finalized, signal } = look;
	const addresses = sales.map(({ mintAddress }) => mintAddress);
	const { minted } = await readMints(solana, addresses, { commitment: 'finalized', signal, place: finalized });
	const sent = sales.flatMap(({ transactions }) => transactions.flatMap(({ signature }) => signature ?? []));
	const statuses = await readStatuses(solana, sent, { signal });
	const failures: unknown[] = [];
	for (const sale of sales) {
		signal.throwIfAborted();
		const work = minted.has(sale.mintAddress)
			? startSelling(services, look, sale)
			: endLost(services, look, { sale, statuses });
		// What one sale meets holds up no other.
		await work.catch((error: unknown) => failures.push(error));
	}
	if (failures.length > 0) throw failures[0];
}

/** The collection is there: its sale begins. */
async function startSelling(
	{ db, clock, log }: Services,
	{ solana, signal }: ChainPoll,
	sale: WatchedSale,
): Promise<void> {
	const making = await readMintTransaction(solana, sale.mintAddress, signal);
	const row = sale.transactions.find(({ message }) => message === making?.message);
	const isFirst = await transact(db, async (trx) => {
		if (!(await confirmCollection(trx, sale.id, { now: making?.time ?? clock() }))) return false;
		if (row !== undefined && making !== null) await confirmTransaction(trx, row.id, making);
		for (const { id } of sale.transactions) if (id !== row?.id) await expireTransaction(trx, id);
		return true;
	});
	if (isFirst) log.info({ saleId: sale.id }, 'a collection is on the chain');
}

/** Ends what failed or ran out, and sends the rest once more. */
async function endLost(
	{ db }: Services,
	look: ChainPoll,
	{ sale, statuses }: { readonly sale: WatchedSale; readonly statuses: Statuses },
): Promise<void> {
	for (const row of sale.transactions) {
		const status = row.signature === null ? null : (statuses.get(row.signature) ?? null);
		// A block that may still die proves no failure: the creator would sign again while it may still land.
		if (row.status === 'sent' && status?.error && status.level === 'finalized') {
			const errorMessage = toFailureMessage(status.error);
			const failure = { errorMessage, slot: Number(status.slot) };
			await transact(db, async (trx) => {
				if (await failTransaction(trx, row.id, failure)) await reopenIfNoneIsLeft(trx, sale, errorMessage);
			});
		} else if (look.finalized.blockHeight > row.lastValidBlockHeight) {
			const charged = chargedText(sale.transactions);
			const sentence = `The chain did not take the transaction in time. ${charged} Sign it again.`;
			await transact(db, async (trx) => {
				if (await expireTransaction(trx, row.id)) await reopenIfNoneIsLeft(trx, sale, sentence);
			});
		} else if (status === null) await sendAgain(look, row);
	}
}

async function reopenIfNoneIsLeft(trx: DatabaseTransaction, { id }: WatchedSale, errorMessage: string): Promise<void> {
	const open = await listOpenTransactions(trx, id);
	if (open.every(({ status }) => status !== 'sent')) await reopenCollection(trx, id, errorMessage);
}
