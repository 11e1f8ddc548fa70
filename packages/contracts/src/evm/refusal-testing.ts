import { BaseError, ContractFunctionRevertedError } from 'viem';

/** The name of the contract's error with which a call was refused. */
export async function refusal(call: Promise<unknown>): Promise<string | undefined> {
	const error = await call.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (error === undefined) return undefined;
	const reverted = error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError);
	if (!(reverted instanceof ContractFunctionRevertedError)) throw error;
	return reverted.data?.errorName ?? reverted.reason;
}
