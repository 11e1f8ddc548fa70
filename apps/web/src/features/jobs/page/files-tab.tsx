import { Button } from '@adx/ui/controls/button';
import { CopyField } from '@adx/ui/controls/copy-field';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Card } from '@adx/ui/surfaces/card';
import { safeFileName } from '@adx/validators/file-name';
import { useQuery } from '@tanstack/react-query';
import { readError } from '../../../lib/api/error-messages.ts';
import type { Job } from '../../../lib/api/trpc.ts';
import { formatBytes } from '../../../lib/format/format-quantity.ts';
import { DownloadArchiveButton } from '../download-archive-button.tsx';
import type { JobView } from '../images/job-search-params.ts';
import { formatImageCount } from '../job-labels.ts';

/** Whether the archive is served: for any job that has images and is not at work. */
const hasArchive = ({ phase, totalImages }: Job) =>
	totalImages > 0 && phase !== 'queued' && phase !== 'running' && phase !== 'cancelling';

const zipUrl = (jobId: string) => `/api/generate/${jobId}/zip`;

/** The archive's length, without its bytes. */
async function fetchSizeBytes(jobId: string, signal: AbortSignal): Promise<number> {
	const answer = await fetch(zipUrl(jobId), { method: 'HEAD', credentials: 'include', signal });
	if (!answer.ok) throw await readError(answer);
	return Number(answer.headers.get('content-length'));
}

const contents = [
	['images/', 'the pictures, named by their numbers'],
	['metadata/', 'one JSON file per token, as marketplaces read it'],
	['collection.json', 'the collection’s own metadata'],
	['rarity.csv', 'score, rank and traits of every token'],
	['manifest.json', 'sizes and SHA-256 of every file, seed and DNA of every token'],
	['PROVENANCE.txt', 'the hash that proves order and contents'],
] as const;

/** What can be taken away: the archive, with its size and what is inside. */
export function FilesTab({ job, jobView }: { readonly job: Job; readonly jobView: JobView }) {
	const isServed = hasArchive(job);
	const { id, progress, totalImages } = job;
	const { data: sizeBytes, error } = useQuery({
		queryKey: ['archive-size', id, progress, totalImages, job.redraws],
		queryFn: ({ signal }) => fetchSizeBytes(id, signal),
		enabled: isServed,
		staleTime: 0,
	});
	if (!isServed) {
		return (
			<Card title="Files">
				<p className="mb-3 text-text-2">
					{job.phase === 'failed' || job.phase === 'cancelled'
						? 'This job holds no image, so there is nothing to download.'
						: 'The archive is there as soon as the job has finished or is paused.'}
				</p>
				<Button onClick={() => jobView.onSearch({ tab: 'plan' })}>See the plan</Button>
			</Card>
		);
	}
	return (
		<Card title="Files">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<div className="min-w-0">
					<p className="font-semibold break-all">{`${safeFileName(job.projectName)}_complete.zip`}</p>
					<p className="figures flex items-center gap-2 text-sm text-text-2">
						{`${formatImageCount(totalImages)}, `}
						{sizeBytes !== undefined ? (
							formatBytes(sizeBytes)
						) : error === null ? (
							<Skeleton className="h-4 w-16" />
						) : (
							`size unknown: ${error.message}`
						)}
					</p>
				</div>
				<DownloadArchiveButton job={job} />
			</div>
			<dl className="mt-5 grid gap-x-4 text-sm sm:grid-cols-[auto_1fr]">
				{contents.map(([name, text]) => (
					<div key={name} className="col-span-full grid grid-cols-subgrid border-b border-border py-1.5">
						<dt className="font-mono">{name}</dt>
						<dd className="text-text-2">{text}</dd>
					</div>
				))}
			</dl>
			<div className="mt-5 grid gap-4">
				<CopyField label="Address for scripts" value={`${window.location.origin}${zipUrl(id)}`} />
				<CopyField label="Check a downloaded archive" value="npm run verify-collection -- <file>.zip" />
			</div>
		</Card>
	);
}
