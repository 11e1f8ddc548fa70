import { randomUUID } from 'node:crypto';
import { isAdoptedBy } from '@adx/db/repositories/adoption';
import { insertAuditEntry } from '@adx/db/repositories/audit-log';
import {
	activatePremiumPayment,
	findPremiumPayment,
	insertPremiumPayment,
	type PaymentName,
} from '@adx/db/repositories/premium-payments';
import { findSession } from '@adx/db/repositories/sessions';
import { lockUsers } from '@adx/db/repositories/users';
import type { AccessCheck } from '@adx/validators/auth';
import { canonicalSignature, type PayPremiumInput } from '@adx/validators/premium';
import { checkAccess } from '../auth/check.ts';
import { type Actor, type RequestContext, requireActor } from '../context.ts';
import { AppError } from '../errors.ts';
import { reasonOf } from '../mint/chain-problem.ts';
import { judgePayment } from './judge-payment.ts';
import { requirePaymentChain } from './payments.ts';

/**
 * Makes the caller's account premium for a transaction that paid the treasury, which counts once and for who names it
 * first from its last confirmation on; one that carries the id of an account counts for that account alone. Naming one's
 * own again changes nothing, but switches on what was switched off, also where payments are not taken any more. Premium
 * belongs to the account then, so the session stays the same one. 409 or 402 with a sentence for what does not count
 * (yet); 429 `too_many_tries` after several that do not. Audited.
 */
export async function payPremium(ctx: RequestContext, input: PayPremiumInput): Promise<AccessCheck> {
	const actor = requireActor(ctx);
	const payment = {
		chain: input.chain,
		signature: canonicalSignature(input.chain, input.signature) ?? input.signature,
	};
	const takeBack = ctx.premium.tries.begin(payment, ctx.address);
	try {
		const paid = await verify(ctx, actor, payment);
		await store(ctx, actor, payment, paid);
	} catch (error) {
		if (!isWrong(error)) takeBack();
		throw error;
	}
	takeBack();
	return checkAccess({ actor: { ...actor, premium: true } });
}

/** Whether it was the caller's mistake, rather than the chain's or this server's delay. */
const isWrong = (error: unknown) =>
	error instanceof AppError &&
	(error.code === 'PAYMENT' || error.code === 'CONFLICT' || error.reason === 'payment_unknown');

/** Rejects unless the payment counts for the caller. Returns what was paid, for the record; null for a known payment. */
async function verify(ctx: RequestContext, { userId }: Actor, payment: PaymentName): Promise<string | null> {
	const known = await findPremiumPayment(ctx.db, payment);
	if (known !== undefined) {
		if (known.userId !== userId) throw usedByAnother();
		return null;
	}
	const chain = requirePaymentChain(ctx.premium, payment.chain);
	const facts = await chain.look(payment.signature).catch((error: unknown) => {
		ctx.log.warn(
			{ why: reasonOf(error), chain: payment.chain, requestId: ctx.requestId },
			'no node could be asked about a payment',
		);
		const message = 'The chain does not answer right now. Your payment is not lost; try again in a minute.';
		throw new AppError('PRECONDITION', { reason: 'chain_unavailable', message, cause: error });
	});
	const memo = facts?.memo ?? null;
	const isOwnMemo = memo !== null && (memo === userId || (await isAdoptedBy(ctx.db, memo, userId)));
	judgePayment(chain, facts, isOwnMemo);
	return facts === null ? null : `${chain.format(facts.paid)} ${chain.settings.symbol}`;
}

async function store(ctx: RequestContext, { userId, sessionId }: Actor, payment: PaymentName, paid: string | null) {
	await ctx.db.transaction().execute(async (trx) => {
		// While the chain was asked, a sign-in may have taken this user's work over; it locks the user too.
		await lockUsers(trx, [userId], 'no key update');
		if (sessionId === null || (await findSession(trx, sessionId)) === undefined) {
			throw new AppError('UNAUTHORIZED', { reason: 'sign_in_required', message: 'Your session ended. Sign in again.' });
		}
		const isNew = await insertPremiumPayment(trx, { ...payment, userId, createdAt: ctx.clock() });
		const stored = isNew ? undefined : await findPremiumPayment(trx, payment);
		if (!isNew && stored?.userId !== userId) throw usedByAnother();
		if (stored?.isActive) return;
		if (!isNew) await activatePremiumPayment(trx, payment);
		await insertAuditEntry(trx, {
			id: randomUUID(),
			actorId: userId,
			action: isNew ? 'premium.pay' : 'premium.resume',
			subject: { ...payment, ...(paid === null ? {} : { paid }), address: ctx.address, sessionId },
			createdAt: ctx.clock(),
		});
		ctx.log.info({ userId, ...payment, isNew, requestId: ctx.requestId }, 'premium was paid for');
	});
}

function usedByAnother(): AppError {
	const message = 'This payment has already opened Premium for another account. A payment counts once.';
	return new AppError('CONFLICT', { reason: 'payment_used', message });
}
