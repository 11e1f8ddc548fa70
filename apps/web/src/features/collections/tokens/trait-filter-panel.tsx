import { Button } from '@adx/ui/controls/button';
import { formatNumber } from '@adx/validators/format-number';
import { facetsMax, facetValuesMax } from '@adx/validators/limits';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { formatShare } from '../../../lib/format/format-rarity.ts';
import { normalizeForSearch } from '../../../lib/option-search.ts';
import type { Collection } from '../collection-queries.ts';
import { galleryTexts } from '../gallery-texts.ts';
import { isSelected, isWithinSearchLimit, type TraitFilter, toggleTrait } from './token-search-params.ts';

const texts = galleryTexts.facets;

/** So many values of a trait are shown at first. */
const firstValues = 10;

type Facet = Collection['facets'][number];

/** Whether the trait has, or in an older merge may have, more values than are listed. */
const isCut = ({ values, valueCount = Number.POSITIVE_INFINITY }: Facet) =>
	values.length >= facetValuesMax && valueCount > values.length;

interface FoundFacet {
	readonly facet: Facet;
	readonly values: Facet['values'];
}

/** Traits and values that the text finds: a trait's name finds all its values, one that is cut may hold any value. */
function findFacets(facets: readonly Facet[], typed: string): readonly FoundFacet[] {
	const wanted = normalizeForSearch(typed);
	return facets.flatMap((facet) => {
		if (wanted === '' || normalizeForSearch(facet.trait).includes(wanted)) return [{ facet, values: facet.values }];
		const values = facet.values.filter(({ value }) => normalizeForSearch(value).includes(wanted));
		return values.length === 0 && !isCut(facet) ? [] : [{ facet, values }];
	});
}

export interface FacetPanelProps {
	readonly collection: Collection;
	readonly traits: TraitFilter;
	readonly onTraits: (traits: TraitFilter) => void;
}

/** Every trait of a collection; values of one trait are alternatives, different traits must hold together. */
export function TraitFilterPanel({ collection, traits, onTraits }: FacetPanelProps) {
	const [typed, setTyped] = useState('');
	/** Those that were opened or closed, or in which something was ticked. */
	const [openByTrait, setOpenByTrait] = useState<ReadonlyMap<string, boolean>>(new Map());
	const [isTooMuch, setTooMuch] = useState(false);
	const { facets, imageCount } = collection;
	if (facets.length === 0) return <p className="text-sm text-text-2">{texts.noTraits}</p>;
	const found = findFacets(facets, typed);

	function toggle(trait: string, value: string) {
		const next = toggleTrait(traits, { trait, value });
		const fits = isWithinSearchLimit(next);
		setTooMuch(!fits);
		if (fits) onTraits(next);
		setOpen(trait, true);
	}
	function setOpen(trait: string, isNowOpen: boolean) {
		setOpenByTrait((before) => new Map(before).set(trait, isNowOpen));
	}
	/** The first one is open from the start, and whatever holds something chosen. */
	function isOpen(trait: string): boolean {
		if (typed.trim() !== '') return true;
		return openByTrait.get(trait) ?? (trait === facets[0]?.trait || Object.hasOwn(traits, trait));
	}

	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-2">
			<label className="grid gap-1 text-sm text-text-2">
				{texts.search}
				<input
					type="search"
					value={typed}
					onChange={(event) => setTyped(event.target.value)}
					className="control-height w-full min-w-0 rounded-sm border border-line bg-surface-2 px-3 text-text"
				/>
			</label>
			{isTooMuch ? (
				<p role="alert" className="text-sm text-ember-text">
					{texts.full}
				</p>
			) : null}
			{found.length === 0 ? <p className="text-sm text-text-2">{texts.none}</p> : null}
			{found.map(({ facet, values }) => (
				<FacetGroup
					key={facet.trait}
					facet={facet}
					values={values}
					typed={typed.trim()}
					imageCount={imageCount}
					isOpen={isOpen(facet.trait)}
					traits={traits}
					onToggle={(value) => toggle(facet.trait, value)}
					onToggleOpen={() => setOpen(facet.trait, !isOpen(facet.trait))}
				/>
			))}
			{facets.length < facetsMax ? null : <p className="text-[0.8125rem] text-text-3">{texts.firstTraits}</p>}
		</div>
	);
}

interface FacetGroupProps {
	readonly facet: Facet;
	/** Those that were found. */
	readonly values: Facet['values'];
	readonly typed: string;
	readonly imageCount: number;
	readonly isOpen: boolean;
	readonly traits: TraitFilter;
	readonly onToggle: (value: string) => void;
	readonly onToggleOpen: () => void;
}

function FacetGroup({ facet, values, typed, imageCount, isOpen, traits, onToggle, onToggleOpen }: FacetGroupProps) {
	const { trait } = facet;
	const id = useId();
	const [isWhole, setWhole] = useState(false);
	const shown = isWhole ? values : values.slice(0, firstValues);
	const hidden = values.length - shown.length;
	const isTypedListed = values.some(({ value }) => value === typed);
	const row = (value: string, name: string, note: string) => (
		<li key={value}>
			<label className="figures flex min-h-8 items-center gap-2 rounded-sm px-1 text-sm hover:bg-surface-3 pointer-coarse:min-h-11">
				<input
					type="checkbox"
					checked={isSelected(traits, { trait, value })}
					onChange={() => onToggle(value)}
					className="size-4.5 shrink-0 accent-primary"
				/>
				<span className="min-w-0 grow break-words">{name}</span>{' '}
				<span className="shrink-0 text-[0.8125rem] text-text-2">{note}</span>
			</label>
		</li>
	);
	return (
		<section className="border-t border-border">
			<h3>
				<button
					type="button"
					aria-expanded={isOpen}
					aria-controls={id}
					onClick={onToggleOpen}
					className="flex min-h-11 w-full items-center justify-between gap-2 rounded-sm text-left font-semibold"
				>
					<span className="min-w-0 break-words">{trait}</span>{' '}
					<span className="figures flex shrink-0 items-center gap-1.5 text-sm font-normal text-text-2">
						{values === facet.values || isCut(facet)
							? texts.valueCount(facet.values.length, facet.valueCount)
							: formatNumber(values.length)}
						<ChevronDown aria-hidden className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />
					</span>
				</button>
			</h3>
			<ul id={id} hidden={!isOpen} aria-label={trait} className="pb-2">
				{isOpen
					? shown.map(({ value, count }) =>
							row(value, value, `${formatNumber(count)} (${formatShare(count, imageCount)})`),
						)
					: null}
				{hidden > 0 ? (
					<li className="pt-1">
						<Button size="small" tone="ghost" onClick={() => setWhole(true)}>
							{texts.more(hidden)}
						</Button>
					</li>
				) : null}
				{isOpen && isCut(facet) ? (
					<>
						{typed === '' || isTypedListed ? null : row(typed, texts.exactly(typed), '')}
						<li className="pt-1 text-[0.8125rem] text-text-3">{texts.someListed(facet.values.length)}</li>
					</>
				) : null}
			</ul>
		</section>
	);
}
