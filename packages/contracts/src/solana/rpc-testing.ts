import { type Address, getBase64Encoder, getCompiledTransactionMessageDecoder } from '@solana/kit';
import type { Ledger } from './ledger-testing.ts';
import { accountMethods } from './rpc-accounts-testing.ts';
import { getCommitment, getConfig, type RpcConfig, RpcFailure, type RpcMethod } from './rpc-failure-testing.ts';
import { historyMethods, type SendFaults, sendMethods } from './rpc-transactions-testing.ts';

/** The methods of a node, over a ledger; amounts are plain numbers, in JSON they look the same. */
export function rpcMethods(ledger: Ledger, faults: SendFaults): Readonly<Record<string, RpcMethod>> {
	const methods = {
		...chainMethods(ledger),
		...accountMethods(ledger),
		...sendMethods(ledger, faults),
		...historyMethods(ledger),
	};
	return Object.fromEntries(
		Object.entries(methods).map(([name, run]) => [
			name,
			(params) => {
				refuseBehind(ledger, params);
				return run(params);
			},
		]),
	);
}

/** A node that is not as far as the caller knows the chain to be says so. */
function refuseBehind(ledger: Ledger, params: readonly unknown[]): void {
	const config = getConfig(params, params.length - 1);
	const contextSlot = ledger.slot(getCommitment(config));
	if (typeof config.minContextSlot === 'number' && config.minContextSlot > contextSlot) {
		throw new RpcFailure(-32016, 'Minimum context slot has not been reached', { contextSlot });
	}
}

function chainMethods(ledger: Ledger): Readonly<Record<string, RpcMethod>> {
	return {
		getHealth: () => 'ok',
		getVersion: () => ({ 'solana-core': '3.0.0', 'feature-set': 0 }),
		getGenesisHash: () => ledger.genesisHash,
		getSlot: (params) => ledger.slot(getCommitment(getConfig(params, 0))),
		getBlockHeight: (params) => ledger.height(getCommitment(getConfig(params, 0))),
		getEpochInfo: (params) => {
			const commitment = getCommitment(getConfig(params, 0));
			const absoluteSlot = ledger.slot(commitment);
			return {
				absoluteSlot,
				blockHeight: ledger.height(commitment),
				epoch: 0,
				slotIndex: absoluteSlot,
				slotsInEpoch: 432_000,
				transactionCount: ledger.landed.size,
			};
		},
		getLatestBlockhash: (params) => {
			const commitment = getCommitment(getConfig(params, 0));
			return { context: { slot: ledger.slot(commitment) }, value: ledger.latestBlockhash(commitment) };
		},
		getBlocksWithLimit: ([start, limit, config]) => {
			const first = Math.max(Number(start), ledger.firstSlot);
			const count = Math.min(Number(limit), ledger.slot(getCommitment((config ?? {}) as RpcConfig)) - first + 1);
			return Array.from({ length: Math.max(0, count) }, (_, place) => first + place);
		},
		getBlock: ([slot]) => {
			const blockhash = ledger.blockhashAt(Number(slot));
			if (blockhash === undefined) throw new RpcFailure(-32004, `Block not available for slot ${String(slot)}`);
			return {
				blockhash,
				parentSlot: Number(slot) - 1,
				blockHeight: Number(slot) - ledger.firstSlot + 1,
				blockTime: null,
			};
		},
		isBlockhashValid: (params) => {
			const commitment = getCommitment(getConfig(params, 1));
			const value = ledger.isBlockhashValid(String(params[0]), commitment);
			return { context: { slot: ledger.slot(commitment) }, value };
		},
		getMinimumBalanceForRentExemption: ([sizeBytes]) =>
			Number(ledger.svm.minimumBalanceForRentExemption(BigInt(Number(sizeBytes)))),
		getFeeForMessage: (params) => {
			const message = getBase64Encoder().encode(String(params[0]));
			const { header } = getCompiledTransactionMessageDecoder().decode(message);
			const context = { slot: ledger.slot(getCommitment(getConfig(params, 1))) };
			return { context, value: 5000 * header.numSignerAccounts };
		},
		requestAirdrop: ([address, lamports]) => ledger.airdrop(String(address) as Address, BigInt(Number(lamports))),
	};
}
