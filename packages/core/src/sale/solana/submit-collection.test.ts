import type { TestWallet } from '@adx/contracts/solana/wallet-testing';
import { findSaleOfMerge } from '@adx/db/repositories/sale/sales';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { beforeEach, describe, expect, it } from 'vitest';
import { getCollection } from '../../gallery/get-collection.ts';
import { listGallery } from '../../gallery/list-gallery.ts';
import { deleteMerge } from '../../merge/delete-merge.ts';
import { getMerge } from '../../merge/get-merge.ts';
import { toOwnInput } from '../../merge/merge-testing.ts';
import type { RequestContext } from '../../platform/context.ts';
import { reserveItem } from '../buyer/reserve-item.ts';
import { confirmPublished, getCreatorSale } from '../creator/get-creator-sale.ts';
import { addListedMerge, list, listing, prepare, start } from '../creator/start-testing.ts';
import { finalBlocks, hasSaleChain, sol, useSaleChain } from '../sale-testing.ts';
import { buildSaleTransaction } from './build-sale-transaction.ts';
import { submitCollection } from './submit-collection.ts';
import { watchSolanaSales } from './watch/watch-solana-sales.ts';

const test = useSaleChain();
beforeEach(() => (hasSaleChain ? test.clear() : undefined));

interface Prepared {
	readonly ctx: RequestContext;
	readonly jobId: string;
	readonly wallet: TestWallet;
	readonly saleId: string;
}

/** A sale that waits for its creator's signature. */
async function prepared(lamports = 10n * sol): Promise<Prepared> {
	const ctx = await test.contextOf();
	const wallet = await test.wallet('creator', lamports);
	const jobId = await addListedMerge(ctx);
	const { saleId } = await prepare(ctx, await start(ctx, jobId, wallet.address));
	return { ctx, jobId, wallet, saleId };
}

async function sign({ ctx, jobId, wallet }: Prepared, signer = wallet): Promise<string> {
	const { transaction } = await buildSaleTransaction(ctx, { jobId });
	return Buffer.from(await signer.sign(transaction)).toString('base64');
}

const submit = ({ ctx, jobId }: Prepared, transaction: string) => submitCollection(ctx, { jobId, transaction });
const watch = () => watchSolanaSales(test.services, test.solana, new AbortController().signal);
const journal = () => test.services.db.selectFrom('saleTransactions').selectAll().execute();
const phaseOf = async ({ ctx, jobId }: Prepared) => (await getCreatorSale(ctx, { jobId })).phase;

async function confirmed(): Promise<Prepared & { readonly sale: CreatorSale }> {
	const sold = await prepared();
	await submit(sold, await sign(sold));
	test.chain.mine(finalBlocks);
	await watch();
	return { ...sold, sale: await getCreatorSale(sold.ctx, { jobId: sold.jobId }) };
}

describe.skipIf(!hasSaleChain)('the collection of a sale', () => {
	it('is signed, written down before it is sent, confirmed by the chain and then minting (AMB-45)', async () => {
		const setup = await prepared();
		const { ctx, jobId, saleId, wallet } = setup;
		const before = test.chain.balance(wallet.address);
		const asked = await buildSaleTransaction(ctx, { jobId });
		expect(Date.parse(asked.expiresAt) - Date.now()).toBeGreaterThan(50_000);
		const transaction = Buffer.from(await wallet.sign(asked.transaction)).toString('base64');
		test.chain.dropSends(1);
		expect(await submit(setup, transaction)).toMatchObject({ phase: 'confirming', mintAddress: null });
		expect(await journal()).toMatchObject([{ saleId, status: 'sent', wire: transaction, reservationId: null }]);
		expect(await getMerge(ctx, { jobId, scope: 'own' })).toMatchObject({ isMinting: false, salePhase: 'confirming' });
		// The first one was lost: the watcher sends the same bytes again.
		await watch();
		test.chain.mine(finalBlocks);
		await watch();
		const row = (await findSaleOfMerge(ctx.db, ctx.actor!.userId, jobId))!;
		expect(await getCreatorSale(ctx, { jobId })).toMatchObject({
			phase: 'unpublished',
			mintAddress: row.mintAddress,
			explorerUrl: `https://explorer.example/address/${row.mintAddress}?cluster=localnet`,
			startedAt: expect.stringMatching(/Z$/),
		});
		expect(before - test.chain.balance(wallet.address)).toBe(BigInt(asked.costLamports));
		expect(await getMerge(ctx, { jobId, scope: 'own' })).toMatchObject({
			isMinting: true,
			isMinted: false,
			contractAddress: row.mintAddress,
			mintedAt: null,
		});
	});

	it('is featured while it mints, with its page once its files are published (GAL-07, GAL-11, GAL-12, ENT-18)', async () => {
		const { ctx, jobId, saleId, sale } = await confirmed();
		const visitor = await test.contextOf();
		expect(await listGallery(visitor)).toMatchObject([{ featured: true, volume: 0, floorPrice: 0.1, saleUrl: null }]);
		expect(await confirmPublished(ctx, { jobId })).toMatchObject({ phase: 'selling', published: true });
		expect(await confirmPublished(ctx, { jobId })).toMatchObject({ phase: 'selling' });
		expect(await listGallery(visitor)).toMatchObject([{ saleUrl: `/sale/${saleId}` }]);
		expect(await getCollection(visitor, { collectionId: jobId })).toMatchObject({
			contractAddress: sale.mintAddress,
			explorerUrl: sale.explorerUrl,
		});
	});

	it('fixes name, symbol, description, price and royalty from its sending on, and nothing else (API-16)', async () => {
		const sold = await prepared();
		const { ctx, jobId } = sold;
		await list(ctx, jobId, { mintPrice: 0.2 });
		await list(ctx, jobId, { mintPrice: listing.mintPrice });
		await submit(sold, await sign(sold));
		for (const change of [
			{ collectionName: 'Other' },
			{ collectionSymbol: 'OTHER' },
			{ collectionDescription: 'Other.' },
			{ mintPrice: 0.2 },
			{ royaltyPercentage: 6 },
		]) {
			await expect(list(ctx, jobId, change)).rejects.toMatchObject({
				code: 'CONFLICT',
				reason: 'mint_under_way',
				meta: { fields: { [Object.keys(change)[0]!]: expect.any(String) } },
			});
		}
		expect(await list(ctx, jobId, { ...listing, themes: ['Sci-Fi'], isMinting: false })).toMatchObject({
			collectionName: 'Winter Court',
			themes: ['Sci-Fi'],
		});
		await expect(start(ctx, jobId, (await test.wallet('other')).address)).rejects.toMatchObject({
			reason: 'mint_under_way',
			message: expect.stringContaining(sold.wallet.address),
		});
		expect(await start(ctx, jobId, sold.wallet.address)).toMatchObject({ phase: 'confirming' });
	});

	it('rejects to build a transaction for another listing than the merge has by now', async () => {
		const { ctx, jobId, wallet } = await prepared();
		await list(ctx, jobId, { mintPrice: 0.5 });
		await expect(buildSaleTransaction(ctx, { jobId })).rejects.toMatchObject({
			code: 'CONFLICT',
			message: 'The listing was changed since. Start minting again, then sign.',
		});
		await start(ctx, jobId, wallet.address);
		await expect(buildSaleTransaction(ctx, { jobId })).resolves.toBeDefined();
	});

	it('rejects to build a transaction when its merge is deleted meanwhile', async () => {
		const { ctx, jobId } = await prepared();
		const checkCluster = async () => void (await deleteMerge(ctx, toOwnInput(jobId)));
		const deleting = { ...ctx, solana: { ...test.solana, checkCluster } };
		await expect(buildSaleTransaction(deleting, { jobId })).rejects.toMatchObject({
			code: 'NOT_FOUND',
			message: 'No such sale.',
		});
	});

	it('rejects what was signed before the listing was changed, and sends nothing', async () => {
		const sold = await prepared();
		const { ctx, jobId, wallet } = sold;
		const signed = await sign(sold);
		await list(ctx, jobId, { mintPrice: 0.5 });
		const calls = test.chain.callCount('sendTransaction');
		await expect(submit(sold, signed)).rejects.toMatchObject({
			code: 'CONFLICT',
			reason: 'mint_under_way',
			message: 'The listing was changed since. Start minting again, then sign.',
		});
		expect(test.chain.callCount('sendTransaction')).toBe(calls);
		expect(await journal()).toMatchObject([{ status: 'built', wire: null }]);
		expect(await phaseOf(sold)).toBe('unsigned');
		expect(await start(ctx, jobId, wallet.address)).toMatchObject({ phase: 'unsigned', price: 0.5 });
		// The collection names no price, so what was signed is of the listing again.
		expect(await submit(sold, signed)).toMatchObject({ phase: 'confirming', price: 0.5 });
	});

	it('may be submitted again, and in two tabs, and is one transaction', async () => {
		const sold = await prepared();
		const [first, second] = [await sign(sold), await sign(sold)];
		await Promise.all([submit(sold, first), submit(sold, first)]);
		await submit(sold, first);
		await submit(sold, second);
		test.chain.mine(finalBlocks);
		await watch();
		expect(await phaseOf(sold)).toBe('unpublished');
		expect(await submit(sold, first)).toMatchObject({ phase: 'unpublished' });
		const statuses = (await journal()).map(({ status }) => status);
		expect(statuses.filter((status) => status === 'confirmed')).toHaveLength(1);
		await expect(buildSaleTransaction(sold.ctx, { jobId: sold.jobId })).rejects.toMatchObject({
			reason: 'already_minted',
		});
	});

	it('is written down before anything leaves', async () => {
		const sold = await prepared();
		const signed = await sign(sold);
		const release = test.chain.hold('sendTransaction');
		const calls = test.chain.callCount('sendTransaction');
		const submitting = submit(sold, signed);
		try {
			await expect.poll(() => test.chain.callCount('sendTransaction'), { timeout: 10_000 }).toBe(calls + 1);
			expect(await journal()).toMatchObject([{ status: 'sent', wire: signed }]);
			expect(await phaseOf(sold)).toBe('confirming');
		} finally {
			release();
			await submitting;
		}
	});

	it('rejects what the chain would refuse with its reason, and sends nothing', async () => {
		const first = await prepared(8_000_000n);
		const { ctx, wallet } = first;
		const jobId = await addListedMerge(ctx);
		const { saleId } = await prepare(ctx, await start(ctx, jobId, wallet.address));
		const second = { ctx, jobId, wallet, saleId };
		const [one, other] = [await sign(first), await sign(second)];
		await submit(first, one);
		test.chain.mine(2);
		const calls = test.chain.callCount('sendTransaction');
		await expect(submit(second, other)).rejects.toMatchObject({
			code: 'PRECONDITION',
			reason: 'too_little_sol',
			message: 'There is not enough SOL in the wallet. Nothing was sent.',
		});
		expect(test.chain.callCount('sendTransaction')).toBe(calls);
		expect(await phaseOf(second)).toBe('unsigned');
	});

	it('can be signed again when it expired unseen, and not before', async () => {
		const sold = await prepared();
		test.chain.dropSends(1_000);
		await submit(sold, await sign(sold));
		await expect(buildSaleTransaction(sold.ctx, { jobId: sold.jobId })).rejects.toMatchObject({
			code: 'CONFLICT',
			reason: 'mint_under_way',
		});
		test.chain.mine(150 + finalBlocks);
		await watch();
		test.chain.dropSends(0);
		const sale = await getCreatorSale(sold.ctx, { jobId: sold.jobId });
		expect(sale).toMatchObject({ phase: 'unsigned', errorMessage: expect.stringMatching(/in time/) });
		await submit(sold, await sign(sold));
		test.chain.mine(finalBlocks);
		await watch();
		expect(await phaseOf(sold)).toBe('unpublished');
	});

	it('is signed again when it was confirmed and never became final; nothing of it was sold', async () => {
		const sold = await prepared();
		const before = test.balance(sold.wallet);
		await submit(sold, await sign(sold));
		test.chain.mine(3);
		expect(test.balance(sold.wallet)).toBeLessThan(before);
		await watch();
		expect(await phaseOf(sold)).toBe('confirming');
		const buyer = await test.wallet('buyer');
		const asking = async () => reserveItem(await test.visitor(), { saleId: sold.saleId, walletAddress: buyer.address });
		await expect(asking()).rejects.toMatchObject({ code: 'NOT_FOUND' });
		test.chain.dropSends(1_000);
		test.chain.fork(3);
		test.chain.mine(150);
		await watch();
		expect(await phaseOf(sold)).toBe('confirming');
		test.chain.mine(finalBlocks);
		await watch();
		expect(await getCreatorSale(sold.ctx, sold)).toMatchObject({
			phase: 'unsigned',
			mintAddress: null,
			errorMessage: 'The chain did not take the transaction in time. Nothing was charged. Sign it again.',
		});
		expect(test.balance(sold.wallet)).toBe(before);
		expect(await getMerge(sold.ctx, { jobId: sold.jobId, scope: 'own' })).toMatchObject({ isMinting: false });
		test.chain.dropSends(0);
		await submit(sold, await sign(sold));
		test.chain.mine(finalBlocks);
		await watch();
		await confirmPublished(sold.ctx, sold);
		expect(await getCreatorSale(sold.ctx, sold)).toMatchObject({ phase: 'selling', errorMessage: null });
		await expect(asking()).resolves.toMatchObject({ transactions: { length: 1 } });
	});

	it('names the network fee where another tab’s transaction never came back signed', async () => {
		const sold = await prepared();
		const signed = await sign(sold);
		test.chain.mine(1);
		await sign(sold);
		test.chain.dropSends(1_000);
		await submit(sold, signed);
		test.chain.mine(150 + finalBlocks);
		await watch();
		test.chain.dropSends(0);
		expect(await getCreatorSale(sold.ctx, sold)).toMatchObject({
			phase: 'unsigned',
			errorMessage:
				'The chain did not take the transaction in time. Nothing was charged but, at most, a network fee. Sign it again.',
		});
	});

	it('rejects bytes that were not built here, and those that lack the creator’s signature', async () => {
		const sold = await prepared();
		const stranger = await test.wallet('stranger');
		const { transaction } = await buildSaleTransaction(sold.ctx, { jobId: sold.jobId });
		const edited = Buffer.from(await sign(sold), 'base64');
		edited[edited.length - 1] = (edited[edited.length - 1] ?? 0) ^ 1;
		const bytes = [transaction, edited.toString('base64'), 'AQID', Buffer.alloc(1_232).toString('base64')];
		for (const changed of bytes) {
			await expect(submit(sold, changed)).rejects.toMatchObject({ code: 'MISMATCH', reason: 'transaction_changed' });
		}
		await expect(sign(sold, stranger).then((signed) => submit(sold, signed))).rejects.toThrow();
		expect(await phaseOf(sold)).toBe('unsigned');
		expect((await journal()).every(({ status, wire }) => status === 'built' && wire === null)).toBe(true);
	});

	it('rejects a wallet with too little SOL with a sentence that says how much it takes', async () => {
		const poor = await prepared(1_000_000n);
		await expect(sign(poor)).rejects.toMatchObject({
			code: 'PRECONDITION',
			reason: 'too_little_sol',
			message: expect.stringMatching(/^This takes 0\.00\d+ SOL .* holds 0\.001 SOL\.$/),
		});
		expect(await journal()).toEqual([]);
	});

	it('tells in a sentence that the node is away, or is of another cluster, and journals nothing', async () => {
		const sold = await prepared();
		const ctx = { ...sold.ctx, solana: { ...test.solana, cluster: 'devnet' as const } };
		await expect(buildSaleTransaction(ctx, { jobId: sold.jobId })).rejects.toMatchObject({
			reason: 'mint_unavailable',
			message: expect.stringMatching(/localnet.*devnet/),
		});
		const wrong = { ...test.solana, checkCluster: () => Promise.reject(new Error('another chain')) };
		await expect(buildSaleTransaction({ ...sold.ctx, solana: wrong }, { jobId: sold.jobId })).rejects.toMatchObject({
			code: 'PRECONDITION',
			reason: 'chain_unavailable',
		});
		await test.chain.down();
		try {
			await expect(buildSaleTransaction(sold.ctx, { jobId: sold.jobId })).rejects.toMatchObject({
				code: 'PRECONDITION',
				reason: 'chain_unavailable',
			});
		} finally {
			await test.chain.up();
		}
		expect(await journal()).toEqual([]);
	});

	it('stays written down when the node goes away while it is sent', async () => {
		const sold = await prepared();
		const signed = await sign(sold);
		test.chain.fail('sendTransaction', 20);
		expect(await submit(sold, signed)).toMatchObject({ phase: 'confirming' });
		test.chain.fail('sendTransaction', 0);
		await watch();
		test.chain.mine(finalBlocks);
		await watch();
		expect(await phaseOf(sold)).toBe('unpublished');
	});

	it('is a stranger’s to nobody', async () => {
		const { jobId } = await prepared();
		const stranger = await test.contextOf({ role: 'developer' });
		for (const call of [
			() => getCreatorSale(stranger, { jobId }),
			() => buildSaleTransaction(stranger, { jobId }),
			() => submitCollection(stranger, { jobId, transaction: 'AQID' }),
			() => confirmPublished(stranger, { jobId }),
		]) {
			await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' });
		}
	});
});
