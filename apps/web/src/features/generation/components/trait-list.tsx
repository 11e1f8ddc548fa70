import clsx from 'clsx';
import type { JobImage } from '../../../lib/trpc.ts';
import { traitRows } from '../logic.ts';

const rarityClass = {
	Common: 'text-rarity-common',
	Uncommon: 'text-rarity-uncommon',
	Rare: 'text-rarity-rare',
	Epic: 'text-rarity-epic',
	Legendary: 'text-rarity-legendary',
} as const;

/** What an image is made of, and how rare that is. */
export function TraitList({ image }: { readonly image: JobImage }) {
	return (
		<aside
			aria-label="Traits"
			className="min-w-0 overflow-y-auto rounded-lg border border-border bg-surface-1 p-4 shadow-card"
		>
			<h2 className="font-title mb-3 text-xl">Traits</h2>
			<dl className="grid grid-cols-[auto_1fr] gap-x-4">
				{traitRows(image).map(([name, value]) => (
					<Row key={name} name={name} value={value} />
				))}
				<Row name="Rarity" value={image.traits.rarity} className={rarityClass[image.traits.rarity]} />
				<Row name="Rank" value={`${image.rarityRank}${image.rarityProvisional ? ' (provisional)' : ''}`} />
				<Row name="Score" value={image.rarityScore.toFixed(2)} />
			</dl>
			{image.rarityProvisional ? (
				<p className="mt-3 text-[0.8125rem] text-text-3">The collection is too small for the rank to mean much.</p>
			) : null}
		</aside>
	);
}

function Row({
	name,
	value,
	className,
}: {
	readonly name: string;
	readonly value: string;
	readonly className?: string;
}) {
	return (
		<div className="col-span-2 grid grid-cols-subgrid border-b border-border py-2 last:border-b-0">
			<dt className="text-sm text-text-2">{name}</dt>
			<dd className={clsx('figures text-right font-medium break-words', className)}>{value}</dd>
		</div>
	);
}
