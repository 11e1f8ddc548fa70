import { address, createNoopSigner, getBase58Decoder, type Instruction, type TransactionSigner } from '@solana/kit';
import {
	getBurnInstruction,
	getCreateAssociatedTokenInstruction,
	getTransferCheckedInstruction,
} from '@solana-program/token-2022';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTransaction } from './build-transaction.ts';
import { connectSolana } from './connection.ts';
import { readBalance, readGenesisHash, readLifetime } from './read-chain.ts';
import { holdsItem, readBlockHeight, readEffect, readGroup, readItems } from './read-chain-testing.ts';
import { readStatuses } from './read-transactions.ts';
import { deriveAddress, itemLabel } from './sale-keys.ts';
import { oneSol, readItem, type SaleOnChain, saleOnChain } from './sale-testing.ts';
import { sendTransaction } from './send-transaction.ts';
import { hasLitesvm } from './solana-testing.ts';
import { deriveTokenAccount } from './token-account.ts';
import { createTestWallet, type TestWallet } from './wallet-testing.ts';

const base58 = getBase58Decoder();
const finalized = { commitment: 'finalized' } as const;

describe.skipIf(!hasLitesvm)('reading the chain', () => {
	let sale: SaleOnChain;
	beforeAll(async () => {
		sale = await saleOnChain();
	});
	afterAll(() => sale.chain.stop());

	it('finds nothing at addresses that are not a mint, whatever lies there', async () => {
		const { connection, buyer } = sale;
		const { secret, collectionMint, build } = await sale.openSale();
		const [unsold, touched] = await Promise.all([1, 2].map((number) => deriveAddress(secret, itemLabel(number))));
		sale.chain.airdrop(touched ?? '', 1_000_000n);
		for (const mint of [unsold ?? '', touched ?? '', buyer.address, '11111111111111111111111111111111']) {
			expect(await readItem(connection, mint)).toBeNull();
			expect(await readGroup(connection, mint)).toBeNull();
			expect(await holdsItem(connection, mint, buyer.address)).toBe(false);
		}
		const built = await build(3);
		await sale.land(built, buyer);
		expect(await readGroup(connection, built.mint)).toBeNull();
		expect(await readItem(connection, collectionMint)).toMatchObject({ group: null, memberNumber: null, supply: 0n });
	});

	it('tells of many items in their order, a hundred in a call', async () => {
		const { secret, build } = await sale.openSale();
		const mints = await Promise.all(
			Array.from({ length: 201 }, (_, index) => deriveAddress(secret, itemLabel(index + 1))),
		);
		await sale.land(await build(150), sale.buyer);
		const calls = sale.chain.callCount('getMultipleAccounts');
		const found = await readItems(sale.connection, mints);
		expect(sale.chain.callCount('getMultipleAccounts') - calls).toBe(3);
		expect(found).toHaveLength(201);
		expect(found.flatMap((item, index) => (item === null ? [] : [index + 1]))).toEqual([150]);
		expect(await readItems(sale.connection, [])).toEqual([]);
	});

	it('sees at ‘confirmed’ what cannot be taken for final yet', async () => {
		const { connection, chain, buyer, creator } = sale;
		const { collectionMint, build } = await sale.openSale();
		chain.mine(40);
		const built = await build(1);
		const signed = await sale.sign(built, buyer);
		const before = await readBalance(connection, buyer.address, finalized);
		const level = async () => (await readStatuses(connection, [signed.signature])).get(signed.signature)?.level ?? null;
		const sizes = async () =>
			Promise.all([{}, finalized].map(async (options) => (await readGroup(connection, collectionMint, options))?.size));
		await sendTransaction(connection, signed);
		expect([await level(), await sizes()]).toEqual([null, [0, 0]]);
		chain.mine(1);
		expect([await level(), await sizes()]).toEqual(['processed', [0, 0]]);
		expect(await readEffect(connection, signed.signature, creator.address)).toBeNull();
		chain.mine(1);
		expect([await level(), await sizes()]).toEqual(['confirmed', [1, 0]]);
		expect(await readEffect(connection, signed.signature, creator.address)).toMatchObject({
			receivedLamports: oneSol / 10n,
		});
		expect(await readEffect(connection, signed.signature, creator.address, finalized)).toBeNull();
		expect(await readItem(connection, built.mint, finalized)).toBeNull();
		chain.mine(30);
		expect([await level(), await sizes()]).toEqual(['confirmed', [1, 0]]);
		expect(await readBalance(connection, buyer.address, finalized)).toBe(before);
		chain.mine(1);
		expect([await level(), await sizes()]).toEqual(['finalized', [1, 1]]);
		expect(await readBalance(connection, buyer.address, finalized)).toBe(before - built.costLamports - oneSol / 10n);
		expect(await readEffect(connection, signed.signature, creator.address, finalized)).toMatchObject({
			error: null,
			receivedLamports: oneSol / 10n,
		});
	});

	it('tells what a transaction brought an address, and nothing where it does not name it', async () => {
		const { connection, buyer, creator } = sale;
		const { build } = await sale.openSale();
		const built = await build(1);
		const { signature } = await sale.land(built, buyer);
		expect(await readEffect(connection, signature, buyer.address)).toMatchObject({
			receivedLamports: -built.costLamports - oneSol / 10n,
			time: expect.any(Date),
		});
		const stranger = await createTestWallet('stranger');
		expect(await readEffect(connection, signature, stranger.address)).toBeNull();
		const own = await build(2, { buyer: creator.address });
		const { signature: ownSignature } = await sale.land(own, creator);
		expect(await readEffect(connection, ownSignature, creator.address)).toMatchObject({
			receivedLamports: -own.costLamports,
		});
	});

	it('follows an item to whom it was given, and until it was burnt', async () => {
		const { connection, buyer, creator } = sale;
		const { build } = await sale.openSale();
		const { mint } = await build(1);
		await sale.land(await build(1), buyer);
		const [from, to] = await Promise.all([buyer, creator].map((wallet) => deriveTokenAccount(wallet.address, mint)));
		if (!from || !to) throw new Error('There are no accounts.');
		const run = async (wallet: TestWallet, instructionsOf: (owner: TransactionSigner) => Instruction[]) => {
			const owner = createNoopSigner(address(wallet.address));
			const order = { mint, feePayer: owner.address, computeUnitLimit: 60_000, rentLamports: 0n };
			const built = await buildTransaction(await sale.lifetime(), { ...order, instructions: instructionsOf(owner) });
			expect((await sale.land(built, wallet)).status?.error).toBeNull();
		};
		const held = async () => [
			await holdsItem(connection, mint, buyer.address),
			await holdsItem(connection, mint, creator.address),
			(await readItem(connection, mint))?.supply,
		];
		expect(await held()).toEqual([true, false, 1n]);
		await run(buyer, (authority) => [
			getCreateAssociatedTokenInstruction({
				payer: authority,
				ata: to.account,
				owner: address(creator.address),
				mint,
			}),
			getTransferCheckedInstruction({
				source: from.account,
				mint,
				destination: to.account,
				authority,
				amount: 1n,
				decimals: 0,
			}),
		]);
		expect(await held()).toEqual([false, true, 1n]);
		await run(creator, (authority) => [getBurnInstruction({ account: to.account, mint, authority, amount: 1n })]);
		expect(await held()).toEqual([false, false, 0n]);
	});

	it('asks for the status of any number of transactions, 256 in a call', async () => {
		const { build } = await sale.openSale();
		const { signature } = await sale.land(await build(1), sale.buyer);
		const unknown = Array.from({ length: 300 }, (_, index) =>
			base58.decode(Uint8Array.of(index % 256, index >> 8, ...new Array(62).fill(7))),
		);
		const calls = sale.chain.callCount('getSignatureStatuses');
		const statuses = await readStatuses(sale.connection, [...unknown, signature]);
		expect(sale.chain.callCount('getSignatureStatuses') - calls).toBe(2);
		expect(statuses.size).toBe(301);
		expect([...statuses.values()].filter((status) => status !== null)).toMatchObject([{ level: 'confirmed' }]);
		expect(await readStatuses(sale.connection, [])).toEqual(new Map());
	});

	it('knows rent, height, how long a blockhash lasts, and what the connection offers for a unit', async () => {
		const { connection, chain } = sale;
		const lifetime = await readLifetime(connection);
		expect(lifetime).toMatchObject({ lamportsPerByte: 6960n, microLamportsPerUnit: 0 });
		expect(lifetime.lastValidBlockHeight - (await readBlockHeight(connection))).toBe(150n);
		const generous = connectSolana(chain.rpcUrl, { microLamportsPerUnit: 7 });
		expect(await readLifetime(generous)).toEqual({ ...lifetime, microLamportsPerUnit: 7 });
	});
});

describe.skipIf(!hasLitesvm)('a node that does not answer', () => {
	let sale: SaleOnChain;
	beforeAll(async () => {
		sale = await saleOnChain();
	});
	afterAll(() => sale.chain.stop());

	const unreachable = { name: 'SolanaError', reason: 'unreachable' };

	it('rejects after the time limit', async () => {
		const release = sale.chain.hold('getBlockHeight');
		const hasty = connectSolana(sale.chain.rpcUrl, { timeoutMs: 50 });
		// Without its limit it would wait until it is let go.
		await expect(readBlockHeight(hasty)).rejects.toMatchObject(unreachable);
		release();
		expect(await readBlockHeight(sale.connection)).toBeGreaterThan(0n);
	});

	it('rejects with the caller’s reason when the caller gives up', async () => {
		const release = sale.chain.hold('getBalance');
		const controller = new AbortController();
		const reading = readBalance(sale.connection, sale.buyer.address, { signal: controller.signal });
		controller.abort(new Error('no longer wanted'));
		await expect(reading).rejects.toThrow('no longer wanted');
		release();
	});

	it('rejects while it is overloaded or gone, and reads on when it is back on its port', async () => {
		const { chain, connection } = sale;
		chain.fail('getGenesisHash', 1);
		await expect(readGenesisHash(connection)).rejects.toMatchObject(unreachable);
		const hash = await readGenesisHash(connection);
		await chain.down();
		try {
			await expect(readGenesisHash(connection)).rejects.toMatchObject(unreachable);
		} finally {
			await chain.up();
		}
		expect(await readGenesisHash(connection)).toBe(hash);
	});

	it('rejects a send that nobody answered, which may have gone through', async () => {
		const { collectionMint, build } = await sale.openSale();
		const signed = await sale.sign(await build(1), sale.buyer);
		sale.chain.fail('sendTransaction', 1);
		await expect(sendTransaction(sale.connection, signed)).rejects.toMatchObject(unreachable);
		await sendTransaction(sale.connection, signed);
		sale.chain.mine(2);
		expect(await readGroup(sale.connection, collectionMint)).toMatchObject({ size: 1 });
	});
});
