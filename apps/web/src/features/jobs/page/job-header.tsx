import { buttonClass } from '@adx/ui/controls/button';
import { Card } from '@adx/ui/surfaces/card';
import { formatNumber } from '@adx/validators/format-number';
import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { Gem } from 'lucide-react';
import type { Job } from '../../../lib/api/trpc.ts';
import { formatArtStyle } from '../../../lib/format/format-art-style.ts';
import { DeleteJobButton } from '../actions/delete-job-button.tsx';
import { EngineConsoleLink } from '../actions/engine-key-link.tsx';
import type { JobActions } from '../actions/job-actions.ts';
import { JobActionError, JobControls } from '../actions/job-controls.tsx';
import { DownloadArchiveButton } from '../download-archive-button.tsx';
import type { JobImagePages } from '../images/image-pages.ts';
import type { JobView } from '../images/job-search-params.ts';
import {
	formatProgress,
	formatSpent,
	getEstimateNote,
	getPauseMessage,
	getQuotaMessage,
	isKeyRefused,
} from '../job-labels.ts';
import { JobProgress } from '../job-progress-card.tsx';
import { JobStateBadge } from '../job-state-badge.tsx';
import {
	formatRacesAndClasses,
	getJobTitle,
	getOutcomeMessage,
	getProgressMessage,
	isUnfinished,
} from '../job-summary.ts';
import { MergeLink } from '../merge-link.tsx';
import { DamagedImages } from './damaged-images.tsx';
import { FailedImages } from './failed-images.tsx';

export interface JobHeaderProps {
	readonly job: Job;
	readonly actions: JobActions;
	readonly pages: JobImagePages;
	readonly jobView: JobView;
}

/** A job's name, state, progress and cost, and what can be done about it. */
export function JobHeader({ job, actions, pages, jobView }: JobHeaderProps) {
	// The review needs the room for its picture.
	const isCompact = jobView.search.tab === 'review' && !isUnfinished(job);
	const isPaused = job.phase === 'paused';
	const isFinished = job.status === 'completed' && job.totalImages > 0;
	const spent = formatSpent(job);
	const estimateNote = getEstimateNote(job);
	const quota = getQuotaMessage(job, new Date());
	return (
		<Card className={clsx(isCompact && 'py-3!')}>
			<div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
				<div className={clsx('min-w-0', isCompact && 'flex flex-wrap items-center gap-x-4 gap-y-1')}>
					<h1
						title={getJobTitle(job)}
						className={clsx(
							'font-title wrap-anywhere',
							isCompact ? 'line-clamp-2 text-xl' : 'text-3xl max-sm:line-clamp-3 max-sm:text-2xl',
						)}
					>
						{getJobTitle(job)}
					</h1>
					<div className={clsx('flex flex-wrap items-center gap-2', !isCompact && 'mt-2')}>
						<JobStateBadge phase={job.phase} />
						<p className="figures text-text-2">{`Job #${job.number} · ${formatProgress(job)}`}</p>
						{spent === null ? null : <p className="figures text-text-2">{spent}</p>}
					</div>
					{estimateNote === null ? null : <p className="mt-1 text-sm text-text-2">{estimateNote}</p>}
				</div>
				<div className="flex flex-wrap gap-2 not-has-[a,button]:absolute">
					<JobControls job={job} actions={actions} />
					{/* They stand on every other tab. */}
					{isFinished && !isCompact ? (
						<>
							<Link to="/collections/$collectionId/rarity" params={{ collectionId: job.id }} className={buttonClass()}>
								<Gem aria-hidden className="size-4" />
								Rarity and export
							</Link>
							<DownloadArchiveButton job={job} />
						</>
					) : null}
					{isUnfinished(job) || job.redraws > 0 || isCompact ? null : <DeleteJobButton job={job} />}
				</div>
			</div>
			{isCompact ? null : (
				<div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 empty:hidden">
					{isPaused ? null : (
						<p role="status" className="text-text-2">
							{isUnfinished(job) ? getProgressMessage(job) : getOutcomeMessage(job)}
						</p>
					)}
					{isFinished ? <MergeLink job={job} /> : null}
				</div>
			)}
			{job.redraws > 0 ? (
				<p role="status" className="figures mt-2 text-primary">
					{redrawText(job.redraws)}
				</p>
			) : null}
			{isUnfinished(job) ? (
				<div className="mt-2">
					<JobProgress job={job} />
				</div>
			) : null}
			{isPaused ? (
				<p role="status" className="mt-3 rounded-sm border border-gold px-3 py-2">
					{getPauseMessage(job, new Date())}
				</p>
			) : null}
			{quota === null ? null : <p className="mt-1 text-text-2">{quota}</p>}
			{isKeyRefused(job) ? (
				<p className="mt-2">
					<EngineConsoleLink engine={job.engine} />
				</p>
			) : null}
			{jobView.search.tab === 'review' ? null : (
				<div className="mt-3 empty:hidden">
					<JobActionError actions={actions} />
				</div>
			)}
			{job.failedImages > 0 ? <FailedImages job={job} images={pages.images} jobView={jobView} /> : null}
			<DamagedImages job={job} pages={pages} jobView={jobView} actions={actions} />
			{isCompact || job.olderForgeVersion === null ? null : (
				<p className="mt-2 text-sm text-text-2">{describeOlderForge(job.olderForgeVersion)}</p>
			)}
			{isCompact ? null : (
				<p className="mt-2 line-clamp-3 text-sm text-text-2">
					{job.layers === null ? `${formatRacesAndClasses(job)} · ` : null}
					{formatArtStyle(job)}
				</p>
			)}
		</Card>
	);
}

const describeOlderForge = (version: number) =>
	`Planned with version ${version} of the built-in forge: images drawn from now on look different from those of that version.`;

const redrawText = (count: number) =>
	count === 1
		? 'Another version of 1 image is being made.'
		: `Other versions of ${formatNumber(count)} images are being made.`;
