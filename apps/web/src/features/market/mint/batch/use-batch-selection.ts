import type { MintChain } from '@adx/validators/minted-token';
import { useState } from 'react';
import type { JobImage } from '../../../../lib/api/trpc.ts';
import { imageTitle } from '../../../jobs/image-labels.ts';
import type { Mints } from '../mint-queries.ts';
import { isMintOpen, suggestTokenLabels } from '../mint-status.ts';
import type { BatchItem } from './stored-batches.ts';

const toBatchItem = (image: JobImage): BatchItem => ({
	imageId: image.id,
	name: imageTitle(image),
	description: suggestTokenLabels(image).description,
});

/** The images that are chosen to be minted together on a chain, on whichever pages they stand. */
export interface BatchSelection {
	readonly items: readonly BatchItem[];
	has(imageId: string): boolean;
	/** Adds them, or takes them out. */
	set(images: readonly JobImage[], isSelected: boolean): void;
	clear(): void;
}

export function useBatchSelection(chain: MintChain, mints: Mints | undefined): BatchSelection {
	const [chosen, setChosen] = useState<ReadonlyMap<MintChain, ReadonlyMap<string, BatchItem>>>(new Map());
	const own = chosen.get(chain) ?? new Map<string, BatchItem>();
	const items = [...own.values()].filter(({ imageId }) => isMintOpen(mints?.get(imageId)?.status ?? 'none'));
	const replace = (next: ReadonlyMap<string, BatchItem>) => setChosen(new Map([...chosen, [chain, next]]));
	return {
		items,
		has: (imageId) => items.some((item) => item.imageId === imageId),
		set(images, isSelected) {
			const next = new Map(own);
			for (const image of images) {
				if (isSelected) next.set(image.id, toBatchItem(image));
				else next.delete(image.id);
			}
			replace(next);
		},
		clear: () => replace(new Map()),
	};
}
