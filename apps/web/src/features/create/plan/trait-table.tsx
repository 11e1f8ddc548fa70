import { NumberField } from '@adx/ui/controls/number-field';
import { SortHeader } from '@adx/ui/tables/sort-header';
import { formatNumber } from '@adx/validators/format-number';
import { batchSizeMax } from '@adx/validators/limits';
import clsx from 'clsx';
import { useState } from 'react';
import type { ValueSummary } from './plan-summary.ts';
import { formatNumberName, type Steering } from './plan-tables.ts';

export interface TraitTableProps {
	readonly traitName: string;
	readonly values: readonly ValueSummary[];
	readonly size: number;
	readonly isPlanned: boolean;
	readonly steering: Steering;
	/** The amounts typed so far, by value. */
	readonly numbers: Readonly<Record<string, number>>;
	/** Values with a count take no weight. */
	readonly counts: Readonly<Record<string, number>>;
	/** Steered to nothing on purpose. */
	readonly isLeftOut: (value: string) => boolean;
	/** Null takes the number back. */
	readonly onNumber: (value: string, number: number | null) => void;
	/** What was typed for a value and is not allowed; null for nothing. */
	readonly findWrong: (value: string) => string | null;
	readonly onWrong: (value: string, text: string | null) => void;
}

type Sort = 'none' | 'descending' | 'ascending';
const nextSort = { none: 'descending', descending: 'ascending', ascending: 'none' } as const;

/** One trait's values with what is planned of each; its last line adds up to the batch. */
export function TraitTable(props: TraitTableProps) {
	const { traitName, values, size, isPlanned, steering } = props;
	const [sort, setSort] = useState<Sort>('none');
	const ordered =
		sort === 'none'
			? values
			: values.toSorted((left, right) =>
					sort === 'descending' ? right.planned - left.planned : left.planned - right.planned,
				);
	const total = values.reduce((sum, { planned }) => sum + planned, 0);
	return (
		<div className="max-h-96 scroll-py-12 overflow-y-auto rounded-md border border-border">
			<table className="figures w-full border-collapse text-sm">
				<caption className="sr-only">{traitName}: planned images</caption>
				<thead className="sticky top-0 z-10 bg-surface-2">
					<tr>
						<th scope="col" className="px-2 py-1.5 text-left font-semibold sm:px-3">
							{traitName}
						</th>
						<SortHeader
							sort={sort}
							onSort={() => setSort(nextSort[sort])}
							className="text-right"
							buttonClassName="ml-auto flex min-h-9 px-2 sm:px-3"
						>
							Planned
						</SortHeader>
						<th scope="col" className="px-2 text-right font-semibold sm:px-3">
							%
						</th>
						<th scope="col" className="px-2 text-right font-semibold sm:px-3">
							{steering === 'counts' ? 'Count' : 'Weight'}
						</th>
					</tr>
				</thead>
				<tbody>
					{ordered.map((value) => (
						<ValueRow key={value.value} {...props} of={value} />
					))}
				</tbody>
				<tfoot className="sticky bottom-0 bg-surface-2 font-semibold">
					<tr>
						<th scope="row" className="px-2 py-2 text-left sm:px-3">
							Total
						</th>
						<td className="px-2 text-right sm:px-3">
							{isPlanned ? `${formatNumber(total)} of ${formatNumber(size)}` : '–'}
						</td>
						<td className="px-2 text-right sm:px-3">{isPlanned ? '100' : '–'}</td>
						<td />
					</tr>
				</tfoot>
			</table>
		</div>
	);
}

function ValueRow(props: TraitTableProps & { readonly of: ValueSummary }) {
	const { of, size, isPlanned, steering, numbers, counts, isLeftOut, onNumber, findWrong, onWrong } = props;
	const share = (of.planned / size) * 100;
	const isCounted = Object.hasOwn(counts, of.value);
	const isLocked = of.value === '' || (steering === 'weights' && isCounted);
	return (
		<tr className="border-t border-border">
			<th scope="row" className="px-2 py-1 text-left font-normal wrap-anywhere sm:px-3">
				{of.label}
				{isPlanned && of.planned === 0 ? <Absence of={of} isZero={isLeftOut(of.value)} size={size} /> : null}
			</th>
			<td className={clsx('px-2 text-right sm:px-3', isCounted && 'font-semibold')}>
				{isPlanned ? formatNumber(of.planned) : '–'}
			</td>
			<td className="relative px-2 text-right sm:px-3">
				<span
					aria-hidden
					className="absolute inset-y-1 right-1 rounded-sm bg-primary/15"
					style={{ width: isPlanned ? `calc((100% - 0.5rem) * ${share / 100})` : 0 }}
				/>
				<span className="relative">{isPlanned ? percentText(share) : '–'}</span>
			</td>
			<td className="w-24 py-1 pr-2 text-right sm:pr-3">
				{isLocked ? (
					<span className="text-text-3">{isCounted ? 'counted' : ''}</span>
				) : (
					<NumberField
						label={formatNumberName(steering, of.label)}
						placeholder={steering === 'counts' ? 'auto' : weightText(of.defaultWeight)}
						step={steering === 'counts' ? 1 : 'any'}
						max={steering === 'counts' ? batchSizeMax : undefined}
						value={numbers[of.value] ?? null}
						onValue={(number) => onNumber(of.value, number)}
						wrongText={findWrong(of.value)}
						onWrongText={(text) => onWrong(of.value, text)}
					/>
				)}
			</td>
		</tr>
	);
}

/** Why a value gets no image. */
function Absence({ of, isZero, size }: { readonly of: ValueSummary; readonly isZero: boolean; readonly size: number }) {
	if (isZero) return <span className="block text-xs text-text-3">left out</span>;
	if (of.isPossible) return <span className="block text-xs text-text-3">none of {formatNumber(size)}</span>;
	return <span className="block text-xs font-medium text-warn">cannot occur</span>;
}

const percentText = (share: number) => share.toLocaleString('en', { maximumFractionDigits: share < 1 ? 2 : 1 });
const weightText = (weight: number) => weight.toLocaleString('en', { maximumFractionDigits: 2, useGrouping: false });
