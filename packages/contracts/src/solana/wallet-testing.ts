import { Buffer } from 'node:buffer';
import {
	createKeyPairSignerFromPrivateKeyBytes,
	getBase64Encoder,
	getTransactionDecoder,
	getTransactionEncoder,
	partiallySignTransaction,
	signBytes,
} from '@solana/kit';

/** A wallet for tests: signs whatever it is given. */
export interface TestWallet {
	readonly address: string;
	/** Adds its signature to a transaction (base64) and gives the bytes back, as wallets do. */
	sign(wire: string): Promise<Uint8Array>;
	/** Signs a text; base64. */
	signMessage(text: string): Promise<string>;
}

/** A wallet with a key that follows from its name. Its key is public: for tests only. */
export async function createTestWallet(name: string): Promise<TestWallet> {
	const seed = await crypto.subtle.digest('SHA-256', Buffer.from(`adx test wallet ${name}`));
	const { address, keyPair } = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(seed));
	return {
		address,
		sign: async (wire) => {
			const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(wire));
			return new Uint8Array(getTransactionEncoder().encode(await partiallySignTransaction([keyPair], transaction)));
		},
		signMessage: async (text) => Buffer.from(await signBytes(keyPair.privateKey, Buffer.from(text))).toString('base64'),
	};
}
