import { transact } from '@adx/db/client/transact';
import { listRecordedBlobs } from '@adx/db/repositories/platform/blob-damage';
import { touchOwnedBlobs } from '@adx/db/repositories/uploads/owner-blobs';
import type { MissingUploadsInput } from '@adx/validators/uploads';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { reportDamage } from '../platform/storage/integrity/damage.ts';
import { DamagedObjectError } from '../platform/storage/types.ts';
import { checkUploadQuota, countedBytes } from './upload-quota.ts';

/** What was asked about within an hour need not be noted again, unless the caller has started a merge since. */
const noteEveryMs = 3_600_000;

/**
 * Those of the hashes that the caller neither uploaded nor generated, each once, in the order asked. What strangers hold
 * counts as missing, as does what is stored but damaged. What is there is kept on as if it had just been uploaded.
 * 409 `upload_quota` when what is missing would not fit into the caller's quota; without sizes each counts as the smallest
 * file.
 */
export async function findMissingUploads(
	ctx: RequestContext,
	{ hashes, sizes }: MissingUploadsInput,
): Promise<{ missing: string[] }> {
	const { userId } = requireActor(ctx);
	const now = ctx.clock();
	const knownSince = new Date(now.getTime() - noteEveryMs);
	const held = await transact(ctx.db, (trx) => touchOwnedBlobs(trx, userId, hashes, { now, knownSince }));
	const damaged = await findDamaged(ctx, [...held]);
	const announced = new Map(hashes.map((hash, index) => [hash, countedBytes(sizes?.[index] ?? 0)]));
	for (const hash of held) announced.delete(hash);
	if (announced.size > 0)
		await checkUploadQuota(
			ctx,
			announced.values().reduce((sum, bytes) => sum + bytes, 0),
		);
	return { missing: [...new Set(hashes)].filter((hash) => announced.has(hash) || damaged.has(hash)) };
}

/** Those whose files are marked, missing or of another size; what is sent again is compared byte by byte. */
async function findDamaged(ctx: RequestContext, hashes: readonly string[]): Promise<ReadonlySet<string>> {
	const objects = await listRecordedBlobs(ctx.db, hashes);
	const marked = objects.filter(({ damagedAt }) => damagedAt !== null).map(({ sha256 }) => sha256);
	const faults = await ctx.storage.findFaults(objects.filter(({ damagedAt }) => damagedAt === null));
	for (const [sha256, fault] of faults) await reportDamage(ctx, new DamagedObjectError(sha256, fault));
	return new Set([...marked, ...faults.keys()]);
}
