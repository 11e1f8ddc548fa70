import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { countAccount, countAccountMints } from '@adx/db/repositories/auth/account-deletion';
import { findRecoveryCode, findUserByRecoveryCode, upsertRecoveryCode } from '@adx/db/repositories/auth/recovery-codes';
import { lockUsers } from '@adx/db/repositories/auth/users';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import { listPaymentsOfUser } from '@adx/db/repositories/premium/premium-payments';
import type { AccessCheck } from '@adx/validators/auth/auth';
import {
	canonicalRecoveryCode,
	type RecoveryCode,
	type RecoveryCodeInput,
	recoveryAlphabet,
	recoveryCodeLength,
} from '@adx/validators/auth/recovery';
import { type Actor, type RequestContext, requireActor } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { CreateRateLimiter, RateLimiter } from '../../platform/limits/rate-limiter.ts';
import { getCaller } from '../get-caller.ts';
import { readSessionAttributes, rotateSession } from '../sessions/sessions.ts';
import { writeVisitor } from '../sessions/visitor.ts';
import { hashToken } from '../tokens/access-tokens.ts';

/** As often as for passwords. */
const wrongCodesMax = 5;

/** Counts the wrong codes of an address. */
export const createRecoveryLimiter = (limit: CreateRateLimiter): RateLimiter =>
	limit({ name: 'recovery codes', triesMax: wrongCodesMax, what: 'wrong recovery codes' });

/**
 * Makes the code that brings the caller's account back in another browser, and answers with it, the only time that it can
 * be read; an earlier one counts no more. 409 `session_required` for a Discord account, which Discord brings back, and in
 * an emergency session. Audited.
 */
export async function createRecoveryCode(ctx: RequestContext): Promise<RecoveryCode & { readonly code: string }> {
	const actor = requireActor(ctx);
	requireRecoverable(actor);
	const code = newCode();
	const createdAt = ctx.clock();
	const { userId } = actor;
	await transact(ctx.db, async (trx) => {
		const [user] = await lockUsers(trx, [userId], 'no key update');
		// While it was made, a sign-in with Discord may have taken the account over.
		if ((await readSessionAttributes({ ...ctx, db: trx })) === null || user?.discordId !== null) throw sessionEnded();
		await upsertRecoveryCode(trx, { userId, hash: hashToken(code), createdAt });
		const subject = { address: ctx.address, sessionId: actor.sessionId };
		await insertAuditEntry(trx, { id: randomUUID(), actorId: userId, action: 'recovery.create', subject, createdAt });
	});
	const { address, requestId } = ctx;
	ctx.log.info({ audit: 'recovery.create', userId, address, requestId }, 'made a recovery code');
	return { isAvailable: true, createdAt, code };
}

/** Whether the caller's account can have a recovery code, and when its last one was made. */
export async function getRecoveryCode(ctx: RequestContext): Promise<RecoveryCode> {
	const actor = requireActor(ctx);
	const stored = await findRecoveryCode(ctx.db, actor.userId);
	return { isAvailable: isRecoverable(actor), createdAt: stored?.createdAt ?? null };
}

/**
 * Makes this browser the account's whose code it is: under a new session, which allows what the old one did. 409
 * `wrong_code`; 429 `too_many_tries` after five of them from an address; 409 `account_in_use` where the browser's own
 * account holds something and nothing else would lead back to it; 409 `session_required` as for making one. Audited.
 */
export async function signInWithRecoveryCode(ctx: RequestContext, input: RecoveryCodeInput): Promise<AccessCheck> {
	const actor = requireActor(ctx);
	requireRecoverable(actor);
	const { address, requestId } = ctx;
	const takeBack = await ctx.recoveryLimiter.begin('auth.recovery', address);
	const hash = hashToken(canonicalRecoveryCode(input.code) ?? '');
	const userId = await findUserByRecoveryCode(ctx.db, hash);
	if (userId === undefined) {
		ctx.log.warn(
			{ audit: 'recovery.refuse', userId: actor.userId, address, requestId },
			'a wrong recovery code was tried',
		);
		throw wrongCode();
	}
	await takeBack();
	if (userId === actor.userId) return getCaller(ctx);
	const successor = await transact(ctx.db, async (trx) => {
		await lockUsers(trx, [actor.userId, userId], 'no key update');
		const attributes = await readSessionAttributes({ ...ctx, db: trx });
		if (attributes === null) throw sessionEnded();
		// A newer one may have taken its place, or Discord the account.
		if ((await findUserByRecoveryCode(trx, hash)) !== userId) throw wrongCode();
		await requireNothingLost(trx, actor);
		const started = await rotateSession(trx, ctx, { userId, attributes });
		await insertAuditEntry(trx, {
			id: randomUUID(),
			actorId: userId,
			action: 'recovery.use',
			subject: { address, from: actor.userId, sessionId: started.actor?.sessionId ?? null },
			createdAt: ctx.clock(),
		});
		return started;
	});
	successor.setCookie();
	writeVisitor(ctx, userId);
	ctx.log.info({ audit: 'recovery.use', userId, address, requestId }, 'signed in with a recovery code');
	return getCaller({ ...ctx, actor: successor.actor });
}

const isRecoverable = ({ isDiscord, signedInBy }: Actor) => !isDiscord && signedInBy !== 'emergency';

function requireRecoverable(actor: Actor): void {
	if (isRecoverable(actor)) return;
	const message = actor.isDiscord
		? 'This account is signed in with Discord, which brings it back in every browser. Recovery codes are for accounts without it.'
		: 'Emergency access has no recovery codes. Sign in with a password first.';
	throw new AppError('CONFLICT', { reason: 'session_required', message });
}

/** The account of this browser is left behind: what it holds must not be without a way back. */
async function requireNothingLost(db: Database, { userId }: Actor): Promise<void> {
	if ((await findRecoveryCode(db, userId)) !== undefined) return;
	const counts = [
		...Object.values(await countAccount(db, userId)),
		...Object.values(await countAccountMints(db, userId)),
		(await listPaymentsOfUser(db, userId)).length,
	];
	if (counts.every((count) => count === 0)) return;
	const message =
		'The account of this browser has work or payments of its own, to which nothing would lead back. Make a recovery code for it first, and keep it.';
	throw new AppError('CONFLICT', { reason: 'account_in_use', message });
}

const wrongCode = () =>
	new AppError('PRECONDITION', {
		reason: 'wrong_code',
		message: 'This recovery code is not right, or a newer one has taken its place.',
	});

const sessionEnded = () =>
	new AppError('UNAUTHORIZED', { reason: 'sign_in_required', message: 'Your session ended. Sign in again.' });

/** 160 random bits: nobody guesses them, so that a plain hash of them keeps the secret. */
const newCode = () =>
	Array.from(randomBytes(recoveryCodeLength), (byte) => recoveryAlphabet[byte % recoveryAlphabet.length]).join('');
