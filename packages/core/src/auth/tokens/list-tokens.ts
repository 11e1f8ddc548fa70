import { listAccessTokens } from '@adx/db/repositories/auth/access-tokens';
import type { AccessToken } from '@adx/validators/auth';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { presentToken } from './access-token.ts';

/** The caller's access tokens that have not ended, newest first. */
export async function listTokens(ctx: RequestContext): Promise<AccessToken[]> {
	const { userId } = requireActor(ctx);
	return (await listAccessTokens(ctx.db, userId, ctx.clock())).map(presentToken);
}
