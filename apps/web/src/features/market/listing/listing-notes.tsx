import type { ListingCosts } from '@adx/validators/sales';
import { formatSol } from '../../wallets/solana/connect/format-lamports.ts';
import { listingTexts } from './listing-texts.ts';

const texts = listingTexts.notes;

export interface ListingNotesProps extends ListingCosts {
	readonly pieceCount: number;
}

/** What a creator has to know before the first signature. */
export function ListingNotes({ pieceCount, costs }: ListingNotesProps) {
	const cost =
		costs === null
			? texts.costUnknown(pieceCount)
			: texts.cost(pieceCount, formatSol(costs.collectionLamports), formatSol(costs.pieceLamports));
	const notes = [cost, texts.royalty, texts.marketplaces, texts.files, texts.frozen];
	return (
		<section aria-label={texts.title} className="rounded-md border border-border bg-surface-2 p-3 text-sm">
			<h3 className="mb-1.5 font-semibold text-text">{texts.title}</h3>
			<ul className="grid list-disc gap-1.5 pl-4 text-text-2 marker:text-text-3">
				{notes.map((note) => (
					<li key={note}>{note}</li>
				))}
			</ul>
		</section>
	);
}
