import type { AttributeJobInput } from '@adx/validators/attributes';
import type { RequestContext } from '../context.ts';
import type { ArchiveDownload } from '../downloads.ts';
import { AppError } from '../errors.ts';
import { openPackedArchive } from '../packed-archive.ts';
import { requireAttributes } from './get.ts';

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
