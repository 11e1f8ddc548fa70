import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorityDepositLamports, buildGiveUpTransaction, readGroupAuthority } from './group-authority.ts';
import { readGroup } from './read-chain-testing.ts';
import { readStatuses } from './read-transactions.ts';
import { deriveAddress } from './sale-keys.ts';
import { type SaleOnChain, saleOnChain } from './sale-testing.ts';
import { sendTransaction } from './send-transaction.ts';
import { hasLitesvm } from './solana-testing.ts';

describe.skipIf(!hasLitesvm)('the authority of a group', () => {
	let sale: SaleOnChain;
	beforeAll(async () => {
		sale = await saleOnChain();
	});
	afterAll(() => sale.chain.stop());

	async function openSale() {
		const opened = await sale.openSale({ maxSize: 1 });
		const { collectionMint, secret, build } = opened;
		const authority = await deriveAddress(secret, 'authority');
		await sale.land(await build(1), sale.buyer);
		const giveUp = async (changes: { returnsRest?: boolean; balanceLamports?: bigint } = {}) =>
			buildGiveUpTransaction(
				{
					collectionMint,
					secret,
					creator: sale.creator.address,
					balanceLamports: sale.chain.balance(authority),
					returnsRest: true,
					...changes,
				},
				await sale.lifetime(),
			);
		const send = async (transaction: Awaited<ReturnType<typeof giveUp>>) => {
			await sendTransaction(sale.connection, transaction!);
			sale.chain.mine(2);
			return (await readStatuses(sale.connection, [transaction!.signature])).get(transaction!.signature);
		};
		return { ...opened, authority, giveUp, send };
	}

	it('is given up for good by its own key, which pays of its deposit and returns the rest', async () => {
		const { chain, connection, creator } = sale;
		const { collectionMint, authority, giveUp, send } = await openSale();
		expect(await readGroupAuthority(connection, collectionMint)).toBe(authority);
		const deposit = authorityDepositLamports((await sale.lifetime()).lamportsPerByte);
		expect(chain.balance(authority)).toBe(deposit);
		const before = chain.balance(creator.address);
		const again = await giveUp();
		expect(await send(await giveUp())).toMatchObject({ error: null });
		expect(await readGroupAuthority(connection, collectionMint)).toBeNull();
		expect(await readGroup(connection, collectionMint)).toMatchObject({ size: 1, maxSize: 1, updateAuthority: null });
		expect(chain.balance(creator.address) - before).toBe(deposit - 5_000n);
		expect(chain.balance(authority)).toBe(0n);
		chain.mine(1);
		// Sent once more it is the same transaction, which changes nothing.
		await sendTransaction(connection, again!).catch(() => {});
		chain.mine(2);
		expect(await readGroupAuthority(connection, collectionMint)).toBeNull();
	});

	it('admits nobody and raises nothing once it is given up', async () => {
		const { build, giveUp, send } = await openSale();
		await send(await giveUp());
		const before = sale.chain.balance(sale.buyer.address);
		await expect(sale.land(await build(2), sale.buyer)).rejects.toMatchObject({ name: 'SolanaError' });
		expect(sale.chain.balance(sale.buyer.address)).toBe(before);
	});

	it('is given up too where somebody sends lamports in between, by the try that leaves the rest', async () => {
		const { chain, connection } = sale;
		const { collectionMint, authority, giveUp, send } = await openSale();
		const first = await giveUp();
		chain.airdrop(authority, 1n);
		await expect(send(first)).rejects.toMatchObject({ name: 'SolanaError' });
		expect(await readGroupAuthority(connection, collectionMint)).toBe(authority);
		const second = await giveUp({ returnsRest: false });
		chain.airdrop(authority, 1n);
		expect(await send(second)).toMatchObject({ error: null });
		expect(await readGroupAuthority(connection, collectionMint)).toBeNull();
	});

	it('stays where its account cannot pay', async () => {
		const { giveUp } = await openSale();
		expect(await giveUp({ balanceLamports: 0n })).toBeNull();
		expect(await giveUp({ balanceLamports: 100_000n, returnsRest: false })).toBeNull();
	});
});

it.skipIf(!hasLitesvm)('is not read of what is not a group', async () => {
	const { chain, connection, creator } = await saleOnChain();
	expect(await readGroupAuthority(connection, creator.address)).toBeUndefined();
	await chain.stop();
});
