import { readStatuses, type SignatureStatus } from '@adx/contracts/solana/read-transactions';
import { sendTransaction } from '@adx/contracts/solana/send-transaction';
import { SolanaError } from '@adx/contracts/solana/solana-error';
import { transact } from '@adx/db/client/transact';
import {
	confirmItem,
	finalizeItems,
	releaseItem,
	reopenItem,
	type WatchedItem,
} from '@adx/db/repositories/sale/sale-item-outcomes';
import { lockReservation } from '@adx/db/repositories/sale/sale-reservations';
import {
	confirmTransaction,
	expireItemTransactions,
	failTransaction,
	listItemTransactions,
	reopenTransaction,
} from '@adx/db/repositories/sale/sale-transactions';
import type { SaleTransactionRow } from '@adx/db/schema/sale-tables';
import type { Services } from '../../../platform/context.ts';
import type { Solana } from '../open-solana.ts';
import { type ChainPosition, type ItemMintTransaction, readItemMintTransaction, readMints } from '../read-chain.ts';
import { toFailureMessage } from '../solana-errors.ts';
import { updateReservationState } from './reservation-state.ts';

const callsAtOnce = 8;

/** A moment at which the chain is looked at. */
export interface ChainPoll {
	readonly solana: Solana;
	readonly finalized: ChainPosition;
	readonly confirmed: ChainPosition;
	readonly signal: AbortSignal;
}

/** An item with what was built for it: for the reservation that holds it, and ever. */
type Watched = WatchedItem & {
	readonly rows: readonly SaleTransactionRow[];
	readonly allRows: readonly SaleTransactionRow[];
};

/**
 * Brings items to the state that the chain is in. Whether one is minted is seen from its own account alone, which only a
 * transaction of ours can make; who sent that, and whether we knew, does not matter. Rejects with the first error, after
 * what did not meet one is done.
 */
export async function watchItems(services: Services, look: ChainPoll, items: readonly WatchedItem[]): Promise<void> {
	if (items.length === 0) return;
	const { solana, confirmed, finalized, signal } = look;
	const watched = await withRows(services, items);
	const addresses = watched.map(({ mintAddress }) => mintAddress);
	const seen = await readMints(solana, addresses, { commitment: 'confirmed', signal, place: confirmed });
	const isSeen = ({ mintAddress }: Watched) => seen.minted.has(mintAddress);
	const [held, minted] = [watched.filter(isHeld), watched.filter((item) => !isHeld(item))];
	const waiting = held.filter((item) => !isSeen(item));
	const statuses = await statusesOf(look, waiting);
	const inEachTurn = createLimiter(signal);
	const unexplained: Watched[] = [];
	await inEachTurn(held.filter(isSeen), async (item) => {
		if (!(await confirmLanded(services, look, item))) unexplained.push(item);
	});
	await inEachTurn(waiting, (item) => failRefused(services, item, statuses));
	await inEachTurn(waiting, async ({ rows }) => {
		const lost = rows.filter((row) => row.status === 'sent' && getStatus(row, statuses) === null);
		for (const row of lost) await sendAgain(look, row);
	});
	const given = waiting.filter((item) => isOver(item, { finalized, statuses }));
	const asked = [...given, ...unexplained, ...minted].map(({ mintAddress }) => mintAddress);
	const settled = await readMints(solana, asked, { commitment: 'finalized', signal, place: finalized });
	const isSettled = ({ mintAddress }: Watched) => settled.minted.has(mintAddress);
	await inEachTurn(
		given.filter((item) => !isSettled(item)),
		(item) => release(services, item),
	);
	await inEachTurn(unexplained.filter(isSettled), (item) => confirmByJournal(services, item));
	await finish(services, minted.filter(isSettled));
	const gone = minted.filter((item) => !isSettled(item) && !isSeen(item));
	await inEachTurn(gone, (item) => takeBack(services, item, seen.slot));
	inEachTurn.throwFirst();
}

const isHeld = ({ status }: WatchedItem) => status === 'held';

async function withRows({ db }: Services, items: readonly WatchedItem[]): Promise<Watched[]> {
	const watched: Watched[] = [];
	for (const [saleId, ofSale] of Map.groupBy(items, (item) => item.saleId)) {
		const tokenNumbers = ofSale.map(({ tokenNumber }) => tokenNumber);
		const rows = await listItemTransactions(db, saleId, tokenNumbers);
		const byToken = Map.groupBy(rows, ({ tokenNumber }) => tokenNumber);
		for (const item of ofSale) {
			const allRows = byToken.get(item.tokenNumber) ?? [];
			watched.push({ ...item, allRows, rows: allRows.filter((row) => row.reservationId === item.reservationId) });
		}
	}
	return watched;
}

/** Works on a few at once; what one meets holds up no other, and is thrown by `throwFirst`. */
function createLimiter(signal: AbortSignal) {
	const failures: unknown[] = [];
	const run = async <T>(list: readonly T[], work: (each: T) => Promise<void>): Promise<void> => {
		for (let from = 0; from < list.length; from += callsAtOnce) {
			signal.throwIfAborted();
			const done = await Promise.allSettled(list.slice(from, from + callsAtOnce).map(work));
			failures.push(...done.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])));
		}
	};
	const throwFirst = () => {
		if (failures.length > 0) throw failures[0];
	};
	return Object.assign(run, { throwFirst });
}

/** Notes what the chain says of the transaction that made the item; false where the node does not know it. */
async function confirmLanded(services: Services, { solana, signal }: ChainPoll, item: Watched): Promise<boolean> {
	const signatures = item.allRows.flatMap(({ signature, status }) =>
		signature !== null && status !== 'failed' ? [signature] : [],
	);
	const landing = await readItemMintTransaction(solana, item, signatures, signal);
	if (landing === null) return false;
	const row = item.allRows.find(({ message }) => message === landing.message);
	const reservationId = row?.reservationId ?? null;
	await transact(services.db, async (trx) => {
		for (const id of idsOf(reservationId, item.reservationId)) await lockReservation(trx, id);
		const isFirst = await confirmItem(trx, item, {
			reservationId,
			ownerAddress: landing.ownerAddress,
			paidLamports: getPaid(landing, item),
			signature: landing.signature,
			mintedAt: landing.time ?? services.clock(),
		});
		if (!isFirst) return;
		if (row !== undefined) await confirmTransaction(trx, row.id, landing);
		for (const id of idsOf(reservationId, item.reservationId)) await updateReservationState(trx, id);
	});
	if (row === undefined) {
		const about = { saleId: item.saleId, tokenNumber: item.tokenNumber, signature: landing.signature };
		services.log.warn(about, 'an item was minted by a transaction that the journal does not have');
	}
	return true;
}

/**
 * Where the node does not know which transaction made an item that is there for good: it was one of the reservation that
 * holds it, since the item was not there when that was made and those before it are past. Its message is what was paid.
 */
async function confirmByJournal({ db, clock, log }: Services, item: Watched): Promise<void> {
	const { saleId, tokenNumber, reservationId, holderAddress: ownerAddress } = item;
	if (reservationId === null || ownerAddress === null) return;
	await transact(db, async (trx) => {
		await lockReservation(trx, reservationId);
		const paidLamports = item.kind === 'buy' ? item.priceLamports : null;
		const seen = { reservationId, ownerAddress, paidLamports, signature: null, mintedAt: clock() };
		if (!(await confirmItem(trx, item, seen))) return;
		await finalizeItems(trx, saleId, [tokenNumber]);
		await updateReservationState(trx, reservationId);
		await expireItemTransactions(trx, saleId, [tokenNumber]);
	});
	log.warn({ saleId, tokenNumber }, 'an item is minted, and the node does not tell by which transaction');
}

/** In one order, so that no two transactions wait for each other. */
const idsOf = (...ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))].toSorted();

/** What the creator's wallet got; null for what the creator has. */
const getPaid = ({ ownerAddress, creatorLamports }: ItemMintTransaction, { creatorAddress }: WatchedItem) =>
	ownerAddress === creatorAddress ? null : String(creatorLamports > 0n ? creatorLamports : 0n);

/** The positions of the transactions that were sent for these items. */
async function statusesOf({ solana, signal }: ChainPoll, items: readonly Watched[]) {
	const signatures = items.flatMap(({ rows }) =>
		rows.flatMap(({ signature, status }) =>
			signature !== null && (status === 'sent' || status === 'failed') ? [signature] : [],
		),
	);
	return readStatuses(solana, signatures, { signal });
}

type Statuses = ReadonlyMap<string, SignatureStatus | null>;
const getStatus = ({ signature }: SaleTransactionRow, statuses: Statuses) =>
	signature === null ? null : (statuses.get(signature) ?? null);

/** Tells the buyer at once what the chain refused; the item is let go when nothing can change that. */
async function failRefused({ db }: Services, item: Watched, statuses: Statuses): Promise<void> {
	for (const row of item.rows) {
		const status = getStatus(row, statuses);
		const { reservationId } = row;
		if (row.status !== 'sent' || reservationId === null || !status?.error || status.level === 'processed') continue;
		const failure = { errorMessage: toFailureMessage(status.error), slot: Number(status.slot) };
		await transact(db, async (trx) => {
			await lockReservation(trx, reservationId);
			if (await failTransaction(trx, row.id, failure)) await updateReservationState(trx, reservationId);
		});
	}
}

/** Whether nothing that was built for the item can land any more. */
function isOver(
	{ rows, lastValidBlockHeight }: Watched,
	{ finalized, statuses }: { readonly finalized: ChainPosition; readonly statuses: Statuses },
): boolean {
	const isPast = (height: number) => finalized.blockHeight > height;
	const isDead = (row: SaleTransactionRow) => {
		const status = getStatus(row, statuses);
		return isPast(row.lastValidBlockHeight) || (status?.level === 'finalized' && status.error !== null);
	};
	if (!rows.every(isDead)) return false;
	// Others may be on their way into the journal, unless what was sent has failed.
	return isPast(lastValidBlockHeight ?? 0) || rows.some((row) => getStatus(row, statuses) !== null);
}

/** Sends a transaction that is in no block once more, while the chain would take it. */
export async function sendAgain({ solana, confirmed, signal }: ChainPoll, row: SaleTransactionRow): Promise<void> {
	if (row.wire === null || row.lastValidBlockHeight < confirmed.blockHeight) return;
	try {
		await sendTransaction(solana, { wire: row.wire }, { signal });
	} catch (error) {
		signal.throwIfAborted();
		// What the chain says against it is reported when it is certain.
		if (!(error instanceof SolanaError) || error.reason === 'unreachable') throw error;
	}
}

/** Offers an item to others, unless it was prolonged meanwhile. */
async function release({ db }: Services, item: Watched): Promise<void> {
	const { saleId, tokenNumber, reservationId } = item;
	if (reservationId === null) return;
	await transact(db, async (trx) => {
		const reservation = await lockReservation(trx, reservationId);
		if (reservation?.lastValidBlockHeight !== item.lastValidBlockHeight) return;
		if (!(await releaseItem(trx, item))) return;
		await updateReservationState(trx, reservationId);
		await expireItemTransactions(trx, saleId, [tokenNumber]);
	});
}

async function finish({ db }: Services, items: readonly Watched[]): Promise<void> {
	for (const [saleId, ofSale] of Map.groupBy(items, (item) => item.saleId)) {
		const tokenNumbers = ofSale.map(({ tokenNumber }) => tokenNumber);
		await transact(db, async (trx) => {
			await finalizeItems(trx, saleId, tokenNumbers);
			await expireItemTransactions(trx, saleId, tokenNumbers);
		});
	}
}

/** Lets an item wait again whose block died; a node that is not as far as that block says nothing about it. */
async function takeBack({ db, log }: Services, item: Watched, slot: bigint): Promise<void> {
	const { saleId, tokenNumber, signature, reservationId } = item;
	const row = item.rows.find((each) => each.signature === signature);
	if (signature === null || slot < BigInt(row?.slot ?? 0)) return;
	await transact(db, async (trx) => {
		if (reservationId !== null) await lockReservation(trx, reservationId);
		if (!(await reopenItem(trx, item))) return;
		await reopenTransaction(trx, signature);
		if (reservationId !== null) await updateReservationState(trx, reservationId);
	});
	log.info({ saleId, tokenNumber }, 'a minted item waits again: its block was replaced');
}
