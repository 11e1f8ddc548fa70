import { randomUUID } from 'node:crypto';
import type { NewSaleTransaction } from '@adx/db/repositories/sale/sale-transactions';

/** What is written down of a Solana transaction as it was built; that of a collection buys no item and has no reservation. */
export const toNewTransaction = (
	saleId: string,
	{ message, lastValidBlockHeight }: { readonly message: Uint8Array; readonly lastValidBlockHeight: bigint },
	createdAt: Date,
	bought: Pick<NewSaleTransaction, 'reservationId' | 'tokenNumber'> = { reservationId: null, tokenNumber: null },
): NewSaleTransaction => ({
	id: randomUUID(),
	saleId,
	...bought,
	message: Buffer.from(message).toString('base64'),
	lastValidBlockHeight: Number(lastValidBlockHeight),
	createdAt,
});
