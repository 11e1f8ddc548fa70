import { findGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import type { GenerationJobRow } from '@adx/db/schema/generation-tables';
import type { JobInput } from '@adx/validators/generation';
import { ownerScope, type RequestContext } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { isRowId } from '../../platform/ids.ts';

/** The caller's job, or anybody's for a developer who asks for all; everybody else's is 404. */
export async function requireJob(ctx: RequestContext, { jobId, scope }: JobInput): Promise<GenerationJobRow> {
	const owner = ownerScope(ctx, scope);
	const job = isRowId(jobId) ? await findGenerationJob(ctx.db, owner, jobId) : undefined;
	if (job === undefined) throw notFound('job');
	return job;
}
