import type { AttributeJob } from '@adx/validators/attributes';
import { EarlierJobs } from '../../../lib/api/job-history-card.tsx';
import type { ApiQuery } from '../../../lib/api/trpc.ts';
import { dateText, timeText } from '../../../lib/format/format-date.ts';
import { attributeTexts } from '../attributes-texts.ts';
import { runTitle } from './run-status.ts';
import { StatusBadge } from './run-status-badge.tsx';

const texts = attributeTexts.list;

export interface RunListProps {
	readonly runId: string | null;
	readonly runs: ApiQuery<AttributeJob[]>;
	readonly onChoose: (runId: string) => void;
	/** Leads to what a first run needs. */
	readonly onBegin: () => void;
}

/** The caller's last runs, newest first, to look at again and download. */
export function RunList({ runId, runs, onChoose, onBegin }: RunListProps) {
	return (
		<EarlierJobs
			texts={texts}
			jobs={runs}
			chosenId={runId}
			onChoose={onChoose}
			begin={{ label: texts.begin, onBegin }}
			entryClass="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2"
		>
			{(job) => (
				<>
					<span className="min-w-0 font-semibold wrap-anywhere text-text">{runTitle(job)}</span>
					<StatusBadge status={job.status} />
					<span className="figures ml-auto text-sm text-text-2">
						{`${texts.images(job.totalImages)} · ${dateText(job.createdAt)}, ${timeText(job.createdAt)}`}
					</span>
				</>
			)}
		</EarlierJobs>
	);
}
