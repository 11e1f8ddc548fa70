import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import type { Sale } from '@adx/validators/sales';
import { saleTexts } from './sale-texts.ts';

const texts = saleTexts.minted;

/** How much of the collection is minted, and what is left. */
export function MintedProgress({ sale: { supply, mintedCount, reservedCount } }: { readonly sale: Sale }) {
	const text = texts.text(mintedCount, supply);
	return (
		<div>
			<ProgressBar label={texts.bar} percent={supply === 0 ? 0 : (mintedCount / supply) * 100} valueText={text} />
			<p className="figures mt-1.5 flex flex-wrap justify-between gap-x-4 text-sm text-text-2">
				<span>{text}</span>
				<span className="font-semibold text-text">{texts.left(Math.max(0, supply - mintedCount))}</span>
			</p>
			{reservedCount === 0 ? null : <p className="figures text-sm text-text-2">{texts.held(reservedCount)}</p>}
		</div>
	);
}
