import type { MergeJob } from '@adx/validators/merge';
import type { ApiOutputs, Job } from '../../../lib/api/trpc.ts';
import { formatArtStyle } from '../../../lib/format/format-art-style.ts';
import { formatDateAndTime } from '../../../lib/format/format-date.ts';
import { previewUrl } from '../../../lib/images/preview-url.ts';
import { normalizeForSearch } from '../../../lib/option-search.ts';
import { getMergeTitle } from '../merge-summary.ts';
import { mergerTexts } from '../merger-texts.ts';
import type { InputOrigin } from '../merger-views.ts';

const texts = mergerTexts.library;

/** One of the creator's own collections, as the list shows it. */
export interface LibraryEntry extends InputOrigin {
	readonly name: string;
	readonly pictureUrl: string | null;
	readonly state: keyof typeof texts.states;
	/** How many images come, since when it is there, and what else tells it from others of its name. */
	readonly facts: readonly string[];
	/** Why it cannot be added; null where it can. */
	readonly obstacle: string | null;
}

/** Jobs that the server hands out no archive of: it changes while they are drawn. */
const drawingPhases: ReadonlySet<Job['phase']> = new Set(['queued', 'running', 'cancelling']);

/** Every job, whatever became of it; those that cannot be added say why. */
export const toJobEntries = (jobs: ApiOutputs['generation']['list']): readonly LibraryEntry[] => jobs.map(toJobEntry);

function toJobEntry(job: Job): LibraryEntry {
	const { id, number, projectName, totalImages, batchSize, createdAt } = job;
	const picture = job.generatedImages.find(({ imageUrl }) => imageUrl !== null)?.imageUrl ?? null;
	const state = toJobState(job);
	const isWhole = totalImages >= batchSize;
	return {
		kind: 'job',
		id,
		name: projectName || mergerTexts.imported.unnamed(number),
		pictureUrl: picture === null ? null : previewUrl(picture, '200'),
		state,
		facts: [
			[
				texts.job(number),
				isWhole ? texts.images(totalImages) : texts.part(totalImages, batchSize),
				formatDateAndTime(createdAt),
			].join(' · '),
			formatArtStyle(job),
		],
		obstacle: state === 'drawing' ? texts.stillDrawing : state === 'empty' ? texts.nothingDrawn : null,
	};
}

function toJobState({ phase, totalImages, batchSize }: Job): LibraryEntry['state'] {
	if (drawingPhases.has(phase)) return 'drawing';
	if (totalImages === 0) return 'empty';
	return totalImages < batchSize ? 'part' : 'whole';
}

/** Merges that are finished. */
export const toMergeEntries = (merges: readonly MergeJob[]): readonly LibraryEntry[] =>
	merges
		.filter(({ status, downloadUrl }) => status === 'completed' && downloadUrl !== null)
		.map((merge) => ({
			kind: 'merge',
			id: merge.id,
			name: getMergeTitle(merge),
			pictureUrl: merge.coverUrl,
			state: 'whole',
			facts: [
				[
					texts.images(merge.totalImages),
					texts.collections(merge.inputCollections.length),
					formatDateAndTime(new Date(merge.createdAt)),
				].join(' · '),
			],
			obstacle: null,
		}));

/** Those whose name holds the text, whatever its case, accents and spaces. */
export function findEntries(entries: readonly LibraryEntry[], search: string): readonly LibraryEntry[] {
	const wanted = normalizeForSearch(search);
	return entries.filter(({ name }) => normalizeForSearch(name).includes(wanted));
}
