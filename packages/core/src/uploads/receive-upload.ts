import type { Readable } from 'node:stream';
import { transact } from '@adx/db/client/transact';
import { describeBlob, insertBlob, insertOwnerBlob } from '@adx/db/repositories/uploads/blobs';
import { findOwnedBlob, touchOwnedBlobs } from '@adx/db/repositories/uploads/owner-blobs';
import type { BlobRow } from '@adx/db/schema/upload-tables';
import { layerListMaxBytes, mergeBodyMaxBytes, referenceMaxBytes, uploadMaxBytes } from '@adx/validators/limits';
import type { Upload, UploadInput } from '@adx/validators/uploads';
import { type RequestContext, requireActor, type Services } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';
import { isStorageFull } from '../platform/storage/circuit-breaker.ts';
import { hasRoom } from '../platform/storage/free-space.ts';
import { recheckObject } from '../platform/storage/integrity/damage.ts';
import { StorageAwayError, StreamRejectedError, uploadFreeBytesWatermark } from '../platform/storage/types.ts';
import { inspectImage, inspectReference } from './inspection/inspect-image.ts';
import { inspectLayer } from './inspection/inspect-layer.ts';
import { inspectManifest } from './inspection/inspect-manifest.ts';
import { leaseUpload } from './upload-quota.ts';

type Facts = Pick<BlobRow, 'mime' | 'width' | 'height'>;
type Kind = UploadInput['as'];

/** The largest body of each kind. */
export const uploadLimitBytes: Readonly<Record<Kind, number>> = {
	image: uploadMaxBytes,
	layer: uploadMaxBytes,
	unreadable: uploadMaxBytes,
	manifest: mergeBodyMaxBytes,
	folder: mergeBodyMaxBytes,
	reference: referenceMaxBytes,
	layers: layerListMaxBytes,
};

/** What lists are recorded as, so that none is taken for one of the other kind. */
const listMimes = {
	manifest: 'application/json',
	folder: 'application/vnd.adx.folder+json',
	layers: 'application/vnd.adx.layers+json',
} as const;
/** What a list of layers is recorded as. */
export const layerListMime = listMimes.layers;
const isList = (as: Kind): as is keyof typeof listMimes => Object.hasOwn(listMimes, as);

const inspectList = (as: keyof typeof listMimes) => async (path: string, account: string) => {
	await inspectManifest({ path, as }, account);
	return { mime: listMimes[as], width: null, height: null };
};

const inspections: Readonly<Record<Kind, (path: string, account: string) => Promise<Facts>>> = {
	image: inspectImage,
	layer: inspectLayer,
	unreadable: async () => ({ mime: 'application/octet-stream', width: null, height: null }),
	manifest: inspectList('manifest'),
	folder: inspectList('folder'),
	reference: inspectReference,
	layers: inspectList('layers'),
};

/**
 * Keeps uploaded bytes under their hash, after a look into them, and answers what they are. Answers at once, without
 * reading the body, when the caller holds them already and the stored file is whole; a damaged one is replaced. What is
 * refused leaves nothing behind: `body_too_large`, `upload_mismatch`, `unsupported_image`, `unreadable_image`,
 * `image_too_large`, `bad_layers`, `bad_manifest`, `storage_full`, `upload_quota`, `quarantined`.
 * Never destroys the body; what is left of it is the caller's.
 *
 * @param contentLength as announced, in bytes; null for a body of unknown length
 */
export async function receiveUpload(
	ctx: RequestContext,
	{ sha256, as }: UploadInput,
	body: Readable,
	contentLength: number | null,
): Promise<Upload> {
	const { userId } = requireActor(ctx);
	if (contentLength !== null && contentLength > uploadLimitBytes[as]) throw tooLarge(as);
	const held = await findHeld(ctx, userId, { sha256, as });
	if (held !== null) return held;
	using _room = await reserveRoom(ctx, contentLength ?? uploadLimitBytes[as]);
	await using lease = await leaseUpload(ctx, { sha256, sizeBytes: contentLength });
	const inspected: { facts?: Facts } = {};
	const check = async (path: string) => {
		const inspect = () => inspections[as](path, userId);
		inspected.facts = await ctx.crashGuard.run({ kind: 'upload', subject: sha256 }, inspect);
	};
	const expected = { expectedSha256: sha256, maxBytes: uploadLimitBytes[as], sizeBytes: contentLength, check };
	const stored = await ctx.storage.putStream(body, expected).catch((error: unknown) => {
		throw toUploadError(error, as);
	});
	const { facts } = inspected;
	if (facts === undefined) throw new Error('The storage kept bytes without having them inspected.');
	const createdAt = ctx.clock();
	const blob = { ...stored, ...facts, createdAt };
	await transact(ctx.db, async (trx) => {
		const isNew = await insertBlob(trx, blob);
		if (!isNew) await describeBlob(trx, blob);
		await insertOwnerBlob(trx, { ownerId: userId, sha256, lastUsedAt: createdAt });
		await lease.settle(trx, stored.sizeBytes);
	});
	lease.keep();
	return { sha256, sizeBytes: stored.sizeBytes, ...facts };
}

/** What the caller holds already, unless it was never looked into as it shall be now. */
async function findHeld(ctx: RequestContext, userId: string, { sha256, as }: UploadInput): Promise<Upload | null> {
	const blob = await findOwnedBlob(ctx.db, userId, sha256);
	if (blob === undefined) return null;
	const { sizeBytes, mime, width, height } = blob;
	if (as === 'image' && !mime.startsWith('image/')) return null;
	// Whether it is a still picture was not asked when it came as anything else.
	if (as === 'reference') return null;
	if (as === 'layer' && mime !== 'image/png') return null;
	if (isList(as) && mime !== listMimes[as]) return null;
	// The bytes are at hand now, and maybe never again: what cannot be read is received too.
	if (!(await recheckObject(ctx, blob).catch(refuseUnlessUnreadable))) return null;
	const now = ctx.clock();
	const owned = await transact(ctx.db, (trx) => touchOwnedBlobs(trx, userId, [sha256], { now, knownSince: now }));
	return owned.has(sha256) ? { sha256, sizeBytes, mime, width, height } : null;
}

function refuseUnlessUnreadable(error: unknown): false {
	const cause = error instanceof StorageAwayError ? error.cause : null;
	if (cause instanceof Error && 'code' in cause && cause.code === 'EIO') return false;
	throw error;
}

/** The total of all bodies that this process is receiving. */
let arrivingBytes = 0;

/** Keeps bodies that arrive together from taking the same room, also where they start in the same moment. */
async function reserveRoom({ storage }: Pick<Services, 'storage'>, sizeBytes: number): Promise<Disposable> {
	using reserved = new DisposableStack();
	arrivingBytes += sizeBytes;
	reserved.defer(() => {
		arrivingBytes -= sizeBytes;
	});
	if (!(await hasRoom(storage, arrivingBytes + uploadFreeBytesWatermark))) throw storageFull();
	return reserved.move();
}

const storageFull = () =>
	new AppError('STORAGE_FULL', {
		reason: 'storage_full',
		message: 'The disk of this installation is almost full. Free some space, then upload the rest.',
	});

const tooLarge = (as: Kind) =>
	new AppError('TOO_LARGE', {
		reason: 'body_too_large',
		message: isList(as)
			? `A list of images may have ${uploadLimitBytes[as] / 1e6} MB. Split the collection.`
			: `A file may have ${uploadLimitBytes[as] / 1e6} MB. Save it smaller.`,
	});

function toUploadError(error: unknown, as: Kind): unknown {
	if (isStorageFull(error)) return storageFull();
	if (!(error instanceof StreamRejectedError)) return error;
	if (error.why === 'too_large') return tooLarge(as);
	const message = 'The bytes that arrived are not those that were announced. Upload the file again.';
	return new AppError('MISMATCH', { reason: 'upload_mismatch', message });
}
