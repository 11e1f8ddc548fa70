import type { CreatorSale } from '@adx/validators/sales';
import { useRef, useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import type { TransactionReview } from '../solana/sign-transactions.ts';
import { type SigningProblem, signingProblemOf } from '../solana/signing-problem.ts';
import { useSolana } from '../solana/use-solana.ts';
import { useWalletWork } from '../solana/use-wallet-work.ts';
import { sentenceOf } from './logic.ts';
import { isRefusal, mintOwnPieces, type OwnStep } from './own-pieces-run.ts';
import { forgetOwnReservation } from './own-reservation-store.ts';
import { useKeepSale } from './queries.ts';
import { listingTexts as texts } from './texts.ts';

/** Mints all pieces that are left to the creator's wallet; one run at a time, which may be paused, ended and gone on with. */
export function useOwnPieces(sale: CreatorSale | null) {
	const { connection } = useSolana();
	const { client } = trpc.useUtils();
	const keep = useKeepSale();
	const { step, setStep, note, setNote, attempt, callOff } = useWalletWork<OwnStep>();
	const [review, setReview] = useState<TransactionReview | null>(null);
	const [isPausing, setPausing] = useState(false);
	const wantsPause = useRef(false);
	const wallet = sale !== null && connection?.address === sale.walletAddress ? connection : null;

	function pause(isWanted: boolean) {
		wantsPause.current = isWanted;
		setPausing(isWanted);
	}

	function explain(error: unknown, isStopped: boolean): SigningProblem {
		if (isStopped) return { text: texts.stopped, isError: false };
		// A reservation that the server will not go on with is asked for anew.
		if (isRefusal(error) && sale !== null) forgetOwnReservation(sale.saleId);
		const problem = signingProblemOf(error, wallet?.wallet.name ?? '');
		return problem ?? { text: sentenceOf(error, texts.offline), isError: true };
	}

	async function start(): Promise<void> {
		if (sale === null || wallet === null || step !== null) return;
		const told = { onSale: keep, onStep: setStep, onReview: setReview, onNote: setNote };
		pause(false);
		await attempt((signal) => {
			const run = { sale, connection: wallet, client, signal, wantsPause: () => wantsPause.current };
			return mintOwnPieces({ ...run, ...told });
		}, explain);
		pause(false);
		client.mint.collections.get.query({ jobId: sale.jobId }).then(keep, () => {});
	}

	return {
		/** The creator's wallet; null while another one, or none, is connected. */
		wallet,
		step,
		/** Of the transactions that the wallet shows now. */
		review: step?.kind === 'signing' ? review : null,
		note,
		isPausing,
		start,
		/** Ends it after this turn. */
		pause: () => pause(true),
		/** Ends it now: what was not signed is soon offered to others, what was is minted all the same. */
		cancel: callOff,
	};
}
export type OwnPieces = ReturnType<typeof useOwnPieces>;
