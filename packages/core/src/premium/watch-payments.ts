import type { Database } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { findUser, lockUsers } from '@adx/db/repositories/auth/users';
import { findPremiumPayment } from '@adx/db/repositories/premium/premium-payments';
import {
	deleteStartedPaymentsBefore,
	findUnreadTransfers,
	hasStartedPayment,
	saveReadTransfers,
} from '@adx/db/repositories/premium/started-payments';
import type { PremiumChain } from '@adx/validators/premium';
import { ChainError, describeEvmError } from '../platform/chains/evm-problem.ts';
import type { Services } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';
import { startTimerLoop } from '../platform/timer-loop.ts';
import { creditPayment } from './credit-payment.ts';
import type { PaymentChain, TreasuryTransfer } from './payment-chain.ts';
import { verifyPayment } from './verify-payment.ts';

const watchIntervalMs = 10_000;
const roundMaxMs = 60_000;
/** After that many the place is noted, from where a killed process or the next round goes on. */
const blocksPerStep = 100;
/** Of one round, so that none is cut off while there is much to catch up with. */
const stepsMax = 10;
/** For so long after it was started a payment is looked for, in the time of the chain's blocks. */
const lookedForMs = 24 * 3_600_000;
/** A node that is behind what was read by more than that is still fetching the chain. */
const behindMax = 128;

/** Looks for started payments on the chains that have a price until it is stopped; without one it does nothing. */
export function startPaymentWatcher(services: Services): { stop(): Promise<void> } {
	// Each by itself: a node that answers slowly, or not at all, holds up no other chain.
	const loops = [...services.premium.chains.values()].map((chain) =>
		startTimerLoop(services.log, {
			everyMs: watchIntervalMs,
			run: (signal) => watchPayments(services, chain, AbortSignal.any([signal, AbortSignal.timeout(roundMaxMs)])),
			failed: 'the payments on a chain could not be read',
			recovered: 'the payments on the chain are read again',
			about: { chain: chain.settings.chain },
			explain: (error) => ({ why: describeEvmError(error) }),
		}),
	);
	return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}

/**
 * Counts what was transferred to the treasury with the id of an account, whether or not anybody named it, in the confirmed
 * blocks that nobody has read yet; asks nothing while no payment was started. It may end anywhere, and more than one
 * process may do it at once: the next one goes on, and each payment counts once. Rejects when the node does not answer,
 * is of another chain, or is far behind what was read before.
 */
export async function watchPayments(services: Services, chain: PaymentChain, signal: AbortSignal): Promise<void> {
	const { db } = services;
	const place = { chain: chain.settings.chain, treasury: chain.settings.treasury };
	const unread = await findUnreadTransfers(db, place);
	if (unread === null) return;
	const readTo = unread.readToBlock ?? -1;
	const head = await chain.readHead(signal);
	if (head < readTo - behindMax) throw new ChainError(`The node is only at block ${head}.`);
	const safe = head - chain.settings.confirmations + 1;
	let from = Math.max(0, readTo + 1, unread.fromBlock + 1);
	for (let step = 0; step < stepsMax && from <= safe; step++) {
		signal.throwIfAborted();
		const to = Math.min(from + blocksPerStep - 1, safe);
		const read = await countTransfers(services, chain, { from, to }, signal);
		if (read >= from) await saveReadTransfers(db, { ...place, readToBlock: read });
		from = read + 1;
		if (read < to) return;
	}
	if (from === 0 || services.clock().getTime() - unread.startedAt.getTime() < lookedForMs) return;
	const readUntil = await chain.readTime(from - 1, signal);
	await deleteStartedPaymentsBefore(db, new Date(readUntil.getTime() - lookedForMs), place.chain);
}

/** Returns the last block about whose transfers all is known. */
async function countTransfers(
	services: Services,
	chain: PaymentChain,
	{ from, to }: { readonly from: number; readonly to: number },
	signal: AbortSignal,
): Promise<number> {
	const { transfers, readTo } = await chain.readTransfers(from, to, signal);
	for (const transfer of transfers) {
		signal.throwIfAborted();
		if (!(await countTransfer(services, chain, transfer, signal))) return transfer.blockNumber - 1;
	}
	return readTo;
}

/** False while it is still open whether, and for whom, it counts. */
async function countTransfer(
	{ db, clock, log }: Services,
	chain: PaymentChain,
	{ signature, memo }: TreasuryTransfer,
	signal: AbortSignal,
): Promise<boolean> {
	const payment = { chain: chain.settings.chain, signature };
	const userId = await findPayer(db, payment.chain, memo);
	if (userId === null || (await findPremiumPayment(db, payment)) !== undefined) return true;
	const facts = await chain.inspect(signature, signal);
	// The operator has to know: no transfer after this one is counted until the node says more.
	if (facts === null || facts.outcome === 'waiting')
		throw new ChainError(`The node has the block of transaction ${signature}, but not its receipt.`);
	try {
		if (verifyPayment(chain, facts, true) !== null) return false;
	} catch (error) {
		if (error instanceof AppError) return true;
		throw error;
	}
	const paid = `${chain.format(facts.paid)} ${chain.settings.symbol}`;
	return transact(db, async (trx) => {
		await lockUsers(trx, [userId], 'no key update');
		// A sign-in may have taken the payer's work over meanwhile.
		if ((await findPayer(trx, payment.chain, memo)) !== userId) return false;
		// One that its owner has switched off stays so.
		if ((await findPremiumPayment(trx, payment)) !== undefined) return true;
		await creditPayment(trx, { ...payment, userId, paid, createdAt: clock() }, { foundBy: 'server' });
		log.info({ userId, ...payment }, 'a payment for premium was found on the chain');
		return true;
	});
}

/** The account that a payment with that text is for: who started it, or whom their work has come to; null for no account's id. */
async function findPayer(db: Database, chain: PremiumChain, memo: string): Promise<string | null> {
	const user = await findUser(db, memo);
	if (user === undefined) return null;
	return user.adoptedBy === null || (await hasStartedPayment(db, user.id, chain)) ? user.id : user.adoptedBy;
}
