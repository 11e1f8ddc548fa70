import { Button } from '@adx/ui/controls/button';
import { SearchField } from '@adx/ui/controls/search-field';
import { SelectField } from '@adx/ui/controls/select-field';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { formatNumber as number } from '@adx/validators/format-number';
import { SlidersHorizontal, X } from 'lucide-react';
import { useState } from 'react';
import { type TileSizeProps, TileSizeSlider } from '../../../lib/images/tile-size.tsx';
import type { IndexRange } from '../../../lib/images/virtual-tile-grid.tsx';
import type { Collection } from '../collection-queries.ts';
import { galleryTexts } from '../gallery-texts.ts';
import { GoToTokenField } from './go-to-token-field.tsx';
import { getSelectedTraits, type TokenSearch, toggleTrait } from './token-search-params.ts';
import { TraitFilterPanel } from './trait-filter-panel.tsx';

const texts = galleryTexts.tokens;
const facetTexts = galleryTexts.facets;
const sorts = [
	{ value: 'number', label: texts.byNumber },
	{ value: 'rank', label: texts.byRank },
] as const;

export interface TokenToolbarProps extends TileSizeProps {
	readonly collection: Collection;
	readonly search: TokenSearch;
	readonly onSearch: (changes: Partial<TokenSearch>) => void;
	readonly range: IndexRange;
	/** Null while it is not known how many match. */
	readonly total: number | null;
	readonly onGoTo: (tokenNumber: number) => void;
	readonly onSelectAll: () => void;
	/** Why not all can be selected; undefined where they can. */
	readonly tooMany: string | undefined;
}

/** Search, order and chosen traits; all of it stands in the address. */
export function TokenToolbar(props: TokenToolbarProps) {
	const { collection, search, onSearch, range, total, onGoTo, onSelectAll, tooMany, ...size } = props;
	return (
		<search className="z-10 -mx-3 grid gap-2 border-b border-border bg-bg px-3 py-2 sm:not-short:sticky sm:top-[calc(3.5rem+var(--banner-height,0px))] sm:-mx-6 sm:px-6 xl:-ml-3 xl:pl-3">
			<div className="flex flex-wrap items-end gap-2">
				<SearchField
					className="grow basis-44 sm:max-w-72"
					label={texts.search}
					placeholder={texts.placeholder}
					value={search.query}
					onChange={(query) => onSearch({ query })}
				/>
				<SelectField
					isTool
					label={texts.sort}
					value={search.sort}
					options={sorts}
					onValue={(sort) => onSearch({ sort })}
				/>
				<GoToTokenField max={collection.imageCount} view={search} onGoTo={onGoTo} />
				<FacetSheet collection={collection} search={search} onSearch={onSearch} />
				<TileSizeSlider {...size} />
				{total === null || total === 0 ? null : (
					<Button onClick={onSelectAll} disabledReason={tooMany}>
						{galleryTexts.selection.all(total)}
					</Button>
				)}
				<p aria-hidden className="figures ml-auto hidden pb-2 text-sm whitespace-nowrap text-text-2 sm:not-short:block">
					{total === null ? '' : getPositionText(range, total)}
				</p>
				<p role="status" className="sr-only">
					{total === null ? '' : texts.matches(total)}
				</p>
			</div>
			<Chips search={search} onSearch={onSearch} />
		</search>
	);
}

/** '4,101–4,120 / 10,000' */
export function getPositionText({ from, to }: IndexRange, count: number): string {
	if (count === 0) return '0 / 0';
	return `${number(Math.min(from, count - 1) + 1)}–${number(Math.min(to, count - 1) + 1)} / ${number(count)}`;
}

/** On screens without room for a column of traits, these are in a dialog. */
function FacetSheet({ collection, search, onSearch }: Pick<TokenToolbarProps, 'collection' | 'search' | 'onSearch'>) {
	const [isOpen, setOpen] = useState(false);
	return (
		<>
			<Button
				className="xl:hidden"
				onClick={() => setOpen(true)}
				icon={<SlidersHorizontal aria-hidden className="size-4" />}
			>
				{facetTexts.open(getSelectedTraits(search.traits).length)}
			</Button>
			<Dialog open={isOpen} onClose={() => setOpen(false)} title={facetTexts.title}>
				<TraitFilterPanel collection={collection} traits={search.traits} onTraits={(traits) => onSearch({ traits })} />
				<div className="sticky bottom-0 -mx-5 -mb-5 rounded-b-lg border-t border-border bg-surface-1 p-3">
					<Button tone="primary" className="w-full" onClick={() => setOpen(false)}>
						{facetTexts.close}
					</Button>
				</div>
			</Dialog>
		</>
	);
}

function Chips({ search, onSearch }: Pick<TokenToolbarProps, 'search' | 'onSearch'>) {
	const chosen = getSelectedTraits(search.traits);
	if (chosen.length === 0) return null;
	return (
		<ul aria-label={facetTexts.chosen} className="flex max-h-24 flex-wrap gap-1.5 overflow-y-auto">
			{chosen.map((choice) => {
				const text = `${choice.trait}: ${choice.value}`;
				return (
					<li key={text} className="min-w-0">
						<button
							type="button"
							aria-label={facetTexts.remove(text)}
							onClick={() => onSearch({ traits: toggleTrait(search.traits, choice) })}
							className="inline-flex min-h-7 max-w-full items-center gap-1 rounded-full border border-primary px-2.5 text-sm hover:bg-surface-3 pointer-coarse:min-h-11"
						>
							<span className="truncate">{text}</span>
							<X aria-hidden className="size-3.5 shrink-0" />
						</button>
					</li>
				);
			})}
			<li>
				<Button size="small" tone="ghost" onClick={() => onSearch({ traits: {} })}>
					{facetTexts.clear}
				</Button>
			</li>
		</ul>
	);
}
