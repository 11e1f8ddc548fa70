import { type Query, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type PageFailures, toPageFailures } from '../../../lib/api/page-failures.ts';
import { type Job, type JobImage, trpc } from '../../../lib/api/trpc.ts';
import { usePendingDecisions } from '../actions/image-decisions.ts';
import { hasPendingImages, pollWhileRegenerating, useOnProgress } from '../job-queries.ts';

/** Images that travel in one answer. */
export const imagePageSize = 200;
/** When everything is wanted, so many pages are on their way at a time. */
const pagesAhead = 3;

export interface JobImagePages extends PageFailures {
	/** In token order; undefined where an image has not been fetched yet. */
	readonly entries: readonly (JobImage | undefined)[];
	/** Every image that has been fetched. */
	readonly images: readonly JobImage[];
	readonly isComplete: boolean;
	/** Fetches what lies between two places of `entries`, both included. */
	readonly want: (from: number, to: number) => void;
}

interface PageRange {
	readonly from: number;
	readonly to: number;
}

const firstPage: PageRange = { from: 0, to: 0 };

/** A job's images, fetched page by page: those in view, or all of them one after the other. */
export function useImagePages(job: Job | undefined, wantsAll: boolean): JobImagePages {
	const jobId = job?.id ?? '';
	const batchSize = job?.batchSize ?? 0;
	const [range, setRange] = useState(firstPage);
	const [loadedCount, setLoadedCount] = useState(0);
	useFreshImages(job, range);
	useFreshDamage(job);
	const pages = trpc.useQueries((api) =>
		Array.from({ length: Math.ceil(batchSize / imagePageSize) }, (_, page) => {
			const isInView = page >= range.from && page <= range.to;
			// What is in view comes first, and by itself: pages asked for beside it would only delay it.
			const enabled = isInView || (wantsAll && loadedCount > 0 && page < loadedCount + pagesAhead);
			const input = { jobId, from: page * imagePageSize, limit: imagePageSize };
			return api.generation.listImages(input, { enabled, refetchInterval: pollWhileRegenerating });
		}),
	);
	const loadedNow = pages.filter(({ data }) => data !== undefined).length;
	useEffect(() => setLoadedCount(loadedNow), [loadedNow]);

	const held = useSameWhileEqual(pages.map(({ data }) => data));
	const decide = usePendingDecisions(jobId);
	const entries = useMemo(
		() =>
			held.flatMap(
				(images, page): readonly (JobImage | undefined)[] => images?.map(decide) ?? placesOf(page, batchSize),
			),
		[held, batchSize, decide],
	);
	const images = useMemo(() => entries.filter((image) => image !== undefined), [entries]);
	return {
		entries,
		images,
		isComplete: job !== undefined && loadedNow === pages.length,
		...toPageFailures(pages),
		want: (from, to) => {
			const next = { from: Math.floor(from / imagePageSize), to: Math.floor(to / imagePageSize) };
			setRange((before) => (before.from === next.from && before.to === next.to ? before : next));
		},
	};
}

/** The list before, as long as it holds the same things. */
function useSameWhileEqual<Item>(list: readonly Item[]): readonly Item[] {
	const cached = useRef(list);
	const isEqual = cached.current.length === list.length && list.every((item, place) => item === cached.current[place]);
	if (!isEqual) cached.current = list;
	return cached.current;
}

const placesOf = (page: number, batchSize: number): undefined[] =>
	new Array(Math.min(imagePageSize, batchSize - page * imagePageSize)).fill(undefined);

const listKey = (jobId: string) => getQueryKey(trpc.generation.listImages, { jobId } as never, 'query');

/** Fetches again, as the job advances, the pages on which something is still to come: those in view more often. */
function useFreshImages(job: Job | undefined, inView: PageRange): void {
	const client = useQueryClient();
	const jobId = job?.id ?? '';
	useOnProgress(job, (isStep) => {
		const queryKey = listKey(jobId);
		const refetchType = isStep ? 'active' : 'none';
		void client.invalidateQueries({ queryKey, predicate: hasPendingImages, refetchType });
		if (isStep) return;
		const isInView = ({ queryKey: [, options] }: Query) => {
			const { from = 0 } = (options as { readonly input: { readonly from?: number } }).input;
			return from >= inView.from * imagePageSize && from <= inView.to * imagePageSize;
		};
		const predicate = (query: Query) => hasPendingImages(query) && isInView(query);
		// An answer that takes longer than the gap between two advances would else never come.
		void client.refetchQueries({ queryKey, type: 'active', predicate }, { cancelRefetch: false });
	});
}

/** Fetches the images again when others than before are missing or damaged, which changes nothing else about a finished job. */
function useFreshDamage(job: Job | undefined): void {
	const client = useQueryClient();
	const jobId = job?.id ?? '';
	const mark = job === undefined ? null : `${jobId}:${JSON.stringify(job.damagedImages)}`;
	const known = useRef(`${jobId}:null`);
	useEffect(() => {
		if (mark === null || known.current === mark) return;
		const isOther = !known.current.startsWith(`${jobId}:`);
		known.current = mark;
		if (isOther && mark.endsWith(':null')) return;
		// What is on its way when the page opens is new enough; later it may have been read before the change.
		void client.invalidateQueries({ queryKey: listKey(jobId) }, { cancelRefetch: !isOther });
	}, [client, jobId, mark]);
}

/** Puts images of one job that actions answered with in their places, wherever they are held. */
export function useReplaceImages(): (images: readonly JobImage[]) => void {
	const change = useUpdateImages();
	return (images) => {
		const byId = new Map(images.map((image) => [image.id, image]));
		change(images, (before) => byId.get(before.id) ?? before);
	};
}

/** Changes images of one job wherever they are held; `change` gets each as it is there by now. */
export function useUpdateImages(): (images: readonly JobImage[], change: (image: JobImage) => JobImage) => void {
	const client = useQueryClient();
	return (images, change) => {
		const [first] = images;
		if (first === undefined) return;
		const ids = new Set(images.map(({ id }) => id));
		client.setQueriesData<readonly JobImage[]>({ queryKey: listKey(first.jobId) }, (held) =>
			held?.some(({ id }) => ids.has(id)) ? held.map((before) => (ids.has(before.id) ? change(before) : before)) : held,
		);
	};
}
