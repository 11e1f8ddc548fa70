import { showToast } from '@adx/ui/feedback/toast-store';
import type { MintChain } from '@adx/validators/minted-token';
import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect, useRef } from 'react';
import { type JobImage, trpc } from '../../../lib/api/trpc.ts';
import { imageTitle } from '../../jobs/image-labels.ts';
import type { Mints } from './mint-queries.ts';
import { findEndedMints } from './mint-status.ts';
import { mintTexts } from './mint-texts.ts';

const texts = mintTexts.news;

export interface MintNotificationOptions {
	readonly chain: MintChain;
	/** As the wallet and the page call the chain. */
	readonly chainName: string;
	readonly mints: Mints | undefined;
	/** The image whose dialog is open, which itself shows what became of its mint. */
	readonly openImageId: string | null;
}

/** Says when a mint that was under way has ended, wherever on the page its image is. */
export function useMintNotifications({ chain, chainName, mints, openImageId }: MintNotificationOptions): void {
	const queries = useQueryClient();
	const before = useRef<{ readonly chain: MintChain; readonly mints: Mints } | null>(null);
	useEffect(() => {
		if (mints === undefined) return;
		const known = before.current?.chain === chain ? before.current.mints : null;
		before.current = { chain, mints };
		if (known === null) return;
		const { confirmed, failed } = findEndedMints(known, mints);
		const titleOf = (imageId: string) => {
			const lists = queries.getQueriesData<JobImage[]>({ queryKey: getQueryKey(trpc.generation.listImages) });
			const image = lists.flatMap(([, images]) => images ?? []).find(({ id }) => id === imageId);
			return image === undefined ? texts.someone : imageTitle(image);
		};
		const unreported = confirmed.filter(({ imageId }) => imageId !== openImageId);
		const [first] = unreported;
		if (first !== undefined) {
			const description =
				unreported.length > 1
					? texts.severalConfirmed(unreported.length, chainName)
					: texts.confirmed.description(titleOf(first.imageId), chainName);
			showToast({ title: texts.confirmed.title, description, tone: 'success' });
		}
		const unseen = failed.filter(({ imageId }) => imageId !== openImageId);
		const [failure] = unseen;
		if (failure !== undefined) {
			const why = failure.errorMessage ?? texts.unexplained;
			const description =
				unseen.length > 1
					? texts.severalFailed(unseen.length, why)
					: texts.failed.description(titleOf(failure.imageId), why);
			showToast({ title: texts.failed.title, description, tone: 'destructive' });
		}
	}, [chain, chainName, mints, openImageId, queries]);
}
