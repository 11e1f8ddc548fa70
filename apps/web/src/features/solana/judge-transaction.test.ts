import { ComputeBudgetProgram, PublicKey } from '@solana/web3.js';
import { describe, expect, test } from 'vitest';
import { judgeTransaction, type TransactionPromise } from './judge-transaction.ts';
import { isSameMessage } from './sign-transactions.ts';
import {
	addressOf,
	buyer,
	call,
	collectionMint,
	collectionWire,
	creator,
	pieceWire,
	stranger,
	system,
	type WireOrder,
	withLookup,
} from './solana-testing.ts';

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

const promised: TransactionPromise = {
	wallet: buyer,
	recipient: creator,
	priceLamports: 100_000_000n,
	costLamports: 6_800_000n,
	creates: 'piece',
	collection: collectionMint,
};
const judge = (order: WireOrder, changes: Partial<TransactionPromise> = {}) =>
	judgeTransaction(bytesOf(pieceWire(order)), { ...promised, ...changes });
/** Micro-lamports for each compute unit. */
function priced(price: bigint) {
	const data = new DataView(new ArrayBuffer(8));
	data.setBigUint64(0, price, true);
	const hex = Array.from(new Uint8Array(data.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
	return call(`03${hex}`, [], ComputeBudgetProgram.programId);
}
const key = (address: string) => new PublicKey(address);

describe('a transaction that buys a piece', () => {
	test('is told by its bytes: price, rent, fee, mint and programs', () => {
		expect(judge({})).toEqual({
			priceLamports: 100_000_000n,
			costLamports: 4_705_000n,
			mint: addressOf('piece'),
			programs: ['Compute Budget', 'System', 'Token-2022', 'Associated Token Account'],
		});
	});

	test('is told with the fee for being taken earlier', () => {
		expect(judge({ more: [priced(10_000n)] }).costLamports).toBe(4_705_600n);
	});

	test('may be free', () => {
		expect(judge({ priceLamports: 0n }, { priceLamports: 0n }).priceLamports).toBe(0n);
	});

	test.each<[string, WireOrder, RegExp]>([
		['another payer', { payer: stranger }, /not your wallet that pays/],
		['another recipient', { recipient: stranger }, new RegExp(`sends SOL to ${stranger}`)],
		['a higher price', { priceLamports: 100_000_001n }, /moves 0\.100000001 SOL instead of 0\.1 SOL/],
		['a lower price, which is no bargain but another transaction', { priceLamports: 1n }, /instead of 0\.1 SOL/],
		['more rent', { rentLamports: 6_800_000n }, /rent and fees take 0\.006805 SOL instead of 0\.0068 SOL/],
		['a higher fee', { more: [priced(1_000_000_000_000n)] }, /rent and fees take/],
		['a fee without a limit', { more: [priced(1n)], isUnlimited: true }, /Compute Budget for something/],
		['another collection', { group: stranger }, /touches something/],
		['another owner of the piece', { owner: stranger }, /does not go to your wallet/],
		['SOL on top for somebody', { more: [system.transfer(buyer, stranger, 1n)] }, /sends SOL to/],
		['a second payment to the creator', { more: [system.transfer(buyer, creator, 1n)] }, /instead of 0\.1 SOL/],
		['an unknown program', { more: [call('00', [buyer], key(stranger))] }, new RegExp(`the program ${stranger}`)],
		[
			'a transfer of other tokens',
			{ more: [call('030100000000000000', [stranger, creator, buyer])] },
			/touches something/,
		],
		[
			'a power over the new token',
			{ more: [call('040100000000000000', [addressOf('piece'), stranger, buyer])] },
			/Token-2022 for something/,
		],
		['another mint of tokens', { more: [call('0601000001', [addressOf('piece'), buyer])] }, /Token-2022 for something/],
		['the wallet’s own account handed over', { more: [system.assign(buyer, key(stranger))] }, /does not create what/],
		['a second account made', { more: [system.allocate(stranger)] }, /touches something/],
		[
			'an account of the system program’s own making',
			{
				more: [system.createAccount(buyer, stranger)],
			},
			/System for something/,
		],
	])('rejects %s', (_name, order, reason) => {
		expect(() => judge(order)).toThrow(reason);
	});

	test('rejects one that makes the wallet’s own account the mint', () => {
		expect(() => judge({ mint: buyer })).toThrow(/does not create what was ordered/);
	});

	test('rejects one that makes a collection, and the other way round', () => {
		expect(() =>
			judgeTransaction(bytesOf(collectionWire({ payer: buyer })), { ...promised, priceLamports: 0n }),
		).toThrow(/does not create what was ordered/);
		expect(() => judge({}, { creates: 'collection' })).toThrow(/does not create what was ordered/);
	});

	test('rejects addresses that hide in a lookup table', () => {
		expect(() => judgeTransaction(withLookup(pieceWire()), promised)).toThrow(/lookup table/);
	});

	test.each([[[]], [[1, 2, 3]], [Array.from({ length: 200 }, () => 255)]])(
		'rejects bytes that are none: %j',
		(bytes) => {
			expect(() => judgeTransaction(Uint8Array.from(bytes), promised)).toThrow(/cannot be read/);
		},
	);
});

describe('a transaction that makes a collection', () => {
	const order: TransactionPromise = {
		wallet: creator,
		recipient: null,
		priceLamports: 0n,
		costLamports: 4_800_000n,
		creates: 'collection',
		collection: null,
	};

	test('costs rent and a fee, and pays nobody', () => {
		expect(judgeTransaction(bytesOf(collectionWire()), order)).toMatchObject({
			priceLamports: 0n,
			costLamports: 4_705_000n,
			mint: collectionMint,
		});
	});

	test('rejects one that makes another collection than is known, or pays somebody', () => {
		expect(() =>
			judgeTransaction(bytesOf(collectionWire({ mint: stranger })), { ...order, collection: collectionMint }),
		).toThrow(/does not create what was ordered/);
		const paid = system.transfer(creator, stranger, 1n);
		expect(() => judgeTransaction(bytesOf(collectionWire({ more: [paid] })), order)).toThrow(/sends SOL to/);
	});
});

test('whether a wallet signed what it was given is seen by the message, not by signatures', () => {
	const asked = bytesOf(pieceWire());
	const signed = Uint8Array.from(asked).fill(9, 1, 65);
	expect(isSameMessage(asked, signed)).toBe(true);
	expect(isSameMessage(asked, bytesOf(pieceWire({ priceLamports: 1n })))).toBe(false);
});
