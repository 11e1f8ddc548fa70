import { hasAnvil, testAccounts } from '@adx/contracts/evm/anvil-testing';
import { listWatchedContracts } from '@adx/db/repositories/mint/chain-cursors';
import { parseEther } from 'viem';
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe';
import { beforeEach, describe, expect, it } from 'vitest';
import { reserveItem } from '../buyer/reserve-item.ts';
import { createSaleChallenge } from '../buyer/wallet-proof.ts';
import { getCreatorSale } from '../creator/get-creator-sale.ts';
import { reserveOwnItems } from '../creator/reserve-own-items.ts';
import { setAllowlist, setSalePhases } from '../creator/set-phases.ts';
import { buildSaleTransaction } from '../solana/build-sale-transaction.ts';
import { submitCollection } from '../solana/submit-collection.ts';
import { evmSaleConfirmations, useEvmSaleChain } from './evm-sale-testing.ts';
import { voucherLifetimeMs } from './offer-evm-items.ts';

const { admin, buyer, stranger } = testAccounts;

describe.skipIf(!hasAnvil)('a sale on an EVM chain', () => {
	const test = useEvmSaleChain();
	beforeEach(() => test.clear());

	it('begins once its contract is on the chain for good, under the address that was known before', async () => {
		const { ctx, sale } = await test.startDrop();
		expect(sale).toMatchObject({ phase: 'unsigned', network: 'polygon', walletAddress: admin.address });
		const { jobId } = sale;
		const built = await buildSaleTransaction(ctx, { jobId });
		expect(built.call).toMatchObject({ chainId: 137, valueWei: '0' });
		expect(BigInt(built.costLamports)).toBeGreaterThan(0n);
		const hash = await test.send(built, 'admin');
		expect(await submitCollection(ctx, { jobId, transaction: hash })).toMatchObject({ phase: 'confirming' });
		await test.lookAfter(evmSaleConfirmations - 1);
		expect(await getCreatorSale(ctx, { jobId })).toMatchObject({ phase: 'confirming' });
		await test.lookAfter(1);
		const selling = await getCreatorSale(ctx, { jobId });
		expect(selling).toMatchObject({ phase: 'unpublished', state: 'selling' });
		// It does not count among the contracts that single images are minted on.
		expect(await listWatchedContracts(ctx.db, 'polygon')).toEqual([]);
		expect(selling.explorerUrl).toBe(`https://explorer.example/address/${selling.mintAddress}`);
	});

	it('begins as well where the wallet sent its contract and nobody told', async () => {
		const { ctx, sale } = await test.startDrop();
		await test.send(await buildSaleTransaction(ctx, sale), 'stranger');
		await test.lookAfter(evmSaleConfirmations);
		expect(await getCreatorSale(ctx, sale)).toMatchObject({ phase: 'unpublished' });
	});

	it('lets the creator sign again after a deployment that the chain refused', async () => {
		const { ctx, sale } = await test.startDrop();
		const built = await buildSaleTransaction(ctx, sale);
		const hash = await test.send({ call: { ...built.call!, data: '0x00', valueWei: '0' } }, 'admin');
		await submitCollection(ctx, { jobId: sale.jobId, transaction: hash });
		await test.lookAfter(evmSaleConfirmations);
		const { phase, errorMessage } = await getCreatorSale(ctx, sale);
		expect([phase, errorMessage]).toEqual(['unsigned', expect.stringContaining('refused')]);
	});

	it('sells items for one transaction of the buyer, and pays the creator in it', async () => {
		const drop = await test.addDrop();
		const before = await test.client.getBalance({ address: admin.address });
		const reservation = await test.reserve(drop, { count: 2 });
		expect(reservation).toMatchObject({ transactions: [], priceLamports: String(2n * 100_000_000n) });
		expect(reservation.call).toMatchObject({ to: drop.contract, valueWei: String(parseEther('0.2')) });
		expect(await test.saleOf(drop)).toMatchObject({ reservedCount: 2, availableCount: 0, network: 'polygon' });
		const hash = await test.send(reservation);
		expect(await test.submit(reservation, hash)).toMatchObject({ status: 'sent', pieces: [] });
		await test.lookAfter(1);
		const purchase = await test.purchaseOf(reservation);
		expect(purchase).toMatchObject({ status: 'confirmed', pieceCount: 2, errorMessage: null });
		expect(purchase.pieces.map(({ mintAddress }) => mintAddress)).toEqual([drop.contract, drop.contract]);
		for (const { tokenNumber } of purchase.pieces) expect(await test.ownerOf(drop, tokenNumber)).toBe(buyer.address);
		expect((await test.client.getBalance({ address: admin.address })) - before).toBe(parseEther('0.2'));
		expect(await getCreatorSale(drop.ctx, drop.sale)).toMatchObject({ soldCount: 2, earnedLamports: '0' });
		await test.lookAfter(evmSaleConfirmations);
		const ended = await getCreatorSale(drop.ctx, drop.sale);
		expect(ended).toMatchObject({ phase: 'sold_out', earnedLamports: '200000000' });
	});

	it('finds what was bought where the wallet never told its hash', async () => {
		const drop = await test.addDrop();
		const reservation = await test.reserve(drop);
		await test.send(reservation);
		await test.lookAfter(1);
		expect(await test.purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
	});

	it('offers an item again once its voucher can no longer be redeemed, and not before', async () => {
		const drop = await test.addDrop();
		const reservation = await test.reserve(drop);
		await test.client.increaseTime({ seconds: voucherLifetimeMs / 1_000 - 30 });
		await test.lookAfter(evmSaleConfirmations);
		expect(await test.saleOf(drop)).toMatchObject({ reservedCount: 1 });
		await test.client.increaseTime({ seconds: 60 });
		await test.lookAfter(evmSaleConfirmations);
		expect(await test.saleOf(drop)).toMatchObject({ reservedCount: 0, availableCount: 2 });
		expect(await test.purchaseOf(reservation)).toMatchObject({ status: 'expired' });
		const hash = await test.send(reservation);
		await test.lookAfter(1);
		expect((await test.client.getTransactionReceipt({ hash })).status).toBe('reverted');
	});

	it('gives an item back to its reservation when its block is replaced', async () => {
		const drop = await test.addDrop();
		const reservation = await test.reserve(drop);
		const id = await test.client.snapshot();
		await test.send(reservation);
		await test.lookAfter(1);
		expect(await test.purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
		await test.client.revert({ id });
		await test.lookAfter(1);
		expect(await test.purchaseOf(reservation)).toMatchObject({ status: 'sent', pieces: [] });
		expect(await test.saleOf(drop)).toMatchObject({ mintedCount: 0, reservedCount: 1 });
		await test.send(reservation);
		await test.lookAfter(evmSaleConfirmations);
		expect(await test.purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
	});

	it('tells a buyer what the chain refused, and keeps the items until that cannot change', async () => {
		const drop = await test.addDrop();
		const reservation = await test.reserve(drop);
		const hash = await test.send({ call: { ...reservation.call!, valueWei: '1' } });
		await test.submit(reservation, hash);
		await test.lookAfter(evmSaleConfirmations);
		const { status, errorMessage } = await test.purchaseOf(reservation);
		expect([status, errorMessage]).toEqual(['failed', expect.stringContaining('refused')]);
		expect(await test.saleOf(drop)).toMatchObject({ reservedCount: 1 });
	});

	it('refuses a wallet without the money, and lets go of what it asked for', async () => {
		const drop = await test.addDrop({ mintPrice: 20_000 });
		await expect(test.reserve(drop)).rejects.toMatchObject({ reason: 'too_little_coin' });
		expect(await test.saleOf(drop)).toMatchObject({ reservedCount: 0 });
	});

	it('refuses addresses of Solana, the wallet that is paid, and more items than a phase allows', async () => {
		const drop = await test.addDrop();
		const solana = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
		await expect(test.reserve(drop, { walletAddress: solana })).rejects.toMatchObject({ reason: 'bad_input' });
		const own = admin.address.toLowerCase();
		await expect(test.reserve(drop, { walletAddress: own })).rejects.toMatchObject({ reason: 'bad_input' });
		const phase = { name: 'Open', price: 0.1, walletLimit: 1, startsAt: null, endsAt: null, totalLimit: null };
		const { jobId } = drop.sale;
		const [listed] = (await setSalePhases(drop.ctx, { jobId, phases: [{ ...phase, hasAllowlist: true }] })).phases;
		const list = { jobId, phaseId: listed!.id, append: false };
		const ofSolana = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY';
		await expect(setAllowlist(drop.ctx, { ...list, wallets: [buyer.address, ofSolana] })).rejects.toMatchObject({
			reason: 'bad_input',
			meta: { fields: { 'wallets.1': `${ofSolana} is not an address of an EVM chain.` } },
		});
		const twice = [buyer.address, buyer.address.toLowerCase()];
		expect(await setAllowlist(drop.ctx, { ...list, wallets: twice })).toMatchObject({
			phases: [{ allowlistCount: 1 }],
		});
		await expect(test.reserve(drop, { walletAddress: stranger.address })).rejects.toMatchObject({
			reason: 'not_on_allowlist',
		});
		await expect(test.reserve(drop, { count: 2 })).rejects.toMatchObject({ reason: 'wallet_limit' });
		expect((await test.reserve(drop)).call).not.toBeNull();
	});

	it('takes a message that the wallet signed, as EIP-4361 has it, where few items are left', async () => {
		const drop = await test.addDrop();
		const visitor = await test.visitor();
		const ctx = { ...visitor, config: { ...visitor.config, saleWalletProof: 'auto' as const } };
		const { saleId } = drop.sale;
		const reserve = (proof?: { message: string; signature: string }) =>
			reserveItem(ctx, { saleId, walletAddress: buyer.address, count: 2, proof });
		await expect(reserve()).rejects.toMatchObject({ reason: 'proof_needed' });
		const { message } = await createSaleChallenge(ctx, { saleId, walletAddress: buyer.address.toLowerCase() });
		const read = parseSiweMessage(message);
		expect(read).toMatchObject({ chainId: 137, version: '1', uri: `${ctx.origin}/sale/${saleId}` });
		expect(validateSiweMessage({ message: read, address: buyer.address, domain: 'localhost:3000' })).toBe(true);
		const others = [await stranger.signMessage({ message }), `0x${'ff'.repeat(65)}`, `${'A'.repeat(86)}==`];
		for (const signature of others) {
			await expect(reserve({ message, signature })).rejects.toMatchObject({ reason: 'bad_input' });
		}
		const reservation = await reserve({ message, signature: await buyer.signMessage({ message }) });
		expect(await test.submit(reservation, await test.send(reservation))).toMatchObject({
			status: 'sent',
			pieceCount: 2,
		});
	});

	it('gives the same items again, and one voucher of them alone can be redeemed', async () => {
		const drop = await test.addDrop();
		const [first, second] = [await test.reserve(drop), await test.reserve(drop)];
		expect(second.reservationId).toBe(first.reservationId);
		const hashes = [await test.send(first), await test.send(second)];
		await test.lookAfter(1);
		const receipts = await Promise.all(hashes.map((hash) => test.client.getTransactionReceipt({ hash })));
		expect(receipts.map(({ status }) => status).toSorted()).toEqual(['reverted', 'success']);
		expect(await test.purchaseOf(first)).toMatchObject({ status: 'confirmed', pieceCount: 1 });
	});

	it('mints to the creator for the fee alone', async () => {
		const drop = await test.addDrop();
		const own = await reserveOwnItems(drop.ctx, { jobId: drop.sale.jobId, count: 2 });
		expect(own).toMatchObject({ priceLamports: '0', call: { valueWei: '0' } });
		await test.send(own, 'admin');
		await test.lookAfter(evmSaleConfirmations);
		const sale = await getCreatorSale(drop.ctx, drop.sale);
		expect(sale).toMatchObject({ phase: 'sold_out', ownCount: 2, soldCount: 0, earnedLamports: '0' });
	});

	it('counts an item that a voucher of another database sold, once nothing else can sell it', async () => {
		const drop = await test.addDrop();
		const reservation = await test.reserve(drop);
		const { db } = test.services;
		// As after a restore: nothing is known of who had reserved it.
		await db.updateTable('salePieces').set({ status: 'free', reservationId: null }).execute();
		await db.deleteFrom('saleReservations').execute();
		await test.send(reservation);
		await test.client.mine({ blocks: 1 });
		const { call } = reservation;
		expect(call).not.toBeNull();
		const reserve = () => test.reserve(drop, { walletAddress: stranger.address });
		await expect(reserve()).rejects.toMatchObject({ reason: 'no_piece_free' });
		expect((await reserve()).call).not.toBeNull();
		await test.client.increaseTime({ seconds: voucherLifetimeMs / 1_000 + 30 });
		await test.lookAfter(evmSaleConfirmations);
		expect(await test.saleOf(drop)).toMatchObject({ mintedCount: 1, availableCount: 1 });
	});
});
