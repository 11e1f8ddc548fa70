import { transact } from '@adx/db/client/transact';
import { listReservationCalls, recordCallHash } from '@adx/db/repositories/sale/sale-calls';
import { lockReservation, updateReservation } from '@adx/db/repositories/sale/sale-reservations';
import type { SaleReservationRow } from '@adx/db/schema/sale-tables';
import type { RequestContext } from '../../platform/context.ts';
import { requireHash } from './deploy-collection.ts';

/**
 * Notes the hash under which a buyer's wallet sent the voucher of a reservation; the chain alone says what became of it.
 * Saying it again changes nothing, and what was said first stays. 400 for what is not a hash.
 */
export async function submitEvmReservation(
	{ db }: Pick<RequestContext, 'db'>,
	{ id }: SaleReservationRow,
	hash: string,
): Promise<void> {
	requireHash(hash);
	await transact(db, async (trx) => {
		const reservation = await lockReservation(trx, id);
		if (reservation?.status !== 'reserved') return;
		const newest = (await listReservationCalls(trx, id)).find(({ status }) => status === 'open');
		if (newest === undefined) return;
		await recordCallHash(trx, newest.id, hash);
		await updateReservation(trx, id, { status: 'sent', errorMessage: null });
	});
}
