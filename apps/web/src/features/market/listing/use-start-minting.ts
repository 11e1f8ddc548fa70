import { showToast } from '@adx/ui/feedback/toast-store';
import type { ListingForm, UpdateMergeInput } from '@adx/validators/merge';
import type { RevealChoice } from '@adx/validators/sale/reveal';
import type { CreatorSale, SaleNetwork } from '@adx/validators/sale/sales';
import { useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight.ts';
import { getRefusalMessage } from '../refusal-message.ts';
import { useCacheSale } from './listing-queries.ts';
import { listingTexts } from './listing-texts.ts';

const texts = listingTexts.failed;

/** A start that came to nothing: the sentence for people, and what caused it. */
export class StartMintingError extends Error {
	override readonly name = 'StartMintingError';
}

async function reported<Result>(work: Promise<Result>, otherwise: string): Promise<Result> {
	try {
		return await work;
	} catch (cause) {
		throw new StartMintingError(getRefusalMessage(cause, otherwise), { cause });
	}
}

export interface StartMintingOptions {
	readonly jobId: string;
	readonly network: SaleNetwork;
	/** When the items are shown. */
	readonly reveal: RevealChoice;
	/** Connects a wallet of that network where none is; null where none came of it, which is then shown. */
	readonly connect: () => Promise<{ readonly address: string } | null>;
	/** `PATCH /api/merge-jobs/{jobId}`, with all that shows the merge kept in step. */
	readonly saveListing: (input: UpdateMergeInput) => Promise<unknown>;
	readonly onStarted: (sale: CreatorSale) => void;
	/** Called with the sentence that the toast says, too. */
	readonly onFailed: (error: StartMintingError) => void;
}

/** Connects a wallet where none is, saves the listing, then starts minting; presses in between do nothing. */
export function useStartMinting(options: StartMintingOptions) {
	const { jobId, network, reveal, connect, saveListing, onStarted, onFailed } = options;
	const utils = trpc.useUtils();
	const cacheSale = useCacheSale();
	const once = useSingleFlight();
	const [step, setStep] = useState<'connecting' | 'saving' | 'starting' | null>(null);

	async function work(listing: ListingForm): Promise<void> {
		setStep('connecting');
		const connection = await connect();
		// The wallet's own bar says why.
		if (connection === null) return;
		const walletAddress = connection.address;
		setStep('saving');
		await reported(saveListing({ jobId, ...listing, isMinting: true, walletAddress }), texts.update);
		setStep('starting');
		const order = { jobId, walletAddress, network, reveal };
		const sale = await reported(utils.client.mint.collections.start.mutate(order), texts.start);
		cacheSale(sale);
		const { title, description } = listingTexts.started;
		showToast({ title, description: description(listing.collectionName), tone: 'success' });
		onStarted(sale);
	}

	return {
		step,
		async start(listing: ListingForm) {
			if (!once.tryStart()) return;
			try {
				await work(listing);
			} catch (error) {
				const problem =
					error instanceof StartMintingError ? error : new StartMintingError(texts.process, { cause: error });
				if (!(error instanceof StartMintingError)) console.error('Minting did not start', error);
				showToast({ title: texts.title, description: problem.message, tone: 'destructive' });
				onFailed(problem);
			} finally {
				setStep(null);
				once.finish();
			}
		},
	};
}
