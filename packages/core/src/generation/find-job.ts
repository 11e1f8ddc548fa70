import { findGenerationJob } from '@adx/db/repositories/generation-jobs';
import type { GenerationJobRow } from '@adx/db/schema';
import { ownerScope, type RequestContext, requireActor } from '../context.ts';
import { notFound } from '../errors.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an id could name a row at all; anything else is answered like an id that names none. */
export const isRowId = (id: string) => uuid.test(id);

/** The caller's job, or any job for a developer; everybody else's is 404. */
export async function requireJob(ctx: RequestContext, jobId: string): Promise<GenerationJobRow> {
	const { role } = requireActor(ctx);
	const owner = ownerScope(ctx, role === 'developer' ? 'all' : 'own');
	const job = isRowId(jobId) ? await findGenerationJob(ctx.db, owner, jobId) : undefined;
	if (job === undefined) throw notFound('job');
	return job;
}
