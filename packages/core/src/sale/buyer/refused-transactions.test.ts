import { buildItemTransaction } from '@adx/contracts/solana/item-transaction';
import { readLifetime } from '@adx/contracts/solana/read-chain';
import { deriveAddress } from '@adx/contracts/solana/sale-keys';
import { sendTransaction } from '@adx/contracts/solana/send-transaction';
import type { TestWallet } from '@adx/contracts/solana/wallet-testing';
import type { Reservation } from '@adx/validators/sale/sales';
import { address, getBase58Encoder, getProgramDerivedAddress } from '@solana/kit';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RequestContext } from '../../platform/context.ts';
import { createSaleSecret, decryptSaleSecret } from '../sale-secret.ts';
import { hasSaleChain, type SellingSale, signAll, signAndSubmit, sol, useSaleChain } from '../sale-testing.ts';
import { toItemMetadata } from '../solana/token-metadata.ts';
import { getSale } from './get-sale.ts';
import { reserveItem } from './reserve-item.ts';
import { submitReservation } from './submit-reservation.ts';

const test = useSaleChain();
const { addSale, purchaseOf } = test;
let selling: SellingSale;
let addresses = 0;
beforeAll(async () => {
	if (hasSaleChain) selling = await addSale(20);
});

/** Somebody at an address of their own who is not signed in. */
function visitor(): Promise<RequestContext> {
	addresses += 1;
	return test.visitor(`198.51.100.${addresses}`);
}
const reserveFor = async (wallet: TestWallet, { sale } = selling) =>
	reserveItem(await visitor(), { saleId: sale.id, walletAddress: wallet.address });
const submitAs = async ({ saleId, reservationId }: Reservation, transactions: string[]) =>
	submitReservation(await visitor(), { saleId, reservationId, transactions });

/** The transaction with other bytes in place of some of its message, signed by the wallet as it is then. */
async function edited(reservation: Reservation, wallet: TestWallet, from: Uint8Array, to: Uint8Array): Promise<string> {
	const bytes = Buffer.from(reservation.transactions[0]!, 'base64');
	const at = bytes.indexOf(from);
	expect(at).toBeGreaterThan(0);
	bytes.set(to, at);
	return Buffer.from(await wallet.sign(bytes.toString('base64'))).toString('base64');
}

function lamportsBytes(lamports: bigint): Buffer {
	const bytes = Buffer.alloc(8);
	bytes.writeBigUInt64LE(lamports);
	return bytes;
}

/** Whatever is tried: the wallet pays nothing, and the item can still be bought. */
async function expectUntouched(reservation: Reservation, wallet: TestWallet, before: bigint): Promise<void> {
	await test.lookAfter(2);
	expect(test.chain.balance(wallet.address)).toBe(before);
	expect(await purchaseOf(reservation)).toMatchObject({ status: 'reserved', items: [] });
	await signAndSubmit(await visitor(), reservation, wallet);
	await test.lookAfter(2);
	expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
}

const changed = { code: 'MISMATCH', reason: 'transaction_changed' };

describe.skipIf(!hasSaleChain)('what is submitted', () => {
	it('rejects a price that was edited after co-signing, as the chain does', async () => {
		const wallet = await test.wallet('cheat');
		const before = test.chain.balance(wallet.address);
		const reservation = await reserveFor(wallet);
		const cheap = await edited(reservation, wallet, lamportsBytes(sol / 10n), lamportsBytes(1n));
		await expect(submitAs(reservation, [cheap])).rejects.toMatchObject(changed);
		await expect(sendTransaction(test.solana, { wire: cheap })).rejects.toMatchObject({ reason: 'bad_signature' });
		await expectUntouched(reservation, wallet, before);
	});

	it('rejects a recipient that was edited after co-signing, as the chain does', async () => {
		const wallet = await test.wallet('cheat');
		const before = test.chain.balance(wallet.address);
		const friend = await test.wallet('friend');
		const reservation = await reserveFor(wallet);
		const keyOf = (of: TestWallet) => new Uint8Array(getBase58Encoder().encode(of.address));
		const diverted = await edited(reservation, wallet, keyOf(selling.creator), keyOf(friend));
		await expect(submitAs(reservation, [diverted])).rejects.toMatchObject(changed);
		await expect(sendTransaction(test.solana, { wire: diverted })).rejects.toMatchObject({ reason: 'bad_signature' });
		await expectUntouched(reservation, wallet, before);
	});

	it('rejects an item that a wrong authority lets in, as the chain does', async () => {
		const wallet = await test.wallet('forger');
		const before = test.chain.balance(wallet.address);
		const reservation = await reserveFor(wallet);
		const { sale } = selling;
		const forged = await buildItemTransaction(
			{
				...toItemMetadata(sale, { tokenNumber: 1, name: 'Forged' }),
				collectionMint: sale.mintAddress,
				secret: createSaleSecret(),
				tokenNumber: 1,
				buyer: wallet.address,
				creator: sale.walletAddress,
				priceLamports: 0n,
			},
			await readLifetime(test.solana),
		);
		const wire = Buffer.from(await wallet.sign(forged.wire)).toString('base64');
		await expect(submitAs(reservation, [wire])).rejects.toMatchObject(changed);
		await expect(sendTransaction(test.solana, { wire })).rejects.toMatchObject({ reason: 'refused' });
		await expectUntouched(reservation, wallet, before);
	});

	it('rejects a transaction that the wallet did not sign, that another wallet signed, or that is none', async () => {
		const wallet = await test.wallet('buyer');
		const before = test.chain.balance(wallet.address);
		const other = await test.wallet('other');
		const [reservation, theirs] = [await reserveFor(wallet), await reserveFor(other)];
		await expect(submitAs(reservation, reservation.transactions)).rejects.toMatchObject(changed);
		await expect(submitAs(reservation, await signAll(theirs, other))).rejects.toMatchObject(changed);
		await expect(submitAs(reservation, ['AQID'])).rejects.toMatchObject(changed);
		const [signed] = await signAll(reservation, wallet);
		const forged = Buffer.from(signed!, 'base64');
		forged[10] = forged[10]! ^ 1;
		await expect(submitAs(reservation, [forged.toString('base64')])).rejects.toMatchObject(changed);
		const longer = Buffer.concat([Buffer.from(signed!, 'base64'), Buffer.alloc(1)]);
		await expect(submitAs(reservation, [longer.toString('base64')])).rejects.toMatchObject(changed);
		await expect(submitAs(reservation, [signed!, signed!])).rejects.toMatchObject({ code: 'INVALID' });
		await expectUntouched(reservation, wallet, before);
	});

	it('rejects a reservation that does not exist, or is of another sale', async () => {
		const wallet = await test.wallet('buyer');
		const reservation = await reserveFor(wallet);
		const other = await addSale(1);
		const missing = { code: 'NOT_FOUND' };
		for (const change of [{ reservationId: 'nothing' }, { saleId: other.sale.id }, { saleId: 'nothing' }]) {
			await expect(submitAs({ ...reservation, ...change }, ['AQID'])).rejects.toMatchObject(missing);
			await expect(purchaseOf({ ...reservation, ...change })).rejects.toMatchObject(missing);
		}
	});
});

describe.skipIf(!hasSaleChain)('what is asked for', () => {
	it('rejects a wallet with too little SOL with a sentence, and holds nothing for it', async () => {
		const wallet = await test.wallet('poor', sol / 10n);
		const counts = await getSale(await visitor(), { saleId: selling.sale.id });
		await expect(reserveFor(wallet)).rejects.toMatchObject({
			code: 'PRECONDITION',
			reason: 'too_little_sol',
			message: expect.stringMatching(
				/^This takes 0\.10\d+ SOL with rent and fees, and 0\.00089088 SOL have to remain in the wallet, which holds 0\.1 SOL\.$/,
			),
		});
		await expect(reserveFor(await test.wallet('empty', 0n))).rejects.toMatchObject({ reason: 'too_little_sol' });
		expect(await getSale(await visitor(), { saleId: selling.sale.id })).toEqual(counts);
	});

	it('rejects a price so small that it cannot begin the creator’s wallet, with a sentence', async () => {
		const cheap = await addSale(1, 1_000n);
		const wallet = await test.wallet('buyer');
		const gone = (await test.wallet('gone', 0n)).address;
		await test.services.db.updateTable('sales').set({ walletAddress: gone }).where('id', '=', cheap.sale.id).execute();
		await expect(reserveFor(wallet, cheap)).rejects.toMatchObject({
			code: 'PRECONDITION',
			message: expect.stringContaining('less than 0.00089088 SOL'),
		});
		const to = cheap.sale.walletAddress;
		await test.services.db.updateTable('sales').set({ walletAddress: to }).where('id', '=', cheap.sale.id).execute();
		await expect(reserveFor(wallet, cheap)).resolves.toBeDefined();
	});

	it('rejects sending where the SOL was spent after it was reserved; nothing is charged', async () => {
		const other = await addSale(1);
		const wallet = await test.wallet('spender', sol / 10n + sol / 50n);
		const [here, there] = [await reserveFor(wallet), await reserveFor(wallet, other)];
		await signAndSubmit(await visitor(), there, wallet);
		test.chain.mine(2);
		const left = test.chain.balance(wallet.address);
		await expect(signAndSubmit(await visitor(), here, wallet)).rejects.toMatchObject({
			code: 'PRECONDITION',
			reason: 'too_little_sol',
			message: 'There is too little SOL in the wallet for price, rent and fees. Nothing was sent.',
		});
		test.chain.mine(2);
		expect(test.chain.balance(wallet.address)).toBe(left);
		expect(await purchaseOf(here)).toMatchObject({ status: 'reserved' });
	});

	it('rejects an item beyond the size of the collection, whoever signs for it', async () => {
		const small = await addSale(1);
		const wallet = await test.wallet('buyer');
		await signAndSubmit(await visitor(), await reserveFor(wallet, small), wallet);
		await test.lookAfter(2);
		await expect(reserveFor(wallet, small)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'sold_out' });
		const { sale } = small;
		const beyond = await buildItemTransaction(
			{
				...toItemMetadata(sale, { tokenNumber: 2, name: 'Beyond' }),
				collectionMint: sale.mintAddress,
				secret: decryptSaleSecret(test.services.secretKey, sale),
				tokenNumber: 2,
				buyer: wallet.address,
				creator: sale.walletAddress,
				priceLamports: 0n,
			},
			await readLifetime(test.solana),
		);
		const wire = Buffer.from(await wallet.sign(beyond.wire)).toString('base64');
		await expect(sendTransaction(test.solana, { wire })).rejects.toMatchObject({ reason: 'sold_out' });
	});

	it('rejects the creator’s own wallet, which would pay itself, and addresses that cannot sign', async () => {
		const bad = { code: 'INVALID', reason: 'bad_input' };
		await expect(reserveFor(selling.creator)).rejects.toMatchObject(bad);
		const of = (text: string) => reserveFor({ ...selling.creator, address: text });
		await expect(of('1'.repeat(31))).rejects.toMatchObject(bad);
		const programAddress = address(selling.sale.mintAddress);
		const [offCurve] = await getProgramDerivedAddress({ programAddress, seeds: ['account'] });
		await expect(of(offCurve)).rejects.toMatchObject(bad);
		// The sale's own keys, whatever lies on them.
		const secret = decryptSaleSecret(test.services.secretKey, selling.sale);
		for (const label of ['collection', 'authority', 'piece:2'] as const) {
			const ours = await deriveAddress(secret, label);
			test.chain.airdrop(ours, sol);
			await expect(of(ours)).rejects.toMatchObject(bad);
		}
	});

	it('rejects everything with a sentence where the node is away or of another cluster, and holds nothing', async () => {
		const wallet = await test.wallet('buyer');
		const reservation = await reserveFor(wallet);
		const ctx = await visitor();
		await test.chain.down();
		const away = { code: 'PRECONDITION', reason: 'chain_unavailable' };
		await expect(reserveFor(await test.wallet('other'))).rejects.toMatchObject(away);
		await expect(signAndSubmit(ctx, reservation, wallet)).rejects.toMatchObject(away);
		await test.chain.up();
		const other = { ...ctx, solana: { ...test.solana, cluster: 'devnet' as const } };
		const asking = reserveItem(other, { saleId: selling.sale.id, walletAddress: wallet.address });
		await expect(asking).rejects.toMatchObject({ code: 'PRECONDITION', reason: 'mint_unavailable' });
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'reserved' });
	});
});
