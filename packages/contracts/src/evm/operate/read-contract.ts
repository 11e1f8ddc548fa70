import {
	type Address,
	BaseError,
	ContractFunctionRevertedError,
	ContractFunctionZeroDataError,
	keccak256,
	stringToBytes,
	zeroAddress,
	zeroHash,
} from 'viem';
import { adxCollectionAbi, adxDropAbi } from '../abi.ts';
import type { RpcClient } from '../deploy/send-signed.ts';

/** The role whose holders sign vouchers of a collection. */
export const signerRole = keccak256(stringToBytes('SIGNER_ROLE'));
/** The role of a collection's admins. */
export const adminRole = zeroHash;

export type ContractKind = 'collection1' | 'collection2' | 'drop';

/** What operators call each kind. */
export const kindNames = {
	collection1: 'AdxCollection, version 1 (single images)',
	collection2: 'AdxCollection, version 2 (single images)',
	drop: 'AdxDrop (a sale)',
} as const satisfies Record<ContractKind, string>;

/** What every kind tells. */
export interface ContractFacts {
	readonly kind: ContractKind;
	readonly name: string;
	readonly symbol: string;
	/** The admin or owner; null where there is none, or a first version does not tell. */
	readonly admin: Address | null;
	readonly pendingAdmin: Address | null;
	/** Wei that lie in the contract. */
	readonly balance: bigint;
	readonly royaltyBps: number;
	/** Null where it is each token's first owner. */
	readonly royaltyReceiver: Address | null;
	/** Null for a collection, which is sold by nothing that could be paused. */
	readonly sale: DropFacts | null;
}

export interface DropFacts {
	readonly signer: Address | null;
	readonly isPaused: boolean;
	readonly hasEnded: boolean;
	readonly minted: bigint;
	readonly cap: number;
}

/** A number that no version has, so that what comes later is told apart from what is not a contract of ours. */
export type UnknownContract =
	| { readonly unknown: 'nothing' | 'foreign' }
	| { readonly unknown: 'newer'; version: bigint };

/**
 * Finds out what lies at an address by which functions answer there, and reads what it tells.
 * @throws what viem throws where the node does not answer
 */
export async function readContractFacts(client: RpcClient, address: Address): Promise<ContractFacts | UnknownContract> {
	if ((await client.getCode({ address })) === undefined) return { unknown: 'nothing' };
	const [role, version, sale] = await Promise.all([
		answerOf(client.readContract({ abi: adxCollectionAbi, address, functionName: 'SIGNER_ROLE' })),
		answerOf(client.readContract({ abi: adxCollectionAbi, address, functionName: 'version' })),
		answerOf(client.readContract({ abi: adxDropAbi, address, functionName: 'saleState' })),
	]);
	if (role !== signerRole) return sale === undefined ? { unknown: 'foreign' } : readDrop(client, address);
	if (version === undefined) return readCollection1(client, address);
	return version === 2n ? readCollection2(client, address) : { unknown: 'newer', version };
}

/** Undefined where the contract has no such function; any other failure is thrown. */
async function answerOf<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
	try {
		return await call;
	} catch (error) {
		const isRefused = (cause: unknown) =>
			cause instanceof ContractFunctionRevertedError || cause instanceof ContractFunctionZeroDataError;
		if (error instanceof BaseError && error.walk(isRefused)) return undefined;
		throw error;
	}
}

const orNull = (address: Address) => (address === zeroAddress ? null : address);

async function readCollection1(client: RpcClient, address: Address): Promise<ContractFacts> {
	const collection = { abi: adxCollectionAbi, address } as const;
	const [name, symbol, owner, [receiver, bps], balance] = await Promise.all([
		client.readContract({ ...collection, functionName: 'name' }),
		client.readContract({ ...collection, functionName: 'symbol' }),
		client.readContract({ ...collection, functionName: 'owner' }),
		client.readContract({ ...collection, functionName: 'royaltyInfo', args: [0n, 10_000n] }),
		client.getBalance({ address }),
	]);
	return {
		...{ kind: 'collection1', name, symbol, balance, admin: orNull(owner), pendingAdmin: null, sale: null },
		...{ royaltyBps: Number(bps), royaltyReceiver: receiver },
	};
}

async function readCollection2(client: RpcClient, address: Address): Promise<ContractFacts> {
	const collection = { abi: adxCollectionAbi, address } as const;
	const [name, symbol, admin, [pendingAdmin], royaltyBps, balance] = await Promise.all([
		client.readContract({ ...collection, functionName: 'name' }),
		client.readContract({ ...collection, functionName: 'symbol' }),
		client.readContract({ ...collection, functionName: 'defaultAdmin' }),
		client.readContract({ ...collection, functionName: 'pendingDefaultAdmin' }),
		client.readContract({ ...collection, functionName: 'royaltyBps' }),
		client.getBalance({ address }),
	]);
	return {
		...{ kind: 'collection2', name, symbol, balance, admin: orNull(admin), pendingAdmin: orNull(pendingAdmin) },
		...{ royaltyBps: Number(royaltyBps), royaltyReceiver: null, sale: null },
	};
}

async function readDrop(client: RpcClient, address: Address): Promise<ContractFacts> {
	const drop = { abi: adxDropAbi, address } as const;
	const [name, symbol, owner, pendingOwner, [receiver, bps], state, minted, cap, balance] = await Promise.all([
		client.readContract({ ...drop, functionName: 'name' }),
		client.readContract({ ...drop, functionName: 'symbol' }),
		client.readContract({ ...drop, functionName: 'owner' }),
		client.readContract({ ...drop, functionName: 'pendingOwner' }),
		client.readContract({ ...drop, functionName: 'royaltyInfo', args: [1n, 10_000n] }),
		client.readContract({ ...drop, functionName: 'saleState' }),
		client.readContract({ ...drop, functionName: 'totalSupply' }),
		client.readContract({ ...drop, functionName: 'cap' }),
		client.getBalance({ address }),
	]);
	const [signer, isPaused, hasEnded] = state;
	return {
		...{ kind: 'drop', name, symbol, balance, admin: orNull(owner), pendingAdmin: orNull(pendingOwner) },
		...{ royaltyBps: Number(bps), royaltyReceiver: receiver },
		sale: { signer: orNull(signer), isPaused, hasEnded, minted, cap },
	};
}

/** Whether an account holds a role of a collection. */
export function hasRole(client: RpcClient, address: Address, role: typeof signerRole, account: Address) {
	const call = { abi: adxCollectionAbi, address, functionName: 'hasRole', args: [role, account] } as const;
	return client.readContract(call);
}

/** What became of a nonce of a collection, as the contract's NonceState. */
export async function readNonceState(client: RpcClient, address: Address, nonce: bigint): Promise<number> {
	const call = { abi: adxCollectionAbi, address, functionName: 'stateOf', args: [nonce] } as const;
	const [state] = await client.readContract(call);
	return state;
}
