import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transactionMaxBytes } from './build-transaction.ts';
import { readFirstBlock } from './read-blocks.ts';
import { readStatuses } from './read-transactions.ts';
import {
	buildReturnTransaction,
	buildRevealTransaction,
	readTokenFacts,
	revealedPerTransaction,
	revealReserveLamports,
} from './reveal-transaction.ts';
import { deriveAddress, itemLabel } from './sale-keys.ts';
import { type SaleOnChain, saleOnChain } from './sale-testing.ts';
import { sendTransaction } from './send-transaction.ts';
import { hasLitesvm } from './solana-testing.ts';

const folder = 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/';

describe.skipIf(!hasLitesvm)('covered items', () => {
	let sale: SaleOnChain;
	beforeAll(async () => {
		sale = await saleOnChain();
	});
	afterAll(() => sale.chain.stop());

	/** As many as a transaction reveals, each of which names the file that covers all of them. */
	async function openCovered(count = revealedPerTransaction) {
		const opened = await sale.openSale({ maxSize: count, isCovered: true });
		const mints: string[] = [];
		for (let tokenNumber = 1; tokenNumber <= count; tokenNumber++) {
			const change = { uri: `${folder}covered.json`, isCovered: true };
			await sale.land(await opened.build(tokenNumber, change), sale.buyer);
			mints.push(await deriveAddress(opened.secret, itemLabel(tokenNumber)));
		}
		const authority = await deriveAddress(opened.secret, 'authority');
		const items = mints.map((mintAddress, place) => ({ mintAddress, uri: `${folder}${99_996 + place}.json` }));
		return { ...opened, mints, authority, items };
	}
	async function send(transaction: Awaited<ReturnType<typeof buildRevealTransaction>>) {
		await sendTransaction(sale.connection, transaction);
		sale.chain.mine(2);
		return (await readStatuses(sale.connection, [transaction.signature])).get(transaction.signature);
	}
	const read = (mints: readonly string[]) => readTokenFacts(sale.connection, mints, { commitment: 'confirmed' });

	it('are the sale’s own key to change until one transaction names their files, and nobody’s after', async () => {
		const { secret, items, mints, authority } = await openCovered();
		for (const facts of (await read(mints)).values())
			expect(facts).toMatchObject({ uri: `${folder}covered.json`, updateAuthority: authority });
		const transaction = await buildRevealTransaction({ secret, items }, await sale.lifetime());
		expect(Buffer.from(transaction.wire, 'base64').length).toBeLessThanOrEqual(transactionMaxBytes);
		expect(await send(transaction)).toMatchObject({ error: null });
		const named = await read(mints);
		for (const { mintAddress, uri } of items)
			expect(named.get(mintAddress)).toMatchObject({ uri, updateAuthority: null });
		const other = items.map(({ mintAddress }) => ({ mintAddress, uri: `${folder}1.json` }));
		const again = await buildRevealTransaction({ secret, items: other }, await sale.lifetime());
		await expect(send(again)).rejects.toMatchObject({ name: 'SolanaError' });
	});

	it('are paid for by what their creator left, whose rest comes back', async () => {
		const { secret, items, authority } = await openCovered();
		const reserve = revealReserveLamports(items.length);
		const before = sale.chain.balance(authority);
		expect(before).toBeGreaterThan(reserve);
		const lifetime = { ...(await sale.lifetime()), microLamportsPerUnit: 10_000_000 };
		await send(await buildRevealTransaction({ secret, items }, lifetime));
		expect(before - sale.chain.balance(authority)).toBeLessThan(reserve);
		const rest = { secret, creator: sale.creator.address, balanceLamports: sale.chain.balance(authority) };
		const returned = await buildReturnTransaction(rest, await sale.lifetime());
		expect(await send(returned!)).toMatchObject({ error: null });
		expect(sale.chain.balance(authority)).toBe(0n);
		expect(await buildReturnTransaction({ ...rest, balanceLamports: 100n }, await sale.lifetime())).toBeNull();
	});

	it('wait for a block that nothing takes back', async () => {
		const slot = Number(await sale.connection.rpc.getSlot({ commitment: 'processed' }).send());
		expect(await readFirstBlock(sale.connection, slot + 1)).toBeNull();
		sale.chain.mine(40);
		const block = await readFirstBlock(sale.connection, slot + 1);
		expect(block).toMatchObject({ slot: slot + 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
	});
});
