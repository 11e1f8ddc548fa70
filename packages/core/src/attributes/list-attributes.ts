import { listAttributeJobs } from '@adx/db/repositories/attributes/attribute-jobs';
import type { AttributeJob } from '@adx/validators/attributes';
import { attributeJobsListed } from '@adx/validators/limits';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { presentAttributes } from './present-attributes.ts';

/** The caller's last attribute jobs without their findings, newest first. */
export async function listAttributes(ctx: RequestContext): Promise<AttributeJob[]> {
	const { userId } = requireActor(ctx);
	const jobs = await listAttributeJobs(ctx.db, userId, attributeJobsListed);
	return jobs.map((job) => presentAttributes(job, []));
}
