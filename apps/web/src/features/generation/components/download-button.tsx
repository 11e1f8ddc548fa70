import { Button } from '@adx/ui/button';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveCollection } from '../../../lib/download.ts';
import type { Job } from '../../../lib/trpc.ts';
import { downloadableJob, jobTitle } from '../logic.ts';
import { useJobs } from '../queries.ts';

/** Saves a job's archive; a failure is told by a browser alert and leaves the button ready. */
export function DownloadButton({ job, size = 'medium' }: { readonly job: Job; readonly size?: 'medium' | 'large' }) {
	const [isBusy, setBusy] = useState(false);

	async function download() {
		setBusy(true);
		try {
			await saveCollection(job);
		} catch (error) {
			console.error('The archive could not be downloaded', error);
			window.alert('Download failed. Please try again.');
		} finally {
			setBusy(false);
		}
	}

	return (
		<Button
			tone="primary"
			size={size}
			onClick={() => void download()}
			busyText={isBusy ? 'Downloading...' : undefined}
			icon={<Download aria-hidden className="size-5" />}
			title={`${jobTitle(job)}, ${job.totalImages} images`}
		>
			Download collection
		</Button>
	);
}

/** Floats at the bottom of the page as soon as there is anything to download. */
export function FloatingDownload({ chosenId }: { readonly chosenId: string | null }) {
	const { data: jobs } = useJobs('download-button');
	const job = downloadableJob(jobs ?? [], chosenId);
	if (job === null) return null;
	return (
		<div className="pointer-events-none fixed inset-x-0 bottom-4 z-20 flex justify-center">
			<div className="pointer-events-auto rounded-md shadow-pop">
				<DownloadButton job={job} size="large" />
			</div>
		</div>
	);
}
