import { findAttributeJob, listAttributeJobs } from '@adx/db/repositories/attributes/attribute-jobs';
import type { AttributeJobRow } from '@adx/db/schema/attribute-tables';
import type { OwnerScope } from '@adx/db/schema/database-schema';
import type { AttributeFinding, AttributeJob, AttributeJobInput } from '@adx/validators/attributes';
import { attributeJobsListed } from '@adx/validators/limits';
import type { PageInput } from '@adx/validators/paging';
import { type RequestContext, requireActor } from '../platform/context.ts';
import type { ArchiveDownload } from '../platform/downloads/archive-download.ts';
import { openPackedArchive } from '../platform/downloads/packed-archive.ts';
import { AppError, notFound, unknownCursor } from '../platform/errors.ts';
import { isRowId } from '../platform/ids.ts';

/** One attribute job with its first findings. */
export async function getAttributes(ctx: RequestContext, input: AttributeJobInput): Promise<AttributeJob> {
	const job = await requireAttributes(ctx, input);
	return presentAttributes(job, job.findings);
}

/** The caller's attribute job unless `owner` is given; everybody else's is 404, also for developers. */
export async function requireAttributes(
	ctx: Pick<RequestContext, 'db' | 'actor' | 'hasAuthorization'>,
	{ id }: AttributeJobInput,
	owner: OwnerScope = requireActor(ctx).userId,
): Promise<AttributeJobRow> {
	const job = isRowId(id) ? await findAttributeJob(ctx.db, owner, id) : undefined;
	if (job === undefined) throw notFound('run of the attribute generator');
	return job;
}

/** The caller's attribute jobs without their findings, newest first. */
export async function listAttributes(ctx: RequestContext, page: PageInput = {}): Promise<AttributeJob[]> {
	const { userId } = requireActor(ctx);
	const { cursor, limit = attributeJobsListed } = page;
	if (cursor !== undefined && (await findAttributeJob(ctx.db, userId, cursor)) === undefined) throw unknownCursor();
	const jobs = await listAttributeJobs(ctx.db, userId, { after: cursor, limit });
	return jobs.map((job) => presentAttributes(job, []));
}

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

/** The API's view of an attribute job. */
function presentAttributes(row: AttributeJobRow, findings: readonly AttributeFinding[]): AttributeJob {
	return {
		id: row.id,
		status: row.status,
		progress: row.progress,
		totalImages: row.totalImages,
		processedImages: row.processedImages,
		downloadUrl: row.status === 'completed' ? `/api/attribute-generator/${row.id}/download` : null,
		errorMessage: row.errorMessage,
		createdAt: row.createdAt,
		completedAt: row.completedAt,
		projectName: row.projectName,
		seed: row.options.seed,
		findingCount: row.findingCount,
		findings: [...findings],
	};
}
