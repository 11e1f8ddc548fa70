import { Button } from '@adx/ui/controls/button';
import { SelectField } from '@adx/ui/controls/select-field';
import { formatNumber } from '@adx/validators/format-number';
import clsx from 'clsx';
import { SlidersHorizontal, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Job } from '../../../lib/api/trpc.ts';
import { type ImageFilter, listSorts, sortLabels, statusFilterLabels } from './image-filter.ts';
import { getTraitName, parseTraits, serializeTraits, valueLabel } from './image-traits.ts';
import type { JobView } from './job-search-params.ts';
import type { TraitCounts } from './trait-counts.ts';

export interface JobToolbarProps {
	readonly job: Pick<Job, 'references'>;
	readonly jobView: JobView;
	/** Null while not every image is known. */
	readonly counts: TraitCounts | null;
	/** Further controls at the right end. */
	readonly children?: ReactNode;
}

/** Narrows and orders the images; all of it stands in the address. */
export function ImageToolbar({ job, jobView, counts, children }: JobToolbarProps) {
	const { search, onSearch } = jobView;
	const { order } = search;
	const setFilter = (changes: Partial<ImageFilter>) => onSearch({ order: { ...order, ...changes } });
	return (
		<div className="grid gap-2">
			<div className="flex flex-wrap items-end gap-2">
				{/* Side by side on narrow screens, where every row keeps the pictures further down. */}
				<div
					className={clsx(
						'grid items-end gap-2 max-sm:w-full sm:flex',
						counts === null ? 'grid-cols-2' : 'grid-cols-3',
					)}
				>
					<SelectField
						label="Show"
						value={order.shown}
						options={optionsOf(statusFilterLabels)}
						onValue={(shown) => setFilter({ shown })}
					/>
					<SelectField
						label="Sort"
						value={order.sort}
						options={listSorts(job, order.sort).map((sort) => ({ value: sort, label: sortLabels[sort] }))}
						onValue={(sort) => setFilter({ sort })}
					/>
					{counts === null ? (
						<Button
							className="max-sm:col-span-full max-sm:justify-self-start"
							onClick={() => onSearch({ filters: true })}
							busyText={search.filters ? 'Loading traits...' : undefined}
							icon={<SlidersHorizontal aria-hidden className="size-4" />}
						>
							Filter by trait
						</Button>
					) : (
						<TraitChoice counts={counts} order={order} onOrder={setFilter} />
					)}
				</div>
				{children}
			</div>
			<Chips order={order} onOrder={setFilter} />
		</div>
	);
}

const optionsOf = <Value extends string>(choices: Readonly<Record<Value, string>>) =>
	(Object.keys(choices) as Value[]).map((value) => ({ value, label: choices[value] }));

const selectClass = 'control-height min-w-0 rounded-sm border border-line bg-surface-2 px-2 text-text';

interface FilterProps {
	readonly order: ImageFilter;
	readonly onOrder: (changes: Partial<ImageFilter>) => void;
}

/** Adds one value to the filter; each shows how many images have it. */
function TraitChoice({ counts, order, onOrder }: FilterProps & { readonly counts: TraitCounts }) {
	function add(text: string) {
		const [added] = parseTraits(text);
		if (added === undefined) return;
		const { trait, value } = added;
		const isThere = order.traits.some((chosen) => chosen.trait === trait && chosen.value === value);
		if (!isThere) onOrder({ traits: [...order.traits, { trait, value }] });
	}
	return (
		<label className="grid min-w-0 gap-1 text-sm font-medium">
			Filter by trait
			<select className={`${selectClass} max-w-52 font-normal`} value="" onChange={(event) => add(event.target.value)}>
				<option value="">Add a trait</option>
				{[...counts.values].map(([trait, values]) => (
					<optgroup key={trait} label={getTraitName(trait)}>
						{values.map(({ value, planned }) => (
							<option key={value} value={serializeTraits([{ trait, value }])}>
								{`${valueLabel({ trait, value })} (${formatNumber(planned)})`}
							</option>
						))}
					</optgroup>
				))}
			</select>
		</label>
	);
}

function Chips({ order, onOrder }: FilterProps) {
	if (order.traits.length === 0) return null;
	return (
		<ul aria-label="Chosen traits" className="flex flex-wrap gap-1.5">
			{order.traits.map((chosen) => {
				const text = `${getTraitName(chosen.trait)}: ${valueLabel(chosen)}`;
				return (
					<li key={text}>
						<button
							type="button"
							aria-label={`Remove ${text}`}
							onClick={() => onOrder({ traits: order.traits.filter((other) => other !== chosen) })}
							className="inline-flex min-h-7 items-center gap-1 rounded-full border border-primary px-2.5 text-sm hover:bg-surface-3 pointer-coarse:min-h-11"
						>
							{text}
							<X aria-hidden className="size-3.5" />
						</button>
					</li>
				);
			})}
			<li>
				<Button size="small" tone="ghost" onClick={() => onOrder({ traits: [] })}>
					Clear traits
				</Button>
			</li>
		</ul>
	);
}
