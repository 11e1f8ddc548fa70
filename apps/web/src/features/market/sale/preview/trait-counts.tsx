import { Card } from '@adx/ui/surfaces/card';
import type { SaleTraits } from '@adx/validators/sale/items';
import type { Sale } from '@adx/validators/sale/sales';
import { formatShare } from '../../../../lib/format/format-rarity.ts';
import { saleTexts } from '../sale-texts.ts';
import { useSaleTraits } from './preview-queries.ts';

const texts = saleTexts.traits;

/** How many of the items have which trait; nothing while that is not known, and for items without traits. */
export function TraitCounts({ sale: { saleId, supply } }: { readonly sale: Sale }) {
	const { data: traits = [] } = useSaleTraits(saleId);
	if (traits.length === 0) return null;
	return (
		<Card title={texts.title}>
			<div className="grid grid-cols-[minmax(0,1fr)]">
				{traits.map((trait, place) => (
					<Trait key={trait.trait} trait={trait} supply={supply} isFirst={place === 0} />
				))}
			</div>
		</Card>
	);
}

interface TraitProps {
	readonly trait: SaleTraits[number];
	readonly supply: number;
	readonly isFirst: boolean;
}

function Trait({ trait: { trait, valueCount, values }, supply, isFirst }: TraitProps) {
	return (
		<details open={isFirst} className="border-t border-border first:border-t-0">
			<summary className="min-h-11 cursor-pointer rounded-sm py-2.5">
				<span className="font-semibold wrap-anywhere text-text">{trait}</span>{' '}
				<span className="figures text-sm text-text-2">{texts.values(valueCount)}</span>
			</summary>
			<ul className="grid gap-1.5 pb-3">
				{values.map(({ value, count }) => (
					<li key={value} className="figures flex items-baseline justify-between gap-3 text-sm">
						<span className="min-w-0 wrap-anywhere text-text">{value}</span>
						<span className="shrink-0 text-text-2">{texts.count(count, formatShare(count, supply))}</span>
					</li>
				))}
				{values.length < valueCount ? (
					<li className="text-[0.8125rem] text-text-3">{texts.rest(valueCount - values.length)}</li>
				) : null}
			</ul>
		</details>
	);
}
