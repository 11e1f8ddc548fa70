import { type CreatorSale, ownPiecesMax, type Purchase, type Reservation } from '@adx/validators/sales';
import { statusOf } from '../../lib/error-sentences.ts';
import type { trpc } from '../../lib/trpc.ts';
import { untilAborted } from '../solana/cancellable.ts';
import { reviewTransactions, signTransactions, type TransactionReview } from '../solana/sign-transactions.ts';
import type { SigningProblem } from '../solana/signing-problem.ts';
import type { SolanaConnection } from '../solana/use-solana.ts';
import { leftOf } from './logic.ts';
import { forgetOwnReservation, keepOwnReservation, readOwnReservation } from './own-reservation-store.ts';
import { listingTexts } from './texts.ts';

const texts = listingTexts.own;
const pollMs = 2_000;

/** What is being done with the pieces of this turn. */
export type OwnStep =
	| { readonly kind: 'reserving' | 'reading' | 'submitting' }
	| { readonly kind: 'signing'; readonly count: number }
	| { readonly kind: 'waiting'; readonly confirmed: number; readonly count: number };

export interface OwnRun {
	readonly sale: CreatorSale;
	/** The creator's wallet. */
	readonly connection: SolanaConnection;
	readonly client: ReturnType<typeof trpc.useUtils>['client'];
	/** Called with the sale as the server answers it between two turns. */
	readonly onSale: (sale: CreatorSale) => void;
	readonly onStep: (step: OwnStep) => void;
	readonly onReview: (review: TransactionReview) => void;
	readonly onNote: (note: SigningProblem) => void;
	/** Asked between two turns. */
	readonly wantsPause: () => boolean;
	/** Ends it at once. */
	readonly signal: AbortSignal;
}

/** Mints all pieces that are left to the creator's wallet, some at a time; every turn ends with what the chain says. */
export async function mintOwnPieces(run: OwnRun): Promise<void> {
	const { sale, client } = run;
	for (;;) {
		const now = await client.mint.collections.get.query({ jobId: sale.jobId });
		run.onSale(now);
		const begun = readOwnReservation(sale.saleId);
		const left = leftOf(now);
		if (left === 0 && begun === null) return;
		if (run.wantsPause()) {
			run.onNote({ text: texts.paused, isError: false });
			return;
		}
		const isThrough =
			begun === null
				? await takeTurn(run, Math.min(ownPiecesMax, left))
				: await settle(run, begun.reservationId, begun.pieceCount);
		if (!isThrough) return;
	}
}

/** True where the next turn may follow, here and below. */
async function takeTurn(run: OwnRun, count: number): Promise<boolean> {
	run.onStep({ kind: 'reserving' });
	const reservation = await run.client.mint.collections.own.mutate({ jobId: run.sale.jobId, count });
	await sign(run, reservation);
	return settle(run, reservation.reservationId, reservation.transactions.length);
}

async function sign({ sale, connection, signal, ...run }: OwnRun, reservation: Reservation): Promise<void> {
	const { saleId, cluster } = sale;
	const { reservationId, transactions } = reservation;
	run.onStep({ kind: 'reading' });
	const promise = {
		wallet: connection.address,
		recipient: null,
		priceLamports: 0n,
		costLamports: BigInt(reservation.costLamports),
		creates: 'piece',
		collection: sale.mintAddress,
	} as const;
	run.onReview(await reviewTransactions(transactions, promise));
	run.onStep({ kind: 'signing', count: transactions.length });
	const signed = await signTransactions({ connection, transactions, cluster, signal });
	keepOwnReservation(saleId, { reservationId, pieceCount: transactions.length });
	run.onStep({ kind: 'submitting' });
	await run.client.mint.sales.submit.mutate({ saleId, reservationId, transactions: signed });
}

async function settle(run: OwnRun, reservationId: string, count: number): Promise<boolean> {
	const { status, pieces, pieceCount, errorMessage } = await awaitChain(run, reservationId, count);
	forgetOwnReservation(run.sale.saleId);
	if (status === 'confirmed') return true;
	const otherwise = errorMessage ?? (status === 'expired' ? texts.expired : texts.failed);
	const text = pieces.length > 0 ? texts.partly(pieces.length, pieceCount) : otherwise;
	run.onNote({ text, isError: status === 'failed' });
	return false;
}

const isOver = ({ status }: Purchase) => status === 'confirmed' || status === 'failed' || status === 'expired';

/** Whether the server itself refused, rather than that it was away for a moment. */
export function isRefusal(error: unknown): boolean {
	const status = statusOf(error);
	return status !== null && status < 500 && status !== 429;
}

/** Asks until the chain has spoken. */
async function awaitChain(
	{ sale: { saleId }, client, onStep, signal }: OwnRun,
	reservationId: string,
	count: number,
): Promise<Purchase> {
	onStep({ kind: 'waiting', confirmed: 0, count });
	for (;;) {
		try {
			const purchase = await client.mint.sales.purchase.query({ saleId, reservationId });
			if (isOver(purchase)) return purchase;
			onStep({ kind: 'waiting', confirmed: purchase.pieces.length, count: purchase.pieceCount });
		} catch (error) {
			if (isRefusal(error)) throw error;
		}
		await untilAborted(new Promise((resolve) => setTimeout(resolve, pollMs)), signal);
	}
}
