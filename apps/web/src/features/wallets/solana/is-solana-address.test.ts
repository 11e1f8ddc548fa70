import { PublicKey } from '@solana/web3.js';
import { expect, test } from 'vitest';
import { isSolanaAddress } from './is-solana-address.ts';

const addressOf = (bytes: readonly number[]) => new PublicKey(Uint8Array.from(bytes)).toBase58();
const filled = (length: number, byte: number): number[] => Array.from({ length }, () => byte);

test('an address is 32 bytes, whichever they are', () => {
	for (let zeros = 0; zeros <= 32; zeros++) {
		const length = 32 - zeros;
		const least = length === 0 ? [] : [1, ...filled(length - 1, 0)];
		for (const rest of [least, filled(length, 255), filled(length, 7)]) {
			const address = addressOf([...filled(zeros, 0), ...rest]);
			expect(isSolanaAddress(address), address).toBe(true);
			expect(isSolanaAddress(`1${address}`), `1${address}`).toBe(false);
			if (zeros > 0) expect(isSolanaAddress(address.slice(1)), address.slice(1)).toBe(false);
		}
	}
});

test('rejects an address with letters cut off or too many, what is too large, and what is not base58', () => {
	const address = addressOf(filled(32, 200));
	for (const text of [
		'',
		address.slice(3),
		address.slice(0, -3),
		`${address}z`,
		'z'.repeat(44),
		`0${address.slice(1)}`,
	]) {
		expect(isSolanaAddress(text), text).toBe(false);
	}
	expect(isSolanaAddress('1'.repeat(1_000_000))).toBe(false);
});
