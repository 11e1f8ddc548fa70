import { createHash } from 'node:crypto';
import { imageFileName } from '@adx/collection/metadata/metadata';
import { transact } from '@adx/db/client/transact';
import {
	addRegeneratedVersion,
	type FileVersion,
	findVersionByFile,
	replacePreviewFile,
} from '@adx/db/repositories/generation/image-versions';
import { touchGenerationJob } from '@adx/db/repositories/generation/job-phases';
import { listDamagedBlobs, recordRepairAttempt, unmarkDamagedBlob } from '@adx/db/repositories/platform/blob-damage';
import { listPreviewSources, pngCopySizePx, replacePreview } from '@adx/db/repositories/platform/image-previews';
import { findBlob, insertBlob, insertBlobs, insertOwnerBlob } from '@adx/db/repositories/uploads/blobs';
import { isServiceEngine } from '@adx/validators/engines/engines';
import { imageSizePx } from '@adx/validators/limits';
import { encodePreviews } from '../../../engines/encode-image.ts';
import { loadLayers } from '../../../engines/layers/load-layers.ts';
import type { EncodedImage, EngineImage } from '../../../engines/types.ts';
import type { Services } from '../../context.ts';
import { copyAsPng, pictureReader, shrinkImage } from '../../images/image-decoder.ts';
import { createSemaphore } from '../../limits/semaphore.ts';
import { DamagedObjectError } from '../types.ts';
import { recheckObject, reportDamage } from './damage.ts';
import { readVerified } from './read-verified.ts';

export type RepairServices = Pick<Services, 'db' | 'storage' | 'engines' | 'crashGuard' | 'clock' | 'log'>;

const generateMaxMs = 60_000;
/** Each holds a drawing thread, which jobs need too. */
const atOnce = createSemaphore({ max: 2 });
/** Rows that are read at a time. */
const sliceRows = 50;
/** What could not be made again costs others no more than this often. */
const tryAgainMs = 3_600_000;
/** Under way in this process, by hash. */
const repairing = new Map<string, Promise<boolean>>();

/**
 * Makes a damaged file again from what is recorded: pictures of the built-in renderer from traits and seed, previews from
 * their originals. What was paid for or uploaded is left alone. A picture that comes out as other bytes becomes a new version
 * of its image, unless that is minted, or being minted. A file that is whole by now only loses its mark. Returns whether the file of that hash is whole again;
 * never rejects.
 */
export function repairFile(services: RepairServices, sha256: string): Promise<boolean> {
	const running = repairing.get(sha256);
	if (running !== undefined) return running;
	const repair = atOnce.run(() => tryRepair(services, sha256)).finally(() => repairing.delete(sha256));
	repairing.set(sha256, repair);
	return repair;
}

/** Makes all damaged files again that can be; those that could not be are tried again an hour later. */
export async function repairDamagedFiles(services: RepairServices, signal: AbortSignal): Promise<void> {
	for (;;) {
		const damaged = await listDamagedBlobs(services.db, { limit: sliceRows, untriedMs: tryAgainMs });
		for (const { sha256 } of damaged) {
			if (signal.aborted) return;
			await repairFile(services, sha256);
		}
		if (damaged.length < sliceRows) return;
	}
}

async function tryRepair(services: RepairServices, sha256: string): Promise<boolean> {
	const { db, log } = services;
	try {
		// First: what ends the process is not tried again at once.
		if (!(await recordRepairAttempt(db, sha256, tryAgainMs))) return false;
		const blob = await findBlob(db, sha256);
		// Whole again by itself, as after a disk or a backup came back; uploads and paid pictures too.
		if (blob !== undefined && blob.damagedAt !== null && (await recheckObject(services, blob))) return true;
		const version = await findVersionByFile(db, sha256);
		const made =
			version === undefined ? await remakePreviews(services, sha256) : await remake(services, version, sha256);
		if (!made.has(sha256)) return false;
		for (const each of made) await unmarkDamagedBlob(db, each);
		log.info({ sha256 }, 'a damaged file was made again');
		return true;
	} catch (error) {
		log.warn({ err: error, sha256 }, 'a damaged file could not be made again');
		return false;
	}
}

/** The hashes of what was stored. */
type Made = ReadonlySet<string>;

async function remake(services: RepairServices, version: FileVersion, sha256: string): Promise<Made> {
	const drawn = await regenerate(services, version);
	if (drawn?.has(sha256)) return drawn;
	return sha256 === version.blobSha256 ? new Set() : remakeVersionPreviews(services, version);
}

/** Draws a version again and stores what has the old hashes; null for what a service painted, which never paints it again. */
async function regenerate(services: RepairServices, version: FileVersion): Promise<Made | null> {
	const { traits, imageSeed } = version;
	const isOfService = version.model !== null || isServiceEngine(version.engine);
	const engine = isOfService ? undefined : services.engines.get(version.engine);
	if (engine === undefined) return null;
	const signal = AbortSignal.timeout(generateMaxMs);
	const layers = await loadLayers(services, version, version);
	const image = await engine.draw({ traits, imageSeed, sizePx: imageSizePx, previews: true, signal, ...layers });
	const recorded = new Set([version.blobSha256, version.preview512Sha256, version.preview200Sha256]);
	const made = new Set<string>();
	for (const { bytes } of [image.full, image.previews!.px512, image.previews!.px200]) {
		if (recorded.has(hashOf(bytes))) made.add((await services.storage.put(bytes)).sha256);
	}
	if (!made.has(version.blobSha256)) await storeAsNewVersion(services, version, image);
	return made;
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** For an image whose chosen version is lost: the renderer draws it in another way by now. */
async function storeAsNewVersion(services: RepairServices, version: FileVersion, image: EngineImage): Promise<void> {
	const { db, clock, log } = services;
	const { imageId, jobId, ownerId, imageSeed, tokenNumber } = version;
	if (version.chosenVersion !== version.number || (await isWhole(services, version.blobSha256))) return;
	const { px512, px200 } = image.previews!;
	const [full, small, tiny] = await Promise.all([image.full, px512, px200].map((file) => putFile(services, file)));
	const added = await transact(db, async (trx) => {
		const createdAt = clock();
		const blobs = [full!, small!, tiny!].map((blob) => ({ ...blob, createdAt }));
		await insertBlobs(trx, blobs);
		const number = await addRegeneratedVersion(trx, {
			imageId,
			lostVersion: version.number,
			blobSha256: full!.sha256,
			preview512Sha256: small!.sha256,
			preview200Sha256: tiny!.sha256,
			imageSeed,
			forgeVersion: image.forgeVersion ?? null,
			filename: imageFileName(tokenNumber, image.full.mime),
			createdAt,
		});
		if (number === null) return null;
		await insertOwnerBlob(trx, { ownerId, sha256: full!.sha256 });
		await touchGenerationJob(trx, jobId);
		return number;
	});
	if (added === null) {
		log.warn({ imageId }, 'a damaged picture is drawn with other bytes by now, and its image is not to change');
		return;
	}
	const facts = { imageId, lost: version.number, added, lostSha256: version.blobSha256, sha256: full!.sha256 };
	const forges = { lostForgeVersion: version.forgeVersion, forgeVersion: image.forgeVersion };
	log.warn(
		{ ...facts, ...forges },
		'a damaged picture is drawn with other bytes by now; it was stored as a new version',
	);
}

/** What previews are made from; rejects where it is damaged itself, which is then marked. */
async function readOriginal(services: RepairServices, sha256: string): Promise<Buffer> {
	try {
		return await readVerified(services.storage, sha256);
	} catch (error) {
		if (error instanceof DamagedObjectError) await reportDamage(services, error);
		throw error;
	}
}

/** Rejects where the file cannot be read: it may be whole. */
const isWhole = ({ storage }: RepairServices, sha256: string) =>
	readVerified(storage, sha256).then(
		() => true,
		(error: unknown) => {
			if (error instanceof DamagedObjectError) return false;
			throw error;
		},
	);

async function putFile({ storage }: RepairServices, { bytes, ...facts }: EncodedImage) {
	return { ...(await storage.put(bytes)), ...facts };
}

/** Makes a version's previews from its original, which is read and not drawn; other bytes take the place of the old ones. */
async function remakeVersionPreviews(services: RepairServices, version: FileVersion): Promise<Made> {
	const { db, clock } = services;
	const original = await readOriginal(services, version.blobSha256);
	const { px512, px200 } = await encodePreviews(pictureReader(original));
	const made = new Set<string>();
	for (const [column, file] of [
		['preview512Sha256', px512],
		['preview200Sha256', px200],
	] as const) {
		const stored = await putFile(services, file);
		made.add(stored.sha256);
		if (stored.sha256 === version[column]) continue;
		await transact(db, async (trx) => {
			await insertBlob(trx, { ...stored, createdAt: clock() });
			await replacePreviewFile(trx, { column, from: version[column], to: stored.sha256 });
		});
	}
	return made;
}

/** Makes previews, and PNG copies, of pictures that came from outside again. */
async function remakePreviews(services: RepairServices, sha256: string): Promise<Made> {
	const { db, clock } = services;
	const made = new Set<string>();
	for (const { sha256: original, sizePx } of await listPreviewSources(db, sha256)) {
		const bytes = await readOriginal(services, original);
		// Repairs are tried again every hour, and a picture that ends its process must not do so each time.
		const task = { kind: 'preview', subject: original } as const;
		const isCopy = sizePx === pngCopySizePx;
		const remade = await services.crashGuard.run(task, () => (isCopy ? copyAsPng(bytes) : shrinkImage(bytes, sizePx)));
		if (remade === null) continue;
		const { width, height } = remade.info;
		const mime = isCopy ? 'image/png' : 'image/webp';
		const stored = await putFile(services, { bytes: remade.data, mime, width, height });
		made.add(stored.sha256);
		if (stored.sha256 === sha256) continue;
		await transact(db, async (trx) => {
			await insertBlob(trx, { ...stored, createdAt: clock() });
			await replacePreview(trx, { sha256: original, sizePx, previewSha256: stored.sha256 });
		});
	}
	return made;
}
