import { rarityTiers } from '@adx/collection/rarity/rarity';
import { buttonClass } from '@adx/ui/controls/button';
import { Badge } from '@adx/ui/feedback/badge';
import { Card } from '@adx/ui/surfaces/card';
import { formatNumber } from '@adx/validators/format-number';
import type { Rarity } from '@adx/validators/rarity';
import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { ArrowLeft, FileSpreadsheet, Hourglass } from 'lucide-react';
import { DownloadLink } from '../../../lib/files/download-link.tsx';
import { formatShare, tierTextClass } from '../../../lib/format/format-rarity.ts';
import { rarityCsvUrl } from './ranked-token.ts';
import { rarityTexts } from './rarity-texts.ts';

/** Name, kind and facts of a collection, how its tiers are spread, and all of it as CSV. */
export function RarityHeader({ rarity }: { readonly rarity: Rarity }) {
	const { id, name, kind, provisional } = rarity;
	return (
		<>
			<BackLink rarity={rarity} />
			<Card>
				<div className="flex flex-wrap items-start justify-between gap-4">
					<div className="min-w-0">
						<h1 className="font-title text-2xl wrap-anywhere sm:text-3xl">{rarityTexts.title(name)}</h1>
						<div className="mt-2 flex flex-wrap gap-1.5">
							<Badge>{rarityTexts.kinds[kind]}</Badge>
							{provisional ? (
								<Badge tone="gold" Icon={Hourglass}>
									{rarityTexts.provisional.badge}
								</Badge>
							) : null}
						</div>
					</div>
					<DownloadLink href={rarityCsvUrl(id)} className={buttonClass()}>
						<FileSpreadsheet aria-hidden className="size-4" />
						{rarityTexts.csv}
					</DownloadLink>
				</div>
				{provisional ? <p className="mt-3 text-sm text-text-2">{rarityTexts.provisional.text}</p> : null}
				<div className="mt-4 flex flex-col gap-x-10 gap-y-4 lg:flex-row lg:items-center">
					<Facts rarity={rarity} />
					<Tiers rarity={rarity} />
				</div>
			</Card>
		</>
	);
}

const backClass = `${buttonClass('ghost')} justify-self-start`;

function BackLink({ rarity: { id, kind } }: { readonly rarity: Rarity }) {
	const content = (
		<>
			<ArrowLeft aria-hidden className="size-4" />
			{rarityTexts.back[kind]}
		</>
	);
	if (kind === 'generated') {
		return (
			<Link to="/jobs/$jobId" params={{ jobId: id }} className={backClass}>
				{content}
			</Link>
		);
	}
	if (kind === 'attributed') {
		return (
			<Link to="/attributes" search={{ job: id }} className={backClass}>
				{content}
			</Link>
		);
	}
	return (
		<Link to="/collections/$collectionId" params={{ collectionId: id }} className={backClass}>
			{content}
		</Link>
	);
}

function Facts({ rarity: { size, entropy, traits } }: { readonly rarity: Rarity }) {
	const texts = rarityTexts.facts;
	const facts = [
		[texts.size, formatNumber(size)],
		[texts.traits, formatNumber(traits.length)],
		[texts.entropy, texts.bits(entropy)],
	] as const;
	return (
		<dl aria-label={texts.label} className="figures flex shrink-0 flex-wrap gap-x-8 gap-y-2">
			{facts.map(([name, value]) => (
				<div key={name}>
					<dt className="text-sm text-text-2">{name}</dt>
					<dd className="font-semibold">{value}</dd>
				</div>
			))}
		</dl>
	);
}

function Tiers({ rarity: { tiers, size } }: { readonly rarity: Rarity }) {
	return (
		<ul aria-label={rarityTexts.tiers.title} className="grid grow grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
			{rarityTiers.map((tier) => {
				// The server names those with tokens alone.
				const count = tiers.find((found) => found.tier === tier)?.count ?? 0;
				return (
					<li key={tier} className="figures rounded-md border border-border bg-surface-2 p-3">
						<p className={clsx('font-semibold', tierTextClass[tier])}>{tier}</p>
						<p className="text-2xl font-semibold">{formatNumber(count)}</p>
						<p className="text-sm text-text-2">{rarityTexts.tiers.of(formatShare(count, size))}</p>
					</li>
				);
			})}
		</ul>
	);
}
