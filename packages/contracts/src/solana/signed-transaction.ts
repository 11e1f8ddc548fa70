import { Buffer } from 'node:buffer';
import {
	type Address,
	getAddressDecoder,
	getBase58Decoder,
	getBase64Decoder,
	getPublicKeyFromAddress,
	type SignatureBytes,
	verifySignature,
} from '@solana/kit';
import { transactionMaxBytes } from './build-transaction.ts';
import { SolanaError } from './solana-error.ts';

/** A transaction with all its signatures, ready to send. */
export interface SignedTransaction {
	/** The first signature, base58: the transaction's name on the chain. */
	readonly signature: string;
	/** base64. */
	readonly wire: string;
}

const signatureBytes = 64;
const addressBytes = 32;

/**
 * Reads what came back from a wallet. `message` is what was built and given to it (`BuiltTransaction.message`): the
 * bytes have to be that message with the signatures of all its signers in front, and nothing else.
 * @throws SolanaError `too_large`, `not_ours` (another message, or bytes beyond it), `unsigned`, `bad_signature`
 */
export async function readSigned(bytes: Uint8Array, message: Uint8Array): Promise<SignedTransaction> {
	if (bytes.byteLength > transactionMaxBytes) {
		throw new SolanaError(
			'too_large',
			`A transaction has at most ${transactionMaxBytes} bytes, not ${bytes.byteLength}.`,
		);
	}
	const signers = readSigners(message);
	const messageAt = 1 + signers.length * signatureBytes;
	if (bytes[0] !== signers.length || Buffer.compare(bytes.subarray(messageAt), message) !== 0) {
		throw new SolanaError('not_ours', 'This is not the transaction that was given to sign.');
	}
	const signatures = signers.map((_, position) =>
		bytes.slice(1 + position * signatureBytes).subarray(0, signatureBytes),
	);
	if (signatures.some((signature) => signature.every((byte) => byte === 0))) {
		throw new SolanaError('unsigned', 'The transaction is not signed.');
	}
	const checks = signers.map(async (signer, position) => {
		const key = await getPublicKeyFromAddress(signer);
		return verifySignature(key, signatures[position] as SignatureBytes, message);
	});
	if (!(await Promise.all(checks)).every(Boolean)) {
		throw new SolanaError('bad_signature', 'A signature does not belong to the transaction.');
	}
	const [first = new Uint8Array()] = signatures;
	return { signature: getBase58Decoder().decode(first), wire: getBase64Decoder().decode(bytes) };
}

/** The addresses that must sign a legacy message: the first addresses, as many as its first byte says, after the number of all. */
function readSigners(message: Uint8Array): Address[] {
	const [count = 0] = message;
	// Fewer than 128 addresses fit into a transaction, so their number takes one byte.
	const firstAt = 4;
	return Array.from({ length: count }, (_, position) =>
		getAddressDecoder().decode(message.subarray(firstAt + position * addressBytes)),
	);
}
