import type { AttributeJobInput } from '@adx/validators/attributes';
import type { RequestContext } from '../platform/context.ts';
import type { ArchiveDownload } from '../platform/downloads/archive-download.ts';
import { openPackedArchive } from '../platform/downloads/packed-archive.ts';
import { AppError } from '../platform/errors.ts';
import { requireAttributes } from './get-attributes.ts';

/** The files of an attribute job as one zip. 409 until it is completed. */
export async function openAttributesDownload(ctx: RequestContext, input: AttributeJobInput): Promise<ArchiveDownload> {
	const job = await requireAttributes(ctx, input);
	if (job.status === 'completed') return openPackedArchive(ctx, job, `nft-attributes-${job.id}.zip`);
	if (job.status === 'failed') {
		const message = job.errorMessage ?? 'This run of the attribute generator failed.';
		throw new AppError('CONFLICT', { reason: 'attributes_failed', message });
	}
	const message = 'The attributes are still being generated. Come back when they are finished.';
	throw new AppError('CONFLICT', { reason: 'attributes_running', message });
}
