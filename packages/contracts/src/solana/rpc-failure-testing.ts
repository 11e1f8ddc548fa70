import type { Commitment } from './ledger-testing.ts';

/** An error in JSON-RPC's form. */
export class RpcFailure extends Error {
	readonly code: number;
	readonly data: unknown;

	constructor(code: number, message: string, data?: unknown) {
		super(message);
		this.code = code;
		this.data = data;
	}
}

/** A method of a node: takes the call's parameters as they came, gives its result as JSON. */
export type RpcMethod = (params: readonly unknown[]) => unknown;

/** The object that most calls end with. */
export type RpcConfig = Readonly<Record<string, unknown>> & { readonly commitment?: Commitment };

export function getConfig(params: readonly unknown[], position: number): RpcConfig {
	return (params[position] ?? {}) as RpcConfig;
}

export function getCommitment({ commitment }: RpcConfig): Commitment {
	return commitment ?? 'finalized';
}
