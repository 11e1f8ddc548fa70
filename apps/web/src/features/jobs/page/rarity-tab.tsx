import { Button } from '@adx/ui/controls/button';
import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import { Card } from '@adx/ui/surfaces/card';
import { safeFileName } from '@adx/validators/file-name';
import { formatNumber } from '@adx/validators/format-number';
import clsx from 'clsx';
import { FileSpreadsheet } from 'lucide-react';
import type { Job } from '../../../lib/api/trpc.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { formatShare, tierTextClass } from '../../../lib/format/format-rarity.ts';
import type { JobImagePages } from '../images/image-pages.ts';
import type { JobView } from '../images/job-search-params.ts';
import { countTiers, type TraitCounts } from '../images/trait-counts.ts';
import { RarityTable } from './rarity-table.tsx';
import { traitCountsCsv } from './trait-counts-csv.ts';

export interface JobRarityProps {
	readonly job: Job;
	readonly pages: JobImagePages;
	readonly counts: TraitCounts | null;
	readonly jobView: JobView;
}

/** Tiers and trait values: how many were planned, and how many of them are drawn. */
export function RarityTab({ job, pages, counts, jobView }: JobRarityProps) {
	if (counts === null) {
		const percent = (pages.images.length / Math.max(1, job.batchSize)) * 100;
		return (
			<Card title="Rarity">
				<p role="status" className="mb-2 text-text-2">
					Counting the traits of {formatNumber(job.batchSize)} images...
				</p>
				<ProgressBar label="Images counted" percent={percent} />
			</Card>
		);
	}
	const isProvisional = pages.images.some(({ rarityProvisional }) => rarityProvisional);
	return (
		<div className="grid grid-cols-1 gap-4">
			<Tiers pages={pages} isProvisional={isProvisional} />
			<Button
				className="justify-self-start"
				onClick={() => saveFile(csvFileOf(job, counts))}
				icon={<FileSpreadsheet aria-hidden className="size-4" />}
			>
				Save the counts as CSV
			</Button>
			<div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
				{[...counts.values].map(([trait, values]) => (
					<RarityTable key={trait} trait={trait} values={values} jobView={jobView} />
				))}
			</div>
		</div>
	);
}

const csvFileOf = ({ projectName }: Job, counts: TraitCounts) =>
	new File([traitCountsCsv(counts)], `${safeFileName(projectName)}_traits.csv`, { type: 'text/csv' });

function Tiers({ pages, isProvisional }: { readonly pages: JobImagePages; readonly isProvisional: boolean }) {
	const { images } = pages;
	return (
		<Card title="Tiers">
			<ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
				{countTiers(images).map(({ tier, planned, got }) => (
					<li key={tier} className="figures rounded-md border border-border bg-surface-2 p-3">
						<p className={clsx('font-semibold', tierTextClass[tier])}>{tier}</p>
						<p className="text-2xl font-semibold">{formatNumber(planned)}</p>
						<p className="text-sm text-text-2">{`${formatShare(planned, images.length)} planned, ${formatNumber(got)} drawn`}</p>
					</li>
				))}
			</ul>
			{isProvisional ? (
				<p className="mt-3 text-sm text-text-3">The collection is too small for ranks and tiers to mean much.</p>
			) : null}
		</Card>
	);
}
