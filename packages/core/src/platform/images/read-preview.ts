import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { transact } from '@adx/db/client/transact';
import { findPreview, insertPreview } from '@adx/db/repositories/platform/image-previews';
import { findBlob, insertBlob } from '@adx/db/repositories/uploads/blobs';
import type { PreviewSize } from '@adx/db/schema/merge-tables';
import type { BlobRow } from '@adx/db/schema/upload-tables';
import { notFound } from '../errors.ts';
import { createSemaphore } from '../limits/semaphore.ts';
import { isStorageFull } from '../storage/circuit-breaker.ts';
import { openStoredOrRepair, readStoredOrRepair } from '../storage/integrity/open-stored.ts';
import type { RepairServices } from '../storage/integrity/repair-file.ts';
import type { ByteRange } from '../storage/types.ts';
import { shrinkImage } from './image-decoder.ts';

/** The small picture that stands for a large one. */
export interface PreviewFile {
	/** Names the bytes, hence a strong validator for them. */
	readonly sha256: string;
	readonly sizeBytes: number;
	readonly mime: string;
	/** Rejects with 502 `file_damaged` or 409 `storage_away`. */
	open(range?: ByteRange): Promise<Readable>;
}

type StoredImage = Pick<BlobRow, 'sha256' | 'sizeBytes' | 'mime' | 'damagedAt'>;

const decoding = createSemaphore({ max: 2 });
/** Under way in this process, by hash and size. */
const pendingPreviews = new Map<string, Promise<PreviewFile | null>>();

/**
 * A WebP of stored bytes, at most `sizePx` on its longer side, without EXIF; an animation's first frame. Made when
 * somebody first looks, two at a time, and kept; pictures that were made here have theirs already. Null for what is no
 * picture or cannot be decoded; throws `quarantined` for one that ended the process twice, and `file_damaged` where the original
 * is damaged and cannot be made again. Whether the caller may see it is the caller's to know.
 */
export async function readPreview(
	services: RepairServices,
	sha256: string,
	sizePx: PreviewSize,
): Promise<PreviewFile | null> {
	const key = `${sha256} ${sizePx}`;
	const running = pendingPreviews.get(key);
	if (running !== undefined) return running;
	const found = findOrMake(services, sha256, sizePx).finally(() => pendingPreviews.delete(key));
	pendingPreviews.set(key, found);
	return found;
}

async function findOrMake(services: RepairServices, sha256: string, sizePx: PreviewSize): Promise<PreviewFile | null> {
	const known = await findPreview(services.db, sha256, sizePx);
	if (known !== undefined) return fromBlob(services, known);
	const make = () => makePreview(services, sha256, sizePx);
	return decoding.run(() => services.crashGuard.run({ kind: 'preview', subject: sha256 }, make));
}

/** Stored bytes as they are, or as a preview of that size; 404 for what has no preview. Throws as `readPreview` does. */
export async function readWholeOrPreview(
	services: RepairServices,
	blob: StoredImage,
	size: PreviewSize | 'full',
): Promise<PreviewFile> {
	const shown = size === 'full' ? fromBlob(services, blob) : await readPreview(services, blob.sha256, size);
	if (shown === null) throw notFound('preview');
	return shown;
}

const fromBlob = (services: RepairServices, { mime, ...object }: StoredImage): PreviewFile => ({
	...object,
	mime,
	open: (range) => openStoredOrRepair(services, object, range),
});

function fromMemory(bytes: Buffer, mime: string): PreviewFile {
	const sha256 = createHash('sha256').update(bytes).digest('hex');
	const partOf = (range?: ByteRange) => (range === undefined ? bytes : bytes.subarray(range.start, range.end + 1));
	return { sha256, sizeBytes: bytes.length, mime, open: async (range) => Readable.from([partOf(range)]) };
}

async function makePreview(services: RepairServices, sha256: string, sizePx: PreviewSize): Promise<PreviewFile | null> {
	const { db, storage, clock, log } = services;
	const original = await findBlob(db, sha256);
	if (original === undefined || !original.mime.startsWith('image/')) return null;
	const bytes = await readStoredOrRepair(services, sha256);
	const made = await shrinkImage(bytes, sizePx).catch((error: unknown) => {
		log.warn({ err: error, sha256 }, 'no preview of a picture that was looked into before');
		return null;
	});
	if (made === null) return null;
	const { data, info } = made;
	const mime = 'image/webp';
	try {
		const stored = await storage.put(data);
		await transact(db, async (trx) => {
			await insertBlob(trx, { ...stored, mime, width: info.width, height: info.height, createdAt: clock() });
			await insertPreview(trx, { sha256, sizePx, previewSha256: stored.sha256 });
		});
		return fromBlob(services, { ...stored, mime, damagedAt: null });
	} catch (error) {
		if (!isStorageFull(error)) throw error;
		// A full disk keeps nobody from looking.
		return fromMemory(data, mime);
	}
}
