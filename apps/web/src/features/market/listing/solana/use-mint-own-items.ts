import type { CreatorSale } from '@adx/validators/sale/sales';
import { useRef, useState } from 'react';
import { trpc } from '../../../../lib/api/trpc.ts';
import { type SigningErrorMessage, toSigningError } from '../../../wallets/signing-errors.ts';
import { useSolana } from '../../../wallets/solana/connect/use-solana.ts';
import { useWalletTask } from '../../../wallets/use-wallet-task.ts';
import { getRefusalMessage } from '../../refusal-message.ts';
import { useCacheSale } from '../listing-queries.ts';
import { listingTexts as texts } from '../listing-texts.ts';
import { mintOwnItems, type OwnItemsStep } from './mint-own-items.ts';

/** What ending it leaves behind: that depends on who has the transactions. */
const endedTexts: Readonly<Record<OwnItemsStep['kind'], string>> = {
	reserving: texts.own.ended.unsigned,
	reading: texts.own.ended.unsigned,
	asking: texts.own.ended.unsigned,
	signing: texts.stopped,
	submitting: texts.own.ended.signed,
	waiting: texts.own.ended.sent,
};

/** Mints all items that are left to the creator's wallet; one run at a time, which may be paused, ended and gone on with. */
export function useMintOwnItems(sale: CreatorSale | null) {
	const { connection } = useSolana();
	const { client } = trpc.useUtils();
	const cacheSale = useCacheSale();
	const { step, setStep, note, setNote, attempt, callOff } = useWalletTask<OwnItemsStep>();
	const [isPausing, setPausing] = useState(false);
	const wantsPause = useRef(false);
	const agreed = useRef<(() => void) | null>(null);
	const wallet = sale !== null && connection?.address === sale.walletAddress ? connection : null;

	function pause(isWanted: boolean) {
		wantsPause.current = isWanted;
		setPausing(isWanted);
	}

	async function start(): Promise<void> {
		if (sale === null || wallet === null || step !== null) return;
		const { saleId, jobId } = sale;
		let reached: OwnItemsStep['kind'] = 'reserving';
		const reported = {
			onSale: cacheSale,
			onNote: setNote,
			onStep(next: OwnItemsStep) {
				reached = next.kind;
				setStep(next);
			},
			agree: () =>
				new Promise<void>((resolve) => {
					agreed.current = resolve;
				}),
			wantsPause: () => wantsPause.current,
		};
		function explain(error: unknown, isStopped: boolean): SigningErrorMessage {
			if (isStopped) return { text: endedTexts[reached], isError: false };
			const problem = toSigningError(error, wallet?.wallet.name ?? '');
			return problem ?? { text: getRefusalMessage(error, texts.offline), isError: true };
		}
		pause(false);
		await attempt(
			(signal) => mintOwnItems({ saleId, jobId, connection: wallet, client, signal, ...reported }),
			explain,
		);
		pause(false);
		client.mint.collections.get.query({ jobId }).then(cacheSale, () => {});
	}

	return {
		/** The creator's wallet; null while another one, or none, is connected. */
		wallet,
		step,
		note,
		isPausing,
		start,
		/** The word that the wallet may be shown what was read. */
		agree: () => agreed.current?.(),
		/** Ends it after this turn. */
		pause: () => pause(true),
		/** Ends it now: what was not signed is soon offered to others, what was is minted all the same. */
		cancel: callOff,
	};
}
export type OwnItems = ReturnType<typeof useMintOwnItems>;
