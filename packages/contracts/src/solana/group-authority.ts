import { Buffer } from 'node:buffer';
import { type Address, address, parseBase64RpcAccount, unwrapOption } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
	decodeMint,
	getUpdateTokenGroupUpdateAuthorityInstruction,
	isExtension,
	TOKEN_2022_PROGRAM_ADDRESS,
} from '@solana-program/token-2022';
import {
	buildTransaction,
	rentLamports,
	type TransactionLifetime,
	transactionFeeLamports,
} from './build-transaction.ts';
import { type CallOptions, type SolanaConnection, sendRequest } from './connection.ts';
import { deriveSigner } from './sale-keys.ts';
import { readSigned, type SignedTransaction } from './signed-transaction.ts';

/** Compute units that giving up the authority may take; 3,000 were measured. */
const computeUnitLimit = 10_000;

/** What the deposit holds for fees beyond the rent of its account: enough for tries that fail. */
const feeReserveLamports = 100_000n;

/**
 * What the creator leaves with the sale's authority key when the collection is made, in lamports: the fee of giving up its
 * power, which nobody else is asked to pay, and the rent of the account that holds it. The rest goes back.
 */
export const authorityDepositLamports = (lamportsPerByte: bigint): bigint =>
	rentLamports(lamportsPerByte, 0) + feeReserveLamports;

export interface GiveUpOptions {
	readonly collectionMint: string;
	/** The sale's secret, of which its keys are derived. */
	readonly secret: Uint8Array;
	/** Address of the creator's wallet, which gets back what is left of the deposit. */
	readonly creator: string;
	/** What the authority's account holds. */
	readonly balanceLamports: bigint;
	/**
	 * Whether what is left goes back and the account ends with it. Whoever sends lamports there in the meantime makes such a
	 * transaction fail, since an account holds nothing or its whole rent; one that leaves everything cannot be kept from landing.
	 */
	readonly returnsRest: boolean;
}

/** A transaction that needs nobody else's signature. */
export interface OwnTransaction extends SignedTransaction {
	readonly message: Uint8Array;
	readonly lastValidBlockHeight: bigint;
}

/**
 * The transaction that gives up the authority of a collection's group for good: no item can be admitted any more, and the
 * size that the group says cannot be raised. The authority key signs and pays. Null where its account holds too little.
 */
export async function buildGiveUpTransaction(
	{ collectionMint, secret, creator, balanceLamports, returnsRest }: GiveUpOptions,
	lifetime: TransactionLifetime,
): Promise<OwnTransaction | null> {
	const authority = await deriveSigner(secret, 'authority');
	const group = address(collectionMint);
	const price = Math.min(lifetime.microLamportsPerUnit ?? 0, highestPrice);
	const leftLamports = balanceLamports - transactionFeeLamports(1, computeUnitLimit, price);
	if (leftLamports < (returnsRest ? 0n : rentLamports(lifetime.lamportsPerByte, 0))) return null;
	const built = await buildTransaction(
		{ ...lifetime, microLamportsPerUnit: price },
		{
			mint: group,
			feePayer: authority.address,
			computeUnitLimit,
			rentLamports: 0n,
			instructions: [
				getUpdateTokenGroupUpdateAuthorityInstruction({ group, updateAuthority: authority, newUpdateAuthority: null }),
				...(returnsRest && leftLamports > 0n
					? [getTransferSolInstruction({ source: authority, destination: address(creator), amount: leftLamports })]
					: []),
			],
		},
	);
	const { message, wire, lastValidBlockHeight } = built;
	const signed = await readSigned(new Uint8Array(Buffer.from(wire, 'base64')), message);
	return { ...signed, message, lastValidBlockHeight };
}

/** What may be offered for a compute unit, so that half of the reserve pays for a try. */
const highestPrice = Number((feeReserveLamports * 1_000_000n) / 2n) / computeUnitLimit;

/** The group of a collection. */
export interface GroupFacts {
	/** Who may admit members and raise the number of them; null for nobody, for good. */
	readonly updateAuthority: Address | null;
	/** How many members it has. */
	readonly size: number;
}

/** The group of a collection's mint; undefined where there is none. */
export async function readGroup(
	connection: SolanaConnection,
	collectionMint: string,
	{ signal, commitment = 'confirmed' }: CallOptions = {},
): Promise<GroupFacts | undefined> {
	const mint = address(collectionMint);
	const request = connection.rpc.getAccountInfo(mint, { commitment, encoding: 'base64' });
	const account = parseBase64RpcAccount(mint, (await sendRequest(connection, request, signal)).value);
	if (!account.exists || account.programAddress !== TOKEN_2022_PROGRAM_ADDRESS) return undefined;
	const extensions = unwrapOption(decodeMint(account).data.extensions) ?? [];
	const group = extensions.find((each) => isExtension('TokenGroup', each));
	if (group === undefined) return undefined;
	return { updateAuthority: unwrapOption(group.updateAuthority), size: Number(group.size) };
}

/**
 * Who may admit members to a collection's group and raise its size: an address, or null for nobody, for good. Undefined
 * where there is no such group.
 */
export async function readGroupAuthority(
	...question: Parameters<typeof readGroup>
): Promise<Address | null | undefined> {
	return (await readGroup(...question))?.updateAuthority;
}
