import {
	type Address,
	appendTransactionMessageInstructions,
	type Blockhash,
	createTransactionMessage,
	getBase64Decoder,
	getTransactionEncoder,
	type Instruction,
	partiallySignTransactionMessageWithSigners,
	pipe,
	setTransactionMessageComputeUnitLimit,
	setTransactionMessageComputeUnitPrice,
	setTransactionMessageFeePayer,
	setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { SolanaError } from './solana-error.ts';

/** What of the chain's present goes into a transaction; `readLifetime` reads it. */
export interface TransactionLifetime {
	readonly blockhash: string;
	/** The last block height at which the transaction may land. */
	readonly lastValidBlockHeight: bigint;
	/** Rent for one byte of an account that stays, in lamports; 6,960 for years, and a vote away from less. */
	readonly lamportsPerByte: bigint;
	/**
	 * What is offered on top for each compute unit that the transaction may take, in millionths of a lamport, so that
	 * busy leaders take it; 0, the default, for nothing.
	 */
	readonly microLamportsPerUnit?: number | undefined;
}

/** A transaction that lacks only the signature of the wallet that pays. */
export interface BuiltTransaction {
	/** The bytes that are signed; what comes back from the wallet has to hold exactly these. */
	readonly message: Uint8Array;
	/** The whole transaction with the server's signatures, base64: what the wallet is given. */
	readonly wire: string;
	/** The size of the whole transaction, signatures included; 1,232 at most. */
	readonly sizeBytes: number;
	/** Address of the mint that it makes. */
	readonly mint: Address;
	/** The wallet that signs and pays. */
	readonly feePayer: Address;
	readonly blockhash: string;
	readonly lastValidBlockHeight: bigint;
	/** What leaves the wallet for rent and fees, in lamports; the price comes on top. */
	readonly costLamports: bigint;
}

/** Most bytes of a transaction on the wire. */
export const transactionMaxBytes = 1232;

/** Fee for each signature of a transaction, in lamports. */
const signatureFeeLamports = 5000n;

/** Bytes that an account's rent counts beyond its data. */
const accountOverheadBytes = 128n;

/** What the chain takes for a transaction, whether it succeeds or not, in lamports. */
export function transactionFeeLamports(
	signatureCount: number,
	computeUnitLimit: number,
	microLamportsPerUnit = 0,
): bigint {
	const microLamports = BigInt(computeUnitLimit) * BigInt(microLamportsPerUnit);
	return BigInt(signatureCount) * signatureFeeLamports + (microLamports + 999_999n) / 1_000_000n;
}

/** Lamports that an account of that many data bytes has to hold to stay. */
export function rentLamports(lamportsPerByte: bigint, dataBytes: number): bigint {
	return (accountOverheadBytes + BigInt(dataBytes)) * lamportsPerByte;
}

/**
 * Puts instructions into a legacy transaction, which every wallet can show, and signs it for the signers among them.
 * @throws SolanaError `too_large` when name, symbol, address and further fields do not fit together
 */
export async function buildTransaction(
	lifetime: TransactionLifetime,
	options: {
		readonly mint: Address;
		readonly feePayer: Address;
		readonly computeUnitLimit: number;
		readonly rentLamports: bigint;
		readonly instructions: readonly Instruction[];
	},
): Promise<BuiltTransaction> {
	const { blockhash, lastValidBlockHeight, microLamportsPerUnit = 0 } = lifetime;
	const { mint, feePayer, computeUnitLimit, instructions } = options;
	const transaction = await partiallySignTransactionMessageWithSigners(
		pipe(
			createTransactionMessage({ version: 'legacy' }),
			(message) => setTransactionMessageFeePayer(feePayer, message),
			(message) =>
				setTransactionMessageLifetimeUsingBlockhash(
					{ blockhash: blockhash as Blockhash, lastValidBlockHeight },
					message,
				),
			(message) => setTransactionMessageComputeUnitLimit(computeUnitLimit, message),
			(message) =>
				microLamportsPerUnit > 0
					? setTransactionMessageComputeUnitPrice(BigInt(microLamportsPerUnit), message)
					: message,
			(message) => appendTransactionMessageInstructions(instructions, message),
		),
	);
	const bytes = getTransactionEncoder().encode(transaction);
	if (bytes.byteLength > transactionMaxBytes) {
		const sentence = `The transaction would have ${bytes.byteLength} bytes, more than ${transactionMaxBytes}.`;
		throw new SolanaError('too_large', sentence);
	}
	const signatureCount = Object.keys(transaction.signatures).length;
	const feeLamports = transactionFeeLamports(signatureCount, computeUnitLimit, microLamportsPerUnit);
	return {
		message: new Uint8Array(transaction.messageBytes),
		wire: getBase64Decoder().decode(bytes),
		sizeBytes: bytes.byteLength,
		mint,
		feePayer,
		blockhash,
		lastValidBlockHeight,
		costLamports: options.rentLamports + feeLamports,
	};
}
