import { Buffer } from 'node:buffer';
import { address } from '@solana/kit';
import { Transaction } from '@solana/web3.js';
import { fetchMint, isExtension } from '@solana-program/token-2022';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltTransaction } from './build-transaction.ts';
import { buildCollectionTransaction } from './collection-transaction.ts';
import { computeCollectionCost, computeItemCost } from './cost.ts';
import { buildItemTransaction } from './item-transaction.ts';
import type { MintMetadata } from './nft-mint.ts';
import { deriveAddress, itemLabel } from './sale-keys.ts';
import { fromBase64, readItem, type SaleOnChain, saleOnChain, sampleUri } from './sale-testing.ts';
import { hasLitesvm } from './solana-testing.ts';
import { deriveTokenAccount } from './token-account.ts';

const royalty = { royalty_basis_points: '500' };
const sample: MintMetadata = { name: 'A collection #1', symbol: 'ADX', uri: sampleUri };

describe.skipIf(!hasLitesvm)('what a transaction takes', () => {
	let sale: SaleOnChain;
	beforeAll(async () => {
		sale = await saleOnChain();
	});
	afterAll(() => sale.chain.stop());

	const readUnits = async (signature: string) => {
		const params = [signature, { commitment: 'confirmed' }];
		const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTransaction', params });
		const response = await fetch(sale.chain.rpcUrl, { method: 'POST', body });
		const { result } = (await response.json()) as { result: { meta: { computeUnitsConsumed: number } } };
		return result.meta.computeUnitsConsumed;
	};

	it.each([0, 1, 10_000, 10_000_000])('is what the costs say at %d micro-lamports for a unit', async (price) => {
		const lifetime = async () => ({ ...(await sale.lifetime()), microLamportsPerUnit: price });
		const priority = (units: bigint) => (units * BigInt(price) + 999_999n) / 1_000_000n;
		for (const additional of [{}, royalty]) {
			const opened = await sale.openSale({ additional });
			const secret = Buffer.from(`${opened.collectionMint} at ${price}`);
			const order = { ...sample, additional, maxSize: 3, creator: sale.creator.address, secret };
			const before = sale.chain.balance(sale.creator.address);
			const made = await buildCollectionTransaction(order, await lifetime());
			expect((await sale.land(made, sale.creator)).status?.error).toBeNull();
			const collection = computeCollectionCost(await lifetime(), { ...sample, additional });
			expect(made.costLamports).toBe(collection.totalLamports);
			expect(before - sale.chain.balance(sale.creator.address)).toBe(collection.totalLamports);
			expect(collection).toMatchObject({
				feeLamports: 10_000n + priority(additional === royalty ? 32_000n : 20_000n),
				walletMinimumLamports: 890_880n,
			});

			const had = sale.chain.balance(sale.buyer.address);
			const itemOptions = opened.itemOptions(1, { priceLamports: 0n, additionalMetadata: additional });
			const built = await buildItemTransaction(itemOptions, await lifetime());
			expect((await sale.land(built, sale.buyer)).status?.error).toBeNull();
			const item = computeItemCost(await lifetime(), { ...sample, additional });
			expect(built.costLamports).toBe(item.totalLamports);
			expect(had - sale.chain.balance(sale.buyer.address)).toBe(item.totalLamports);
			expect(item.feeLamports).toBe(15_000n + priority(additional === royalty ? 95_000n : 80_000n));
		}
	});

	it('has no instruction for a price of nothing', async () => {
		const { itemOptions } = await sale.openSale();
		const lifetime = await sale.lifetime();
		const sizeAt = async (microLamportsPerUnit?: number) =>
			(await buildItemTransaction(itemOptions(1), { ...lifetime, microLamportsPerUnit })).sizeBytes;
		expect(await sizeAt(0)).toBe(await sizeAt());
		expect(await sizeAt(1)).toBe((await sizeAt()) + 12);
	});

	it('is at most 0.006 SOL, most of the deposit of which comes back, and 12,000 compute units for a collection', async () => {
		const { signature, built } = await sale.openSale();
		expect(built.sizeBytes).toBeLessThanOrEqual(815);
		expect(built.costLamports).toBeLessThanOrEqual(6_000_000n);
		expect(await readUnits(signature)).toBeLessThanOrEqual(12_000);
	});

	it('is at most 0.007 SOL, 1,040 bytes and 36,500 compute units for an item, and 1,500 units for each try', async () => {
		const { build } = await sale.openSale({ maxSize: 20 });
		for (const [tokenNumber, additionalMetadata] of [{}, {}, {}, royalty, royalty].entries()) {
			const built = await build(tokenNumber + 1, { additionalMetadata });
			const { signature } = await sale.land(built, sale.buyer);
			const { bump } = await deriveTokenAccount(sale.buyer.address, built.mint);
			const isPlain = additionalMetadata !== royalty;
			expect((await readUnits(signature)) - 1500 * (255 - bump)).toBeLessThanOrEqual(isPlain ? 36_500 : 42_500);
			expect(built.sizeBytes).toBeLessThanOrEqual(isPlain ? 1040 : 1090);
			expect(built.costLamports).toBeLessThanOrEqual(isPlain ? 7_000_000n : 7_200_000n);
		}
	});

	it('leaves enough compute units to an item whose account takes many tries to find', async () => {
		const secret = new Uint8Array(32).fill(1);
		const { build } = await sale.openSale({ secret, maxSize: 5000 });
		const built = await build(2771);
		expect(255 - (await deriveTokenAccount(sale.buyer.address, built.mint)).bump).toBe(20);
		const { status, signature } = await sale.land(built, sale.buyer);
		expect(status?.error).toBeNull();
		expect(await readUnits(signature)).toBeGreaterThan(60_000);
	});

	const longest = { name: 'n'.repeat(32), symbol: 's'.repeat(10) };

	it.each([
		['', 0, [1191, 1232], 195],
		[', and a priority fee', 10_000, [1203, 1232], 183],
	] as const)(
		'fits the longest texts that wallets show, and the royalty beside a shorter address%s',
		async (_, price, sizes, royaltyUriBytes) => {
			const { itemOptions } = await sale.openSale();
			const lifetime = { ...(await sale.lifetime()), microLamportsPerUnit: price };
			const plain = { ...longest, uri: 'u'.repeat(200) };
			const full = {
				...longest,
				uri: 'u'.repeat(royaltyUriBytes),
				additionalMetadata: { royalty_basis_points: '1000' },
			};
			const built = [
				await buildItemTransaction(itemOptions(1, plain), lifetime),
				await buildItemTransaction(itemOptions(2, full), lifetime),
			];
			expect(built.map(({ sizeBytes }) => sizeBytes)).toEqual(sizes);
			for (const each of built) {
				expect((await sale.land(each, sale.buyer)).status?.error).toBeNull();
				expect(await readItem(sale.connection, each.mint)).toMatchObject({ name: longest.name, supply: 1n });
			}
		},
	);

	it('fits a collection of the longest texts with four further fields', async () => {
		const many = Object.fromEntries(['royalty_basis_points', 'one', 'two', 'three'].map((key) => [key, '500']));
		const { built, status } = await sale.openSale({ ...longest, uri: 'u'.repeat(200), additional: many });
		expect(status?.error).toBeNull();
		expect(built.sizeBytes).toBeLessThan(1232);
	});

	it('rejects more than fits before anybody is asked to sign', async () => {
		const { build } = await sale.openSale();
		const changes = { ...longest, uri: 'u'.repeat(196), additionalMetadata: { royalty_basis_points: '1000' } };
		await expect(build(1, changes)).rejects.toMatchObject({ reason: 'too_large' });
	});

	it('counts letters as the chain does, by their bytes, whatever they are', async () => {
		const { build } = await sale.openSale({ maxSize: 1000 });
		const texts = (maxBytes: number) =>
			fc.string({ unit: 'grapheme', maxLength: maxBytes }).filter((text) => Buffer.byteLength(text) <= maxBytes);
		const metadata = fc.record({
			name: texts(32),
			symbol: texts(10),
			uri: texts(80),
			additionalMetadata: fc.dictionary(texts(12), texts(12), { maxKeys: 2 }),
		});
		let tokenNumber = 0;
		await fc.assert(
			fc.asyncProperty(metadata, async (changes) => {
				tokenNumber += 1;
				const built = await build(tokenNumber, { ...changes, priceLamports: 1n });
				const before = sale.chain.balance(sale.buyer.address);
				expect((await sale.land(built, sale.buyer)).status?.error).toBeNull();
				expect(before - sale.chain.balance(sale.buyer.address)).toBe(built.costLamports + 1n);
				const { name, uri } = changes;
				expect(await readItem(sale.connection, built.mint)).toMatchObject({ name, uri });
			}),
			{ numRuns: 25 },
		);
	});
});

describe.skipIf(!hasLitesvm)('an item on the chain', () => {
	let sale: SaleOnChain;
	beforeAll(async () => {
		sale = await saleOnChain();
	});
	afterAll(() => sale.chain.stop());

	const extensionsOf = async (mint: string) => {
		const { data } = await fetchMint(sale.connection.rpc, address(mint), { commitment: 'confirmed' });
		return { ...data, extensions: data.extensions.__option === 'Some' ? data.extensions.value : [] };
	};

	it('has no authority of any kind, and points at nothing but itself', async () => {
		const { build, collectionMint } = await sale.openSale();
		for (const [tokenNumber, additionalMetadata] of [{}, royalty].entries()) {
			const built = await build(tokenNumber + 1, { additionalMetadata });
			await sale.land(built, sale.buyer);
			const mint = await extensionsOf(built.mint);
			expect(mint).toMatchObject({
				decimals: 0,
				supply: 1n,
				mintAuthority: { __option: 'None' },
				freezeAuthority: { __option: 'None' },
			});
			expect(mint.extensions.map(({ __kind }) => __kind).sort()).toEqual([
				'GroupMemberPointer',
				'MetadataPointer',
				'TokenGroupMember',
				'TokenMetadata',
			]);
			const none = { __option: 'None' };
			const itself = { __option: 'Some', value: built.mint };
			expect(mint.extensions.find((each) => isExtension('MetadataPointer', each))).toMatchObject({
				authority: none,
				metadataAddress: itself,
			});
			expect(mint.extensions.find((each) => isExtension('GroupMemberPointer', each))).toMatchObject({
				authority: none,
				memberAddress: itself,
			});
			expect(mint.extensions.find((each) => isExtension('TokenGroupMember', each))).toMatchObject({
				mint: built.mint,
				group: collectionMint,
			});
			expect(mint.extensions.find((each) => isExtension('TokenMetadata', each))).toMatchObject({
				updateAuthority: none,
				mint: built.mint,
				symbol: 'ADX',
				additionalMetadata: new Map(Object.entries(additionalMetadata)),
			});
		}
	});

	it('belongs to a collection that has no token and never will, whose metadata the creator holds', async () => {
		const { collectionMint, secret } = await sale.openSale({ additional: royalty });
		const mint = await extensionsOf(collectionMint);
		expect(mint).toMatchObject({
			decimals: 0,
			supply: 0n,
			mintAuthority: { __option: 'None' },
			freezeAuthority: { __option: 'None' },
		});
		expect(mint.extensions.find((each) => isExtension('GroupPointer', each))).toMatchObject({
			authority: { __option: 'None' },
			groupAddress: { __option: 'Some', value: collectionMint },
		});
		expect(mint.extensions.find((each) => isExtension('TokenGroup', each))).toMatchObject({
			updateAuthority: { __option: 'Some', value: await deriveAddress(secret, 'authority') },
			maxSize: 3n,
		});
		expect(mint.extensions.find((each) => isExtension('TokenMetadata', each))).toMatchObject({
			updateAuthority: { __option: 'Some', value: sale.creator.address },
			additionalMetadata: new Map(Object.entries(royalty)),
		});
	});

	it('can be made although somebody sent lamports to its address before', async () => {
		const { build, secret } = await sale.openSale();
		for (const [tokenNumber, lamports] of [
			[1, 1_000_000n],
			[2, 100_000_000n],
		] as const) {
			sale.chain.airdrop(await deriveAddress(secret, itemLabel(tokenNumber)), lamports);
			const { status } = await sale.land(await build(tokenNumber), sale.buyer);
			expect(status?.error).toBeNull();
		}
	});

	it('moves no lamports to a creator who buys, nor for a price of nothing, and says so in nothing to sign', async () => {
		const { build } = await sale.openSale();
		const instructionCount = ({ wire }: BuiltTransaction) => Transaction.from(fromBase64(wire)).instructions.length;
		const own = await build(1, { buyer: sale.creator.address });
		const before = sale.chain.balance(sale.creator.address);
		expect(instructionCount(own)).toBe(instructionCount(await build(1)) - 1);
		await sale.land(own, sale.creator);
		expect(before - sale.chain.balance(sale.creator.address)).toBe(own.costLamports);
		const free = await build(2, { priceLamports: 0n });
		expect(instructionCount(free)).toBe(instructionCount(own));
		const had = sale.chain.balance(sale.creator.address);
		await sale.land(free, sale.buyer);
		expect(sale.chain.balance(sale.creator.address)).toBe(had);
	});

	it('rejects a price below nothing', async () => {
		const { build } = await sale.openSale();
		await expect(build(1, { priceLamports: -1n })).rejects.toThrow(RangeError);
	});
});
