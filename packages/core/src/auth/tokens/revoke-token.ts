import { randomUUID } from 'node:crypto';
import { transact } from '@adx/db/client/transact';
import { deleteAccessToken } from '@adx/db/repositories/auth/access-tokens';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import type { AccessToken } from '@adx/validators/auth';
import { isRowId } from '../../generation/queries/find-job.ts';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { presentToken } from './access-token.ts';

/** Ends one of the caller's access tokens at once and answers with what it was; 404 for a stranger's. Audited. */
export async function revokeToken(
	ctx: RequestContext,
	{ tokenId }: { readonly tokenId: string },
): Promise<AccessToken> {
	const { userId } = requireActor(ctx);
	if (!isRowId(tokenId)) throw notFound('access token');
	return transact(ctx.db, async (trx) => {
		const row = await deleteAccessToken(trx, userId, tokenId);
		if (row === undefined) throw notFound('access token');
		const entry = { id: randomUUID(), actorId: userId, action: 'token.revoke', createdAt: ctx.clock() };
		await insertAuditEntry(trx, { ...entry, subject: { tokenId, name: row.name } });
		return presentToken(row);
	});
}
