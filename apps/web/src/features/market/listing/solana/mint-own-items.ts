import { transactionLifetimeMs } from '@adx/validators/limits';
import {
	type CreatorSale,
	isReservationOver,
	ownItemsMax,
	type Purchase,
	type Reservation,
} from '@adx/validators/sale/sales';
import { getErrorReason, getHttpStatus } from '../../../../lib/api/error-messages.ts';
import type { trpc } from '../../../../lib/api/trpc.ts';
import type { SigningErrorMessage } from '../../../wallets/signing-errors.ts';
import type { ConnectedSolana } from '../../../wallets/solana/connect/use-solana.ts';
import {
	reviewTransactions,
	signTransactions,
	type TransactionReview,
} from '../../../wallets/solana/sign/sign-transactions.ts';
import {
	getSubmitDelay,
	type SubmitDelay,
	submitSignedTransactions,
} from '../../../wallets/solana/sign/submit-signed-transactions.ts';
import { untilAborted } from '../../../wallets/solana/until-aborted.ts';
import { listingTexts } from '../listing-texts.ts';
import { countUnownedItems } from '../sale-stage.ts';
import {
	type OwnReservation,
	readOwnReservation,
	removeOwnReservation,
	storeOwnReservation,
} from './own-reservation-store.ts';

const texts = listingTexts.own;
const pollMs = 2_000;

/** What is being done with the items of this batch. */
export type OwnItemsStep =
	| { readonly kind: 'reserving' | 'reading' }
	/** The transactions were read, and wait for the word to show them to the wallet. */
	| { readonly kind: 'asking'; readonly review: TransactionReview }
	| { readonly kind: 'signing'; readonly review: TransactionReview }
	/** Submitted; with the reason why the server does not have it yet. */
	| { readonly kind: 'submitting'; readonly delay: SubmitDelay | null }
	| { readonly kind: 'waiting'; readonly confirmed: number; readonly count: number };

export interface OwnItemsRun {
	readonly saleId: string;
	readonly jobId: string;
	/** The creator's wallet. */
	readonly connection: ConnectedSolana;
	readonly client: {
		readonly mint: Pick<ReturnType<typeof trpc.useUtils>['client']['mint'], 'collections' | 'sales'>;
	};
	/** Called with the sale as the server answers it between two batches. */
	readonly onSale: (sale: CreatorSale) => void;
	readonly onStep: (step: OwnItemsStep) => void;
	readonly onNote: (note: SigningErrorMessage) => void;
	/** The word to have this signed; asked in the first batch, and in those whose cost was not known before. */
	readonly agree: () => Promise<void>;
	/** Checked between two rounds. */
	readonly wantsPause: () => boolean;
	/** Ends it at once, whatever is under way. */
	readonly signal: AbortSignal;
}

interface Batch {
	/** What was signed; null where that came too late. */
	readonly own: OwnReservation | null;
	/** Most that an item may take without a further word, in lamports; null for nothing. */
	readonly agreed: bigint | null;
}

/** Mints all items that are left to the creator's wallet, some at a time; every batch ends with what the chain says. */
export async function mintOwnItems(run: OwnItemsRun): Promise<void> {
	const { saleId, jobId, client } = run;
	let agreed: bigint | null = null;
	for (;;) {
		const sale = await unlessEnded(run, client.mint.collections.get.query({ jobId }));
		run.onSale(sale);
		const own = readOwnReservation(saleId);
		const left = countUnownedItems(sale);
		if (left === 0 && own === null) return;
		if (run.wantsPause()) {
			run.onNote({ text: texts.paused, isError: false });
			return;
		}
		const batch: Batch =
			own === null ? await reserveBatch(run, sale, Math.min(ownItemsMax, left), agreed) : { own, agreed };
		if (batch.own === null || !(await settle(run, batch.own))) return;
		agreed = batch.agreed;
	}
}

/** What comes of it, unless the run was ended meanwhile: then nothing that follows may happen. */
async function unlessEnded<Result>({ signal }: Pick<OwnItemsRun, 'signal'>, work: Promise<Result>): Promise<Result> {
	const result = await untilAborted(work, signal);
	signal.throwIfAborted();
	return result;
}

/** Sets items aside and has them signed; what was signed is stored from then on. */
async function reserveBatch(run: OwnItemsRun, sale: CreatorSale, count: number, agreed: bigint | null): Promise<Batch> {
	const { saleId, connection, client, signal } = run;
	run.onStep({ kind: 'reserving' });
	const signBy = Date.now() + transactionLifetimeMs;
	const reservation = await unlessEnded(run, client.mint.collections.own.mutate({ jobId: sale.jobId, count }));
	const { reservationId, transactions } = reservation;
	run.onStep({ kind: 'reading' });
	const review = await unlessEnded(run, reviewBatch(run, sale, count, reservation));
	const itemLamports = BigInt(reservation.costLamports) / BigInt(transactions.length);
	const reported = sale.costs === null ? null : BigInt(sale.costs.itemLamports);
	const isAgreed = agreed !== null && reported !== null && itemLamports <= agreed;
	if (!isAgreed) {
		run.onStep({ kind: 'asking', review });
		await unlessEnded(run, run.agree());
		if (signBy <= Date.now()) {
			run.onNote({ text: texts.expired, isError: false });
			return { own: null, agreed };
		}
	}
	run.onStep({ kind: 'signing', review });
	const { cluster } = sale;
	const signed = await unlessEnded(run, signTransactions({ connection, transactions, cluster, signal }));
	const own = { reservationId, pieceCount: transactions.length, transactions: signed };
	storeOwnReservation(saleId, own);
	return { own, agreed: isAgreed ? agreed : reported !== null && reported > itemLamports ? reported : itemLamports };
}

const reviewBatch = (
	{ connection }: OwnItemsRun,
	{ mintAddress, symbol, revealChoice }: CreatorSale,
	most: number,
	{ transactions, costLamports }: Reservation,
): Promise<TransactionReview> =>
	reviewTransactions(transactions, {
		creates: 'item',
		wallet: connection.address,
		most,
		recipient: null,
		priceLamports: 0n,
		costLamports: BigInt(costLamports),
		// Nothing can join a collection that is not there yet.
		collection: mintAddress ?? '',
		isCovered: revealChoice === 'delayed',
		symbol,
	});

/** Submits what was signed, and waits for the chain. True where the next batch may follow. */
async function settle(run: OwnItemsRun, own: OwnReservation): Promise<boolean> {
	const { saleId, onNote } = run;
	try {
		if (own.transactions !== undefined) await submit(run, own, own.transactions);
		const { status, items, itemCount, errorMessage } = await awaitChain(run, own);
		removeOwnReservation(saleId);
		if (status === 'confirmed') return true;
		const otherwise = errorMessage ?? (status === 'expired' ? texts.expired : texts.failed);
		const text = items.length > 0 ? texts.partly(items.length, itemCount) : otherwise;
		onNote({ text, isError: status === 'failed' });
	} catch (error) {
		run.signal.throwIfAborted();
		// A reservation that the server will not continue is requested again.
		if (isRefusal(error)) removeOwnReservation(saleId);
		if (getHttpStatus(error) !== 404 && getErrorReason(error) !== 'reservation_expired') throw error;
		onNote({ text: texts.expired, isError: false });
	}
	return false;
}

/** Whether the server itself refused, rather than that it was away or busy for a moment. */
const isRefusal = (error: unknown) => getSubmitDelay(error) === null;

async function submit(run: OwnItemsRun, own: OwnReservation, transactions: string[]): Promise<void> {
	const { saleId, client, onStep, signal } = run;
	const { reservationId, pieceCount } = own;
	onStep({ kind: 'submitting', delay: null });
	const call = () => untilAborted(client.mint.sales.submit.mutate({ saleId, reservationId, transactions }), signal);
	const onDelay = (delay: SubmitDelay) => onStep({ kind: 'submitting', delay });
	await unlessEnded(run, submitSignedTransactions({ submit: call, onDelay, signal }));
	storeOwnReservation(saleId, { reservationId, pieceCount });
}

/** Asks until the chain has spoken. */
async function awaitChain(run: OwnItemsRun, { reservationId, pieceCount: count }: OwnReservation): Promise<Purchase> {
	const { saleId, client, onStep } = run;
	onStep({ kind: 'waiting', confirmed: 0, count });
	for (;;) {
		try {
			const purchase = await unlessEnded(run, client.mint.sales.purchase.query({ saleId, reservationId }));
			if (isReservationOver(purchase)) return purchase;
			onStep({ kind: 'waiting', confirmed: purchase.items.length, count: purchase.itemCount });
		} catch (error) {
			if (run.signal.aborted || isRefusal(error)) throw error;
		}
		await unlessEnded(run, new Promise((resolve) => setTimeout(resolve, pollMs)));
	}
}
