import type { DatabaseTransaction } from '@adx/db/client/database';
import { countReservationItems } from '@adx/db/repositories/sale/sale-items';
import {
	hasOtherOpenReservation,
	lockReservation,
	updateReservation,
} from '@adx/db/repositories/sale/sale-reservations';
import { listReservationTransactions } from '@adx/db/repositories/sale/sale-transactions';
import type { SaleReservationRow, SaleTransactionRow } from '@adx/db/schema/sale-tables';

type State = Pick<SaleReservationRow, 'status' | 'errorMessage'>;

/** Brings a reservation to the state that its items and transactions are in. */
export async function updateReservationState(trx: DatabaseTransaction, id: string): Promise<void> {
	const reservation = await lockReservation(trx, id);
	if (reservation === undefined) return;
	const items = await countReservationItems(trx, id);
	const next = toReservationState(reservation, items, await listReservationTransactions(trx, id));
	if (next.status === reservation.status && next.errorMessage === reservation.errorMessage) return;
	// One that was closed stays so while the wallet has another: it may have but one at a time.
	const reopens = next.status === 'sent' && reservation.status !== 'sent' && reservation.status !== 'reserved';
	if (reopens && (await hasOtherOpenReservation(trx, reservation))) return;
	await updateReservation(trx, id, next);
}

/** What a reservation is, by what became of its items. */
export function toReservationState(
	{ status, errorMessage, pieceCount }: Pick<SaleReservationRow, 'status' | 'errorMessage' | 'pieceCount'>,
	{ heldCount, mintedCount }: { readonly heldCount: number; readonly mintedCount: number },
	transactions: readonly Pick<SaleTransactionRow, 'status' | 'errorMessage' | 'tokenNumber' | 'signature'>[],
): State {
	if (mintedCount === pieceCount) return { status: 'confirmed', errorMessage: null };
	const refused = transactions.find((each) => each.status === 'failed')?.errorMessage ?? null;
	const tokensOf = (wanted: readonly SaleTransactionRow['status'][]) =>
		new Set(transactions.filter((each) => wanted.includes(each.status)).map(({ tokenNumber }) => tokenNumber));
	const refusedTokens = tokensOf(['failed']).difference(tokensOf(['sent', 'confirmed']));
	const isOver = heldCount === 0 || mintedCount + refusedTokens.size === pieceCount;
	if (isOver) {
		if (mintedCount > 0) {
			const sentence = `${mintedCount} of ${pieceCount} items were minted. The others are free again.`;
			return { status: 'failed', errorMessage: sentence };
		}
		if (refused !== null) return { status: 'failed', errorMessage: refused };
		if (status === 'reserved') {
			return { status: 'expired', errorMessage: `Nothing was signed in time. ${chargedText(transactions)}` };
		}
		if (status === 'sent' || status === 'confirmed') {
			return {
				status: 'failed',
				errorMessage: `The chain did not take the transaction in time. ${chargedText(transactions)}`,
			};
		}
		return { status, errorMessage };
	}
	const isSent = transactions.some((each) => each.status !== 'built' && each.status !== 'expired');
	return { status: isSent ? 'sent' : 'reserved', errorMessage: null };
}

/**
 * What was paid for nothing. A transaction that did not come back signed may have been sent by the wallet itself, and have
 * failed in a block: nobody knows its signature, and the chain took its fee.
 */
export const chargedText = (transactions: readonly Pick<SaleTransactionRow, 'signature'>[]) =>
	transactions.every(({ signature }) => signature !== null)
		? 'Nothing was charged.'
		: 'Nothing was charged but, at most, a network fee.';
