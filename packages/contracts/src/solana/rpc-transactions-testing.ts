import {
	type Address,
	getBase58Encoder,
	getCompiledTransactionMessageDecoder,
	getPublicKeyFromAddress,
	type SignatureBytes,
	type Transaction,
	verifySignature,
} from '@solana/kit';
import { errorSentence } from './ledger-error-testing.ts';
import { type Commitment, decodeTransaction, type Ledger, type Simulated } from './ledger-testing.ts';
import { getCommitment, getConfig, type RpcConfig, RpcFailure, type RpcMethod } from './rpc-failure-testing.ts';
import { simulationJson, statusJson, toBase58, toBase64, transactionJson } from './rpc-json-testing.ts';

/** What becomes of what is sent: `drop` more of them never land, all others land that many blocks later. */
export interface SendFaults {
	drop: number;
	delayBlocks: number;
}

const maxTransactionBytes = 1232;
const unsigned = 'Transaction signature verification failure';

/** The methods that run transactions. */
export function sendMethods(ledger: Ledger, faults: SendFaults): Readonly<Record<string, RpcMethod>> {
	return {
		simulateTransaction: async (params) => {
			const config = getConfig(params, 1);
			const { transaction } = received(params[0], config);
			if (config.sigVerify === true && !(await isSigned(transaction))) throw new RpcFailure(-32003, unsigned);
			const context = { apiVersion: '3.0.0', slot: ledger.slot(getCommitment(config)) };
			return { context, value: simulationJson(preflight(ledger, transaction, getCommitment(config))) };
		},
		sendTransaction: async (params) => {
			const config = getConfig(params, 1);
			const { transaction, bytes } = received(params[0], config);
			const isGood = await isSigned(transaction);
			if (config.skipPreflight !== true) {
				if (!isGood) throw new RpcFailure(-32003, unsigned);
				const result = preflight(ledger, transaction, (config.preflightCommitment ?? 'finalized') as Commitment);
				if (result.error !== null) {
					const sentence = `Transaction simulation failed: ${errorSentence(result.error)}`;
					throw new RpcFailure(-32002, sentence, simulationJson(result));
				}
			}
			if (faults.drop > 0) faults.drop -= 1;
			else if (isGood) ledger.enqueue(transaction, bytes, faults.delayBlocks);
			return toBase58(bytes.subarray(1, 65));
		},
	};
}

/** The methods that return transactions in blocks. */
export function historyMethods(ledger: Ledger): Readonly<Record<string, RpcMethod>> {
	return {
		getSignatureStatuses: (params) => {
			const signatures = params[0] as readonly string[];
			if (signatures.length > 256) throw new RpcFailure(-32602, 'Too many inputs provided; max 256');
			const statuses = signatures.map((signature) => {
				const landed = ledger.landed.get(signature);
				return landed && landed.height <= ledger.height('processed') ? statusJson(ledger, landed) : null;
			});
			return { context: { apiVersion: '3.0.0', slot: ledger.slot('processed') }, value: statuses };
		},
		getSignaturesForAddress: (params) => {
			const config = getConfig(params, 1);
			const height = ledger.height(getCommitment(config));
			return [...ledger.landed.values()]
				.filter((landed) => landed.height <= height && landed.accountKeys.some((key) => key === params[0]))
				.reverse()
				.slice(0, Number(config.limit ?? 1000))
				.map((landed) => ({
					signature: landed.signature,
					slot: ledger.slotOf(landed),
					err: landed.error,
					memo: null,
					blockTime: landed.blockTimeSeconds,
					confirmationStatus: statusJson(ledger, landed).confirmationStatus,
				}));
		},
		getTransaction: (params) => {
			const config = getConfig(params, 1);
			const landed = ledger.landed.get(String(params[0]));
			// What an airdrop made has no bytes.
			if (!landed?.bytes.length || landed.height > ledger.height(getCommitment(config))) return null;
			return transactionJson(ledger, landed, config.encoding);
		},
	};
}

function received(input: unknown, { encoding = 'base58' }: RpcConfig) {
	if (encoding !== 'base64' && encoding !== 'base58') {
		throw new RpcFailure(-32602, `unsupported encoding: ${String(encoding)}. Supported encodings: base58, base64`);
	}
	const text =
		encoding === 'base64' ? String(input) : toBase64(new Uint8Array(getBase58Encoder().encode(String(input))));
	const decoded = decoding(text);
	if (decoded.bytes.byteLength > maxTransactionBytes) {
		throw new RpcFailure(-32602, `${encoding} encoded transaction too large: max: encoded/raw 1644/1232`);
	}
	return decoded;
}

function decoding(base64: string) {
	try {
		return decodeTransaction(base64);
	} catch {
		throw new RpcFailure(-32602, 'failed to deserialize solana_transaction::versioned::VersionedTransaction');
	}
}

/** Runs it as a node does before it sends: known blockhash, first time, then the run itself, on the newest block. */
function preflight(ledger: Ledger, transaction: Transaction, commitment: Commitment): Simulated {
	const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
	const blockhash = 'lifetimeToken' in message ? message.lifetimeToken : undefined;
	if (blockhash === undefined || !ledger.isBlockhashValid(blockhash, commitment)) return refused('BlockhashNotFound');
	const signature = Object.values(transaction.signatures)[0];
	if (signature && ledger.landed.has(toBase58(signature))) return refused('AlreadyProcessed');
	return ledger.simulate(transaction);
}

const refused = (error: string): Simulated => ({ error, logs: [], computeUnits: 0 });

async function isSigned({ signatures, messageBytes }: Transaction): Promise<boolean> {
	const checks = Object.entries(signatures).map(async ([address, signature]: [string, SignatureBytes | null]) => {
		if (signature === null) return false;
		return verifySignature(await getPublicKeyFromAddress(address as Address), signature, messageBytes);
	});
	return (await Promise.all(checks)).every(Boolean);
}
