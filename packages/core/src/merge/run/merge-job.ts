import { measureTokenSettings } from '@adx/collection/merge/frozen-metadata';
import { transact } from '@adx/db/client/transact';
import { listMergeBlobs, listMergeInputs } from '@adx/db/repositories/merge/merge-inputs';
import {
	completeMerge,
	countMergeFailure,
	failMerge,
	findMergeJob,
	listUnfinishedMerges,
	type MergeProgress,
	updateMergeProgress,
} from '@adx/db/repositories/merge/merge-jobs';
import { countMergedImages, deleteMergedImages, upsertMergedImages } from '@adx/db/repositories/merge/merged-images';
import { listPngCopies } from '@adx/db/repositories/platform/image-previews';
import { findBlob, insertBlobs } from '@adx/db/repositories/uploads/blobs';
import { invalidateUploadUsage } from '@adx/db/repositories/uploads/upload-usage';
import type { MergeInputRow, MergeJobRow } from '@adx/db/schema/merge-tables';
import type { BlobRow } from '@adx/db/schema/upload-tables';
import type { Services } from '../../platform/context.ts';
import {
	defineJob,
	JobImpossibleError,
	type JobRun,
	RunAgain,
	readJobInput,
	waitSeconds,
} from '../../platform/jobs/define-job.ts';
import { hasRoom } from '../../platform/storage/free-space.ts';
import { yieldToEventLoop } from '../../platform/threads/yield-to-event-loop.ts';
import { convertImages } from './convert-images.ts';
import { type FactsResponse, type MergeOutcome, type MergeTaskSource, mergeInThread } from './merge-in-thread.ts';

/** The lists of all collections of a merge, and what its settings write for every token: both are held in memory. */
const metadataMaxBytes = 256_000_000;
/** What is stored is about twice as large. */
const roomPerByte = 4;
const phaseProgress = { checking: 5, merging: 20, storing: 60, stored: 99 } as const;

type Merged = Extract<MergeOutcome, { kind: 'merged' }>;
type MergeRun = JobRun<Pick<MergeProgress, 'phase' | 'progress'>>;

/** Merges what a merge job's row and inputs say; two at once write the same, and the first to end completes it. */
export const mergeJob = defineJob<MergeJobRow, Pick<MergeProgress, 'phase' | 'progress'>>({
	queue: 'merge',
	sentences: {
		diskFull: 'The disk of this installation is full. The merge goes on when there is room.',
		storageGone: 'The storage of this installation cannot be read. The merge goes on when it is back.',
		failed: 'The merge failed because of a fault of this installation. Start it again, or tell its operator.',
	},
	listOpen: listUnfinishedMerges,
	findOpen: async (db, id) => {
		const job = await findMergeJob(db, 'all', id);
		return job?.status === 'processing' ? job : undefined;
	},
	work: mergeCollections,
	updateProgress: ({ db, clock }, { id }, { phase, progress }) =>
		updateMergeProgress(db, id, { phase, progress: Math.floor(progress), errorMessage: null, startedAt: clock() }),
	wait: ({ db, clock }, { id, progress }, errorMessage) =>
		updateMergeProgress(db, id, { phase: 'waiting_for_room', progress, errorMessage, startedAt: clock() }),
	countFailure: (db, { id }) => countMergeFailure(db, id),
	fail: async ({ db, clock }, { id }, errorMessage) => {
		if (await failMerge(db, id, { errorMessage, completedAt: clock() })) await deleteMergedImages(db, id);
	},
});

/** Reads the uploaded lists, merges them in a thread and stores what comes out; the last transaction completes the merge. */
async function mergeCollections(services: Services, job: MergeJobRow, run: MergeRun): Promise<void> {
	const { db, storage } = services;
	const inputs = await listMergeInputs(db, [job.id]);
	const manifests = await findManifests(services, inputs);
	const metadataBytes = checkMetadataBytes(job, inputs, manifests);
	const isWaiting = job.phase === 'waiting_for_room';
	if (isWaiting && !(await hasRoom(storage, metadataBytes * roomPerByte))) throw new RunAgain(waitSeconds);
	// A merge that goes on with its pictures does not begin again for who looks.
	const report = (phase: 'checking' | 'merging', progress: number) =>
		run.report({ phase, progress: Math.max(progress, job.progress) });
	await report('checking', phaseProgress.checking);
	const { projectName, description, options, id } = job;
	const merge = async () => {
		const sources: MergeTaskSource[] = [];
		for (const [position, { name, imageCount }] of inputs.entries()) {
			const damaged = `The stored list of images of '${name}' is missing or damaged. Add the collection again.`;
			sources.push({ name, imageCount, manifest: await readJobInput(services, manifests[position]!.sha256, damaged) });
		}
		return mergeInThread(
			{ projectName, description, options, sources },
			async ({ hashes, done }) => {
				await report('checking', phaseProgress.checking + done * (phaseProgress.merging - phaseProgress.checking));
				return readFacts(services, job, hashes);
			},
			run.signal,
		);
	};
	const guarded = <Result>(work: () => Promise<Result>) =>
		services.crashGuard.run({ kind: 'merge', subject: id }, work);
	let outcome = await guarded(merge);
	if (outcome.kind === 'unconverted') {
		const { hashes, webpCount } = outcome;
		const share = (phaseProgress.storing - phaseProgress.merging) / webpCount;
		const onDone = (count: number) =>
			report('merging', phaseProgress.merging + (webpCount - hashes.length + count) * share);
		await guarded(() => convertImages(services, hashes, { signal: run.signal, onDone }));
		outcome = await guarded(merge);
	}
	// What was made has been lost since.
	if (outcome.kind === 'unconverted') throw new RunAgain(waitSeconds);
	if (outcome.kind === 'refused') throw new JobImpossibleError(outcome.message);
	await store(services, job, outcome, run);
}

/** Facts about the bytes that the merge may use, with the PNGs of its WebP pictures where those take their place. */
async function readFacts(
	{ db }: Services,
	{ id, options }: MergeJobRow,
	hashes: readonly string[],
): Promise<FactsResponse> {
	const blobs = await listMergeBlobs(db, id, hashes);
	const webps = options.fixes.webpImages === 'png' ? blobs.filter(({ mime }) => mime === 'image/webp') : [];
	if (webps.length === 0) return blobs;
	const copies = await listPngCopies(
		db,
		webps.map(({ sha256 }) => sha256),
	);
	const pngs = new Map(copies.map(({ originalSha256, ...png }) => [originalSha256, png]));
	return blobs.map((blob) => {
		const png = pngs.get(blob.sha256);
		return png === undefined ? blob : { ...blob, png };
	});
}

/** The lists' blobs, in the order of the collections. */
async function findManifests({ db }: Services, inputs: readonly MergeInputRow[]): Promise<readonly BlobRow[]> {
	const manifests: BlobRow[] = [];
	for (const { manifestSha256, name } of inputs) {
		const blob = await findBlob(db, manifestSha256);
		if (blob === undefined) throw new JobImpossibleError(`The list of images of '${name}' is gone. Add it again.`);
		manifests.push(blob);
	}
	return manifests;
}

/** The bytes of the lists and of what the settings write. Throws JobImpossibleError where they are too many. */
function checkMetadataBytes(job: MergeJobRow, inputs: readonly MergeInputRow[], manifests: readonly BlobRow[]): number {
	const imageCount = inputs.reduce((sum, input) => sum + input.imageCount, 0);
	const manifestBytes = manifests.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
	const settingsBytes = measureTokenSettings(job, imageCount);
	if (manifestBytes + settingsBytes <= metadataMaxBytes) return manifestBytes + settingsBytes;
	const limit = `${metadataMaxBytes / 1_000_000} MB`;
	if (manifestBytes > metadataMaxBytes) {
		throw new JobImpossibleError(
			`The metadata of these collections is larger than ${limit} together. Merge fewer of them at once.`,
		);
	}
	throw new JobImpossibleError(
		`With the description and names that every token gets, the metadata of these collections is larger than ${limit} together. Shorten them, or merge fewer collections at once.`,
	);
}

/** What was left out before the merge, and by it. */
function addLeftOut(before: MergeJobRow['leftOut'], added: Merged['leftOut']): Record<string, number> {
	const sum = { ...before };
	for (const [kind, count] of Object.entries(added)) sum[kind] = (sum[kind] ?? 0) + count;
	return sum;
}

async function store(
	{ db, storage, clock }: Services,
	job: MergeJobRow,
	outcome: Merged,
	{ report, signal }: MergeRun,
): Promise<void> {
	const { pack, index, rows, kind: _, imageCount, ...facts } = outcome;
	await report({ phase: 'storing', progress: phaseProgress.storing }, { now: true });
	const stored = { pack: await storage.put(pack), index: await storage.put(index) };
	for (const [done, slice] of rows.entries()) {
		signal.throwIfAborted();
		const progress = phaseProgress.storing + (done / rows.length) * (phaseProgress.stored - phaseProgress.storing);
		await report({ phase: 'storing', progress });
		await upsertMergedImages(db, job.id, new TextDecoder().decode(slice));
		// The embedded database works on this thread; others get their turn between two slices.
		await yieldToEventLoop();
	}
	await transact(db, async (trx) => {
		const now = clock();
		const noPicture = { width: null, height: null, createdAt: now };
		await insertBlobs(trx, [
			{ ...stored.pack, ...noPicture, mime: 'application/octet-stream' },
			{ ...stored.index, ...noPicture, mime: 'application/json' },
		]);
		await deleteMergedImages(trx, job.id, imageCount);
		const count = await countMergedImages(trx, job.id);
		if (count !== imageCount) throw new Error(`${count} of ${imageCount} tokens are stored`);
		await completeMerge(trx, job.id, {
			...facts,
			leftOut: addLeftOut(job.leftOut, facts.leftOut),
			totalImages: imageCount,
			packSha256: stored.pack.sha256,
			indexSha256: stored.index.sha256,
			completedAt: now,
		});
		// What it took up no longer counts against its owner's quota.
		await invalidateUploadUsage(trx, job.ownerId);
	});
}
