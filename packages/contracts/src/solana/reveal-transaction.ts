import { Buffer } from 'node:buffer';
import { type Address, address, parseBase64RpcAccount, unwrapOption } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
	decodeMint,
	getUpdateTokenMetadataFieldInstruction,
	getUpdateTokenMetadataUpdateAuthorityInstruction,
	isExtension,
	TOKEN_2022_PROGRAM_ADDRESS,
	tokenMetadataField,
} from '@solana-program/token-2022';
import { buildTransaction, type TransactionLifetime, transactionFeeLamports } from './build-transaction.ts';
import { type CallOptions, type SolanaConnection, sendRequest } from './connection.ts';
import type { OwnTransaction } from './group-authority.ts';
import { deriveSigner } from './sale-keys.ts';
import { readSigned } from './signed-transaction.ts';

/** Most items that one transaction reveals: their URIs fill it. */
export const revealedPerTransaction = 5;

/** Compute units that it may take; 8,500 were measured for an item. */
const unitsPerItem = 20_000;
/** What may be paid for being taken earlier, in lamports for a transaction. */
const priorityMaxLamports = 5_000n;
/** What each transaction of a reveal costs at most, and half as much again for those that have to be signed once more. */
const reserveLamports = ((5_000n + priorityMaxLamports) * 3n) / 2n;

/** What the creator leaves with the sale's authority key for the reveal of that many items, in lamports. */
export const revealReserveLamports = (supply: number): bigint =>
	BigInt(Math.ceil(supply / revealedPerTransaction)) * reserveLamports;

/** What the reveal of that many items takes as prices are now, in lamports. */
export function revealFeeLamports(lifetime: TransactionLifetime, items: number): bigint {
	const units = unitsPerItem * revealedPerTransaction;
	const { microLamportsPerUnit } = capPrice(lifetime, units);
	return BigInt(Math.ceil(items / revealedPerTransaction)) * transactionFeeLamports(1, units, microLamportsPerUnit);
}

export interface RevealOptions {
	/** The sale's secret, of which its keys are derived. */
	readonly secret: Uint8Array;
	/** At most `revealedPerTransaction`; no URI longer than the one that covered it, whose rent is paid. */
	readonly items: readonly { readonly mintAddress: string; readonly uri: string }[];
}

/**
 * The transaction that names the files of items that were covered, and then gives up the power to change them for good. The
 * authority key signs and pays.
 */
export async function buildRevealTransaction(
	{ secret, items }: RevealOptions,
	lifetime: TransactionLifetime,
): Promise<OwnTransaction> {
	const authority = await deriveSigner(secret, 'authority');
	const computeUnitLimit = unitsPerItem * items.length;
	return signOwn(
		capPrice(lifetime, computeUnitLimit),
		{ feePayer: authority.address, computeUnitLimit },
		items.flatMap(({ mintAddress, uri }) => {
			const metadata = address(mintAddress);
			return [
				getUpdateTokenMetadataFieldInstruction({
					metadata,
					updateAuthority: authority,
					field: tokenMetadataField('Uri'),
					value: uri,
				}),
				getUpdateTokenMetadataUpdateAuthorityInstruction({
					metadata,
					updateAuthority: authority,
					newUpdateAuthority: null,
				}),
			];
		}),
	);
}

const returnUnits = 1_000;

export interface ReturnOptions {
	readonly secret: Uint8Array;
	/** Address of the creator's wallet. */
	readonly creator: string;
	/** What the authority's account holds. */
	readonly balanceLamports: bigint;
}

/** The transaction that returns what a reveal has left of its deposit; null where that is less than its fee. */
export async function buildReturnTransaction(
	{ secret, creator, balanceLamports }: ReturnOptions,
	lifetime: TransactionLifetime,
): Promise<OwnTransaction | null> {
	const authority = await deriveSigner(secret, 'authority');
	const capped = capPrice(lifetime, returnUnits);
	const amount = balanceLamports - transactionFeeLamports(1, returnUnits, capped.microLamportsPerUnit);
	if (amount <= 0n) return null;
	return signOwn(capped, { feePayer: authority.address, computeUnitLimit: returnUnits }, [
		getTransferSolInstruction({ source: authority, destination: address(creator), amount }),
	]);
}

function capPrice(lifetime: TransactionLifetime, computeUnitLimit: number): TransactionLifetime {
	const most = Number(priorityMaxLamports * 1_000_000n) / computeUnitLimit;
	return { ...lifetime, microLamportsPerUnit: Math.min(lifetime.microLamportsPerUnit ?? 0, Math.floor(most)) };
}

async function signOwn(
	lifetime: TransactionLifetime,
	facts: { readonly feePayer: Address; readonly computeUnitLimit: number },
	instructions: Parameters<typeof buildTransaction>[1]['instructions'],
): Promise<OwnTransaction> {
	const built = await buildTransaction(lifetime, { ...facts, mint: facts.feePayer, rentLamports: 0n, instructions });
	const { message, wire, lastValidBlockHeight } = built;
	const signed = await readSigned(new Uint8Array(Buffer.from(wire, 'base64')), message);
	return { ...signed, message, lastValidBlockHeight };
}

/** What a token says of itself on chain. */
export interface ChainTokenFacts {
	readonly name: string;
	readonly uri: string;
	/** The collection whose member it is; null for none. */
	readonly group: Address | null;
	/** Who may change it; null for nobody, ever. */
	readonly updateAuthority: Address | null;
	/** Further fields. */
	readonly additional: ReadonlyMap<string, string>;
}

const accountsPerCall = 100;

/** What these mints say of themselves, by address; what is not a mint with metadata is left out. */
export async function readTokenFacts(
	connection: SolanaConnection,
	mints: readonly string[],
	{ signal, commitment = 'finalized' }: CallOptions = {},
): Promise<Map<string, ChainTokenFacts>> {
	const found = new Map<string, ChainTokenFacts>();
	for (let from = 0; from < mints.length; from += accountsPerCall) {
		const batch = mints.slice(from, from + accountsPerCall).map((mint) => address(mint));
		const request = connection.rpc.getMultipleAccounts(batch, { commitment, encoding: 'base64' });
		const { value } = await sendRequest(connection, request, signal);
		for (const [index, mint] of batch.entries()) {
			const account = parseBase64RpcAccount(mint, value[index] ?? null);
			if (!account.exists || account.programAddress !== TOKEN_2022_PROGRAM_ADDRESS) continue;
			const extensions = unwrapOption(decodeMint(account).data.extensions) ?? [];
			const metadata = extensions.find((each) => isExtension('TokenMetadata', each));
			if (metadata === undefined) continue;
			const { name, uri, additionalMetadata } = metadata;
			const member = extensions.find((each) => isExtension('TokenGroupMember', each));
			found.set(mint, {
				name,
				uri,
				group: member?.group ?? null,
				updateAuthority: unwrapOption(metadata.updateAuthority),
				additional: new Map(additionalMetadata),
			});
		}
	}
	return found;
}
