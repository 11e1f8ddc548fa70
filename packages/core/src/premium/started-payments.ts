import { transact } from '@adx/db/client/transact';
import {
	closeStartedPayments,
	listOpenPayments,
	upsertStartedPayment,
} from '@adx/db/repositories/premium/started-payments';
import type { StartedPaymentRow } from '@adx/db/schema/premium-tables';
import type { StartedPayment, StartPaymentInput } from '@adx/validators/premium';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';
import { requireAccount } from './pay-premium.ts';
import { requirePaymentChain } from './premium-payments.ts';
import { queryPaymentChain } from './query-payment-chain.ts';

/** Longer than a payment usually takes from the wallet into a block. */
const openMs = 15 * 60_000;

/**
 * Notes that the caller's wallet is about to be asked to pay, so that the payment is found on the chain whatever becomes of
 * the page. 409 `payment_under_way` while another one of the account may be, `premium_unavailable` where the chain has no
 * price, and `chain_unavailable` while no payment could be followed there; 429 for who starts too many.
 */
export async function startPayment(ctx: RequestContext, { chain: name }: StartPaymentInput): Promise<StartedPayment> {
	const actor = requireActor(ctx);
	const { userId } = actor;
	const chain = requirePaymentChain(ctx.premium, name);
	await ctx.premium.tries.inspect(userId);
	const head = await queryPaymentChain(ctx, chain, (signal) => chain.readHead(signal), 'Nothing was paid');
	return transact(ctx.db, async (trx) => {
		await requireAccount(trx, actor);
		const now = ctx.clock();
		const [open] = await listOpenPayments(trx, userId, new Date(now.getTime() - openMs));
		if (open !== undefined) throw underWay(present(open, now));
		// Later blocks may still be replaced by others of the same number.
		const payment = { userId, chain: name, fromBlock: head - chain.settings.confirmations, createdAt: now };
		await upsertStartedPayment(trx, payment);
		return present(payment, now);
	});
}

/** What the caller started to pay and what may be under way, the latest first. */
export async function listStartedPayments(ctx: RequestContext): Promise<StartedPayment[]> {
	const { userId } = requireActor(ctx);
	const now = ctx.clock();
	const open = await listOpenPayments(ctx.db, userId, new Date(now.getTime() - openMs));
	return open.map((payment) => present(payment, now));
}

/** Lets the caller start another payment, for one whose wallet sent nothing; what it sent all the same is found. */
export async function endStartedPayments(ctx: RequestContext): Promise<{ ok: true }> {
	await closeStartedPayments(ctx.db, requireActor(ctx).userId);
	return { ok: true };
}

function present({ chain, createdAt }: Pick<StartedPaymentRow, 'chain' | 'createdAt'>, now: Date): StartedPayment {
	const leftMs = createdAt.getTime() + openMs - now.getTime();
	return { chain, startedAt: createdAt, secondsLeft: Math.max(1, Math.ceil(leftMs / 1_000)) };
}

function underWay({ secondsLeft }: StartedPayment): AppError {
	const minutes = Math.ceil(secondsLeft / 60);
	const time = minutes === 1 ? 'a minute' : `${minutes} minutes`;
	const message = `A payment of your account may be under way already, and a second one would cost you twice. Another can be started in ${time}.`;
	return new AppError('PRECONDITION', {
		reason: 'payment_under_way',
		message,
		meta: { retryAfterSeconds: secondsLeft },
	});
}
