import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Tabs } from '@adx/ui/navigation/tabs';
import { Card } from '@adx/ui/surfaces/card';
import clsx from 'clsx';
import { Compass, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { getHttpStatus, isRefusal } from '../../../lib/api/error-messages.ts';
import { useOffline } from '../../../lib/api/offline.ts';
import type { Job } from '../../../lib/api/trpc.ts';
import type { ImageView } from '../../../lib/hooks/use-image-view.ts';
import { MessagePage } from '../../../shell/message-page.tsx';
import { subjectNames } from '../../../shell/page-names.ts';
import { usePageTitle } from '../../../shell/page-title.ts';
import { ServerUnreachableNotice } from '../../../shell/server-unreachable-notice.tsx';
import { useJobActions } from '../actions/job-actions.ts';
import { PaidWorkDialog } from '../actions/paid-work-dialog.tsx';
import { filterImages, isUnfiltered, toDrawnFirst } from '../images/image-filter.ts';
import { useImagePages } from '../images/image-pages.ts';
import { type JobSearch, type JobTab, type JobView, jobTabs } from '../images/job-search-params.ts';
import { countImageTraits } from '../images/trait-counts.ts';
import { useJob, usePictureErrors } from '../job-queries.ts';
import { getJobTitle, isUnfinished } from '../job-summary.ts';
import { ImageLightbox } from '../review/image-lightbox.tsx';
import { ReviewTable } from '../review/review-table.tsx';
import { FilesTab } from './files-tab.tsx';
import { ImagesTab } from './images-tab.tsx';
import { JobHeader } from './job-header.tsx';
import { PlanTab } from './plan-tab.tsx';
import { RarityTab } from './rarity-tab.tsx';

export interface JobPageProps {
	readonly jobId: string;
	readonly view: ImageView;
	/** Tab, filter and order, as the address has them. */
	readonly search: JobSearch;
	readonly onSearch: (changes: Partial<JobSearch>) => void;
}

/** Everything about one job: its state, its images, its plan, its rarity, its files. */
export function JobPage({ jobId, view, search, onSearch }: JobPageProps) {
	const { data: job, error, refetch } = useJob(jobId);
	if (job !== undefined && getHttpStatus(error) === 404) {
		return (
			<MessagePage title="Job deleted" icon={<Trash2 aria-hidden className="size-7" />} homeLabel="Back to Create">
				{`${getJobTitle(job)} was deleted, in another tab or by another person.`}
			</MessagePage>
		);
	}
	if (job !== undefined) {
		const isUnreached = error !== null && !isRefusal(error);
		return <Loaded job={job} isUnreached={isUnreached} onRetry={refetch} view={view} jobView={{ search, onSearch }} />;
	}
	if (getHttpStatus(error) === 404) {
		return (
			<MessagePage title="No job found" icon={<Compass aria-hidden className="size-7" />} homeLabel="Back to Create">
				There is no such job among yours.
			</MessagePage>
		);
	}
	return <Unloaded message={error?.message ?? null} onRetry={() => void refetch()} />;
}

interface UnloadedProps {
	/** Why it could not be loaded; null while it is on its way. */
	readonly message: string | null;
	readonly onRetry: () => void;
}

/** Names the page in the tab before the job's own name is known. */
function Unloaded({ message, onRetry }: UnloadedProps) {
	usePageTitle(subjectNames.job);
	if (message !== null) {
		return (
			<main className="mx-auto max-w-lg px-4 py-16">
				<Card>
					<h1 className="font-title mb-3 text-xl">The job could not be loaded</h1>
					<ErrorWithRetry layout="card" message={message} retryLabel="Load again" onRetry={onRetry} />
				</Card>
			</main>
		);
	}
	return (
		<main className="mx-auto grid w-full max-w-[100rem] gap-4 px-3 py-6 sm:px-6">
			<h1 className="sr-only">The job is being loaded</h1>
			<Skeleton className="h-40 w-full rounded-lg!" />
		</main>
	);
}

/** Up to this many images are fetched whole, so that filters and shares are at hand. */
const fetchedWholeMax = 1_000;

/** Nothing more is drawn of it, and not all of it is: what is missing stands behind what there is. */
const endedIncomplete = (job: Job) => !isUnfinished(job) && job.totalImages < job.batchSize;

/** Whether the page needs every image, not only those in view. */
function needsAll(job: Job, { tab, order, filters }: JobSearch, imageId: string | null): boolean {
	if (tab === 'files') return false;
	if (job.batchSize <= fetchedWholeMax || endedIncomplete(job) || imageId !== null) return true;
	if (job.failedImages > 0 || job.damagedImages !== null) return true;
	return tab === 'review' || tab === 'rarity' || filters || !isUnfiltered(order);
}

/** A tab of which less can be seen, its own line included, is not an answer to an address that names it. */
const seenMinPx = 420;

/** An address that names a tab opens the page with that tab in view, wherever what stands above it ends. */
function useTabInView(tab: JobTab, isDrawn: boolean): RefObject<HTMLDivElement | null> {
	const ref = useRef<HTMLDivElement>(null);
	const dueTab = useRef<JobTab | null>(tab === 'images' ? null : tab);
	useEffect(() => {
		const isDue = dueTab.current === tab;
		if (isDrawn || !isDue) dueTab.current = null;
		if (!isDrawn || !isDue || ref.current === null) return;
		const { top } = ref.current.getBoundingClientRect();
		// Whoever has gone on meanwhile stays there.
		if (window.scrollY === 0 && window.innerHeight - top < seenMinPx) void ref.current.scrollIntoView();
	}, [isDrawn, tab]);
	return ref;
}

interface LoadedProps {
	readonly job: Job;
	/** Whether the server does not answer, so that `job` may be out of date. */
	readonly isUnreached: boolean;
	readonly onRetry: () => Promise<unknown>;
	readonly view: ImageView;
	readonly jobView: JobView;
}

const unreached =
	'The server does not answer right now. What you see is the last it reported; the job itself goes on once the server is back.';

function Loaded({ job, isUnreached, onRetry, view, jobView }: LoadedProps) {
	// The banner of all pages says why.
	const isOffline = useOffline();
	const { search } = jobView;
	usePageTitle(`${getJobTitle(job)} · ${jobTabs[search.tab]}`);
	const pages = useImagePages(job, needsAll(job, search, view.imageId));
	const actions = useJobActions(job);
	const pictureErrors = usePictureErrors(job.id);
	const isDrawnFirst = endedIncomplete(job) && pages.isComplete;
	const ordered = useMemo(() => {
		const found = filterImages(pages.entries, search.order);
		return isDrawnFirst ? toDrawnFirst(found) : found;
	}, [pages.entries, search.order, isDrawnFirst]);
	const fetched = useMemo(() => ordered.filter((image) => image !== undefined), [ordered]);
	const counts = useMemo(
		() => (pages.isComplete ? countImageTraits(pages.images) : null),
		[pages.isComplete, pages.images],
	);
	const rejected = pages.images.filter((image) => image.mark === 'rejected');
	const shared = { job, pages, jobView, counts, actions };
	const tabs = useTabInView(search.tab, pages.images.length > 0 || pages.isComplete || pages.error !== null);
	return (
		<main
			onErrorCapture={pictureErrors}
			className={clsx(
				'mx-auto grid w-full grid-cols-[minmax(0,1fr)] px-3 sm:px-6',
				// The picture under review shall be in sight at once, with its buttons and the strip.
				search.tab === 'review' ? 'gap-2 py-2' : 'gap-4 py-6',
				// More pictures side by side are worth a wide window; lines of text are not.
				search.tab === 'images' ? 'max-w-[160rem]' : 'max-w-[100rem]',
			)}
		>
			<div className="min-w-0">
				<ServerUnreachableNotice problem={isUnreached && !isOffline ? unreached : null} onRetry={onRetry} />
				<JobHeader job={job} actions={actions} pages={pages} jobView={jobView} />
			</div>
			<div ref={tabs} className="min-w-0">
				<Tabs
					label="Parts of the job"
					tabs={jobTabs}
					selected={search.tab}
					onSelect={(tab) => jobView.onSearch({ tab })}
				>
					{pages.error !== null && pages.images.length === 0 && search.tab !== 'files' ? (
						<Card title="The images could not be loaded">
							<ErrorWithRetry
								layout="card"
								tone="secondary"
								message={pages.error.message}
								retryLabel="Load the images again"
								onRetry={pages.refetch}
							/>
						</Card>
					) : (
						<>
							{search.tab === 'images' ? <ImagesTab {...shared} entries={ordered} view={view} /> : null}
							{search.tab === 'review' ? <ReviewTable {...shared} ordered={fetched} rejected={rejected} /> : null}
							{search.tab === 'plan' ? <PlanTab {...shared} entries={ordered} view={view} /> : null}
							{search.tab === 'rarity' ? <RarityTab {...shared} /> : null}
							{search.tab === 'files' ? <FilesTab job={job} jobView={jobView} /> : null}
						</>
					)}
				</Tabs>
			</div>
			<ImageLightbox images={fetched} isReading={!pages.isComplete} actions={actions} counts={counts} {...view} />
			<PaidWorkDialog job={job} actions={actions} rejected={rejected} />
		</main>
	);
}
