import { create2Deployer } from '@adx/contracts/evm/drop/decode-deployment';
import { adxDropAbi, type DropVoucher, signDropVoucher } from '@adx/contracts/evm/drop/drop-voucher';
import type { CompactSignature } from '@adx/contracts/evm/voucher';
import type { MintChain } from '@adx/validators/minted-token';
import type { SaleChainState } from '@adx/validators/sale/evm';
import {
	type Address,
	BaseError,
	type ContractErrorName,
	decodeErrorResult,
	ExecutionRevertedError,
	type Hex,
	InsufficientFundsError,
	RawContractError,
	TransactionReceiptNotFoundError,
	zeroAddress,
	zeroHash,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { createEvmClient } from '../../platform/chains/evm-client.ts';
import { ChainError } from '../../platform/chains/evm-problem.ts';
import type { RevealState } from '../reveal/follow-reveal.ts';

/** An EVM chain on which collections are sold. */
export interface EvmSaleChainSettings {
	readonly chain: MintChain;
	readonly chainId: number;
	/** The symbol of the coin that is paid with. */
	readonly symbol: string;
	/** The URL of the server's own node; may contain a key. */
	readonly rpcUrl: string;
	/** The URL of a public node, for wallets; null where the operator named none. */
	readonly publicRpcUrl: string | null;
	/** Without a slash at its end; null where transactions are not linked. */
	readonly explorerUrl: string | null;
	/** Blocks, the one with the transaction included, until what it did counts. */
	readonly confirmations: number;
}

export interface EvmBlock {
	readonly number: number;
	readonly time: Date;
}

/** A voucher that was redeemed. */
export interface SoldEvent {
	readonly reservation: bigint;
	readonly buyer: Address;
	/** For all of its items, in wei. */
	readonly price: bigint;
	readonly txHash: Hex;
	readonly blockNumber: number;
}

/** A transaction as a wallet is asked to send it. */
export interface UnsignedEvmCall {
	readonly from: Address;
	readonly to: Address;
	readonly data: Hex;
	readonly value: bigint;
}

/** What keeps a chain from executing a call: an error of the contract by its name, or too little of the coin. */
export type CallProblem = ContractErrorName<typeof adxDropAbi> | 'too_little_coin' | 'reverted';

/** Reads one chain, and signs vouchers for it; every call of the chain rejects when the node does not answer. */
export interface EvmSaleChain {
	readonly settings: EvmSaleChainSettings;
	readonly signer: Address;
	sign(contract: Address, voucher: DropVoucher): Promise<CompactSignature>;
	/** The same chain, with calls that end with a signal. */
	with(signal: AbortSignal): EvmSaleChain;
	/** Rejects unless the node belongs to the chain that is configured. */
	checkChainId(): Promise<void>;
	head(): Promise<EvmBlock>;
	block(number: number): Promise<EvmBlock>;
	/** Whether there is a contract, as of that block, by default the newest. */
	hasCode(address: Address, blockNumber?: number): Promise<boolean>;
	/** Whether the chain has what deploys the contracts of sales. */
	canDeploy(): Promise<boolean>;
	/** Whether a transaction that is in a block did what it should; null while it is in none. */
	outcome(hash: Hex): Promise<{ readonly succeeded: boolean; readonly blockNumber: number } | null>;
	/** What was sold in these blocks, both included. */
	soldEvents(contract: Address, fromBlock: number, toBlock: number): Promise<SoldEvent[]>;
	/** The owners of items as of a block; null for one that is not sold. */
	ownersOf(contract: Address, items: readonly number[], blockNumber: number): Promise<(Address | null)[]>;
	/** What a contract says of its sale as of a block, by default the newest. */
	saleState(contract: Address, blockNumber?: number): Promise<SaleChainState>;
	/** What a contract says of the reveal of its items as of a block, by default the newest. */
	revealState(contract: Address, blockNumber?: number): Promise<RevealState>;
	/** The gas that a call takes, or what keeps the chain from executing it. */
	estimate(call: UnsignedEvmCall): Promise<{ readonly gas: bigint } | { readonly problem: CallProblem }>;
	/** Wei per unit of gas, as wallets will offer at least. */
	gasPrice(): Promise<bigint>;
	/** Of an account, in wei. */
	balance(address: Address): Promise<bigint>;
}

/** The EVM chains on which collections are sold. */
export type EvmSaleChains = ReadonlyMap<MintChain, EvmSaleChain>;

/** Opens no connection yet. */
export function createEvmSaleChain(settings: EvmSaleChainSettings, signerKey: Hex): EvmSaleChain {
	const account = privateKeyToAccount(signerKey);
	let isChecked = false;
	const connect = (signal?: AbortSignal): EvmSaleChain => {
		const client = createEvmClient(settings.rpcUrl, signal);
		return {
			settings,
			signer: account.address,
			sign: (contract, voucher) => signDropVoucher(account, settings.chainId, contract, voucher),
			with: connect,
			checkChainId: async () => {
				if (isChecked) return;
				const actual = await client.getChainId();
				if (actual !== settings.chainId)
					throw new ChainError(`The node belongs to chain ${actual}, not to ${settings.chainId}.`);
				isChecked = true;
			},
			head: async () => toBlock(await client.getBlock({ blockTag: 'latest' })),
			block: async (number) => toBlock(await client.getBlock({ blockNumber: BigInt(number) })),
			hasCode: async (address, blockNumber) => {
				const at = blockNumber === undefined ? {} : { blockNumber: BigInt(blockNumber) };
				return (await client.getCode({ address, ...at })) !== undefined;
			},
			canDeploy: async () => (await client.getCode({ address: create2Deployer })) !== undefined,
			outcome: async (hash) => {
				const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
					if (error instanceof TransactionReceiptNotFoundError) return null;
					throw error;
				});
				return receipt && { succeeded: receipt.status === 'success', blockNumber: Number(receipt.blockNumber) };
			},
			soldEvents: async (address, fromBlock, toBlock) => {
				const range = { fromBlock: BigInt(fromBlock), toBlock: BigInt(toBlock) };
				const sold = { address, abi: adxDropAbi, eventName: 'Sold', strict: true, ...range } as const;
				const logs = await client.getContractEvents(sold);
				return logs.map(({ args, transactionHash, blockNumber }) => ({
					...args,
					txHash: transactionHash,
					blockNumber: Number(blockNumber),
				}));
			},
			ownersOf: (address, items, blockNumber) =>
				Promise.all(
					items.map(async (item) => {
						const call = { address, abi: adxDropAbi, functionName: 'ownerOf', args: [BigInt(item)] } as const;
						const owner = await client
							.readContract({ ...call, blockNumber: BigInt(blockNumber) })
							.catch((error: unknown) => {
								if (problemOf(error) === 'ERC721NonexistentToken') return zeroAddress;
								throw error;
							});
						return owner === zeroAddress ? null : owner;
					}),
				),
			saleState: async (address, blockNumber) => {
				const at = blockNumber === undefined ? {} : { blockNumber: BigInt(blockNumber) };
				const call = { address, abi: adxDropAbi, functionName: 'saleState' } as const;
				const [, isPaused, hasEnded] = await client.readContract({ ...call, ...at });
				return hasEnded ? 'ended' : isPaused ? 'paused' : 'open';
			},
			revealState: async (address, blockNumber) => {
				const at = blockNumber === undefined ? {} : { blockNumber: BigInt(blockNumber) };
				const contract = { address, abi: adxDropAbi, ...at } as const;
				const [drawBlock, drawn, forgottenDraws, shuffle] = await Promise.all([
					client.readContract({ ...contract, functionName: 'drawBlock' }),
					client.readContract({ ...contract, functionName: 'drawn' }),
					client.readContract({ ...contract, functionName: 'forgottenDraws' }),
					client.readContract({ ...contract, functionName: 'shuffle' }),
				]);
				return {
					drawBlock: drawBlock === 0n ? null : Number(drawBlock),
					drawHash: drawn === zeroHash ? null : drawn.slice(2),
					forgottenDraws,
					isRevealed: shuffle !== zeroHash,
				};
			},
			estimate: async ({ from, to, data, value }) => {
				try {
					return { gas: await client.estimateGas({ account: from, to, data, value }) };
				} catch (error) {
					const problem = problemOf(error);
					if (problem === null) throw error;
					return { problem };
				}
			},
			gasPrice: () => client.getGasPrice(),
			balance: (address) => client.getBalance({ address }),
		};
	};
	return connect();
}

const toBlock = ({ number, timestamp }: { readonly number: bigint; readonly timestamp: bigint }): EvmBlock => ({
	number: Number(number),
	time: new Date(Number(timestamp) * 1_000),
});

/** What the chain has against a call; null where the node itself failed. */
function problemOf(error: unknown): CallProblem | null {
	if (!(error instanceof BaseError)) return null;
	if (error.walk((each) => each instanceof InsufficientFundsError) !== null) return 'too_little_coin';
	const data = revertDataOf(error);
	if (data !== null) {
		try {
			return decodeErrorResult({ abi: adxDropAbi, data }).errorName;
		} catch {
			return 'reverted';
		}
	}
	return error.walk((each) => each instanceof ExecutionRevertedError) === null ? null : 'reverted';
}

function revertDataOf(error: BaseError): Hex | null {
	const found = error.walk(
		(each) => typeof (each as { data?: unknown }).data === 'string' || each instanceof RawContractError,
	);
	const data = (found as { readonly data?: unknown } | null)?.data;
	return typeof data === 'string' && data.startsWith('0x') && data.length >= 10 ? (data as Hex) : null;
}
