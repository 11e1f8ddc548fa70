import { type EncodedAccount, getBase58Encoder, getBase64Encoder } from '@solana/kit';
import { getMintDecoder, getTokenDecoder } from '@solana-program/token-2022';
import type { Ledger } from './ledger-testing.ts';
import { getCommitment, getConfig, type RpcConfig, RpcFailure, type RpcMethod } from './rpc-failure-testing.ts';
import { accountJson, uiAmount } from './rpc-json-testing.ts';

interface Filter {
	readonly dataSize?: number;
	readonly memcmp?: { readonly offset: number; readonly bytes: string; readonly encoding?: string };
}

/** The methods that read accounts. */
export function accountMethods(ledger: Ledger): Readonly<Record<string, RpcMethod>> {
	const inContext = (config: RpcConfig, value: unknown) => ({
		context: { apiVersion: '3.0.0', slot: ledger.slot(getCommitment(config)) },
		value,
	});
	/** Reads what the first parameter names, as of the commitment of the second one. */
	const reading =
		(read: (account: EncodedAccount | null, config: RpcConfig) => unknown): RpcMethod =>
		(params) => {
			const config = getConfig(params, 1);
			return inContext(config, read(ledger.account(String(params[0]), getCommitment(config)), config));
		};
	return {
		getBalance: reading((account) => Number(account?.lamports ?? 0n)),
		getAccountInfo: reading(accountJson),
		getTokenAccountBalance: reading((account) => uiAmount(getTokenDecoder().decode(existing(account).data).amount)),
		getTokenSupply: reading((account) => uiAmount(getMintDecoder().decode(existing(account).data).supply)),
		getMultipleAccounts: (params) => {
			const config = getConfig(params, 1);
			const addresses = params[0] as readonly string[];
			if (addresses.length > 100) throw new RpcFailure(-32602, 'Too many inputs provided; max 100');
			const accounts = addresses.map((address) => ledger.account(address, getCommitment(config)));
			return inContext(
				config,
				accounts.map((account) => accountJson(account, config)),
			);
		},
		getProgramAccounts: (params) => {
			const config = getConfig(params, 1);
			const isWanted = matching((config.filters ?? []) as readonly Filter[]);
			const accounts = ledger.accountsOf(String(params[0]), getCommitment(config)).filter(isWanted);
			return accounts.map((account) => ({ pubkey: account.address, account: accountJson(account, config) }));
		},
	};
}

function existing(account: EncodedAccount | null): EncodedAccount {
	if (account === null) throw new RpcFailure(-32602, 'Invalid param: could not find account');
	return account;
}

function matching(filters: readonly Filter[]): (account: EncodedAccount) => boolean {
	return ({ data }) =>
		filters.every(({ dataSize, memcmp }) => {
			if (dataSize !== undefined && dataSize !== data.length) return false;
			if (memcmp === undefined) return true;
			const bytes = (memcmp.encoding === 'base64' ? getBase64Encoder() : getBase58Encoder()).encode(memcmp.bytes);
			return bytes.every((byte, position) => data[memcmp.offset + position] === byte);
		});
}
