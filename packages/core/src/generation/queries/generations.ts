import type { Database } from '@adx/db/client/database';
import {
	groupDamagedImages,
	listDamagedFiles,
	listDamagedImages,
} from '@adx/db/repositories/generation/damaged-images';
import {
	findImage,
	findTokenNumberAtOffset,
	listCoverImages,
	listImages,
} from '@adx/db/repositories/generation/generated-images';
import { findGenerationJob, listGenerationJobs } from '@adx/db/repositories/generation/generation-jobs';
import { listForgeVersions } from '@adx/db/repositories/generation/image-versions';
import { listJobReferences, listReferencesOfJobs } from '@adx/db/repositories/generation/job-references';
import { type JobWaits, listJobWaits } from '@adx/db/repositories/generation/job-waits';
import { listMintsOfImages } from '@adx/db/repositories/mint/minted-tokens';
import type { GeneratedImageRow, GenerationJobRow, JobReferenceRow } from '@adx/db/schema/generation-tables';
import { type EngineName, isServiceEngine, makesVariations } from '@adx/validators/engines/engines';
import type { GeneratedImage } from '@adx/validators/generation/generated-image';
import type { DamagedImages, GenerationJob } from '@adx/validators/generation/generation-job';
import { countDamagedImages, type ImageFreedom } from '@adx/validators/generation/job-counts';
import type { ImageListInput, JobInput, JobListInput } from '@adx/validators/generation/job-inputs';
import { takesPictures } from '@adx/validators/generation/job-references';
import { coverImageCount } from '@adx/validators/limits';
import { findFreeze, toFreeze } from '../../mint/present-mint.ts';
import { ownerScope, type RequestContext } from '../../platform/context.ts';
import { notFound, unknownCursor } from '../../platform/errors.ts';
import { isRowId } from '../../platform/ids.ts';
import { readInSlices } from '../../platform/threads/read-in-slices.ts';
import { yieldToEventLoop } from '../../platform/threads/yield-to-event-loop.ts';
import { isKeyMissing } from '../remote/job-key.ts';
import { type ImageDetails, presentImage, presentJob } from './present-job.ts';

const jobsPerSlice = 100;

/** Jobs with their first images, up to `covers`, newest first: the caller's own, or everybody's for a developer who asks. */
export async function listGenerations(
	ctx: RequestContext,
	{ scope, covers: coverMax = coverImageCount, ...page }: Pick<JobListInput, 'scope'> & Partial<JobListInput>,
): Promise<GenerationJob[]> {
	const owner = ownerScope(ctx, scope);
	const { cursor } = page;
	if (cursor !== undefined && (await findGenerationJob(ctx.db, owner, cursor)) === undefined) throw unknownCursor();
	const now = ctx.clock();
	const present = async (jobs: readonly GenerationJobRow[]) => {
		const ids = jobs.map(({ id }) => id);
		const covers = await listCoverImages(ctx.db, ids, coverMax);
		const byJob = Map.groupBy(covers, ({ jobId }) => jobId);
		const mints = await readMints(ctx.db, covers);
		const damaged = await findDamaged(ctx.db, jobs, covers);
		const forges = await readForges(ctx.db, jobs, covers);
		const waits = await readWaits(ctx.db, jobs);
		const references = Map.groupBy(await listReferencesOfJobs(ctx.db, ids), ({ jobId }) => jobId);
		const presentCovers = (job: GenerationJobRow) =>
			(byJob.get(job.id) ?? []).map((image) =>
				presentImage(image, job, toFacts(image, { mints, damaged, references, forges })),
			);
		return jobs.map((job) =>
			presentJob(job, presentCovers(job), {
				waits: waits.get(job.id),
				now,
				damagedImages: null,
				references: references.get(job.id) ?? [],
				needsApiKey: asksForKey(ctx, job),
			}),
		);
	};
	return readInSlices(jobsPerSlice, page, (slice) => listGenerationJobs(ctx.db, owner, slice), present);
}

/** The caller's job, or anybody's for a developer who asks for all; everybody else's is 404. */
export async function requireJob(
	ctx: Pick<RequestContext, 'db' | 'actor' | 'hasAuthorization'>,
	{ jobId, scope }: JobInput,
): Promise<GenerationJobRow> {
	const owner = ownerScope(ctx, scope);
	const job = isRowId(jobId) ? await findGenerationJob(ctx.db, owner, jobId) : undefined;
	if (job === undefined) throw notFound('job');
	return job;
}

/** One job with its cover images. */
export async function getGeneration(ctx: RequestContext, input: JobInput): Promise<GenerationJob> {
	const job = await requireJob(ctx, input);
	const covers = await listCoverImages(ctx.db, [job.id], coverImageCount);
	const waits = (await readWaits(ctx.db, [job])).get(job.id);
	const damagedImages = await readDamagedImages(ctx.db, job);
	const references = await listJobReferences(ctx.db, job.id);
	const facts = { waits, now: ctx.clock(), damagedImages, references, needsApiKey: asksForKey(ctx, job) };
	return presentJob(job, await presentImages(ctx.db, job, covers), facts);
}

/** A service that asks for a login that it was never given has refused the call for it. */
const asksForKey = (ctx: RequestContext, job: GenerationJobRow): boolean =>
	isKeyMissing(ctx, job) || job.pauseReason === 'key_refused';

/**
 * Whether owners are told of damaged pictures. The forge draws its own again by itself, from nothing but their rows; for own
 * layers that fails where a layer is lost too.
 */
export const tellsDamage = (engine: EngineName): boolean => isServiceEngine(engine) || !makesVariations(engine);

async function readDamagedImages(db: Database, job: GenerationJobRow): Promise<DamagedImages | null> {
	const groups = tellsDamage(job.engine) ? await groupDamagedImages(db, job.id) : [];
	return countDamagedImages(
		job,
		groups.map(({ isMinted, isMinting, redraw, ...group }) => ({
			...group,
			isDamaged: true,
			isRedrawing: redraw,
			frozen: toFreeze({ isMinted, isMinting }),
		})),
	);
}

const idsOf = (images: readonly { readonly id: string }[]): ReadonlySet<string> => new Set(images.map(({ id }) => id));

type FreedomFacts = 'id' | 'state' | 'locked' | 'redraw' | 'blobSha256';

/** What decides whether images can be generated again, with what their rows tell of it. */
export async function readFreedom<Image extends Pick<GeneratedImageRow, FreedomFacts>>(
	db: Database,
	images: readonly Image[],
): Promise<(Image & ImageFreedom)[]> {
	const mints = await readMints(db, images);
	const damaged = await findDamagedHashes(db, images);
	return images.map((image) => ({
		...image,
		isDamaged: image.blobSha256 !== null && damaged.has(image.blobSha256),
		isRedrawing: image.redraw,
		frozen: findFreeze(mints.get(image.id) ?? []),
	}));
}

/** By job; those that have ended or are paused wait for nothing. */
async function readWaits(db: Database, jobs: readonly GenerationJobRow[]): Promise<Map<string, JobWaits>> {
	const ids = jobs.filter(({ phase, redraws }) => phase === 'queued' || phase === 'running' || redraws > 0);
	const waits = await listJobWaits(
		db,
		ids.map(({ id }) => id),
	);
	return new Map(waits.map((wait) => [wait.id, wait]));
}

/** The API's view of images of one job; `damaged` has the ids of those whose pictures are damaged, where the caller knows them. */
export async function presentImages(
	db: Database,
	job: GenerationJobRow,
	rows: readonly GeneratedImageRow[],
	damaged?: ReadonlySet<string>,
): Promise<GeneratedImage[]> {
	const mints = await readMints(db, rows);
	const known = damaged ?? (await findDamaged(db, [job], rows));
	const forges = await readForges(db, [job], rows);
	const references = takesPictures(job.engine)
		? Map.groupBy(await listJobReferences(db, job.id), ({ jobId }) => jobId)
		: none;
	return rows.map((row) => presentImage(row, job, toFacts(row, { mints, damaged: known, references, forges })));
}

/** The forge that drew the chosen versions of images of these jobs, by image. */
async function readForges(
	db: Database,
	jobs: readonly GenerationJobRow[],
	images: readonly GeneratedImageRow[],
): Promise<ReadonlyMap<string, number>> {
	const drawing = idsOf(jobs.filter(({ engine }) => engine === 'forge'));
	return listForgeVersions(db, [...idsOf(images.filter(({ jobId }) => drawing.has(jobId)))]);
}

/** The ids of those among images of these jobs whose pictures are damaged. */
async function findDamaged(
	db: Database,
	jobs: readonly GenerationJobRow[],
	images: readonly GeneratedImageRow[],
): Promise<ReadonlySet<string>> {
	const telling = idsOf(jobs.filter(({ engine }) => tellsDamage(engine)));
	const told = images.filter(({ jobId }) => telling.has(jobId));
	const files = await findDamagedHashes(db, told);
	return idsOf(told.filter(({ blobSha256 }) => blobSha256 !== null && files.has(blobSha256)));
}

const findDamagedHashes = async (
	db: Database,
	images: readonly Pick<GeneratedImageRow, 'blobSha256'>[],
): Promise<ReadonlySet<string>> => new Set((await listDamagedFiles(db, images)).map(({ sha256 }) => sha256));

type Mints = Awaited<ReturnType<typeof readMints>>;

type References = ReadonlyMap<string, readonly JobReferenceRow[]>;
const none: References = new Map();

interface KnownFacts {
	readonly mints: Mints;
	readonly damaged: ReadonlySet<string>;
	/** By job. */
	readonly references: References;
	/** By image. */
	readonly forges: ReadonlyMap<string, number>;
}

const toFacts = (
	{ id, jobId }: GeneratedImageRow,
	{ mints, damaged, references, forges }: KnownFacts,
): ImageDetails => ({
	forgeVersion: forges.get(id) ?? null,
	mints: mints.get(id) ?? [],
	references: references.get(jobId) ?? [],
	isDamaged: damaged.has(id),
});

const readMints = async (db: Database, images: readonly Pick<GeneratedImageRow, 'id'>[]) =>
	Map.groupBy(
		await listMintsOfImages(
			db,
			images.map(({ id }) => id),
		),
		({ imageId }) => imageId,
	);

/** Where the images that are asked for begin; undefined behind the last one. */
async function findFirstTokenNumber(
	{ db }: RequestContext,
	job: GenerationJobRow,
	{ cursor, from, state }: ImageListInput,
): Promise<number | undefined> {
	if (cursor === undefined) return from === 0 ? 1 : findTokenNumberAtOffset(db, job.id, from, state);
	const last = await findImage(db, job.ownerId, cursor);
	if (last?.jobId !== job.id) throw unknownCursor();
	return last.tokenNumber + 1;
}

/** Read at a time: the embedded database works on the thread that answers calls. */
const rowsPerSlice = 100;

/** Images of a job in token order, those still to be drawn included unless a state is asked for: their traits are known already. */
export async function listGeneratedImages(ctx: RequestContext, input: ImageListInput): Promise<GeneratedImage[]> {
	const job = await requireJob(ctx, input);
	const { state } = input;
	const wanted = input.limit ?? job.batchSize;
	const images: GeneratedImage[] = [];
	const damaged = idsOf(tellsDamage(job.engine) ? await listDamagedImages(ctx.db, job.id) : []);
	// By number a slice is found at once, by place only past all before it. Numbers are missing where images were deleted.
	let first = await findFirstTokenNumber(ctx, job, input);
	while (first !== undefined) {
		if (images.length > 0) await yieldToEventLoop();
		const limit = Math.min(wanted - images.length, rowsPerSlice);
		const rows = await listImages(ctx.db, job.id, { first, limit, state });
		images.push(...(await presentImages(ctx.db, job, rows, damaged)));
		const isLast = rows.length < limit || images.length === wanted;
		first = isLast ? undefined : rows.at(-1)!.tokenNumber + 1;
	}
	return images;
}
