import { findAttributeJob } from '@adx/db/repositories/attributes/attribute-jobs';
import type { AttributeJobRow } from '@adx/db/schema/attribute-tables';
import type { AttributeJob, AttributeJobInput } from '@adx/validators/attributes';
import { isRowId } from '../generation/queries/find-job.ts';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { presentAttributes } from './present-attributes.ts';

/** One attribute job with its first findings. */
export async function getAttributes(ctx: RequestContext, input: AttributeJobInput): Promise<AttributeJob> {
	const job = await requireAttributes(ctx, input);
	return presentAttributes(job, job.findings);
}

/** The caller's attribute job; everybody else's is 404, also for developers. */
export async function requireAttributes(ctx: RequestContext, { id }: AttributeJobInput): Promise<AttributeJobRow> {
	const { userId } = requireActor(ctx);
	const job = isRowId(id) ? await findAttributeJob(ctx.db, userId, id) : undefined;
	if (job === undefined) throw notFound('run of the attribute generator');
	return job;
}
