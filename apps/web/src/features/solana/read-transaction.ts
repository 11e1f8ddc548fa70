import { ComputeBudgetProgram, PublicKey, SystemProgram, VersionedTransaction } from '@solana/web3.js';
import { RefusedTransactionError } from './signing-problem.ts';
import { solanaTexts } from './texts.ts';

const texts = solanaTexts.refused;

export const refuse = (reason: string): never => {
	throw new RefusedTransactionError(reason);
};

/** One call of a program, with the addresses it is given. */
export interface ProgramCall {
	readonly program: string;
	readonly accounts: readonly string[];
	readonly data: Uint8Array;
}

export interface ReadTransaction {
	/** Who pays the fee. */
	readonly payer: string;
	/** How many have to sign it. */
	readonly signatureCount: number;
	readonly calls: readonly ProgramCall[];
}

export const programs = {
	system: SystemProgram.programId.toBase58(),
	computeBudget: ComputeBudgetProgram.programId.toBase58(),
	token: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
	tokenAccounts: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
} as const;

/** What a transaction's bytes ask for. Throws a RefusedTransactionError where they do not say all of it. */
export function readTransaction(wire: Uint8Array): ReadTransaction {
	const { message } = deserialize(wire);
	if (message.addressTableLookups.length > 0) refuse(texts.lookups);
	const keys = message.staticAccountKeys.map((key) => key.toBase58());
	const keyAt = (index: number) => keys[index] ?? refuse(texts.unreadable);
	return {
		payer: keyAt(0),
		signatureCount: message.header.numRequiredSignatures,
		calls: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
			program: keyAt(programIdIndex),
			accounts: accountKeyIndexes.map(keyAt),
			data,
		})),
	};
}

function deserialize(wire: Uint8Array): VersionedTransaction {
	try {
		return VersionedTransaction.deserialize(wire);
	} catch {
		return refuse(texts.unreadable);
	}
}

export const addressOf = (bytes: Uint8Array) => (bytes.length === 32 ? new PublicKey(bytes).toBase58() : null);

/** Where a wallet's token of that mint lies. */
export function tokenAccountOf(wallet: string, mint: string): string {
	const seeds = [wallet, programs.token, mint].map((address) => new PublicKey(address).toBytes());
	return PublicKey.findProgramAddressSync(seeds, new PublicKey(programs.tokenAccounts))[0].toBase58();
}
