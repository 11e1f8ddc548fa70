import { traitLabel, traitNames } from '@adx/collection/traits';
import { Card } from '@adx/ui/card';
import { ProgressBar } from '@adx/ui/progress-bar';
import clsx from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import type { Job } from '../../../lib/trpc.ts';
import { type TraitKey, traitKeys } from './job-image-order.ts';
import type { JobImagePages } from './job-image-pages.ts';
import type { JobView } from './job-search.ts';
import { countTiers, type TraitCounts, type ValueCount } from './job-trait-counts.ts';
import { rarityClass, shareText } from './trait-list.tsx';

export interface JobRarityProps {
	readonly job: Job;
	readonly pages: JobImagePages;
	readonly counts: TraitCounts | null;
	readonly jobView: JobView;
}

/** Tiers and trait values: how many were planned, and how many of them are drawn. */
export function JobRarity({ job, pages, counts, jobView }: JobRarityProps) {
	if (counts === null) {
		const percent = (pages.images.length / Math.max(1, job.batchSize)) * 100;
		return (
			<Card title="Rarity">
				<p role="status" className="mb-2 text-text-2">
					Counting the traits of {job.batchSize.toLocaleString('en')} images...
				</p>
				<ProgressBar label="Images counted" percent={percent} />
			</Card>
		);
	}
	const isProvisional = pages.images.some(({ rarityProvisional }) => rarityProvisional);
	return (
		<div className="grid gap-4">
			<Tiers pages={pages} isProvisional={isProvisional} />
			<div className="grid items-start gap-4 lg:grid-cols-2">
				{traitKeys.map((trait) => (
					<TraitTable key={trait} trait={trait} values={counts.get(trait) ?? []} jobView={jobView} />
				))}
			</div>
		</div>
	);
}

function Tiers({ pages, isProvisional }: { readonly pages: JobImagePages; readonly isProvisional: boolean }) {
	const { images } = pages;
	return (
		<Card title="Tiers">
			<ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
				{countTiers(images).map(({ tier, planned, got }) => (
					<li key={tier} className="figures rounded-md border border-border bg-surface-2 p-3">
						<p className={clsx('font-semibold', rarityClass[tier])}>{tier}</p>
						<p className="text-2xl font-semibold">{planned.toLocaleString('en')}</p>
						<p className="text-sm text-text-2">{`${shareText(planned, images.length)} planned, ${got.toLocaleString('en')} drawn`}</p>
					</li>
				))}
			</ul>
			{isProvisional ? (
				<p className="mt-3 text-sm text-text-3">The collection is too small for ranks and tiers to mean much.</p>
			) : null}
		</Card>
	);
}

const columns = { value: 'Value', planned: 'Planned', got: 'Drawn', missing: 'Difference' } as const;
type Column = keyof typeof columns;

interface Sorting {
	readonly column: Column;
	readonly isAscending: boolean;
}

function sorted(values: readonly ValueCount[], { column, isAscending }: Sorting): readonly ValueCount[] {
	const direction = isAscending ? 1 : -1;
	const measure = ({ planned, got }: ValueCount) =>
		column === 'planned' ? planned : column === 'got' ? got : got - planned;
	return values.toSorted((left, right) => {
		const byName = traitLabel(left.trait, left.value).localeCompare(traitLabel(right.trait, right.value), 'en');
		return column === 'value' ? byName * direction : (measure(left) - measure(right)) * direction || byName;
	});
}

interface TraitTableProps {
	readonly trait: TraitKey;
	readonly values: readonly ValueCount[];
	readonly jobView: JobView;
}

function TraitTable({ trait, values, jobView }: TraitTableProps) {
	const [sorting, setSorting] = useState<Sorting>({ column: 'planned', isAscending: true });
	const planned = values.reduce((sum, value) => sum + value.planned, 0);
	const got = values.reduce((sum, value) => sum + value.got, 0);
	return (
		<Card title={traitNames[trait]}>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to */}
			<div tabIndex={0} className="max-h-96 overflow-auto">
				<table className="figures w-full border-collapse text-sm">
					<thead className="sticky top-0 bg-surface-1">
						<tr>
							{(Object.keys(columns) as Column[]).map((column) => (
								<SortHeader key={column} column={column} sorting={sorting} onSort={setSorting} />
							))}
						</tr>
					</thead>
					<tbody>
						{sorted(values, sorting).map((count) => (
							<ValueRow key={count.value} count={count} total={planned} jobView={jobView} />
						))}
					</tbody>
					<tfoot>
						<tr className="border-t-2 border-line font-semibold">
							<th scope="row" className="py-1.5 pr-2 text-left">
								Total
							</th>
							<td className="px-2 text-right">{planned.toLocaleString('en')}</td>
							<td className="px-2 text-right">{got.toLocaleString('en')}</td>
							<td className="pl-2 text-right">{differenceText(got - planned)}</td>
						</tr>
					</tfoot>
				</table>
			</div>
		</Card>
	);
}

interface SortHeaderProps {
	readonly column: Column;
	readonly sorting: Sorting;
	readonly onSort: (sorting: Sorting) => void;
}

function SortHeader({ column, sorting, onSort }: SortHeaderProps) {
	const isSorted = sorting.column === column;
	const Arrow = sorting.isAscending ? ArrowUp : ArrowDown;
	return (
		<th
			scope="col"
			aria-sort={isSorted ? (sorting.isAscending ? 'ascending' : 'descending') : 'none'}
			className={column === 'value' ? 'text-left' : 'text-right'}
		>
			<button
				type="button"
				onClick={() => onSort({ column, isAscending: isSorted ? !sorting.isAscending : true })}
				className="inline-flex min-h-8 items-center gap-1 rounded-sm font-semibold hover:text-primary"
			>
				{columns[column]}
				{isSorted ? <Arrow aria-hidden className="size-3.5" /> : null}
			</button>
		</th>
	);
}

const differenceText = (difference: number) =>
	difference === 0 ? '0' : `−${Math.abs(difference).toLocaleString('en')}`;

interface ValueRowProps {
	readonly count: ValueCount;
	readonly total: number;
	readonly jobView: JobView;
}

/** The name leads to the images that have the value. */
function ValueRow({ count, total, jobView }: ValueRowProps) {
	const { trait, value, planned, got } = count;
	const { search, onSearch } = jobView;
	return (
		<tr className="border-t border-border hover:bg-surface-2">
			<th scope="row" className="py-1.5 pr-2 text-left font-medium">
				<button
					type="button"
					title="Show these images"
					onClick={() =>
						onSearch({ tab: 'images', order: { ...search.order, shown: 'all', traits: [{ trait, value }] } })
					}
					className="rounded-sm text-left text-primary underline"
				>
					{traitLabel(trait, value)}
				</button>
			</th>
			<td
				className="w-2/5 bg-no-repeat px-2 text-right whitespace-nowrap"
				style={{
					backgroundImage: 'linear-gradient(var(--color-surface-3), var(--color-surface-3))',
					backgroundSize: `${(planned / Math.max(1, total)) * 100}% 70%`,
					backgroundPosition: 'right center',
				}}
			>
				{`${planned.toLocaleString('en')} (${shareText(planned, total)})`}
			</td>
			<td className="px-2 text-right">{got.toLocaleString('en')}</td>
			<td className="pl-2 text-right">{differenceText(got - planned)}</td>
		</tr>
	);
}
