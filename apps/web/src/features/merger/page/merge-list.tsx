import { Badge, StatusBadge } from '@adx/ui/feedback/badge';
import { ImageWithFallback } from '@adx/ui/images/image-with-fallback';
import type { MergeJob } from '@adx/validators/merge';
import { EyeOff, Images } from 'lucide-react';
import type { ApiQuery } from '../../../lib/api/trpc.ts';
import { formatDate, formatTime } from '../../../lib/format/format-date.ts';
import { JobHistoryCard } from '../../../lib/job-history-card.tsx';
import { getMergeTitle } from '../merge-summary.ts';
import { mergerTexts } from '../merger-texts.ts';

const texts = mergerTexts.list;

export interface MergeListProps {
	readonly jobId: string | null;
	readonly merges: ApiQuery<MergeJob[]>;
	readonly onChooseJob: (jobId: string) => void;
	/** Leads to what a first merge needs. */
	readonly onBegin: () => void;
}

/** Every merge of the caller, newest first, to select. */
export function MergeList({ jobId, merges, onChooseJob, onBegin }: MergeListProps) {
	return (
		<JobHistoryCard
			texts={texts}
			jobs={merges}
			chosenId={jobId}
			onChoose={onChooseJob}
			emptyAction={{ label: texts.begin, onBegin }}
			entryClass="grid grid-cols-[3rem_minmax(0,1fr)] items-center gap-3 p-2"
		>
			{(job) => <Entry job={job} />}
		</JobHistoryCard>
	);
}

function Entry({ job }: { readonly job: MergeJob }) {
	const createdAt = new Date(job.createdAt);
	return (
		<>
			{job.coverUrl === null ? (
				<span className="grid size-12 place-items-center rounded-sm bg-surface-3 text-text-3">
					<Images aria-hidden className="size-5" />
				</span>
			) : (
				<ImageWithFallback
					isLazy
					url={job.coverUrl}
					alt=""
					className="size-12 rounded-sm bg-surface-3 object-contain"
				/>
			)}
			<span className="min-w-0">
				<span className="flex flex-wrap items-center gap-x-2 gap-y-1">
					<span className="min-w-0 font-semibold wrap-anywhere text-text">{getMergeTitle(job)}</span>
					<StatusBadge status={job.status}>{mergerTexts.progress.statuses[job.status]}</StatusBadge>
					{job.hidden ? <Badge Icon={EyeOff}>{texts.hidden}</Badge> : null}
				</span>
				<span className="figures block text-sm text-text-2">
					{`${texts.images(job.totalImages)} · ${formatDate(createdAt)}, ${formatTime(createdAt)}`}
				</span>
			</span>
		</>
	);
}
