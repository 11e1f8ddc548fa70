import { z } from 'zod';
import { removeLocal } from '../../../../lib/storage/browser-storage.ts';
import { readStored, writeStored } from '../../../../lib/storage/stored-records.ts';

const keyOf = (saleId: string) => `adx_own_pieces_${saleId}`;
const schema = z.object({
	reservationId: z.string(),
	pieceCount: z.int(),
	/** As the wallet signed them, until the server has them. */
	transactions: z.array(z.string()).optional(),
});

/** Items that a wallet signed for; what became of them is found out first when the page comes back. */
export type OwnReservation = z.infer<typeof schema>;

export const readOwnReservation = (saleId: string) => readStored(keyOf(saleId), schema);
export const storeOwnReservation = (saleId: string, reservation: OwnReservation) =>
	writeStored(keyOf(saleId), reservation);
export const removeOwnReservation = (saleId: string) => removeLocal(keyOf(saleId));
