import { randomUUID } from 'node:crypto';
import type { Database } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { insertDeletion } from '@adx/db/repositories/deletion/deletions';
import { deleteImageVersions, listImageVersions, toVersionRows } from '@adx/db/repositories/generation/image-versions';
import { touchGenerationJob } from '@adx/db/repositories/generation/job-phases';
import { lockImageRow } from '@adx/db/repositories/generation/unstored-images';
import { hasMergeUnderWay } from '@adx/db/repositories/merge/merge-deletion';
import { listMintsOfImages } from '@adx/db/repositories/mint/minted-tokens';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import { listPreviewHashes } from '@adx/db/repositories/platform/image-previews';
import { invalidateUploadUsage } from '@adx/db/repositories/uploads/upload-usage';
import type { GeneratedImageRow, ImageVersionRow } from '@adx/db/schema/generation-tables';
import type { Deletion, DeletionBlocker, DeletionResult } from '@adx/validators/deletion';
import type { VersionsDeletionInput } from '@adx/validators/generation/job-control';
import { countFreedBytes } from '../../deletion/count-freed-bytes.ts';
import { freeForCaller, refuseBlocked, walk } from '../../deletion/delete-with-files.ts';
import { findFreeze, frozenTexts } from '../../mint/present-mint.ts';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { slicesOf } from '../../platform/threads/yield-to-event-loop.ts';
import { requireOwnImage } from './require-image.ts';

/**
 * What deleting all versions of an image but the chosen one, or a single one of them, would do, and what keeps them from
 * being deleted; writes nothing. `freedBytes` is in bytes and counted only where nothing keeps them. 404 for a stranger's
 * image, and for a version that is not there; 429 beyond eight counts of an account that wait.
 */
export async function getVersionsDeletion(ctx: RequestContext, input: VersionsDeletionInput): Promise<Deletion> {
	const { db, gone } = ctx;
	const image = await requireOwnImage(ctx, input.imageId);
	const versions = await listVersionsToDelete(db, image, input.version);
	const isClaimed = image.claimedUntil !== null && image.claimedUntil > ctx.clock();
	const blockers = await findBlockers(db, { ...image, isClaimed }, input.version);
	const count = async () => {
		if (versions.length === 0) return 0;
		const isMerging = await hasMergeUnderWay(db, image.ownerId);
		const uploads = isMerging ? null : { ownerId: image.ownerId, usedUntil: ctx.clock() };
		const rows = toVersionRows(image.id, toNumbers(versions));
		return countFreedBytes(db, { hashes: slicesOf(toHashes(versions), sliceHashes), rows, uploads }, gone);
	};
	return {
		...toSubject(image, input.version),
		imageCount: versions.length,
		freedBytes: blockers.length > 0 ? 0 : await walk(ctx, count),
		consequences: [
			'The chosen version stays as it is.',
			...(image.paidCalls > 0 ? ['What they cost still counts for the image and its job.'] : []),
			'Collections that were merged from them keep them.',
		],
		blockers,
	};
}

/**
 * Deletes all versions of an image but the chosen one, or a single one of them, with the files that nothing else uses: the
 * versions in one transaction, files after it, by a worker where that takes longer than `waitMs` milliseconds. Numbers of
 * deleted versions are not used again. 409 `already_minted` and `mint_under_way` where a token shows the image or may
 * come to show it, `version_running` while another version is asked for or being made, and `version_chosen`; 404 for a stranger's image and for a version that is not there; 429 beyond eight deletions of an account
 * that wait. Audited.
 */
export async function deleteVersions(
	ctx: RequestContext,
	input: VersionsDeletionInput,
	{ waitMs = 3_000 }: { readonly waitMs?: number } = {},
): Promise<DeletionResult> {
	return walk(ctx, async () => {
		const [deletionId, createdAt] = [randomUUID(), ctx.clock()];
		const image = await requireOwnImage(ctx, input.imageId);
		const subject = toSubject(image, input.version);
		const isAny = await deleteRows(ctx, input, { id: deletionId, createdAt });
		return freeForCaller(ctx, { ...subject, createdAt, deletionIds: isAny ? [deletionId] : [] }, waitMs);
	});
}

/** Deletes the versions for everybody who reads, and stores which files are to be freed. False where there are none. */
async function deleteRows(
	ctx: RequestContext,
	{ imageId, version }: VersionsDeletionInput,
	{ id, createdAt }: { readonly id: string; readonly createdAt: Date },
): Promise<boolean> {
	return transact(ctx.db, async (trx) => {
		const image = await lockImageRow(trx, imageId);
		if (image === undefined) throw notFound('image');
		const { ownerId, jobId } = image;
		const versions = await listVersionsToDelete(trx, image, version);
		refuseBlocked(await findBlockers(trx, image, version));
		if (versions.length === 0) return false;
		const hashes = toHashes(versions);
		const previews = await listPreviewHashes(trx, hashes);
		await deleteImageVersions(trx, imageId, toNumbers(versions));
		const files = { hashes: [...hashes, ...previews], uploadsUsedUntil: createdAt };
		await insertDeletion(trx, 'files', { id, ownerId, createdAt, ...files });
		await touchGenerationJob(trx, jobId);
		await invalidateUploadUsage(trx, ownerId);
		const subject = { imageId, jobId, versions: toNumbers(versions) };
		const actorId = requireActor(ctx).userId;
		await insertAuditEntry(trx, { id: randomUUID(), actorId, action: 'versions.delete', subject, createdAt });
		return true;
	});
}

/** All but the chosen one, or the one that is named; 404 where that is not there. */
async function listVersionsToDelete(
	db: Database,
	{ id, chosenVersion }: GeneratedImageRow,
	version: number | undefined,
): Promise<ImageVersionRow[]> {
	const versions = await listImageVersions(db, id);
	if (version !== undefined && !versions.some(({ number }) => number === version)) throw notFound('version');
	return versions.filter(({ number }) => number !== chosenVersion && (version ?? number) === number);
}

async function findBlockers(
	db: Database,
	{ id, redraw, isClaimed, chosenVersion }: GeneratedImageRow & { readonly isClaimed: boolean },
	version: number | undefined,
): Promise<DeletionBlocker[]> {
	const blockers: DeletionBlocker[] = [];
	const freeze = findFreeze(await listMintsOfImages(db, [id]));
	if (freeze !== null) blockers.push({ reason: freeze, message: frozenTexts[freeze] });
	if (redraw || isClaimed) {
		const message =
			'Another version of this image is asked for or being made. Versions can be deleted when that has ended or is cancelled.';
		blockers.push({ reason: 'version_running', message });
	}
	if (version !== undefined && version === chosenVersion) {
		blockers.push({ reason: 'version_chosen', message: 'This is the chosen version. Choose another one first.' });
	}
	return blockers;
}

/** Hashes about which one statement asks. */
const sliceHashes = 100;

const toHashes = (versions: readonly ImageVersionRow[]) => [
	...new Set(
		versions.flatMap(({ blobSha256, preview512Sha256, preview200Sha256 }) => [
			blobSha256,
			preview512Sha256,
			preview200Sha256,
		]),
	),
];

const toNumbers = (versions: readonly ImageVersionRow[]) => versions.map(({ number }) => number);

const toSubject = ({ id, tokenNumber }: GeneratedImageRow, version: number | undefined) => ({
	id,
	name: version === undefined ? `Other versions of #${tokenNumber}` : `Version ${version} of #${tokenNumber}`,
});
