import { Card } from '@adx/ui/surfaces/card';
import { SortHeader } from '@adx/ui/tables/sort-header';
import { formatNumber } from '@adx/validators/format-number';
import { useState } from 'react';
import { formatShare } from '../../../lib/format/format-rarity.ts';
import { getTraitName, type TraitKey, valueLabel } from '../images/image-traits.ts';
import type { JobView } from '../images/job-search-params.ts';
import type { ImageValueCount } from '../images/trait-counts.ts';

const columns = { value: 'Value', planned: 'Planned', got: 'Drawn', missing: 'Difference' } as const;
type Column = keyof typeof columns;

interface Sorting {
	readonly column: Column;
	readonly isAscending: boolean;
}

const names = new Intl.Collator('en');

function sorted(values: readonly ImageValueCount[], { column, isAscending }: Sorting): readonly ImageValueCount[] {
	const direction = isAscending ? 1 : -1;
	const measure = ({ planned, got }: ImageValueCount) =>
		column === 'planned' ? planned : column === 'got' ? got : got - planned;
	return values.toSorted((left, right) => {
		const byName = names.compare(valueLabel(left), valueLabel(right));
		return column === 'value' ? byName * direction : (measure(left) - measure(right)) * direction || byName;
	});
}

export interface RarityTableProps {
	readonly trait: TraitKey;
	readonly values: readonly ImageValueCount[];
	readonly jobView: JobView;
}

/** How often each value of one trait was planned and drawn; a row leads to its images. */
export function RarityTable({ trait, values, jobView }: RarityTableProps) {
	const [sorting, setSorting] = useState<Sorting>({ column: 'planned', isAscending: true });
	const planned = values.reduce((sum, value) => sum + value.planned, 0);
	const got = values.reduce((sum, value) => sum + value.got, 0);
	return (
		<Card title={getTraitName(trait)}>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to */}
			<div tabIndex={0} className="max-h-96 scroll-py-9 overflow-auto">
				<table className="figures w-full border-collapse text-[0.8125rem] sm:text-sm">
					<thead className="sticky top-0 z-2 bg-surface-1">
						<tr>
							{(Object.keys(columns) as Column[]).map((column) => (
								<SortHeader
									key={column}
									sort={column !== sorting.column ? 'none' : sorting.isAscending ? 'ascending' : 'descending'}
									onSort={() => setSorting({ column, isAscending: column !== sorting.column || !sorting.isAscending })}
									className={
										column === 'value'
											? 'sticky left-0 bg-surface-1 text-left'
											: column === 'missing'
												? 'pl-1 text-right whitespace-nowrap sm:pl-2'
												: 'px-1 text-right whitespace-nowrap sm:px-2'
									}
									buttonClassName="inline-flex min-h-8"
								>
									{columns[column]}
								</SortHeader>
							))}
						</tr>
					</thead>
					<tbody>
						{sorted(values, sorting).map((count) => (
							<ValueRow key={count.value} count={count} total={planned} jobView={jobView} />
						))}
					</tbody>
					{/* In sight however long the list is. What sticks leaves collapsed borders behind, so the line is a shadow. */}
					<tfoot className="sticky bottom-0 z-2 bg-surface-1 shadow-[inset_0_2px_0_var(--color-line)]">
						<tr className="font-semibold">
							<th
								scope="row"
								className="sticky left-0 bg-surface-1 py-1.5 pr-2 text-left shadow-[inset_0_2px_0_var(--color-line)]"
							>
								Total
							</th>
							<td className="px-2 text-right">{formatNumber(planned)}</td>
							<td className="px-1 text-right sm:px-2">{formatNumber(got)}</td>
							<td className="pl-1 text-right sm:pl-2">{differenceText(got - planned)}</td>
						</tr>
					</tfoot>
				</table>
			</div>
		</Card>
	);
}

const differenceText = (difference: number) => (difference === 0 ? '0' : `−${formatNumber(Math.abs(difference))}`);

interface ValueRowProps {
	readonly count: ImageValueCount;
	readonly total: number;
	readonly jobView: JobView;
}

/** The name leads to the images that have the value. */
function ValueRow({ count, total, jobView }: ValueRowProps) {
	const { trait, value, planned, got } = count;
	const { search, onSearch } = jobView;
	return (
		<tr className="relative border-t border-border *:hover:bg-surface-2">
			<th scope="row" className="sticky left-0 z-1 bg-surface-1 py-1.5 pr-2 text-left font-medium">
				<button
					type="button"
					title="Show these images"
					onClick={() =>
						onSearch({ tab: 'images', order: { ...search.order, shown: 'all', traits: [{ trait, value }] } })
					}
					className="rounded-sm text-left text-primary underline after:absolute after:inset-0"
				>
					{valueLabel(count)}
				</button>
			</th>
			<td
				className="bg-no-repeat px-2 sm:w-2/5 text-right whitespace-nowrap"
				style={{
					backgroundImage: 'linear-gradient(var(--color-surface-3), var(--color-surface-3))',
					backgroundSize: `${(planned / Math.max(1, total)) * 100}% 70%`,
					backgroundPosition: 'left center',
				}}
			>
				{`${formatNumber(planned)} (${formatShare(planned, total)})`}
			</td>
			<td className="px-1 text-right sm:px-2">{formatNumber(got)}</td>
			<td className="pl-1 text-right sm:pl-2">{differenceText(got - planned)}</td>
		</tr>
	);
}
