import {
	type EncodedAccount,
	getBase58Decoder,
	getBase64Decoder,
	getCompiledTransactionMessageDecoder,
} from '@solana/kit';
import { getTokenDecoder, TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022';
import { decodeTransaction, type Landed, type Ledger, type Simulated } from './ledger-testing.ts';
import { type RpcConfig, RpcFailure } from './rpc-failure-testing.ts';

export const toBase64 = (bytes: Uint8Array): string => getBase64Decoder().decode(bytes);
export const toBase58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes);

const encodeData = (bytes: Uint8Array, encoding: unknown) =>
	encoding === 'base58' ? [toBase58(bytes), 'base58'] : [toBase64(bytes), 'base64'];

/**
 * An account as nodes write it. What has no parser there comes as base64, so everything does that asks for
 * 'jsonParsed'.
 */
export function accountJson(account: EncodedAccount | null, { encoding, dataSlice }: RpcConfig) {
	if (account === null || account.lamports === 0n) return null;
	const { offset = 0, length = account.data.length } = (dataSlice ?? {}) as { offset?: number; length?: number };
	const data = new Uint8Array(account.data.slice(offset, offset + length));
	return {
		data: encoding === undefined ? toBase58(data) : encodeData(data, encoding),
		executable: account.executable,
		lamports: Number(account.lamports),
		owner: account.programAddress,
		rentEpoch: Number(2n ** 64n - 1n),
		space: account.data.length,
	};
}

export function statusJson(ledger: Ledger, landed: Landed) {
	const isFinal = landed.height <= ledger.height('finalized');
	const isConfirmed = landed.height <= ledger.height('confirmed');
	return {
		slot: ledger.slotOf(landed),
		confirmations: isFinal ? null : ledger.height('processed') - landed.height,
		err: landed.error,
		status: landed.error === null ? { Ok: null } : { Err: landed.error },
		confirmationStatus: isFinal ? 'finalized' : isConfirmed ? 'confirmed' : 'processed',
	};
}

export function simulationJson({ error, logs, computeUnits }: Simulated) {
	return {
		accounts: null,
		err: error,
		innerInstructions: null,
		loadedAccountsDataSize: 0,
		logs,
		replacementBlockhash: null,
		returnData: null,
		unitsConsumed: computeUnits,
	};
}

export function transactionJson(ledger: Ledger, landed: Landed, encoding: unknown) {
	const { bytes, error, logs, computeUnits, preAccounts, postAccounts, feeLamports } = landed;
	const balances = (accounts: Landed['preAccounts']) => accounts.map((account) => Number(account?.lamports ?? 0n));
	const isData = encoding === 'base64' || encoding === 'base58';
	return {
		slot: ledger.slotOf(landed),
		blockTime: landed.blockTimeSeconds,
		version: 'legacy',
		transaction: isData ? encodeData(bytes, encoding) : messageJson(bytes),
		meta: {
			err: error,
			status: error === null ? { Ok: null } : { Err: error },
			fee: feeLamports,
			preBalances: balances(preAccounts),
			postBalances: balances(postAccounts),
			preTokenBalances: tokenBalances(preAccounts),
			postTokenBalances: tokenBalances(postAccounts),
			innerInstructions: [],
			loadedAddresses: { readonly: [], writable: [] },
			logMessages: logs,
			rewards: [],
			computeUnitsConsumed: computeUnits,
		},
	};
}

function messageJson(bytes: Uint8Array) {
	const { transaction } = decodeTransaction(toBase64(bytes));
	const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
	if (message.version !== 'legacy') throw new RpcFailure(-32015, 'Only legacy transactions are told as JSON here.');
	return {
		signatures: Object.values(transaction.signatures).map((signature) => toBase58(signature ?? new Uint8Array(64))),
		message: {
			header: {
				numRequiredSignatures: message.header.numSignerAccounts,
				numReadonlySignedAccounts: message.header.numReadonlySignerAccounts,
				numReadonlyUnsignedAccounts: message.header.numReadonlyNonSignerAccounts,
			},
			accountKeys: message.staticAccounts,
			recentBlockhash: message.lifetimeToken,
			instructions: message.instructions.map(({ programAddressIndex, accountIndices, data }) => ({
				programIdIndex: programAddressIndex,
				accounts: accountIndices ?? [],
				data: toBase58(new Uint8Array(data ?? [])),
				stackHeight: 1,
			})),
		},
	};
}

/** An amount of tokens that have no decimals. */
export const uiAmount = (amount: bigint) => ({
	amount: String(amount),
	decimals: 0,
	uiAmount: Number(amount),
	uiAmountString: String(amount),
});

/** Token-2022 tells mints and token accounts apart by the byte after where a plain account would end. */
const isTokenAccount = (account: EncodedAccount | null): account is EncodedAccount =>
	account !== null && account.programAddress === TOKEN_2022_PROGRAM_ADDRESS && account.data[165] === 2;

function tokenBalances(accounts: Landed['preAccounts']) {
	return accounts.flatMap((account, accountIndex) => {
		if (!isTokenAccount(account)) return [];
		const { mint, owner, amount } = getTokenDecoder().decode(account.data);
		return [{ accountIndex, mint, owner, programId: TOKEN_2022_PROGRAM_ADDRESS, uiTokenAmount: uiAmount(amount) }];
	});
}
