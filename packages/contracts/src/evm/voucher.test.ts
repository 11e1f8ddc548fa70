import fc from 'fast-check';
import { concat, type Hex, hexToBigInt, keccak256, recoverTypedDataAddress, sliceHex, toBytes, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { compactSignature, signVoucher, toTokenId, voucherTypedData } from './voucher.ts';

const account = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');
const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const word = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => toHex(bytes));
const vouchers = fc.record({
	to: fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => toHex(bytes)),
	digest: word,
	price: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
	nonce: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
	deadline: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
});

/** The 65 bytes that a compact signature stands for, after EIP-2098. */
function expanded({ r, vs }: { r: Hex; vs: Hex }): Hex {
	const bits = hexToBigInt(vs);
	const s = toHex(bits & ((1n << 255n) - 1n), { size: 32 });
	return concat([r, s, bits >> 255n === 1n ? '0x1c' : '0x1b']);
}

describe('toTokenId', () => {
	it('is the first 8 bytes of keccak256 of the text', () => {
		// keccak256('') is known from the Yellow Paper: c5d2460186f7233c…
		expect(toTokenId('')).toBe(0xc5d2460186f7233cn);
		const imageId = '0d4c1c1e-3b1a-4b5c-9a77-1f0b8d2f6a11';
		expect(toTokenId(imageId)).toBe(hexToBigInt(sliceHex(keccak256(toBytes(imageId)), 0, 8)));
	});

	it('takes an id that looks like a hex number for text as well', () => {
		expect(toTokenId('0xab')).not.toBe(hexToBigInt(sliceHex(keccak256('0xab'), 0, 8)));
	});

	it('is a number of 64 bits, and another one for another id', () => {
		fc.assert(
			fc.property(fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 2 }), ([one = '', other = '']) => {
				expect(toTokenId(one)).toBeLessThan(2n ** 64n);
				expect(toTokenId(one)).not.toBe(toTokenId(other));
			}),
		);
	});
});

describe('signVoucher', () => {
	it('gives a compact signature from which the signer can be recovered', async () => {
		await fc.assert(
			fc.asyncProperty(vouchers, async (voucher) => {
				const signature = expanded(await signVoucher(account, 137, contract, voucher));
				const typedData = voucherTypedData(137, contract, voucher);
				expect(await recoverTypedDataAddress({ ...typedData, signature })).toBe(account.address);
			}),
			{ numRuns: 20 },
		);
	});
});

describe('compactSignature', () => {
	it('keeps r and s, and puts the parity into the highest bit', () => {
		// Both examples of EIP-2098.
		const r = '0x68a020a209d3d56c46f38cc50a33f704f4a9a10a59377f8dd762ac66910e9b90';
		const s = '7e865ad05c4035ab5792787d4a0297a43617ae897930a6fe4d822b8faea52064';
		expect(compactSignature(`${r}${s}1b`)).toEqual({ r, vs: `0x${s}` });
		const r2 = '0x9328da16089fcba9bececa81663203989f2df5fe1faa6291a45381c81bd17f76';
		const s2 = '139c6d6b623b42da56557e5e734a43dc83345ddfadec52cbe24d0cc64f550793';
		expect(compactSignature(`${r2}${s2}1c`)).toEqual({ r: r2, vs: `0x9${s2.slice(1)}` });
	});
});
