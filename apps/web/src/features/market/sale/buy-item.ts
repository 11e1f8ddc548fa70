import type { Reservation, Sale } from '@adx/validators/sales';
import { getErrorReason, isClientError } from '../../../lib/api/error-messages.ts';
import type { SolanaConnection } from '../../wallets/solana/connect/use-solana.ts';
import { reviewTransactions, type TransactionReview } from '../../wallets/solana/transactions/sign-transactions.ts';
import { type SigningErrorMessage, toSigningError } from '../../wallets/solana/transactions/signing-errors.ts';
import { saleTexts } from './sale-texts.ts';

const texts = saleTexts.buy;

/** An item that is set aside, with the transaction that buys it. */
export interface ItemOffer {
	readonly reservation: Reservation;
	readonly review: TransactionReview;
	/** It is for this account alone. */
	readonly connection: SolanaConnection;
	/** By this computer's clock, whatever time that shows. */
	readonly signBy: number;
}

/** Reads what a reservation asks the wallet to sign, and compares it with what the page of the sale says. */
export async function toOffer(sale: Sale, asked: Omit<ItemOffer, 'review'>): Promise<ItemOffer> {
	const { reservation, connection } = asked;
	const { walletAddress: recipient, priceLamports, mintAddress, symbol } = sale;
	const review = await reviewTransactions(reservation.transactions, {
		creates: 'item',
		wallet: connection.address,
		most: 1,
		recipient,
		priceLamports: toExpectedPrice(reservation, priceLamports),
		costLamports: BigInt(reservation.costLamports),
		collection: mintAddress,
		symbol,
	});
	return { ...asked, review };
}

/** What the page says, or less: what was set aside before the price went up keeps its own, which is shown before signing. */
function toExpectedPrice({ priceLamports: reserved }: Reservation, shown: string): bigint {
	return BigInt(reserved) < BigInt(shown) ? BigInt(reserved) : BigInt(shown);
}

/** Says for people why nothing was bought. */
export function getBuyErrorMessage(error: unknown, wallet: string): SigningErrorMessage {
	const problem = toSigningError(error, wallet);
	if (problem !== null) return problem;
	if (!isClientError(error)) console.error('The item was not bought', error);
	const text = isClientError(error) && error instanceof Error ? error.message : texts.offline;
	// Others being faster is nobody's fault.
	const isError = getErrorReason(error) !== 'no_piece_free' && getErrorReason(error) !== 'sold_out';
	return { text, isError };
}
