import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decryptText, encryptText } from './sealed-text.ts';

const key = new Uint8Array(32).fill(7);
const place = { purpose: 'discord refresh token', rowId: 'user-1' };

describe('sealText and openText', () => {
	it('give every secret back', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (secret, rowId) => {
				const there = { ...place, rowId };
				expect(decryptText(key, there, encryptText(key, there, secret))).toBe(secret);
			}),
		);
	});

	it('never write a secret the same way twice, nor in the clear', () => {
		const texts = Array.from({ length: 100 }, () => encryptText(key, place, 'the same secret'));
		expect(new Set(texts).size).toBe(100);
		expect(texts.join()).not.toContain(Buffer.from('the same secret').toString('base64url'));
		expect(texts[0]).toMatch(/^v1\.[\w-]+$/);
	});

	it('rejects a text of another row, another purpose or another key', () => {
		const sealed = encryptText(key, place, 'secret');
		expect(decryptText(key, { ...place, rowId: 'user-2' }, sealed)).toBeNull();
		expect(decryptText(key, { ...place, purpose: 'discord access token' }, sealed)).toBeNull();
		expect(decryptText(new Uint8Array(32).fill(8), place, sealed)).toBeNull();
	});

	it('rejects a place that only reads the same when its parts are joined', () => {
		const sealed = encryptText(key, { purpose: 'a', rowId: 'b","c' }, 'secret');
		expect(decryptText(key, { purpose: 'a","b', rowId: 'c' }, sealed)).toBeNull();
	});

	it('rejects a text of which any one character differs, is missing or was added', () => {
		const sealed = encryptText(key, place, 'secret');
		for (let at = 0; at < sealed.length; at++) {
			const other = sealed[at] === 'A' ? 'B' : 'A';
			expect(decryptText(key, place, sealed.slice(0, at) + other + sealed.slice(at + 1))).toBeNull();
			expect(decryptText(key, place, sealed.slice(0, at) + sealed.slice(at + 1))).toBeNull();
		}
		expect(decryptText(key, place, `${sealed}A`)).toBeNull();
	});

	it('rejects what never was one', () => {
		for (const text of ['', 'v1.', 'v1.AAAA', 'v2.AAAA', 'plain secret']) {
			expect(decryptText(key, place, text)).toBeNull();
		}
	});
});
