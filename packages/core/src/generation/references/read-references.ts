import { listJobReferences } from '@adx/db/repositories/generation/job-references';
import { findBlob } from '@adx/db/repositories/uploads/blobs';
import type { GenerationJobRow } from '@adx/db/schema/generation-tables';
import { type ReferenceFileInput, takesPictures } from '@adx/validators/generation/job-references';
import type { EncodedImage } from '../../engines/types.ts';
import type { RequestContext, Services } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { openStoredOrRepair, readStoredOrRepair } from '../../platform/storage/integrity/open-stored.ts';
import type { ByteRange } from '../../platform/storage/types.ts';
import { requireJob } from '../queries/generations.ts';
import type { ImageFile } from '../queries/read-image.ts';

/** The bytes of one reference of a job in the asked size; 404 for a stranger's and for one that was replaced. */
export async function readReference(ctx: RequestContext, input: ReferenceFileInput): Promise<ImageFile> {
	const job = await requireJob(ctx, input);
	const reference = (await listJobReferences(ctx.db, job.id)).find(({ id }) => id === input.referenceId);
	const file =
		reference && (await findBlob(ctx.db, input.size === '200' ? reference.previewSha256 : reference.blobSha256));
	if (reference === undefined || file === undefined) throw notFound('reference image');
	const { sha256, sizeBytes, mime } = file;
	const open = (range?: ByteRange) => openStoredOrRepair(ctx, file, range);
	const fileName = `reference-${reference.place}.${mime.replace('image/', '')}`;
	return { sha256, sizeBytes, mime, fileName, open };
}

/** What a job's calls take with them; or why none should be made now. */
export type CallReferences =
	| { readonly references: readonly EncodedImage[] }
	/** Storage is away, which may pass. */
	| { readonly problem: 'away' }
	/** One of them is missing or damaged, and does not come back by itself. */
	| { readonly problem: 'damaged' };

/** Reads what goes with a call before anything is paid for. Rejects where the database is away. */
export async function readCallReferences(
	services: Services,
	{ id, engine }: Pick<GenerationJobRow, 'id' | 'engine'>,
): Promise<CallReferences> {
	if (!takesPictures(engine)) return { references: [] };
	const rows = await listJobReferences(services.db, id);
	try {
		const references = await Promise.all(rows.map(({ blobSha256 }) => readPicture(services, blobSha256)));
		return { references };
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		if (error.reason === 'storage_away') return { problem: 'away' };
		if (error.reason === 'file_damaged') return { problem: 'damaged' };
		throw error;
	}
}

async function readPicture(services: Services, sha256: string): Promise<EncodedImage> {
	const blob = await findBlob(services.db, sha256);
	// A row refers to it, hence it is there.
	if (blob === undefined) throw new TypeError('A reference without a blob');
	const { width, height } = blob;
	const bytes = await readStoredOrRepair(services, sha256);
	return { bytes, mime: 'image/jpeg', width: width ?? 0, height: height ?? 0 };
}
