import { Button } from '@adx/ui/controls/button';
import { Badge, StatusBadge } from '@adx/ui/feedback/badge';
import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
import { Card } from '@adx/ui/surfaces/card';
import { formatNumber } from '@adx/validators/format-number';
import type { MergeJob } from '@adx/validators/merge';
import { EyeOff, RefreshCw } from 'lucide-react';
import { type ComponentProps, type Ref, useState } from 'react';
import type { ApiQuery } from '../../../lib/api/trpc.ts';
import { DeleteMergeButton } from '../../../lib/deletion/delete-merge-button.tsx';
import { formatBytes, formatDuration } from '../../../lib/format/format-quantity.ts';
import { usePageReload } from '../../../shell/page-reload.ts';
import { describeMergeDuration, formatSkipped, getMergeTitle, isLarge } from '../merge-summary.ts';
import { mergerTexts } from '../merger-texts.ts';
import { CompletedMerge } from './completed-merge.tsx';

const { progress: texts, list: listTexts } = mergerTexts;

export interface ProgressCardProps {
	readonly jobId: string | null;
	readonly merges: ApiQuery<MergeJob[]>;
	/** The merge is gone, or is not wanted on show any more. */
	readonly onLeave: () => void;
	readonly ref?: Ref<HTMLElement>;
}

/** The selected merge: how far it is, and what came of it. */
export function MergeProgressCard({ jobId, merges: { data, error }, onLeave, ref }: ProgressCardProps) {
	const job = data?.find(({ id }) => id === jobId);
	const [seenId, setSeenId] = useState<string | null>(null);
	if (job !== undefined && seenId !== job.id) setSeenId(job.id);
	const [firstId] = useState(jobId);
	// What had the focus went away with the merge before.
	const isReplacing = seenId !== null || jobId !== firstId;
	return (
		<Card ref={ref} title={texts.title} className="scroll-mt-4 scroll-mb-20">
			{job !== undefined ? (
				<MergeProgress key={job.id} job={job} onLeave={onLeave} />
			) : jobId === null ? (
				<Placeholder key="none" isReplacing={isReplacing}>
					{texts.none}
				</Placeholder>
			) : data === undefined && error === null ? (
				<Skeleton className="h-24 w-full" />
			) : (
				<div className="grid justify-items-start gap-3">
					<Placeholder isReplacing={isReplacing} role="status">
						{seenId === jobId ? listTexts.gone : listTexts.unknown}
					</Placeholder>
					<Button onClick={onLeave}>{listTexts.leave}</Button>
				</div>
			)}
		</Card>
	);
}

interface PlaceholderProps extends ComponentProps<'p'> {
	readonly isReplacing: boolean;
}

/** Stands where no merge is; takes the focus of what it replaces. */
function Placeholder({ isReplacing, ...paragraph }: PlaceholderProps) {
	const ref = useFocusFallback<HTMLParagraphElement>(null, isReplacing);
	return <p {...paragraph} ref={ref} tabIndex={-1} className="text-text-2" />;
}

interface ProgressProps {
	readonly job: MergeJob;
	readonly onLeave: () => void;
}

function MergeProgress({ job, onLeave }: ProgressProps) {
	const { status, progress, totalImages, inputCollections, errorMessage } = job;
	const leftOut = formatSkipped(job.leftOut);
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<h3 className="min-w-0 font-semibold wrap-anywhere text-text">{getMergeTitle(job)}</h3>
				{job.hidden ? <Badge Icon={EyeOff}>{listTexts.hidden}</Badge> : null}
			</div>
			<ProgressBar label={texts.title} percent={progress} valueText={`${progress}%`} />
			<dl className="figures grid grid-cols-2 gap-x-4 gap-y-2 text-sm">
				<Fact name={texts.status}>
					<StatusBadge status={status}>{texts.statuses[status]}</StatusBadge>
				</Fact>
				<Fact name={texts.progress}>{progress}%</Fact>
				<Fact name={texts.totalImages}>{formatNumber(totalImages)}</Fact>
				<Fact name={texts.collections}>{inputCollections.length}</Fact>
				{job.sizeBytes === null ? null : <Fact name={texts.size}>{formatBytes(job.sizeBytes)}</Fact>}
			</dl>
			<div role="status" className="grid gap-1 text-sm text-text-2 empty:hidden">
				{status === 'processing' ? <Estimate job={job} /> : null}
				{isLarge(totalImages) ? <p className="text-warn">{texts.large}</p> : null}
			</div>
			{leftOut === null ? null : <p className="text-sm text-warn">{leftOut}</p>}
			{status === 'failed' ? (
				<p role="alert" className="rounded-md border border-ember-text p-3 text-text">
					{errorMessage ?? texts.failed}
				</p>
			) : null}
			{status === 'completed' && job.downloadUrl === null ? <NotReady /> : null}
			{status === 'completed' && job.downloadUrl !== null ? <CompletedMerge job={job} /> : null}
			{status === 'processing' ? null : (
				<div className="justify-self-start">
					<DeleteMergeButton jobId={job.id} onDeleted={onLeave} />
				</div>
			)}
		</div>
	);
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
	return (
		<div>
			<dt className="text-text-3">{name}</dt>
			<dd className="font-semibold text-text">{children}</dd>
		</div>
	);
}

function Estimate({ job: { phase, totalImages, secondsLeft } }: { readonly job: MergeJob }) {
	return (
		<>
			<p className="font-medium text-text">{texts.phases[phase]}</p>
			<p>
				{texts.estimate}: <span>{describeMergeDuration(totalImages)}</span>
				{secondsLeft === null ? null : <span>{` (${texts.measured(formatDuration(secondsLeft))})`}</span>}
			</p>
		</>
	);
}

function NotReady() {
	const reload = usePageReload();
	return (
		<Button tone="primary" onClick={reload} icon={<RefreshCw aria-hidden className="size-4" />}>
			{texts.notReady}
		</Button>
	);
}
