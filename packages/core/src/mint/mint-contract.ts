import { adxCollectionAbi, nonceStates } from '@adx/contracts/evm/abi';
import {
	type Address,
	BaseError,
	ContractFunctionRevertedError,
	ContractFunctionZeroDataError,
	type Hex,
	keccak256,
	parseAbi,
	stringToBytes,
	TransactionNotFoundError,
	TransactionReceiptNotFoundError,
	zeroAddress,
	zeroHash,
} from 'viem';
import { createEvmClient } from '../platform/chains/evm-client.ts';
import { ChainError } from '../platform/chains/evm-problem.ts';
import type { MintChainSettings } from './mint-settings.ts';

/** The properties of a block that matter here. */
export interface ChainBlock {
	readonly number: number;
	readonly hash: string;
	readonly time: Date;
}

/** What the contract remembers of a nonce. */
export interface NonceState {
	readonly name: (typeof nonceStates)[number];
	/** The digest of what was redeemed, in lower-case hex; meaningless in other states. */
	readonly metadataSha256: string;
}

/** A voucher that was redeemed. */
export interface MintedEvent {
	/** Decimal. */
	readonly nonce: string;
	/** Lower-case hex. */
	readonly metadataSha256: string;
	/** The address that received the token. */
	readonly ownerAddress: string;
	readonly txHash: string;
	readonly blockNumber: number;
	readonly blockHash: string;
}

/** What a contract does that one of another version does otherwise. */
export interface ContractTerms {
	readonly version: number;
	/** The most images of one transaction. */
	readonly batchMax: number;
	/** Of a sale, in hundredths of a percent. */
	readonly royaltyBps: number;
	/** Who gets the royalty; null where it is each token's first owner. */
	readonly royaltyReceiver: Address | null;
}

/** What became of a transaction. */
export interface TransactionOutcome {
	readonly succeeded: boolean;
	readonly blockNumber: number;
}

/** Reads one contract on one chain; every call rejects when the node does not answer. */
export interface MintContract {
	readonly settings: MintChainSettings;
	/** Another contract of the same chain through the same node, or calls that end with a signal. */
	with(change: { readonly contractAddress?: Address; readonly signal?: AbortSignal }): MintContract;
	head(): Promise<ChainBlock>;
	/** Null for a block that the node does not have: not yet, or not any more. */
	block(number: number): Promise<ChainBlock | null>;
	/** Where there is no contract it rejects. */
	terms(): Promise<ContractTerms>;
	/** As of that block, by default the newest. Where there is no contract, everything is unused. */
	nonceState(nonce: string, blockNumber?: number): Promise<NonceState>;
	/** The vouchers redeemed in these blocks, both included. */
	mintedEvents(fromBlock: number, toBlock: number): Promise<MintedEvent[]>;
	/** The owner as of that block; null for a burnt token. */
	ownerOf(tokenId: string, blockNumber: number): Promise<string | null>;
	/** Null while it is in no block, and for one that was sent to somebody else. */
	outcome(txHash: string): Promise<TransactionOutcome | null>;
	/** Whether the node has heard of the transaction, in a block or waiting for one. */
	knowsTransaction(txHash: string): Promise<boolean>;
	/** Rejects unless the node belongs to the chain that is configured. */
	checkChainId(): Promise<void>;
	/** What keeps that signer's vouchers from being redeemed here: a sentence, or null. */
	findObstacle(signer: Address): Promise<string | null>;
}

const events = parseAbi([
	'event Minted(uint64 indexed nonce, bytes32 digest)',
	'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
]);

/** The contract's SIGNER_ROLE. */
const signerRole = keccak256(stringToBytes('SIGNER_ROLE'));

/** Opens no connection yet. */
export function createMintContract(settings: MintChainSettings): MintContract {
	return readContract(settings, { isChecked: false });
}

/** What is known of the node that `settings` name; its number of chain is asked for once. */
interface NodeFacts {
	isChecked: boolean;
}

function readContract(settings: MintChainSettings, facts: NodeFacts, signal?: AbortSignal): MintContract {
	const { contractAddress: address, chainId } = settings;
	const client = createEvmClient(settings.rpcUrl, signal);
	const contract = { address, abi: adxCollectionAbi } as const;
	return {
		settings,
		with: ({ contractAddress = address, signal: next = signal }) =>
			readContract({ ...settings, contractAddress }, facts, next),
		head: async () => toBlock(await client.getBlock({ blockTag: 'latest' })),
		block: async (number) => {
			const found = await client.getBlock({ blockNumber: BigInt(number) }).catch((error: unknown) => {
				if (error instanceof Error && error.name === 'BlockNotFoundError') return null;
				throw error;
			});
			return found === null ? null : toBlock(found);
		},
		terms: () => readTerms(client, address),
		nonceState: async (nonce, blockNumber) => {
			const at = blockNumber === undefined ? {} : { blockNumber: BigInt(blockNumber) };
			const call = { ...contract, functionName: 'stateOf', args: [BigInt(nonce)], ...at } as const;
			const [state, digest] = await client.readContract(call).catch(async (error: unknown) => {
				if (!isCausedBy(error, ContractFunctionZeroDataError)) throw error;
				// A node that is out of step answers like this, too.
				if ((await client.getCode({ address, ...at })) === undefined) return [0, zeroHash] as const;
				throw new ChainError('The contract returns nothing when asked for the state of a token.');
			});
			const name = nonceStates[state];
			if (name === undefined) throw new ChainError(`The contract tells a state that is not known: ${state}`);
			return { name, metadataSha256: sha256Of(digest) };
		},
		mintedEvents: (fromBlock, toBlock) => readMintedEvents(client, address, { fromBlock, toBlock }),
		ownerOf: async (tokenId, blockNumber) => {
			const at = { args: [BigInt(tokenId)], blockNumber: BigInt(blockNumber) } as const;
			return client.readContract({ ...contract, functionName: 'ownerOf', ...at }).catch((error: unknown) => {
				if (isCausedBy(error, ContractFunctionRevertedError)) return null;
				throw error;
			});
		},
		outcome: async (hash) => {
			const receipt = await client.getTransactionReceipt({ hash: hash as Hex }).catch((error: unknown) => {
				if (error instanceof TransactionReceiptNotFoundError) return null;
				throw error;
			});
			if (receipt === null || receipt.to?.toLowerCase() !== address.toLowerCase()) return null;
			return { succeeded: receipt.status === 'success', blockNumber: Number(receipt.blockNumber) };
		},
		knowsTransaction: async (hash) => {
			const found = await client.getTransaction({ hash: hash as Hex }).catch((error: unknown) => {
				if (error instanceof TransactionNotFoundError) return null;
				throw error;
			});
			return found !== null;
		},
		checkChainId: async () => {
			if (facts.isChecked) return;
			const actual = await client.getChainId();
			if (actual !== chainId) throw new ChainError(`The node belongs to chain ${actual}, not to ${chainId}.`);
			facts.isChecked = true;
		},
		findObstacle: (signer) => findObstacle(client, settings, signer),
	};
}

type NodeClient = ReturnType<typeof createEvmClient>;

async function readTerms(client: NodeClient, address: Address): Promise<ContractTerms> {
	const contract = { address, abi: adxCollectionAbi } as const;
	// The first version has no such function, and one royalty for all tokens, which its admin may change.
	const orFirst = (error: unknown) => {
		if (isCausedBy(error, ContractFunctionZeroDataError, ContractFunctionRevertedError)) return null;
		throw error;
	};
	const [version, batchMax, [royaltyReceiver, royaltyBps]] = await Promise.all([
		client.readContract({ ...contract, functionName: 'version' }).catch(orFirst),
		client.readContract({ ...contract, functionName: 'MAX_BATCH' }).catch(orFirst),
		client.readContract({ ...contract, functionName: 'royaltyInfo', args: [0n, 10_000n] }),
	]);
	const own = { batchMax: Number(batchMax ?? 1n), royaltyBps: Number(royaltyBps) };
	return version === null
		? { version: 1, ...own, royaltyReceiver }
		: { version: Number(version), ...own, royaltyReceiver: null };
}

async function readMintedEvents(
	client: NodeClient,
	address: Address,
	range: { readonly fromBlock: number; readonly toBlock: number },
): Promise<MintedEvent[]> {
	const [fromBlock, toBlock] = [BigInt(range.fromBlock), BigInt(range.toBlock)];
	const logs = await client.getLogs({ address, events, strict: true, fromBlock, toBlock });
	const owners = new Map<string, string>();
	for (const { eventName, args } of logs) {
		if (eventName === 'Transfer' && args.from === zeroAddress) owners.set(String(args.tokenId), args.to);
	}
	return logs.flatMap((log) => {
		if (log.eventName !== 'Minted') return [];
		const nonce = String(log.args.nonce);
		return {
			nonce,
			metadataSha256: sha256Of(log.args.digest),
			ownerAddress: owners.get(nonce) ?? zeroAddress,
			txHash: log.transactionHash,
			blockNumber: Number(log.blockNumber),
			blockHash: log.blockHash,
		};
	});
}

async function findObstacle(
	client: NodeClient,
	{ chainId, contractAddress: address }: MintChainSettings,
	signer: Address,
): Promise<string | null> {
	const contract = { address, abi: adxCollectionAbi } as const;
	const [actual, code, isSigner] = await Promise.all([
		client.getChainId(),
		client.getCode({ address }),
		client
			.readContract({ ...contract, functionName: 'hasRole', args: [signerRole, signer] })
			.catch((error: unknown) => {
				if (isCausedBy(error, ContractFunctionZeroDataError)) return false;
				throw error;
			}),
	]);
	if (actual !== chainId) return `The node belongs to chain ${actual}, not to ${chainId}.`;
	if (code === undefined) return 'There is no contract at the configured address.';
	return isSigner ? null : 'The contract does not know this server as a signer.';
}

function isCausedBy(error: unknown, ...kinds: readonly (new (...args: never) => Error)[]): boolean {
	return error instanceof BaseError && error.walk((each) => kinds.some((kind) => each instanceof kind)) !== null;
}

function toBlock({
	number,
	hash,
	timestamp,
}: {
	readonly number: bigint;
	readonly hash: string;
	readonly timestamp: bigint;
}): ChainBlock {
	return { number: Number(number), hash, time: new Date(Number(timestamp) * 1_000) };
}

const sha256Of = (digest: string) => digest.slice(2).toLowerCase();
