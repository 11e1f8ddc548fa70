import type { SignedTransaction } from '@adx/contracts/solana/signed-transaction';
import { transact } from '@adx/db/client/transact';
import { listHeldItems } from '@adx/db/repositories/sale/sale-items';
import { findReservation, lockReservation, updateReservation } from '@adx/db/repositories/sale/sale-reservations';
import { listReservationTransactions, recordSent } from '@adx/db/repositories/sale/sale-transactions';
import type { SaleReservationRow, SaleTransactionRow } from '@adx/db/schema/sale-tables';
import type { Purchase, SubmitReservationInput } from '@adx/validators/sale/sales';
import type { RequestContext } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { isRowId } from '../../platform/ids.ts';
import { isEvmSale } from '../sale-network.ts';
import type { Solana } from '../solana/open-solana.ts';
import { querySolana, requireSolanaForSale } from '../solana/solana.ts';
import { describeSolanaError } from '../solana/solana-errors.ts';
import { presentPurchase } from './get-purchase.ts';
import { requireOpenSale } from './get-sale.ts';

/** A transaction that came back signed, and the row that it was built in. */
interface Submitted extends SignedTransaction {
	readonly row: SaleTransactionRow;
	readonly mintAddress: string;
}

/**
 * Takes the signed transactions of a reservation, as many as it has items and in their order, writes them down and sends
 * them. Repeating it changes nothing, nor does it once the wallet has sent them itself. 422 for bytes that are not what
 * was built, 409 with a sentence for what the chain would refuse and for a reservation that has run out.
 */
export async function submitReservation(ctx: RequestContext, input: SubmitReservationInput): Promise<Purchase> {
	await ctx.saleLimiters.reservations.begin('sales.submit', ctx.address);
	const sale = await requireOpenSale(ctx, input.saleId);
	const { reservationId } = input;
	const reservation = isRowId(reservationId) ? await findReservation(ctx.db, sale.id, reservationId) : undefined;
	if (reservation === undefined) throw notFound('reservation');
	if (reservation.status === 'expired') throw expired();
	if (reservation.status === 'reserved' && isEvmSale(sale)) {
		const [hash = ''] = input.transactions;
		await (await import('../evm/submit-evm-reservation.ts')).submitEvmReservation(ctx, reservation, hash);
	} else if (reservation.status === 'reserved') {
		const solana = requireSolanaForSale(ctx, sale);
		const submitted = await readSubmitted(ctx, reservation, input.transactions);
		const unsent = await querySolana(checkWithChain(solana, submitted));
		if (await writeDown(ctx, reservation.id, unsent)) await sendAll(ctx, solana, unsent);
	}
	return presentPurchase(ctx, sale, (await findReservation(ctx.db, sale.id, reservation.id)) ?? reservation);
}

/** Finds for each what it was built as; any of the times that the wallet asked for it will do. */
async function readSubmitted(
	{ db }: RequestContext,
	{ id }: SaleReservationRow,
	wires: readonly string[],
): Promise<Submitted[]> {
	const [{ toMessage }, { readSigned }] = await Promise.all([
		import('../solana/read-chain.ts'),
		import('@adx/contracts/solana/signed-transaction'),
	]);
	const items = await listHeldItems(db, id);
	if (wires.length !== items.length) {
		const message = `Send ${items.length === 1 ? 'one transaction' : `${items.length} transactions`}, as many as were reserved.`;
		throw new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { transactions: message } } });
	}
	const rows = await listReservationTransactions(db, id);
	return Promise.all(
		wires.map(async (wire, index) => {
			const { tokenNumber, mintAddress = '' } = items[index] ?? {};
			const message = toMessage(wire);
			const row = rows.find((each) => each.tokenNumber === tokenNumber && each.message === message);
			if (row === undefined) throw changed('This is not the transaction that was built here. Nothing was sent.');
			const bytes = Buffer.from(wire, 'base64');
			const signed = await readSigned(bytes, Buffer.from(row.message, 'base64')).catch((error: unknown) => {
				throw changed(`${error instanceof Error ? error.message : ''} Nothing was sent.`);
			});
			return { ...signed, row, mintAddress };
		}),
	);
}

/**
 * Runs the transactions once for show and returns those that are to be sent: all but what the chain has already, sent by
 * the wallet itself or from another tab. Rejects with a sentence when it would refuse one of them. Nothing was sent so
 * far, so nothing is charged for what is refused here.
 */
async function checkWithChain(solana: Solana, submitted: readonly Submitted[]): Promise<readonly Submitted[]> {
	const { simulateTransaction } = await import('../solana/read-chain.ts');
	await solana.checkCluster();
	const checked = await Promise.all(
		submitted.map(async (each) => ({
			...each,
			reason: (await simulateTransaction(solana, each.wire))?.reason ?? null,
		})),
	);
	const stale = checked.filter(({ reason }) => reason === 'expired');
	const landed = await findLanded(solana, stale);
	const unsent = checked.filter(
		({ reason, mintAddress }) =>
			reason !== 'already_processed' && reason !== 'address_in_use' && !landed.has(mintAddress),
	);
	const reasons = unsent.map(({ reason }) => reason);
	if (reasons.includes('insufficient_funds')) {
		const message = 'There is too little SOL in the wallet for price, rent and fees. Nothing was sent.';
		throw new AppError('PRECONDITION', { reason: 'too_little_sol', message });
	}
	if (reasons.includes('expired')) throw expired();
	if (reasons.some((reason) => reason !== null)) {
		const message = 'The chain refuses this transaction. Nothing was sent.';
		throw new AppError('PRECONDITION', { reason: 'transaction_refused', message });
	}
	return unsent;
}

/** A node forgets what it processed as it forgets the blockhash; the item itself stays. */
async function findLanded(solana: Solana, stale: readonly Submitted[]): Promise<ReadonlySet<string>> {
	if (stale.length === 0) return new Set();
	const { readMints, readPosition } = await import('../solana/read-chain.ts');
	const options = { commitment: 'confirmed', signal: AbortSignal.timeout(solana.timeoutMs) } as const;
	const place = await readPosition(solana, options);
	const addresses = stale.map(({ mintAddress }) => mintAddress);
	return (await readMints(solana, addresses, { ...options, place })).minted;
}

/** False when there is nothing to send, or another call was first. */
async function writeDown({ db, clock }: RequestContext, id: string, unsent: readonly Submitted[]): Promise<boolean> {
	if (unsent.length === 0) return false;
	return transact(db, async (trx) => {
		const reservation = await lockReservation(trx, id);
		if (reservation?.status !== 'reserved') return false;
		const now = clock();
		for (const { row, signature, wire } of unsent) await recordSent(trx, row.id, { signature, wire, now });
		await updateReservation(trx, id, { status: 'sent', errorMessage: null });
		return true;
	});
}

/** What does not get through is sent again by the watcher. */
async function sendAll({ log }: RequestContext, solana: Solana, unsent: readonly Submitted[]): Promise<void> {
	const { sendTransaction } = await import('@adx/contracts/solana/send-transaction');
	const sent = await Promise.allSettled(unsent.map((each) => sendTransaction(solana, each)));
	const failures = sent.flatMap((each) => (each.status === 'rejected' ? [describeSolanaError(each.reason)] : []));
	if (failures.length > 0) log.warn({ failures }, 'transactions of a sale are going to be sent again');
}

/** 409: the chain no longer takes what was reserved. */
const expired = () =>
	new AppError('CONFLICT', {
		reason: 'reservation_expired',
		message: 'This reservation has run out before it was sent. Reserve again.',
	});

const changed = (message: string) => new AppError('MISMATCH', { reason: 'transaction_changed', message });
