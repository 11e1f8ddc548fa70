import { hkdfSync } from 'node:crypto';
import { type Address, createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from '@solana/kit';

/**
 * What a key of a sale is for: the collection's mint, the authority of its group, or the mint of one item by its token
 * number.
 */
export type SaleKeyLabel = 'collection' | 'authority' | `piece:${number}`;

/** Shortest secret of a sale in bytes: as strong as the keys that come of it. */
export const saleSecretBytes = 32;

/**
 * The 32-byte Ed25519 seed of one of a sale's keys: HKDF-SHA256 (RFC 5869) of the secret, which never leaves the
 * server, with the label in `info`. The same secret and label give the same key forever, so an item that is minted
 * again meets its own address and is refused by the chain.
 * @throws RangeError for a secret that is too short
 */
export function deriveSeed(secret: Uint8Array, label: SaleKeyLabel): Uint8Array {
	if (secret.byteLength < saleSecretBytes) {
		throw new RangeError(`The secret of a sale has ${secret.byteLength} bytes, fewer than ${saleSecretBytes}.`);
	}
	return new Uint8Array(hkdfSync('sha256', secret, 'adx-realm solana sale v1', label, 32));
}

/** The label of an item by its token number (1 and up). @throws RangeError for anything but a whole positive number */
export function itemLabel(tokenNumber: number): SaleKeyLabel {
	if (!Number.isSafeInteger(tokenNumber) || tokenNumber < 1) {
		throw new RangeError(`A token number is a whole number from 1, not ${tokenNumber}.`);
	}
	return `piece:${tokenNumber}`;
}

/** One of a sale's keys, able to sign; its private part cannot be exported. */
export async function deriveSigner(secret: Uint8Array, label: SaleKeyLabel): Promise<KeyPairSigner> {
	return createKeyPairSignerFromPrivateKeyBytes(deriveSeed(secret, label));
}

/** Address of one of a sale's keys, base58. */
export async function deriveAddress(secret: Uint8Array, label: SaleKeyLabel): Promise<Address> {
	return (await deriveSigner(secret, label)).address;
}
