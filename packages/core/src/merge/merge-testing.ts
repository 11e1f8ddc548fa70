import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createArchiveVerifier } from '@adx/collection/verify/verify-archive';
import { type MergeJob, type StartMergeInput, startMergeInput } from '@adx/validators/merge';
import type { MergeImageEntry, UploadInput } from '@adx/validators/uploads';
import JSZip from 'jszip';
import sharp from 'sharp';
import type { RequestContext, Services } from '../platform/context.ts';
import type { ArchiveDownload } from '../platform/downloads/archive-download.ts';
import { receiveUpload } from '../uploads/receive-upload.ts';
import { getMerge } from './get-merge.ts';
import { mergeJob } from './run/merge-job.ts';
import { startMerge } from './start-merge.ts';
import { hideMerge } from './update-merge.ts';

// For tests alone: uploads, collections and merges of a few pixels.

export const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** A picture of one colour, a different file for every number. */
export const createPng = (number: number, size = 2): Promise<Buffer> =>
	sharp({ create: { width: size, height: size, channels: 3, background: { r: number % 256, g: number >> 8, b: 7 } } })
		.png()
		.toBuffer();

/** Grey noise of 16 megapixels, which takes long to decode; another file for every shade. */
export function largePicture(shade: number): Promise<Buffer> {
	const noise = { type: 'gaussian', mean: shade, sigma: 40 } as const;
	const create = { width: 4_000, height: 4_000, channels: 3, background: '#000', noise } as const;
	return sharp({ create }).toColourspace('b-w').png({ compressionLevel: 3 }).toBuffer();
}

/** Uploads the bytes for the caller and returns their hash. */
export async function upload(ctx: RequestContext, bytes: Uint8Array, as: UploadInput['as'] = 'image'): Promise<string> {
	const sha256 = hashOf(bytes);
	await receiveUpload(ctx, { sha256, as }, Readable.from([bytes]), bytes.byteLength);
	return sha256;
}

/** All bytes of a download, which must be as many as it says; disposes it. */
export async function readDownload(archive: ArchiveDownload): Promise<Buffer> {
	await using _archive = archive;
	const sink = new PassThrough();
	const [bytes] = await Promise.all([buffer(sink), archive.writeTo(sink).then(() => sink.end())]);
	if (bytes.length !== archive.totalBytes) throw new Error(`${bytes.length} bytes came of ${archive.totalBytes}.`);
	return bytes;
}

/** The files of a zip by their names, in its order. */
export async function filesOf(archive: Buffer): Promise<ReadonlyMap<string, Buffer>> {
	const files = new Map<string, Buffer>();
	const zip = await JSZip.loadAsync(archive);
	for (const [name, file] of Object.entries(zip.files)) files.set(name, await file.async('nodebuffer'));
	return files;
}

/** What `verify-collection` says of these files. */
export function problemsOf(files: ReadonlyMap<string, Buffer>): readonly string[] {
	const verifier = createArchiveVerifier();
	for (const [name, bytes] of files) {
		const text = verifier.wantsText(name) ? { text: bytes.toString('utf8') } : {};
		verifier.add({ name, sha256: hashOf(bytes), sizeBytes: bytes.length, ...text });
	}
	return verifier.finish().problems;
}

/** Uploads a list of images and returns its hash. */
export const uploadManifest = (ctx: RequestContext, images: readonly MergeImageEntry[]): Promise<string> =>
	upload(ctx, Buffer.from(JSON.stringify({ format: 'adx-upload-1', images })), 'manifest');

/** Images with a Number and a Parity each, uploaded, as the entries of a list. */
export async function uploadImages(ctx: RequestContext, numbers: readonly number[]): Promise<MergeImageEntry[]> {
	const entries: MergeImageEntry[] = [];
	for (const number of numbers) {
		const sha256 = await upload(ctx, await createPng(number));
		const attributes = [
			{ trait_type: 'Number', value: String(number) },
			{ trait_type: 'Parity', value: number % 2 === 0 ? 'Even' : 'Odd' },
		];
		entries.push({ filename: `art/${number}.png`, sha256, metadata: { name: `Old #${number}`, attributes } });
	}
	return entries;
}

/** An order of collections that were uploaded, one per list of entries. */
export async function createMergeRequest(
	ctx: RequestContext,
	collections: Readonly<Record<string, readonly MergeImageEntry[]>>,
	change: object = {},
): Promise<StartMergeInput> {
	const inputCollections = [];
	for (const [name, images] of Object.entries(collections)) {
		const manifest = await uploadManifest(ctx, images);
		const uploadedAt = '2026-11-21T10:00:00.000Z';
		inputCollections.push({ id: `c-${name}`, name, imageCount: images.length, uploadedAt, manifest });
	}
	return startMergeInput.parse({ projectName: 'Winter Court', inputCollections, ...change });
}

/** Waits until the merge is no longer processing. */
export async function waitForMerge(ctx: RequestContext, jobId: string): Promise<MergeJob> {
	for (const deadline = Date.now() + 25_000; Date.now() < deadline; await sleep(20)) {
		const job = await getMerge(ctx, { jobId, scope: 'own' });
		if (job.status !== 'processing') return job;
	}
	throw new Error('The merge did not end.');
}

/** A caller without a browser, for rows that a test needs before anybody calls. */
export const contextOfUser = (services: Services, userId: string): RequestContext => ({
	...services,
	actor: {
		userId,
		sessionId: null,
		tokenScopes: null,
		hasAccess: true,
		signedInBy: null,
		isDiscord: false,
		role: 'creator',
		premium: true,
		adminUnlocked: false,
		expiresAt: new Date(Date.now() + 3_600_000),
		sameUntil: new Date(Date.now() + 3_600_000),
		name: null,
		avatar: null,
	},
	cookies: { get: () => undefined, set: () => {}, delete: () => {} },
	origin: 'http://localhost:3000',
	address: '127.0.0.1',
	requestId: 'test',
	idempotencyKey: null,
});

/** What names a merge of the caller's own. */
export const toOwnInput = (jobId: string) => ({ jobId, scope: 'own' as const });

/** A finished merge of the images of these numbers; returns its id. */
export async function mergeImages(ctx: RequestContext, numbers: readonly number[]): Promise<string> {
	const { jobId } = await startMerge(ctx, await createMergeRequest(ctx, { All: await uploadImages(ctx, numbers) }));
	await finishMerge(ctx, jobId);
	return jobId;
}

/** Does a worker's part of a merge that was started. */
export async function finishMerge(ctx: RequestContext, jobId: string): Promise<void> {
	await mergeJob.run(ctx, { jobId, slot: 0 }, new AbortController().signal);
	if ((await waitForMerge(ctx, jobId)).status !== 'completed') throw new Error('The merge failed.');
}

/** Whether the file is there. */
export const isStored = ({ storage }: Pick<Services, 'storage'>, sha256: string): Promise<boolean> =>
	buffer(storage.read(sha256)).then(
		() => true,
		() => false,
	);

/** A finished merge, by default of two tokens; returns its id. Where a server's own worker does it, the test only waits for that. */
export async function addFinishedMerge(
	services: Services,
	userId: string,
	{
		hidden = false,
		hasWorker = false,
		supply = 2,
	}: { readonly hidden?: boolean; readonly hasWorker?: boolean; readonly supply?: number } = {},
): Promise<string> {
	const ctx = contextOfUser(services, userId);
	const numbers = Array.from({ length: supply }, (_, index) => index + 1);
	const { jobId } = await startMerge(ctx, await createMergeRequest(ctx, { Twins: await uploadImages(ctx, numbers) }));
	// Two at once would store the same files twice, the later ones after everything was counted.
	if (hasWorker) await waitForMerge(ctx, jobId);
	else await finishMerge(ctx, jobId);
	if (hidden) await hideMerge(ctx, { jobId });
	return jobId;
}
