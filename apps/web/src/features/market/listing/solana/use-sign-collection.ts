import { transactionLifetimeMs } from '@adx/validators/limits';
import type { CollectionTransaction, CreatorSale } from '@adx/validators/sale/sales';
import { useState } from 'react';
import { trpc } from '../../../../lib/api/trpc.ts';
import { type SigningErrorMessage, toSigningError, UserRejectedError } from '../../../wallets/signing-errors.ts';
import { useSolana } from '../../../wallets/solana/connect/use-solana.ts';
import {
	reviewTransactions,
	signTransactions,
	type TransactionReview,
} from '../../../wallets/solana/sign/sign-transactions.ts';
import { useWalletTask } from '../../../wallets/use-wallet-task.ts';
import { getRefusalMessage } from '../../refusal-message.ts';
import { useCacheSale } from '../listing-queries.ts';
import { listingTexts as texts } from '../listing-texts.ts';

interface ReviewedTransaction {
	readonly order: CollectionTransaction;
	readonly review: TransactionReview;
	/** By this computer's clock. */
	readonly signBy: number;
}

async function review(sale: CreatorSale, transaction: CollectionTransaction): Promise<TransactionReview> {
	const { walletAddress: wallet, name, symbol, supply, royalty } = sale;
	const costLamports = BigInt(transaction.costLamports);
	const creates = 'collection';
	return reviewTransactions([transaction.transaction], {
		creates,
		wallet,
		name,
		symbol,
		supply,
		royalty,
		commitment: sale.revealChoice === 'delayed' ? sale.reveal : null,
		costLamports,
	});
}

/**
 * Reads the collection's transaction, has the wallet sign it when asked to, and submits it to the server. Without a sale there
 * is nothing to sign.
 */
export function useSignCollection(sale: CreatorSale | null) {
	const { connection } = useSolana();
	const { client } = trpc.useUtils();
	const cacheSale = useCacheSale();
	const { step, setStep, note, setNote, attempt, callOff } = useWalletTask<'reading' | 'signing' | 'submitting'>();
	const [ready, setReady] = useState<ReviewedTransaction | null>(null);
	const wallet = sale !== null && connection?.address === sale.walletAddress ? connection : null;

	function explain(error: unknown, isStopped: boolean): SigningErrorMessage {
		if (isStopped) return { text: texts.stopped, isError: false };
		// A closed request may be opened again; what the server or the page refused is of no more use.
		if (error instanceof UserRejectedError) return { text: texts.sign.closed, isError: false };
		setReady(null);
		const problem = toSigningError(error, wallet?.wallet.name ?? '');
		return problem ?? { text: getRefusalMessage(error, texts.offline), isError: true };
	}

	return {
		/** The creator's wallet; null while another one, or none, is connected. */
		wallet,
		step,
		note,
		/** Null until the transaction was read and does what it should. */
		review: ready?.review ?? null,
		read: () =>
			attempt(async (signal) => {
				if (sale === null) return;
				setStep('reading');
				setReady(null);
				const signBy = Date.now() + transactionLifetimeMs;
				const transaction = await client.mint.collections.transaction.mutate({ jobId: sale.jobId });
				const read = { order: transaction, review: await review(sale, transaction), signBy };
				// Asked to forget it meanwhile.
				if (!signal.aborted) setReady(read);
			}, explain),
		sign: () =>
			attempt(async (signal) => {
				if (ready === null || wallet === null || sale === null) return;
				if (ready.signBy <= Date.now()) {
					setReady(null);
					setNote({ text: texts.sign.expired, isError: false });
					return;
				}
				setStep('signing');
				const { jobId, cluster } = sale;
				const transactions = [ready.order.transaction];
				const [transaction = ''] = await signTransactions({ connection: wallet, transactions, cluster, signal });
				setStep('submitting');
				cacheSale(await client.mint.collections.submit.mutate({ jobId, transaction }));
				// The server has it: should the chain refuse it, another one is read.
				setReady(null);
			}, explain),
		/** Stops waiting for the wallet and forgets what was read; what the server is being handed goes on. */
		cancel() {
			if (step !== 'submitting') callOff();
			setReady(null);
		},
	};
}
export type CollectionSigning = ReturnType<typeof useSignCollection>;
