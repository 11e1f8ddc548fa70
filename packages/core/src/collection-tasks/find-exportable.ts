import { type CollectionFacts, sellerFeeBasisPoints, toCollectionName } from '@adx/collection/metadata/metadata';
import { findAttributeJob } from '@adx/db/repositories/attributes/attribute-jobs';
import { findCollectionRow } from '@adx/db/repositories/gallery/gallery-collections';
import type { ArchiveImageRow } from '@adx/db/repositories/generation/generated-images';
import { findGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import type { AttributeJobRow } from '@adx/db/schema/attribute-tables';
import type { GenerationJobRow } from '@adx/db/schema/generation-tables';
import type { MergeJobRow } from '@adx/db/schema/merge-tables';
import type { CollectionKind } from '@adx/validators/exports';
import type { CollectionInput } from '@adx/validators/gallery';
import { authorizeCall } from '../auth/authorize-call.ts';
import { readArchiveImages } from '../generation/download/read-archive-images.ts';
import { versionUrl } from '../generation/queries/present-job.ts';
import { type RequestContext, requireActor } from '../platform/context.ts';
import type { CrashGuard } from '../platform/crash-guard.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { isRowId } from '../platform/ids.ts';
import type { TaskCollection, TaskImage, TaskKind } from './collection-task.ts';
import { countPackBytes, loadMerge, readPack } from './load-merge.ts';

/** A finished collection that the caller may read, and how to load it. */
export interface Exportable {
	readonly kind: CollectionKind;
	readonly id: string;
	readonly name: string;
	readonly isMine: boolean;
	/** The user who requests it. */
	readonly account: string;
	/** Tokens ordered; it may hold fewer. */
	readonly size: number;
	/** Bytes of its metadata and its archive's index, where these are stored. */
	readonly packBytes?: () => Promise<number>;
	/** Another one whenever anything that `load` gives may be another. */
	readonly key: string;
	load(): Promise<TaskCollection>;
	/** Marks work on it that may end the process. */
	enter(kind: TaskKind['kind']): ReturnType<CrashGuard['enter']>;
}

/** What each kind of collection says about itself. */
type Found = Omit<Exportable, 'enter'>;

/**
 * A collection by its id, however it came about: a merge that the gallery shows or that is the caller's (while the
 * gallery is open to them), the caller's own job, or, for developers, their own attribute job. 404 for
 * everything else, 409 for what is not finished or holds no image.
 */
export async function findExportable(ctx: RequestContext, input: CollectionInput): Promise<Exportable> {
	const found = await findCollection(ctx, input);
	return { ...found, enter: (kind) => ctx.crashGuard.enter({ kind, subject: found.key }) };
}

async function findCollection(ctx: RequestContext, { collectionId: id }: CollectionInput): Promise<Found> {
	const { userId } = requireActor(ctx);
	if (!isRowId(id)) throw notFound('collection');
	const merge = await findCollectionRow(ctx.db, id, userId);
	if (merge !== undefined) return mergedCollection(ctx, merge, userId);
	const job = await findGenerationJob(ctx.db, userId, id);
	if (job !== undefined) return generatedCollection(ctx, job);
	const attributes = await findAttributeJob(ctx.db, userId, id);
	if (attributes !== undefined) return attributedCollection(ctx, attributes);
	throw notFound('collection');
}

function mergedCollection(ctx: RequestContext, row: MergeJobRow, userId: string): Found {
	authorizeCall(ctx, { access: 'member', scope: 'read', page: 'gallery' });
	const { id, version } = row;
	const name = row.collectionName || row.projectName;
	const description = row.collectionDescription || row.description;
	const { royaltyPercentage, creators } = row.options.metadata ?? {};
	// What the tokens say would take the place of a royalty that is not named here.
	const namesRoyalty = row.royaltyPercentage > 0 || royaltyPercentage !== undefined;
	const facts: CollectionFacts = {
		name,
		...(row.collectionSymbol ? { symbol: row.collectionSymbol } : {}),
		...(description === '' ? {} : { description }),
		...(namesRoyalty ? { sellerFeeBasisPoints: sellerFeeBasisPoints(row.royaltyPercentage) } : {}),
		...(creators === undefined ? {} : { creators }),
	};
	return {
		kind: 'merged',
		id,
		name,
		isMine: row.ownerId === userId,
		account: userId,
		size: row.totalImages,
		packBytes: () => countPackBytes(ctx, row),
		key: `${id}:${version}`,
		load: () => loadMerge(ctx, row, facts),
	};
}

function generatedCollection(ctx: RequestContext, job: GenerationJobRow): Found {
	if (job.phase === 'queued' || job.phase === 'running' || job.phase === 'cancelling') {
		const message = 'This collection is still being generated. Come back when it is finished.';
		throw new AppError('CONFLICT', { reason: 'job_running', message });
	}
	const name = toCollectionName(job.projectName);
	return {
		kind: 'generated',
		id: job.id,
		name,
		isMine: true,
		account: job.ownerId,
		size: job.batchSize,
		key: `${job.id}:${job.version}`,
		load: async () => ({ kind: 'generated', facts: { name }, ...(await readArchiveImages(ctx, job, toTaskImage)) }),
	};
}

function toTaskImage(image: ArchiveImageRow): TaskImage {
	const { id, chosenVersion, tokenNumber, traits, forgeVersion, ...file } = image;
	const { sha256, sizeBytes, crc32, mime, width, height } = file;
	const imageUrl = versionUrl(id, chosenVersion ?? 1);
	return { tokenNumber, traits, imageUrl, forgeVersion, sha256, sizeBytes, crc32, mime, width, height };
}

function attributedCollection(ctx: RequestContext, job: AttributeJobRow): Found {
	authorizeCall(ctx, { access: 'developer', scope: 'read' });
	const { id, indexSha256, packSha256 } = job;
	if (job.status !== 'completed') {
		const reason = job.status === 'failed' ? 'attributes_failed' : 'attributes_running';
		const message = job.errorMessage ?? 'The attributes are still being generated. Come back when they are finished.';
		throw new AppError('CONFLICT', { reason, message });
	}
	const name = toCollectionName(job.projectName);
	const { symbol } = job.options;
	return {
		kind: 'attributed',
		id,
		name,
		isMine: true,
		account: job.ownerId,
		size: job.totalImages,
		packBytes: () => countPackBytes(ctx, job),
		key: `${id}:${job.version}`,
		load: async () => ({
			kind: 'attributed',
			id,
			facts: { name, ...(symbol === undefined ? {} : { symbol }) },
			...(await readPack(ctx, { indexSha256, packSha256 })),
			sizes: null,
		}),
	};
}
