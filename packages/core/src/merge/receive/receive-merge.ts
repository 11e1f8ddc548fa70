import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { transact } from '@adx/db/client/transact';
import { touchOwnedBlobs } from '@adx/db/repositories/uploads/owner-blobs';
import { mergeBodyMaxBytes } from '@adx/validators/limits';
import { type ReceivedMerge, type RefusedImage, startMergeInput } from '@adx/validators/merge';
import { z } from 'zod';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { createSemaphore } from '../../platform/limits/semaphore.ts';
import { StreamRejectedError } from '../../platform/storage/types.ts';
import { receiveUpload } from '../../uploads/receive-upload.ts';
import { startMerge } from '../start-merge.ts';
import { type PostedContent, type PostedImage, readMergeBody } from './read-merge-body.ts';

/** What came with the body, a collection each. */
interface Received {
	readonly entries: string[];
	readonly refused: { readonly filename: string; readonly error: string }[];
}

const bodiesPerAccountMax = 4;
/** Bodies that arrive, wait or are read. */
const receiving = createSemaphore({
	max: Number.POSITIVE_INFINITY,
	runningPerAccountMax: bodiesPerAccountMax,
	waitingPerAccountMax: 0,
	busyMessage: `${bodiesPerAccountMax} merges of yours are just being received. Wait until one of them has arrived.`,
});

/**
 * Starts a merge from a JSON body that may hold the images themselves as data URLs: those are stored like uploads, and
 * bad ones are left out, each with a sentence. A body arrives on scratch at its sender's speed and is read when it is
 * there, after those of the same account that arrived before it; 429 for a fifth one of an account. Stops when the caller
 * is gone. Never destroys the body.
 *
 * @param contentLength as announced, in bytes; null for a body of unknown length
 */
export async function receiveMerge(
	ctx: RequestContext,
	body: Readable,
	contentLength: number | null,
): Promise<ReceivedMerge> {
	const { userId } = requireActor(ctx);
	if (contentLength !== null && contentLength > mergeBodyMaxBytes) throw bodyTooLarge();
	const work = async () => {
		await using spooled = await ctx.scratch.spool(body, mergeBodyMaxBytes).catch((error: unknown) => {
			throw error instanceof StreamRejectedError ? bodyTooLarge() : error;
		});
		const received: Received[] = [];
		const caller = { account: userId, ...(ctx.gone ? { signal: ctx.gone } : {}) };
		const document = await readMergeBody(spooled.read(), (images) => takeImages(ctx, received, images), caller);
		const { input, refusedImages } = await toRequest(ctx, document, received);
		ctx.gone?.throwIfAborted();
		return { ...(await startMerge(ctx, input)), refusedImages };
	};
	return receiving.run(work, { account: userId });
}

async function takeImages(ctx: RequestContext, received: Received[], images: readonly PostedImage[]): Promise<void> {
	if (images.length === 0) return;
	const { userId } = requireActor(ctx);
	const now = ctx.clock();
	const named = images.flatMap(({ content }) => (content.kind === 'hash' ? [content.sha256] : []));
	const held = await transact(ctx.db, (trx) => touchOwnedBlobs(trx, userId, named, { now, knownSince: now }));
	for (const { collection, filename, entry, content } of images) {
		received[collection] ??= { entries: [], refused: [] };
		const { entries, refused } = received[collection];
		const error = content.kind === 'refused' ? content.message : await take(ctx, content, held);
		if (error === null) entries.push(entry);
		else refused.push({ filename, error });
	}
}

/** Stores what came as bytes; returns what is wrong with it, as a sentence. */
async function take(ctx: RequestContext, content: PostedContent, held: ReadonlySet<string>): Promise<string | null> {
	const { sha256 } = content;
	if (content.kind === 'hash') return held.has(sha256) ? null : 'It was not uploaded.';
	const { bytes, mime } = content;
	try {
		const upload = await receiveUpload(ctx, { sha256, as: 'image' }, Readable.from([bytes]), bytes.byteLength);
		const announced = mime.toLowerCase() === 'image/jpg' ? 'image/jpeg' : mime.toLowerCase();
		return upload.mime === announced ? null : `It says that it is ${announced}, but it is ${upload.mime}.`;
	} catch (error) {
		if (error instanceof AppError && !isNoFaultOfImage(error)) return error.message;
		throw error;
	}
}

/** A full or absent storage, or too many calls at once: the same image is taken later. */
const isNoFaultOfImage = ({ code, reason }: AppError): boolean =>
	code === 'STORAGE_FULL' || code === 'LIMIT' || reason === 'storage_away';

const documentSchema = z.looseObject({ inputCollections: z.array(z.looseObject({})).default([]) });

/** The body as `merge.start` takes it: each collection's images as an uploaded list. */
async function toRequest(ctx: RequestContext, document: unknown, received: readonly Received[]) {
	const shape = documentSchema.safeParse(document);
	if (!shape.success) throw badInput(shape.error);
	const collections = shape.data.inputCollections;
	const refusedImages: RefusedImage[] = [];
	const inputCollections: object[] = [];
	for (const [position, { images, ...collection }] of collections.entries()) {
		const { entries, refused } = received[position] ?? { entries: [], refused: [] };
		const name = String(collection.name);
		refusedImages.push(...refused.map((each) => ({ collection: name, ...each })));
		if (images === undefined) {
			inputCollections.push(collection);
			continue;
		}
		if (entries.length === 0) throw noImageLeft(name, refused);
		const manifest = await storeManifest(ctx, entries);
		inputCollections.push({ ...collection, manifest, imageCount: entries.length });
	}
	const order = startMergeInput.safeParse({ ...shape.data, inputCollections });
	if (!order.success) throw badInput(order.error);
	return { input: order.data, refusedImages };
}

async function storeManifest(ctx: RequestContext, entries: readonly string[]): Promise<string> {
	const pieces = () => manifestChunks(entries);
	const hash = createHash('sha256');
	for (const piece of pieces()) hash.update(piece);
	const sha256 = hash.digest('hex');
	await receiveUpload(ctx, { sha256, as: 'manifest' }, Readable.from(pieces(), { objectMode: false }), null);
	return sha256;
}

function* manifestChunks(entries: readonly string[]): Generator<Buffer> {
	yield Buffer.from('{"format":"adx-upload-1","images":[');
	for (const [index, entry] of entries.entries()) yield Buffer.from(index === 0 ? entry : `,\n${entry}`);
	yield Buffer.from(']}');
}

function noImageLeft(name: string, refused: Received['refused']): AppError {
	const [first] = refused;
	const why = first === undefined ? 'It holds none.' : `${first.filename}: ${first.error}`;
	const message = `No image of '${name}' can be used. ${why}`;
	return new AppError('MISMATCH', { reason: 'bad_manifest', message });
}

const bodyTooLarge = () =>
	new AppError('TOO_LARGE', {
		reason: 'body_too_large',
		message: `A merge with its images may have ${mergeBodyMaxBytes / 1_000_000} MB. Upload the images before, by their hashes.`,
	});

function badInput(error: z.ZodError): AppError {
	const message = error.issues[0]?.message ?? 'Invalid input';
	return new AppError('INVALID', { reason: 'bad_input', message });
}
