import type { Reservation, Sale } from '@adx/validators/sales';
import { reasonOf, statusOf } from '../../lib/error-sentences.ts';
import { reviewTransactions, type TransactionReview } from '../solana/sign-transactions.ts';
import { type SigningProblem, signingProblemOf } from '../solana/signing-problem.ts';
import type { SolanaConnection } from '../solana/use-solana.ts';
import { saleTexts } from './texts.ts';

const texts = saleTexts.buy;

/** A piece that is set aside, with the transaction that buys it. */
export interface Offer {
	readonly reservation: Reservation;
	readonly review: TransactionReview;
	/** It is for this account alone. */
	readonly connection: SolanaConnection;
}

/** Reads what a reservation asks the wallet to sign, and compares it with what the page of the sale says. */
export async function toOffer(sale: Sale, reservation: Reservation, connection: SolanaConnection): Promise<Offer> {
	const { walletAddress: recipient, priceLamports, mintAddress } = sale;
	// Whoever sells buys from themselves: nothing is moved.
	const isOwn = recipient === connection.address;
	const review = await reviewTransactions(reservation.transactions, {
		wallet: connection.address,
		recipient,
		priceLamports: isOwn ? 0n : BigInt(priceLamports) * BigInt(reservation.transactions.length),
		costLamports: BigInt(reservation.costLamports),
		creates: 'piece',
		collection: mintAddress,
	});
	return { reservation, review, connection };
}

/** Whether the server itself refused, so that nothing of what was sent counts. */
export function isRefused(error: unknown): boolean {
	const status = statusOf(error);
	return status !== null && status < 500;
}

/** Says for people why nothing was bought. */
export function problemOf(error: unknown, wallet: string): SigningProblem {
	const problem = signingProblemOf(error, wallet);
	if (problem !== null) return problem;
	if (!isRefused(error)) console.error('The piece was not bought', error);
	const text = isRefused(error) && error instanceof Error ? error.message : texts.offline;
	// Others being faster is nobody's fault.
	const isError = reasonOf(error) !== 'no_piece_free' && reasonOf(error) !== 'sold_out';
	return { text, isError };
}
