import type { DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { isTransferredTo } from '@adx/db/repositories/auth/ownership-transfer';
import { findSession } from '@adx/db/repositories/auth/sessions';
import { lockUsers } from '@adx/db/repositories/auth/users';
import {
	claimPremiumPayment,
	findPremiumPayment,
	listPaymentsOfUser,
	type PaymentKey,
} from '@adx/db/repositories/premium/premium-payments';
import type { AccessCheck } from '@adx/validators/auth/auth';
import { canonicalSignature, type PayPremiumInput, type PremiumPayment } from '@adx/validators/premium';
import { getCaller } from '../auth/get-caller.ts';
import { type Actor, type RequestContext, requireActor } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';
import { creditPayment, usedByAnother } from './credit-payment.ts';
import { requirePaymentChain } from './premium-payments.ts';
import { queryPaymentChain } from './query-payment-chain.ts';
import { verifyPayment } from './verify-payment.ts';

/**
 * Makes the caller's account premium for a transaction that paid the treasury, which counts once. One that carries the id
 * of an account counts for that account alone; one without data for who names it first, be that before the chain has
 * confirmed it or even knows it. Naming one's own again changes nothing, but switches on what was switched off, also where
 * payments are not taken any more. Premium belongs to the account then, so the session stays the same one. 409 or 402 with
 * a sentence for what does not count (yet); 429 `too_many_tries` after several that do not. Audited.
 */
export async function payPremium(ctx: RequestContext, input: PayPremiumInput): Promise<AccessCheck> {
	const actor = requireActor(ctx);
	const payment = {
		chain: input.chain,
		signature: canonicalSignature(input.chain, input.signature) ?? input.signature,
	};
	const takeBack = await ctx.premium.tries.begin(payment, actor.userId);
	try {
		await recordPayment(ctx, actor, payment);
	} catch (error) {
		if (!isWrong(error)) await takeBack();
		throw error;
	}
	await takeBack();
	return getCaller({ ...ctx, actor: { ...actor, premium: true } });
}

/** Whether it was the caller's mistake, rather than the chain's or this server's delay. */
const isWrong = (error: unknown) =>
	error instanceof AppError &&
	(error.code === 'PAYMENT' || error.code === 'CONFLICT' || error.reason === 'payment_unknown');

/** Rejects unless the payment is the caller's now. */
async function recordPayment(ctx: RequestContext, actor: Actor, payment: PaymentKey): Promise<void> {
	const known = await findPremiumPayment(ctx.db, payment);
	if (known !== undefined && known.userId !== actor.userId) throw usedByAnother();
	const judged = known === undefined ? await verify(ctx, actor, payment) : null;
	const delay = judged?.delay ?? null;
	const stored = await transact(ctx.db, async (trx) => {
		await requireAccount(trx, actor);
		if (judged?.isPlain) await claim(trx, ctx, { ...payment, userId: actor.userId }, judged);
		if (delay !== null) return null;
		const { userId, sessionId } = actor;
		const counted = { ...payment, userId, paid: judged?.paid ?? null, createdAt: ctx.clock() };
		return creditPayment(trx, counted, { address: ctx.address, sessionId });
	});
	if (stored !== null) {
		const { userId } = actor;
		ctx.log.info({ userId, ...payment, ...stored, requestId: ctx.requestId }, 'premium was paid for');
	}
	// Only now, so that the claim is kept.
	if (delay !== null) throw delay;
}

/** What the chain said of a payment that nobody has used. */
interface Verification {
	/** Why it does not count yet; null when it does. */
	readonly delay: AppError | null;
	/** What was paid, for the record; null for what the chain does not know. */
	readonly paid: string | null;
	/** Whether nothing in it says whose it is, as far as the chain knows. */
	readonly isPlain: boolean;
}

/** Rejects what can never be a payment of the caller's. */
async function verify(ctx: RequestContext, { userId }: Actor, payment: PaymentKey): Promise<Verification> {
	const chain = requirePaymentChain(ctx.premium, payment.chain);
	const facts = await queryPaymentChain(
		ctx,
		chain,
		(signal) => chain.inspect(payment.signature, signal),
		'Your payment is not lost',
	);
	const memo = facts?.memo ?? null;
	const isOwnMemo = memo !== null && (memo === userId || (await isTransferredTo(ctx.db, memo, userId)));
	return {
		delay: verifyPayment(chain, facts, isOwnMemo),
		paid: facts && `${chain.format(facts.paid)} ${chain.settings.symbol}`,
		isPlain: memo === null,
	};
}

/** While the chain was asked, the session may have ended, and a sign-in, which locks the user too, taken the work over. */
export async function requireAccount(trx: DatabaseTransaction, { userId, sessionId }: Actor): Promise<void> {
	await lockUsers(trx, [userId], 'no key update');
	if (sessionId === null || (await findSession(trx, sessionId)) === undefined) {
		throw new AppError('UNAUTHORIZED', { reason: 'sign_in_required', message: 'Your session ended. Sign in again.' });
	}
}

/** Keeps the payment for the caller; rejects when somebody else named it before. */
async function claim(
	trx: DatabaseTransaction,
	{ clock }: RequestContext,
	name: PaymentKey & { readonly userId: string },
	{ paid }: Verification,
): Promise<void> {
	const holder = await claimPremiumPayment(trx, { ...name, createdAt: clock() });
	// A transaction that the chain does not know yet may still turn out to carry the caller's id.
	if (holder === name.userId || paid === null) return;
	const message = 'Another account named this payment first, so it counts for that one alone.';
	throw new AppError('CONFLICT', { reason: 'payment_of_another', message });
}

/** What the caller paid for Premium, newest first, switched off or not. */
export async function listPremiumPayments(ctx: RequestContext): Promise<PremiumPayment[]> {
	const rows = await listPaymentsOfUser(ctx.db, requireActor(ctx).userId);
	return rows.map(({ chain, signature, isActive, createdAt }) => {
		const explorer = ctx.premium.chains.get(chain)?.settings.explorerUrl ?? null;
		const explorerUrl = explorer === null ? null : `${explorer}/tx/${signature}`;
		return { chain, signature, active: isActive, paidAt: createdAt, explorerUrl };
	});
}
