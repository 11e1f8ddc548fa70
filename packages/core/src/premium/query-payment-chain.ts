import { describeEvmError } from '../platform/chains/evm-problem.ts';
import type { RequestContext } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';
import type { PaymentChain } from './payment-chain.ts';

/** Asks a chain for no longer than somebody waits; 409 `chain_unavailable` where it does not answer, with what that means. */
export async function queryPaymentChain<Answer>(
	ctx: Pick<RequestContext, 'premium' | 'gone' | 'log' | 'requestId'>,
	{ settings: { chain } }: PaymentChain,
	ask: (signal: AbortSignal) => Promise<Answer>,
	meaning: string,
): Promise<Answer> {
	const limit = AbortSignal.timeout(ctx.premium.askingMaxMs);
	try {
		return await ask(ctx.gone === undefined ? limit : AbortSignal.any([ctx.gone, limit]));
	} catch (error) {
		ctx.log.warn(
			{ why: describeEvmError(error), chain, requestId: ctx.requestId },
			'no node could be asked about a payment',
		);
		const message = `The chain does not answer right now. ${meaning}; try again in a minute.`;
		throw new AppError('PRECONDITION', { reason: 'chain_unavailable', message, cause: error });
	}
}
