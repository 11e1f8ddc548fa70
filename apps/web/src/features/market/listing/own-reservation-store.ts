import { z } from 'zod';
import { readLocal, removeLocal, writeLocal } from '../../../lib/storage/browser-storage.ts';

const keyOf = (saleId: string) => `adx_own_pieces_${saleId}`;
const schema = z.object({
	reservationId: z.string(),
	pieceCount: z.int(),
	/** As the wallet signed them, until the server has them. */
	transactions: z.array(z.string()).optional(),
});

/** Pieces that a wallet signed for; what became of them is found out first when the page comes back. */
export type OwnReservation = z.infer<typeof schema>;

export function readOwnReservation(saleId: string): OwnReservation | null {
	try {
		return schema.parse(JSON.parse(readLocal(keyOf(saleId)) ?? 'null'));
	} catch {
		return null;
	}
}

export function storeOwnReservation(saleId: string, reservation: OwnReservation): void {
	writeLocal(keyOf(saleId), JSON.stringify(reservation));
}

export const removeOwnReservation = (saleId: string) => removeLocal(keyOf(saleId));
