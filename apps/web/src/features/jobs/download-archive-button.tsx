import { Button } from '@adx/ui/controls/button';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Job } from '../../lib/api/trpc.ts';
import { saveJobArchive } from '../../lib/files/save-file.ts';
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts';
import { BottomBarPortal, narrowQuery } from '../../shell/bottom-bar.tsx';
import { formatImageCount } from './job-labels.ts';
import { useJobs } from './job-queries.ts';
import { findDownloadableJob, getJobTitle } from './job-summary.ts';

export interface DownloadButtonProps {
	readonly job: Job;
	/** The large one names what it saves. */
	readonly size?: 'medium' | 'large';
	readonly tone?: 'primary' | 'secondary';
}

/** Saves a job's archive; a failure is shown in a browser alert and leaves the button ready. */
export function DownloadArchiveButton({ job, size = 'medium', tone = 'primary' }: DownloadButtonProps) {
	const [isBusy, setBusy] = useState(false);
	const contents = `${getJobTitle(job)}, ${formatImageCount(job.totalImages)}`;

	async function download() {
		setBusy(true);
		try {
			await saveJobArchive(job);
		} catch (error) {
			console.error('The archive could not be downloaded', error);
			window.alert('Download failed. Please try again.');
		} finally {
			setBusy(false);
		}
	}

	return (
		<Button
			tone={tone}
			size={size}
			onClick={() => void download()}
			busyText={isBusy ? 'Downloading...' : undefined}
			icon={<Download aria-hidden className="size-5" />}
			title={contents}
		>
			{size === 'large' ? (
				<span className="grid min-w-0 justify-items-start leading-tight">
					Download collection
					{/* Assistive technology gets it from the title. */}
					<span aria-hidden className="figures max-w-52 truncate text-[0.8125rem] font-normal">
						{contents}
					</span>
				</span>
			) : (
				'Download collection'
			)}
		</Button>
	);
}

/** Floats at the bottom of the page as soon as there is anything to download. */
export function FloatingDownloadButton({ chosenId }: { readonly chosenId: string | null }) {
	const { data: jobs } = useJobs('download-button');
	const job = findDownloadableJob(jobs ?? [], chosenId);
	// There it stands beside the page's main button.
	const isNarrow = useMediaQuery(narrowQuery);
	if (job === null) return null;
	return (
		<BottomBarPortal place="centre">
			<div className="max-w-full rounded-md max-lg:grid max-lg:grow lg:shadow-pop">
				<DownloadArchiveButton job={job} size="large" tone={isNarrow ? 'secondary' : 'primary'} />
			</div>
		</BottomBarPortal>
	);
}
