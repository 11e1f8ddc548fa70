import { fileProblems } from '@adx/collection/files/collection-reader';
import { type FileGroup, findMissedFiles } from '@adx/collection/files/group-files';
import type { MergeSource } from '@adx/collection/merge/read-tokens';
import type { LeftOutFiles } from '@adx/validators/merge';
import type { CollectionManifest } from '@adx/validators/uploads';
import { newId } from '../../../lib/random-ids.ts';
import { mergerTexts } from '../merger-texts.ts';
import type { CollectionPreview, CollectionView, PickSource, ProblemFile } from '../merger-views.ts';
import type { StoredCollection, StoredImage } from './merge-store.ts';

/** The page lists so many problem files of a kind, and counts the rest. */
const listedProblems = 50;

/** A collection in the thread that reads and sends it. */
export interface WorkerCollection {
	facts: StoredCollection;
	images: StoredImage[];
	isReading: boolean;
}

/** An image that goes into the merge. */
export const isIncluded = (image: StoredImage, keepUnreadable: boolean) =>
	image.problem === null && (image.mime !== null || keepUnreadable);

/** What of the images goes to the server, and as what. */
export const toUploads = (images: readonly StoredImage[], keepUnreadable: boolean) =>
	images
		.filter((image) => isIncluded(image, keepUnreadable))
		.map(({ sha256, sizeBytes, mime }) => ({
			sha256,
			sizeBytes,
			as: mime === null ? ('unreadable' as const) : ('image' as const),
		}));

/** What a pick says about the collections that come of it. */
export function toPickDetails(source: PickSource): Pick<StoredCollection, 'description' | 'origin'> {
	const description = source.how === 'files' ? source.description : '';
	const origin = source.how === 'zip' ? source.origin : undefined;
	return { description, ...(origin === undefined ? {} : { origin }) };
}

/** A collection with what it is called where several are told apart. */
export interface LabelledCollection {
	readonly collection: WorkerCollection;
	readonly label: string;
}

/**
 * Each with its name, numbered where an older one has the same: folders of a generator are all named alike, and none is
 * called otherwise for being moved. A number that another one has in its very name is passed over.
 */
export function withUniqueLabels(collections: readonly WorkerCollection[]): readonly LabelledCollection[] {
	const taken = new Set(collections.map(({ facts }) => facts.name));
	const seen = new Set<string>();
	const byAge = collections.toSorted((one, other) => one.facts.uploadedAt.localeCompare(other.facts.uploadedAt));
	const labels = new Map<WorkerCollection, string>();
	for (const collection of byAge) {
		const { name } = collection.facts;
		let label = name;
		for (let number = 2; seen.has(name) && taken.has(label); number++) label = mergerTexts.numbered(name, number);
		seen.add(name);
		taken.add(label);
		labels.set(collection, label);
	}
	return collections.map((collection) => ({ collection, label: labels.get(collection)! }));
}

/** What the merge doctor looks at: everything that could be taken. */
export const toMergeSource = ({ collection, label }: LabelledCollection): MergeSource => ({
	name: label,
	tokens: collection.images.filter(({ problem }) => problem === null),
	problems: (collection.facts.sharedProblems ?? []).map(({ filename, problem }) => ({ name: filename, problem })),
});

/** What would be merged; null until all of it is read. */
export function toCompleteSources(collections: readonly LabelledCollection[]): readonly MergeSource[] | null {
	const isPartial = collections.some(
		({ collection: { facts, images, isReading } }) => isReading || images.length < facts.fileCount,
	);
	return isPartial || collections.length === 0 ? null : collections.map(toMergeSource);
}

/** The small pictures of a collection, each with whether the merge leaves it out. */
export function toPreviews({ facts, images }: WorkerCollection, keepUnreadable: boolean): readonly CollectionPreview[] {
	const included = new Set(images.flatMap((image) => (isIncluded(image, keepUnreadable) ? [image.filename] : [])));
	return facts.previews.map((preview) => ({ ...preview, isLeftOut: !included.has(preview.filename) }));
}

export const toManifest = (images: readonly StoredImage[]): CollectionManifest => ({
	format: 'adx-upload-1',
	images: images.map(({ filename, sha256, metadata }) => ({ filename, sha256, metadata })),
});

function getPhase({ facts, images, isReading }: WorkerCollection): CollectionView['phase'] {
	if (isReading) return 'reading';
	return images.length < facts.fileCount ? 'interrupted' : 'complete';
}

/** What is wrong with a file; null when it can be merged. */
export const getFileProblem = ({ problem, mime }: StoredImage): string | null =>
	problem ?? (mime === null ? fileProblems.unreadable : null);

/** The metadata file of an image that has one without a JSON object; the image's name stands in where the file's is not known. */
const toBadMetadata = ({ filename, metadataFile, metadataProblems = [] }: StoredImage): ProblemFile => ({
	filename: metadataFile ?? filename,
	problem: metadataProblems.join(' ') || mergerTexts.noMetadata,
});

/** Each file once, however many images share it. */
const listBadMetadata = (images: readonly StoredImage[]): ProblemFile[] => [
	...new Map(
		images
			.filter(({ hasBadMetadata }) => hasBadMetadata)
			.map(toBadMetadata)
			.map((file) => [file.filename, file]),
	).values(),
];

/** Every picture that something is wrong with, in order, then metadata files, then those that were left aside. */
export const getProblems = ({ facts: { ignored = [] }, images }: WorkerCollection): ProblemFile[] => [
	...images.flatMap((image) => {
		const problem = getFileProblem(image);
		return problem === null ? [] : [{ filename: image.filename, problem }];
	}),
	...listBadMetadata(images),
	...ignored.map((filename) => ({ filename, problem: mergerTexts.leftAside })),
];

/** A collection that is about to be read from these files; `waiting` is the one of that name that it goes on with. */
export function createCollection(
	group: FileGroup,
	{
		ownerId,
		description,
		uploadedAt,
		origin,
	}: Pick<StoredCollection, 'ownerId' | 'description' | 'uploadedAt' | 'origin'>,
	waiting: StoredCollection | undefined,
): WorkerCollection {
	const knownOrigin = origin ?? waiting?.origin;
	return {
		facts: {
			id: waiting?.id ?? newId(),
			ownerId,
			name: waiting?.name ?? group.name,
			pickedName: group.name,
			description: waiting?.description ?? description,
			uploadedAt: waiting?.uploadedAt ?? uploadedAt,
			...(waiting?.position === undefined ? {} : { position: waiting.position }),
			...(knownOrigin === undefined ? {} : { origin: knownOrigin }),
			fileCount: group.images.length,
			ignored: findMissedFiles(group),
			previews: [],
		},
		images: [],
		isReading: true,
	};
}

/** The files that are not merged, by why, as the doctor counts them; kinds without any are missing. */
export function countLeftOut(collections: readonly WorkerCollection[], keepUnreadable: boolean): LeftOutFiles {
	const left = collections.flatMap(({ images }) => images.filter((image) => !isIncluded(image, keepUnreadable)));
	const unreadableFiles = left.filter(({ problem }) => problem === null).length;
	const refusedFiles = left.length - unreadableFiles;
	return { ...(unreadableFiles > 0 ? { unreadableFiles } : {}), ...(refusedFiles > 0 ? { refusedFiles } : {}) };
}

/** As the page shows it. */
export function toView(
	{ collection, label }: LabelledCollection,
	keepUnreadable: boolean,
	isLost: (sha256: string) => boolean,
): CollectionView {
	const { facts, images } = collection;
	const unreadable: ProblemFile[] = [];
	const refused: ProblemFile[] = [];
	const badMetadata = listBadMetadata(images);
	const previewed = new Set(facts.previews.map(({ filename }) => filename));
	const counts = { image: 0, preview: 0, metadata: 0, unreadable: 0, refused: 0, lost: 0 };
	for (const image of images) {
		const { filename, problem, mime, metadata } = image;
		if (problem !== null) {
			if (counts.refused++ < listedProblems) refused.push({ filename, problem });
		} else if (mime === null) {
			const unreadableFile = { filename, problem: fileProblems.unreadable };
			if (counts.unreadable++ < listedProblems) unreadable.push(unreadableFile);
		}
		if (!isIncluded(image, keepUnreadable)) continue;
		counts.image++;
		if (previewed.has(filename)) counts.preview++;
		if (metadata !== null) counts.metadata++;
		if (isLost(image.sha256)) counts.lost++;
	}
	const { id, name, description, uploadedAt, origin = null, fileCount, previews, ignored = [] } = facts;
	return {
		id,
		name,
		label,
		description,
		uploadedAt,
		origin,
		imageCount: counts.image,
		fileCount,
		readCount: images.length,
		previewCount: previews.length,
		mergedPreviewCount: counts.preview,
		phase: getPhase(collection),
		metadataCount: counts.metadata,
		badMetadata: badMetadata.slice(0, listedProblems),
		badMetadataCount: badMetadata.length,
		unreadable,
		unreadableCount: counts.unreadable,
		refused,
		refusedCount: counts.refused,
		ignored: ignored.slice(0, listedProblems),
		ignoredCount: ignored.length,
		lostCount: counts.lost,
	};
}
