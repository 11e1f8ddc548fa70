import {
	type Address,
	type Chain,
	createPublicClient,
	defineChain,
	formatEther,
	formatGwei,
	type Hex,
	type HttpTransport,
	http,
	keccak256,
	type PublicClient,
	type TransactionReceipt,
	WaitForTransactionReceiptTimeoutError,
} from 'viem';
import { CommandError, describeRpcFailure } from './command-error.ts';
import type { DeployChain } from './deploy-chains.ts';
import type { Terminal } from './terminal.ts';

/** What of the outside a run may use; `waitMs` and `pollMs` say how long and how often to look for the receipt. */
export interface CommandContext {
	readonly env: NodeJS.ProcessEnv;
	readonly terminal: Terminal;
	/** Gets the lines that are the command's result, one at a time. */
	readonly print: (line: string) => void;
	readonly waitMs?: number;
	readonly pollMs?: number;
}

const defaultWaitMs = 10 * 60_000;
const rpcTimeoutMs = 20_000;
/** Between the estimate and its block, storage that is no longer empty or the like may cost a little more. */
const gasMarginPercent = 10n;

interface Rpc {
	readonly chain: DeployChain;
	readonly rpcUrl: string;
}

export type RpcClient = PublicClient<HttpTransport, Chain>;

/** A client that takes no answer from memory. */
export function connectRpc({ chain, rpcUrl }: Rpc): RpcClient {
	return createPublicClient({
		chain: defineChain({
			id: chain.id,
			name: chain.name,
			nativeCurrency: { name: chain.coin, symbol: chain.coin, decimals: 18 },
			rpcUrls: { default: { http: [rpcUrl] } },
		}),
		transport: http(rpcUrl, { timeout: rpcTimeoutMs, retryCount: 2 }),
		cacheTime: 0,
	});
}

/**
 * Turns the failure of a call before anything was sent into a sentence that begins with `outcome`.
 * @throws {CommandError}
 */
export async function orCommandError<Answer>(call: Promise<Answer>, outcome: string, rpcUrl: string): Promise<Answer> {
	try {
		return await call;
	} catch (error) {
		throw new CommandError(`${outcome}: ${describeRpcFailure(error, rpcUrl)}`);
	}
}

/** @throws {CommandError} which begins with `outcome`, where the node serves another chain */
export async function requireServedChain(client: RpcClient, { chain, rpcUrl }: Rpc, outcome: string): Promise<void> {
	const chainId = await orCommandError(client.getChainId(), outcome, rpcUrl);
	if (chainId !== chain.id) {
		throw new CommandError(`${outcome}: the RPC serves chain ${chainId}, and ${chain.name} is ${chain.id}.`);
	}
}

/** What a transaction of an account takes, and what the account has. */
export interface Terms {
	readonly balance: bigint;
	readonly nonce: number;
	readonly gas: bigint;
	readonly fees: { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint };
	readonly maxCost: bigint;
}

/** Has the node carry the transaction out without keeping it, which fails where it would be reverted. */
export async function readTransactionTerms(
	client: RpcClient,
	transaction: { readonly account: Address; readonly to?: Address; readonly data: Hex },
): Promise<Terms> {
	const { account: address } = transaction;
	const [balance, nonce, estimate, fees] = await Promise.all([
		client.getBalance({ address }),
		client.getTransactionCount({ address, blockTag: 'pending' }),
		client.estimateGas(transaction),
		client.estimateFeesPerGas(),
	]);
	const gas = (estimate * (100n + gasMarginPercent)) / 100n;
	return { balance, nonce, gas, fees, maxCost: gas * fees.maxFeePerGas };
}

/** 'at most 0.09 POL: 3000000 gas at up to 30 gwei' */
export function describeCost({ coin }: DeployChain, { gas, fees, maxCost }: Terms): string {
	return `at most ${formatEther(maxCost)} ${coin}: ${gas} gas at up to ${formatGwei(fees.maxFeePerGas)} gwei`;
}

interface Signed {
	/** What to call it. */
	readonly what: string;
	readonly transaction: Hex;
	/** What else to say to whoever has to look whether it was mined. */
	readonly checkFirst?: string;
}

/**
 * Sends a signed transaction and waits for its block.
 * @throws {CommandError} with its hash, where it is not known to have been carried out
 */
export async function sendSigned(
	client: RpcClient,
	rpcUrl: string,
	{ terminal, waitMs = defaultWaitMs, pollMs }: CommandContext,
	{ what, transaction, checkFirst = '.' }: Signed,
): Promise<TransactionReceipt> {
	const hash = keccak256(transaction);
	const advice = `Look for transaction ${hash} before you try again${checkFirst}`;
	try {
		await client.sendRawTransaction({ serializedTransaction: transaction });
	} catch (error) {
		const failure = describeRpcFailure(error, rpcUrl);
		throw new CommandError(`It is not known whether the ${what} was sent: ${failure} ${advice}`);
	}
	terminal.say(`Sent      ${hash}, waiting for its block`);
	const receipt = await client
		.waitForTransactionReceipt({ hash, timeout: waitMs, ...(pollMs === undefined ? {} : { pollingInterval: pollMs }) })
		.catch((error: unknown) => {
			const isLate = error instanceof WaitForTransactionReceiptTimeoutError;
			const failure = isLate ? 'it was not mined yet.' : describeRpcFailure(error, rpcUrl);
			throw new CommandError(`The ${what} was sent, but ${failure} ${advice}`);
		});
	if (receipt.status !== 'success') {
		throw new CommandError(`The ${what} ${receipt.transactionHash} was mined and failed.`);
	}
	return receipt;
}
