import { Button } from '@adx/ui/controls/button';
import { useMutation } from '@tanstack/react-query';
import clsx from 'clsx';
import { Download } from 'lucide-react';
import { getExplanation } from '../../lib/api/error-messages.ts';
import type { Job } from '../../lib/api/trpc.ts';
import { saveJobArchive } from '../../lib/files/save-file.ts';
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts';
import { useSingleFlight } from '../../lib/hooks/use-single-flight.ts';
import { BottomBarPortal, narrowQuery } from '../../shell/bottom-bar.tsx';
import { formatImageCount } from './job-labels.ts';
import { useJobs } from './job-queries.ts';
import { findDownloadableJob, getJobTitle } from './job-summary.ts';

export interface DownloadButtonProps {
	readonly job: Job;
	/** The large one names what it saves, the icon leaves its words to screen readers. */
	readonly size?: 'medium' | 'large' | 'icon';
	readonly tone?: 'primary' | 'secondary';
}

/** Saves a job's archive; a failure, or what the server says of one, is shown in a browser alert and leaves the button ready. */
export function DownloadArchiveButton({ job, size = 'medium', tone = 'primary' }: DownloadButtonProps) {
	// A mutation, so that a refusal has the session checked.
	const { mutate, isPending: isBusy } = useMutation({
		mutationFn: () => saveJobArchive(job),
		onError: (error) => {
			console.error('The archive could not be downloaded', error);
			window.alert(getExplanation(error, 'Download failed. Please try again.'));
		},
	});
	const once = useSingleFlight();
	const contents = `${getJobTitle(job)}, ${formatImageCount(job.totalImages)}`;

	function download() {
		if (once.tryStart()) mutate(undefined, { onSettled: once.finish });
	}

	return (
		<Button
			tone={tone}
			size={size === 'icon' ? 'large' : size}
			className={clsx(size !== 'medium' && 'max-lg:low:min-h-11!', size === 'icon' ? 'px-3!' : 'max-sm:px-2.5!')}
			onClick={download}
			busyText={isBusy && size !== 'icon' ? 'Downloading...' : undefined}
			aria-busy={isBusy}
			aria-disabled={isBusy || undefined}
			icon={<Download aria-hidden className={clsx('size-5 shrink-0', size === 'large' && 'max-sm:hidden')} />}
			title={contents}
		>
			{size === 'large' ? (
				<span className="grid min-w-0 grid-cols-[minmax(0,1fr)] justify-items-start leading-tight">
					<span className="max-sm:text-[0.9375rem]">Download collection</span>
					{/* Assistive technology gets it from the title. */}
					<span aria-hidden className="figures flex w-full max-w-52 text-[0.8125rem] font-normal">
						<span className="min-w-0 truncate">{getJobTitle(job)}</span>
						{/* A name that is cut leaves some room behind its dots, in which a comma would stand alone. */}
						<span className="shrink-0 whitespace-pre">{` · ${formatImageCount(job.totalImages)}`}</span>
					</span>
				</span>
			) : (
				<span className={clsx(size === 'icon' && 'sr-only')}>{isBusy ? 'Downloading...' : 'Download collection'}</span>
			)}
		</Button>
	);
}

export interface FloatingDownloadButtonProps {
	readonly chosenId: string | null;
	/** Whether the bar holds the main button of the page as well, which needs most of a narrow window. */
	readonly isCompact: boolean;
}

/** At the bottom of the window as soon as there is anything to download. */
export function FloatingDownloadButton({ chosenId, isCompact }: FloatingDownloadButtonProps) {
	const { data: jobs } = useJobs('download-button');
	const job = findDownloadableJob(jobs ?? [], chosenId);
	const isNarrow = useMediaQuery(narrowQuery);
	if (job === null) return null;
	return (
		<BottomBarPortal place="centre">
			<div className="max-w-full">
				<DownloadArchiveButton job={job} size={isNarrow && isCompact ? 'icon' : 'large'} tone="secondary" />
			</div>
		</BottomBarPortal>
	);
}
