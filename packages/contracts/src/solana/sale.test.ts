import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdsItem, readEffect, readGroup } from './read-chain-testing.ts';
import { deriveAddress } from './sale-keys.ts';
import { oneSol, readItem, type SaleOnChain, saleOnChain, sampleUri } from './sale-testing.ts';
import { hasLitesvm } from './solana-testing.ts';

describe.skipIf(!hasLitesvm)('a sale', () => {
	let sale: SaleOnChain;
	beforeAll(async () => {
		sale = await saleOnChain();
	});
	afterAll(() => sale.chain.stop());

	it('goes from the collection to the last item, and the full group refuses one more', async () => {
		const { connection, creator, buyer, chain } = sale;
		const { collectionMint, secret, status, build } = await sale.openSale({ maxSize: 2 });
		expect(status).toMatchObject({ level: 'confirmed', error: null });
		expect(await readGroup(connection, collectionMint)).toEqual({
			size: 0,
			maxSize: 2,
			updateAuthority: await deriveAddress(secret, 'authority'),
			name: 'A collection',
			uri: sampleUri,
		});
		for (const tokenNumber of [1, 2]) {
			const before = { creator: chain.balance(creator.address), buyer: chain.balance(buyer.address) };
			const built = await build(tokenNumber);
			const { signature, status } = await sale.land(built, buyer);
			expect(status).toMatchObject({ level: 'confirmed', error: null });
			expect(chain.balance(creator.address) - before.creator).toBe(oneSol / 10n);
			expect(before.buyer - chain.balance(buyer.address)).toBe(oneSol / 10n + built.costLamports);
			expect(await readItem(connection, built.mint)).toEqual({
				mint: built.mint,
				group: collectionMint,
				memberNumber: tokenNumber,
				supply: 1n,
				isSupplyFixed: true,
				name: `A collection #${tokenNumber}`,
				uri: sampleUri,
			});
			expect(await holdsItem(connection, built.mint, buyer.address)).toBe(true);
			expect(await holdsItem(connection, built.mint, creator.address)).toBe(false);
			expect(await readEffect(connection, signature, creator.address)).toMatchObject({
				error: null,
				receivedLamports: oneSol / 10n,
			});
		}
		expect(await readGroup(connection, collectionMint)).toMatchObject({ size: 2, maxSize: 2 });
		const before = chain.balance(buyer.address);
		await expect(sale.land(await build(3), buyer)).rejects.toMatchObject({
			reason: 'sold_out',
			logs: expect.arrayContaining(['Program log: TokenGroupInstruction: InitializeMember']),
		});
		expect(chain.balance(buyer.address)).toBe(before);
	});
});
