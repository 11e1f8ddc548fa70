import { Buffer } from 'node:buffer';
import { createPublicKey, verify } from 'node:crypto';
import { getBase58Encoder } from '@solana/kit';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BuiltTransaction } from './build-transaction.ts';
import { buildCollectionTransaction } from './collection-transaction.ts';
import { buildItemTransaction } from './item-transaction.ts';
import { readSigned } from './signed-transaction.ts';
import { SolanaError } from './solana-error.ts';
import { createTestWallet, type TestWallet } from './wallet-testing.ts';

const lifetime = {
	blockhash: '4uhcVJyU9pJkvQyS88uRDiswHXSCkJQY3zmQuZxFFDpY',
	lastValidBlockHeight: 150n,
	lamportsPerByte: 6960n,
};
const secret = new Uint8Array(32).fill(7);
const signatureBytes = 64;
let [creator, buyer, stranger]: TestWallet[] = [];
let item: BuiltTransaction;
let collection: BuiltTransaction;
let signed: Uint8Array;

beforeAll(async () => {
	[creator, buyer, stranger] = await Promise.all(['creator', 'buyer', 'stranger'].map(createTestWallet));
	if (!creator || !buyer) return;
	const named = { name: 'A piece', symbol: 'ADX', uri: 'ipfs://a/1.json', creator: creator.address, secret };
	collection = await buildCollectionTransaction({ ...named, maxSize: 3 }, lifetime);
	item = await buildItemTransaction(
		{ ...named, collectionMint: collection.mint, tokenNumber: 1, buyer: buyer.address, priceLamports: 1_000_000n },
		lifetime,
	);
	signed = await buyer.sign(item.wire);
});

const changed = (bytes: Uint8Array, position: number, mask = 1) =>
	bytes.map((byte, index) => (index === position ? byte ^ mask : byte));
const getReason = async (bytes: Uint8Array) =>
	readSigned(bytes, item.message).then(
		() => 'taken',
		(error: unknown) => (error instanceof SolanaError ? error.reason : String(error)),
	);
/** The signatures' place in the bytes is in the order of the signers in the message: the payer comes first. */
const signatureAt = (position: number) => 1 + position * signatureBytes;

describe('readSigned', () => {
	it('gives the wallet’s signature as the name, and the bytes to send', async () => {
		const { signature, wire } = await readSigned(signed, item.message);
		expect(new Uint8Array(Buffer.from(wire, 'base64'))).toEqual(signed);
		const spki = Buffer.concat([
			Buffer.from('302a300506032b6570032100', 'hex'),
			new Uint8Array(getBase58Encoder().encode(item.feePayer)),
		]);
		const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
		expect(verify(null, item.message, key, new Uint8Array(getBase58Encoder().encode(signature)))).toBe(true);
	});

	it('takes the collection’s transaction as well, which has one key less', async () => {
		const bytes = await creator?.sign(collection.wire);
		expect((await readSigned(bytes ?? new Uint8Array(), collection.message)).signature).toHaveLength(88);
	});

	it('rejects what the wallet did not sign', async () => {
		expect(await getReason(new Uint8Array(Buffer.from(item.wire, 'base64')))).toBe('unsigned');
	});

	it('rejects it without one of the server’s signatures', async () => {
		for (const position of [1, 2]) {
			const bytes = signed.slice();
			bytes.fill(0, signatureAt(position), signatureAt(position + 1));
			expect(await getReason(bytes)).toBe('unsigned');
		}
	});

	it('rejects the signature of another wallet, and signatures that changed places', async () => {
		const other = await buildItemTransaction(
			{
				name: 'A piece',
				symbol: 'ADX',
				uri: 'ipfs://a/1.json',
				creator: creator?.address ?? '',
				secret,
				collectionMint: collection.mint,
				tokenNumber: 1,
				buyer: stranger?.address ?? '',
				priceLamports: 1_000_000n,
			},
			lifetime,
		);
		const foreign = await stranger?.sign(other.wire);
		const bytes = signed.slice();
		bytes.set(foreign?.subarray(1, signatureAt(1)) ?? [], 1);
		expect(await getReason(bytes)).toBe('bad_signature');
		const swapped = signed.slice();
		swapped.set(signed.subarray(signatureAt(1), signatureAt(2)), signatureAt(2));
		expect(await getReason(swapped)).toBe('bad_signature');
	});

	it('rejects another price, another recipient and another message altogether, all of them signed', async () => {
		for (const change of [{ priceLamports: 1n }, { creator: buyer?.address ?? '' }, { tokenNumber: 2 }]) {
			const other = await buildItemTransaction(
				{
					name: 'A piece',
					symbol: 'ADX',
					uri: 'ipfs://a/1.json',
					creator: creator?.address ?? '',
					secret,
					collectionMint: collection.mint,
					tokenNumber: 1,
					buyer: buyer?.address ?? '',
					priceLamports: 1_000_000n,
					...change,
				},
				lifetime,
			);
			expect(await getReason((await buyer?.sign(other.wire)) ?? new Uint8Array())).toBe('not_ours');
		}
	});

	it('rejects every change of any byte', async () => {
		const positions = fc.nat({ max: signed.length - 1 });
		await fc.assert(
			fc.asyncProperty(positions, fc.integer({ min: 1, max: 255 }), async (position, mask) => {
				const messageAt = signatureAt(3);
				const isSignature = position > 0 && position < messageAt;
				expect(await getReason(changed(signed, position, mask))).toBe(isSignature ? 'bad_signature' : 'not_ours');
			}),
			{ numRuns: 300 },
		);
	});

	it('rejects what is cut off or goes on', async () => {
		await fc.assert(
			fc.asyncProperty(fc.nat({ max: signed.length - 1 }), async (length) => {
				expect(await getReason(signed.slice(0, length))).toBe('not_ours');
			}),
			{ numRuns: 50 },
		);
		expect(await getReason(new Uint8Array([...signed, 0]))).toBe('not_ours');
	});

	it('rejects more bytes than a transaction can have', async () => {
		expect(await getReason(new Uint8Array(1233))).toBe('too_large');
		expect(await getReason(new Uint8Array(1232))).toBe('not_ours');
	});

	it('rejects any bytes with a reason, never with another error', async () => {
		await fc.assert(
			fc.asyncProperty(fc.uint8Array({ maxLength: 1300 }), async (bytes) => {
				expect(['not_ours', 'too_large']).toContain(await getReason(bytes));
			}),
		);
	});
});
