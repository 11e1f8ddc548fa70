import { StatusBadge } from '@adx/ui/feedback/badge';
import type { AttributeJob } from '@adx/validators/attributes';
import { useState } from 'react';
import type { ApiQuery } from '../../../lib/api/trpc.ts';
import { formatDate, formatTime } from '../../../lib/format/format-date.ts';
import { JobHistoryCard } from '../../../lib/job-history-card.tsx';
import { attributeTexts } from '../attributes-texts.ts';
import { DeleteRunButton } from './delete-run-button.tsx';
import { getRunTitle, getStatusLabel, isUnfinishedRun } from './run-status.ts';

const texts = attributeTexts.list;

export interface RunListProps {
	readonly runId: string | null;
	readonly runs: ApiQuery<AttributeJob[]>;
	readonly onChoose: (runId: string) => void;
	/** The run on show was deleted. */
	readonly onLeave: () => void;
	/** Leads to what a first run needs. */
	readonly onBegin: () => void;
}

/** The caller's last runs, newest first, to look at again and download. */
export function RunList({ runId, runs, onChoose, onLeave, onBegin }: RunListProps) {
	const [deletedId, setDeletedId] = useState<string | null>(null);
	return (
		<JobHistoryCard
			texts={texts}
			jobs={runs}
			chosenId={runId}
			onChoose={onChoose}
			emptyAction={{ label: texts.begin, onBegin }}
			action={(job) =>
				isUnfinishedRun(job) ? null : (
					<DeleteRunButton
						job={job}
						onDeleted={() => {
							setDeletedId(job.id);
							if (job.id === runId) onLeave();
						}}
					/>
				)
			}
			deletedId={deletedId}
			entryClass="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2"
		>
			{(job) => (
				<>
					<span className="min-w-0 font-semibold wrap-anywhere text-text">{getRunTitle(job)}</span>
					<StatusBadge status={job.status}>{getStatusLabel(job.status)}</StatusBadge>
					<span className="figures ml-auto text-sm text-text-2">
						{`${texts.images(job.totalImages)} · ${formatDate(job.createdAt)}, ${formatTime(job.createdAt)}`}
					</span>
				</>
			)}
		</JobHistoryCard>
	);
}
