import { Button } from '@adx/ui/controls/button';
import { SelectField } from '@adx/ui/controls/select-field';
import { Card } from '@adx/ui/surfaces/card';
import { formatNumber } from '@adx/validators/format-number';
import { facetsMax } from '@adx/validators/limits';
import type { Rarity } from '@adx/validators/rarity';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatShare } from '../../../lib/format/format-rarity.ts';
import { rarityTexts } from './rarity-texts.ts';

const texts = rarityTexts.traits;

/** So many values of a trait are shown at first, and so many at most. */
const firstValues = 8;
const valuesMax = 200;

type Sort = keyof typeof texts.orders;
const orders = Object.entries(texts.orders).map(([value, label]) => ({ value: value as Sort, label }));

type Trait = Rarity['traits'][number];

/** How many tokens have each value, one chart per trait. */
export function TraitCharts({ rarity: { id, kind, traits, size } }: { readonly rarity: Rarity }) {
	const [order, setOrder] = useState<Sort>('frequent');
	if (traits.length === 0) return <p className="py-8 text-center text-text-2">{texts.none}</p>;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
			<div className="justify-self-start">
				<SelectField label={texts.order} value={order} options={orders} onValue={setOrder} />
			</div>
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2 2xl:grid-cols-3">
				{traits.map((trait) => (
					<TraitChart
						key={trait.trait}
						trait={trait}
						size={size}
						order={order}
						// Pictures of other kinds are looked at elsewhere, and not by trait.
						collectionId={kind === 'merged' ? id : null}
					/>
				))}
			</div>
			{traits.length < facetsMax ? null : <p className="text-sm text-text-2">{texts.firstTraits}</p>}
		</div>
	);
}

interface TraitChartProps {
	readonly trait: Trait;
	readonly size: number;
	readonly order: Sort;
	/** Whose pictures a value leads to; null where it leads nowhere. */
	readonly collectionId: string | null;
}

function TraitChart({
	trait: { trait, values, valueCount = values.length, missing },
	size,
	order,
	collectionId,
}: TraitChartProps) {
	const [isWhole, setWhole] = useState(false);
	const ordered = order === 'rare' ? values.toReversed() : values;
	const shown = ordered.slice(0, isWhole ? valuesMax : firstValues);
	const counted = missing + values.reduce((sum, { count }) => sum + count, 0);
	// The server names the most frequent values of a trait that has very many.
	const further = Math.max(0, size - counted);
	const largest = Math.max(1, missing, further, ...shown.map(({ count }) => count));
	const openable = Math.min(values.length, valuesMax);
	return (
		<Card
			title={<span className="wrap-anywhere">{trait}</span>}
			actions={<p className="figures text-sm text-text-2">{texts.values(valueCount)}</p>}
		>
			<table aria-label={trait} className="figures w-full border-collapse text-sm">
				<thead className="text-text-2">
					<tr>
						<th scope="col" className="pr-3 text-left font-medium">
							{texts.columns.value}
						</th>
						<th scope="col" className="px-2 text-right font-medium">
							{texts.columns.count}
						</th>
						<th scope="col" className="text-right font-medium">
							{texts.columns.share}
						</th>
					</tr>
				</thead>
				<tbody>
					{shown.map(({ value, count }) => (
						<Bar
							key={value}
							name={
								collectionId === null ? (
									value
								) : (
									<Link
										to="/collections/$collectionId"
										params={{ collectionId }}
										search={{ traits: { [trait]: [value] } }}
										title={texts.show(value)}
										className="rounded-sm text-primary underline after:absolute after:inset-0"
									>
										{value}
									</Link>
								)
							}
							count={count}
							size={size}
							largest={largest}
						/>
					))}
					{further > 0 ? <Bar isRest name={texts.further} count={further} size={size} largest={largest} /> : null}
					{missing > 0 ? <Bar isRest name={texts.missing} count={missing} size={size} largest={largest} /> : null}
				</tbody>
			</table>
			{values.length > firstValues ? (
				<div className="mt-2 flex flex-wrap items-center gap-3">
					<Button size="small" tone="ghost" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
						{isWhole ? texts.less : openable < valueCount ? texts.more(openable) : texts.all(openable)}
					</Button>
					{isWhole && valueCount > openable ? (
						<p className="text-[0.8125rem] text-text-3">{texts.tooMany(valueCount - openable)}</p>
					) : null}
				</div>
			) : null}
		</Card>
	);
}

interface BarProps {
	readonly name: ReactNode;
	readonly count: number;
	readonly size: number;
	/** The longest bar of the chart. */
	readonly largest: number;
	/** No value, but what remains beside them. */
	readonly isRest?: boolean;
}

function Bar({ name, count, size, largest, isRest = false }: BarProps) {
	return (
		<tr className="relative">
			<th scope="row" className="py-1 pr-3 text-left font-normal">
				<span className={isRest ? 'text-text-2 italic' : 'wrap-anywhere'}>{name}</span>
				<span aria-hidden className="mt-1 block h-2">
					<span
						className={isRest ? 'block h-full rounded-full bg-text-3' : 'block h-full rounded-full bg-primary'}
						style={{ width: `max(0.25rem, ${(count / largest) * 100}%)` }}
					/>
				</span>
			</th>
			<td className="w-px px-2 text-right align-bottom whitespace-nowrap">{formatNumber(count)}</td>
			<td className="w-14 text-right align-bottom whitespace-nowrap text-text-2">{formatShare(count, size)}</td>
		</tr>
	);
}
