import type { AttemptCost } from '@adx/db/repositories/generation/image-results';
import type { PaidCall } from '../../engines/types.ts';

/** What a call adds to the counts of its image and job; nothing when there was none, or it was refused unpaid. */
export function toAttemptCost(call: PaidCall | null | undefined): AttemptCost {
	return call ? { paidCalls: 1, costMicroUsd: call.costMicroUsd } : { paidCalls: 0, costMicroUsd: 0 };
}
