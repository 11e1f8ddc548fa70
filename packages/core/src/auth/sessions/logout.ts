import type { RequestContext } from '../../platform/context.ts';
import { endSession } from './sessions.ts';

/** Ends the browser's session. The browser keeps its identity, so that signing in again finds the same work. */
export async function logout(ctx: RequestContext): Promise<{ ok: true }> {
	await endSession(ctx);
	return { ok: true };
}
