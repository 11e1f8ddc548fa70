import { ComputeBudgetProgram, PublicKey, SystemProgram, VersionedTransaction } from '@solana/web3.js';
import { RefusedTransactionError } from '../../signing-errors.ts';
import { solanaTexts } from '../solana-texts.ts';

const texts = solanaTexts.refused;

export const rejectTransaction = (reason: string): never => {
	throw new RefusedTransactionError(reason);
};

/** One call of a program, with the addresses it is given. */
export interface Instruction {
	readonly program: string;
	readonly accounts: readonly string[];
	readonly data: Uint8Array;
}

export interface DecodedTransaction {
	/** The addresses that must sign it; the first pays the fee. */
	readonly signers: readonly string[];
	/** All addresses that it may change. */
	readonly writable: readonly string[];
	readonly calls: readonly Instruction[];
}

export const programs = {
	system: SystemProgram.programId.toBase58(),
	computeBudget: ComputeBudgetProgram.programId.toBase58(),
	token: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
	tokenAccounts: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
} as const;

/** What a transaction's bytes ask for. Throws a RefusedTransactionError where they do not say all of it. */
export function decodeTransaction(wire: Uint8Array): DecodedTransaction {
	const { message, signatures } = deserialize(wire);
	if (message.addressTableLookups.length > 0) rejectTransaction(texts.lookups);
	const keys = message.staticAccountKeys.map((key) => key.toBase58());
	const keyAt = (index: number) => keys[index] ?? rejectTransaction(texts.unreadable);
	const calls = message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
		program: keyAt(programIdIndex),
		accounts: accountKeyIndexes.map(keyAt),
		data,
	}));
	const { numRequiredSignatures: signerCount, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = message.header;
	const isCounted = numReadonlySignedAccounts < signerCount && signerCount + numReadonlyUnsignedAccounts <= keys.length;
	// The library passes over bytes that it has no use for, and which are signed all the same.
	const isWhole = wire.length === sizeOf(signatures.length, keys.length, calls);
	const named = new Set([keyAt(0), ...calls.flatMap(({ program, accounts }) => [program, ...accounts])]);
	const isLegacy = message.version === 'legacy' && signatures.length === signerCount && isCounted;
	// Each address once, and none for nothing.
	const isPlain = new Set(keys).size === keys.length && named.size === keys.length;
	if (!isWhole || !isLegacy || !isPlain) rejectTransaction(texts.unreadable);
	return {
		signers: keys.slice(0, signerCount),
		writable: keys.filter((_, index) => message.isAccountWritable(index)),
		calls,
	};
}

function deserialize(wire: Uint8Array): VersionedTransaction {
	try {
		return VersionedTransaction.deserialize(wire);
	} catch {
		return rejectTransaction(texts.unreadable);
	}
}

/** Bytes of a number of things before them: 7 bits in each. */
const countBytes = (count: number) => (count < 0x80 ? 1 : 2);

/** Bytes of a legacy transaction with that many signatures and addresses. */
function sizeOf(signatureCount: number, keyCount: number, calls: readonly Instruction[]): number {
	const callBytes = calls.map(
		({ accounts, data }) => 1 + countBytes(accounts.length) + accounts.length + countBytes(data.length) + data.length,
	);
	const head = countBytes(signatureCount) + 64 * signatureCount + 3;
	const addresses = countBytes(keyCount) + 32 * keyCount + 32;
	return head + addresses + countBytes(calls.length) + callBytes.reduce((sum, bytes) => sum + bytes, 0);
}

/** Base58 of 32 bytes. */
export const toBase58 = (bytes: Uint8Array) => new PublicKey(bytes).toBase58();

/** The address of a wallet's token account for that mint. */
export function getTokenAccount(wallet: string, mint: string): string {
	const seeds = [wallet, programs.token, mint].map((address) => new PublicKey(address).toBytes());
	return PublicKey.findProgramAddressSync(seeds, new PublicKey(programs.tokenAccounts))[0].toBase58();
}
