import { Buffer } from 'node:buffer';
import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveAddress, deriveSeed, deriveSigner, itemLabel, type SaleKeyLabel } from './sale-keys.ts';

const secrets = fc.uint8Array({ minLength: 32, maxLength: 64 });
const labels: fc.Arbitrary<SaleKeyLabel> = fc.oneof(
	fc.constantFrom<SaleKeyLabel>('collection', 'authority'),
	fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map(itemLabel),
);
const hmac = (key: Uint8Array, data: Uint8Array) => createHmac('sha256', key).update(data).digest();

/** The address of an Ed25519 seed, by way of OpenSSL. */
function toAddress(seed: Uint8Array): string {
	const head = Buffer.from('302e020100300506032b657004220420', 'hex');
	const key = createPrivateKey({ key: Buffer.concat([head, seed]), format: 'der', type: 'pkcs8' });
	const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
	return getBase58Decoder().decode(spki.subarray(-32));
}

describe('deriveSeed', () => {
	it('is HKDF-SHA256 of the secret: extract with the salt, expand with the label', () => {
		fc.assert(
			fc.property(secrets, labels, (secret, label) => {
				const extracted = hmac(Buffer.from('adx-realm solana sale v1'), secret);
				const expanded = hmac(extracted, Buffer.concat([Buffer.from(label), Buffer.from([1])]));
				expect(Buffer.from(deriveSeed(secret, label))).toEqual(expanded);
			}),
		);
	});

	it('is another one for another label, and for another secret', () => {
		const two = { minLength: 2, maxLength: 2, selector: String };
		fc.assert(
			fc.property(fc.uniqueArray(secrets, two), fc.uniqueArray(labels, two), (some, few) => {
				const seeds = some.flatMap((secret) => few.map((label) => String(deriveSeed(secret, label))));
				expect(new Set(seeds).size).toBe(4);
			}),
		);
	});

	it('rejects a secret that is shorter than a key', () => {
		expect(() => deriveSeed(new Uint8Array(31), 'authority')).toThrow(RangeError);
	});
});

describe('addresses of a sale', () => {
	it('are the public keys of the seeds', async () => {
		await fc.assert(
			fc.asyncProperty(secrets, labels, async (secret, label) => {
				expect(await deriveAddress(secret, label)).toBe(toAddress(deriveSeed(secret, label)));
			}),
			{ numRuns: 30 },
		);
	});

	it('stay what they are: items sold under them would be sold again', async () => {
		const secret = Buffer.from('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex');
		const addresses = await Promise.all(
			(['collection', 'authority', 'piece:1', 'piece:10000'] as const).map((label) => deriveAddress(secret, label)),
		);
		expect(addresses).toEqual([
			'BVAZq2nYuKdFgrntV6Qex27ipSPzkQkK22CnQXrqjyHM',
			'CPoFa3LbisuaeHzhNnwHC6tpLyZm3uA8HwnjA25jQtt5',
			'J8jjZE3NjSGkkauGFQhmuYxeN8Dx42ijJuhP5WBzpUQZ',
			'7RBm1bCoYYxuWUhb56UXCt3aaZHaWvS9Pm7Mqr4SyQgM',
		]);
	});

	it('have private parts that cannot be exported', async () => {
		const { keyPair } = await deriveSigner(new Uint8Array(32), 'authority');
		await expect(crypto.subtle.exportKey('pkcs8', keyPair.privateKey)).rejects.toThrow();
	});
});

describe('itemLabel', () => {
	it('names an item by its number', () => {
		expect(itemLabel(1)).toBe('piece:1');
		expect(itemLabel(10_000)).toBe('piece:10000');
	});

	it('rejects numbers that no item has', () => {
		for (const number of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
			expect(() => itemLabel(number)).toThrow(RangeError);
		}
	});
});
