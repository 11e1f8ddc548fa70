import { Buffer } from 'node:buffer';
import { address } from '@solana/kit';
import {
	ComputeBudgetInstruction,
	Connection,
	PublicKey,
	SendTransactionError,
	SystemInstruction,
	Transaction,
	VersionedTransaction,
} from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSolana } from './connection.ts';
import { readBlockHeight, readGroup } from './read-chain-testing.ts';
import { readStatuses } from './read-transactions.ts';
import { fromBase64, oneSol, readItem, type SaleOnChain, saleOnChain } from './sale-testing.ts';
import { sendTransaction } from './send-transaction.ts';
import { hasLitesvm, startSolana } from './solana-testing.ts';
import { deriveTokenAccount } from './token-account.ts';
import { createTestWallet } from './wallet-testing.ts';

interface RpcResponse {
	readonly result?: unknown;
	readonly error?: { readonly code: number };
}

const call = async (rpcUrl: string, body: unknown) => {
	const response = await fetch(rpcUrl, { method: 'POST', body: JSON.stringify(body) });
	return response.json() as Promise<RpcResponse & RpcResponse[]>;
};

describe.skipIf(!hasLitesvm)('@solana/web3.js on the chain for tests', () => {
	let sale: SaleOnChain;
	let connection: Connection;
	beforeAll(async () => {
		sale = await saleOnChain();
		connection = new Connection(sale.chain.rpcUrl, 'confirmed');
	});
	afterAll(() => sale.chain.stop());

	it('decodes an item’s transaction as it was built: who pays what to whom, and by which programs', async () => {
		const { build } = await sale.openSale();
		const built = await build(1, { additionalMetadata: { royalty_basis_points: '500' } });
		const transaction = Transaction.from(fromBase64(built.wire));
		expect(transaction.feePayer?.toBase58()).toBe(sale.buyer.address);
		expect(transaction.recentBlockhash).toBe(built.blockhash);
		const [limit, price, rent, ...others] = transaction.instructions;
		if (!limit || !price || !rent) throw new Error('There are too few instructions.');
		expect(ComputeBudgetInstruction.decodeSetComputeUnitLimit(limit).units).toBeGreaterThan(60_000);
		const transfer = SystemInstruction.decodeTransfer(price);
		expect([transfer.fromPubkey, transfer.toPubkey].map(String)).toEqual([sale.buyer.address, sale.creator.address]);
		expect(transfer.lamports).toBe(oneSol / 10n);
		expect(String(SystemInstruction.decodeTransfer(rent).toPubkey)).toBe(built.mint);
		const programs = new Set(others.map(({ programId }) => String(programId)));
		expect([...programs].sort()).toEqual([
			'11111111111111111111111111111111',
			'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
			'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
		]);
		const versioned = VersionedTransaction.deserialize(fromBase64(built.wire));
		expect(versioned.version).toBe('legacy');
		expect(Buffer.from(versioned.message.serialize())).toEqual(Buffer.from(built.message));
		// A wallet that serialises what it parsed gives the same bytes back.
		expect(transaction.serialize({ requireAllSignatures: false }).toString('base64')).toBe(built.wire);
	});

	it('sends it, polls for it, and reads what it did', async () => {
		const { build } = await sale.openSale();
		const built = await build(1);
		const bytes = await sale.buyer.sign(built.wire);
		const signature = await connection.sendRawTransaction(bytes);
		expect((await connection.getSignatureStatus(signature)).value).toBeNull();
		sale.chain.mine(2);
		expect((await connection.getSignatureStatus(signature)).value).toMatchObject({
			confirmationStatus: 'confirmed',
			confirmations: 1,
			err: null,
		});
		const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
		expect(Buffer.from(found?.transaction.message.serialize() ?? [])).toEqual(Buffer.from(built.message));
		expect(found?.meta?.fee).toBe(15_000);
		expect(found?.meta?.postTokenBalances).toMatchObject([{ mint: built.mint, owner: sale.buyer.address }]);
		const { account } = await deriveTokenAccount(sale.buyer.address, built.mint);
		const { value } = await connection.getTokenAccountBalance(new PublicKey(account));
		expect(value).toEqual({ amount: '1', decimals: 0, uiAmount: 1, uiAmountString: '1' });
		const info = await connection.getAccountInfo(new PublicKey(account));
		expect([info?.data.length, info?.lamports]).toEqual([170, 890_880 + 170 * 6960]);
		expect(await connection.getBalance(new PublicKey(sale.buyer.address))).toBe(
			Number(sale.chain.balance(sale.buyer.address)),
		);
		sale.chain.mine(40);
		expect((await connection.getSignatureStatus(signature)).value).toMatchObject({
			confirmationStatus: 'finalized',
			confirmations: null,
		});
	});

	it('rejects in a node’s own words, with the programs’ logs', async () => {
		const { build } = await sale.openSale({ maxSize: 1 });
		await sale.land(await build(1), sale.buyer);
		const bytes = await sale.buyer.sign((await build(2)).wire);
		const error: unknown = await connection.sendRawTransaction(bytes).catch((reason: unknown) => reason);
		expect(error).toBeInstanceOf(SendTransactionError);
		const { message, logs } = error as SendTransactionError;
		expect(message).toContain(
			'Transaction simulation failed: Error processing Instruction 10: custom program error: 0xcb0a6959',
		);
		expect(logs).toContain('Program log: TokenGroupInstruction: InitializeMember');
		const simulated = await connection.simulateTransaction(VersionedTransaction.deserialize(bytes));
		expect(simulated.value.err).toEqual({ InstructionError: [10, { Custom: 0xcb0a6959 }] });
		expect(simulated.value.unitsConsumed).toBeGreaterThan(1000);
	});

	it('knows the chain: height, slot, hash, rent, fees and lamports', async () => {
		const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
		expect(lastValidBlockHeight - (await connection.getBlockHeight())).toBe(150);
		expect(await connection.getSlot()).toBeGreaterThan(await connection.getBlockHeight());
		expect((await connection.isBlockhashValid(blockhash)).value).toBe(true);
		expect(await connection.getMinimumBalanceForRentExemption(0)).toBe(890_880);
		expect(await connection.getGenesisHash()).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
		const somebody = await createTestWallet('somebody');
		const signature = await connection.requestAirdrop(new PublicKey(somebody.address), 1_000_000);
		expect((await connection.getSignatureStatus(signature)).value?.confirmationStatus).toBe('finalized');
		expect(await connection.getBalance(new PublicKey(somebody.address))).toBe(1_000_000);
		const { built } = await sale.openSale();
		const { message } = VersionedTransaction.deserialize(fromBase64(built.wire));
		expect((await connection.getFeeForMessage(message)).value).toBe(10_000);
		const members = await connection.getProgramAccounts(new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'), {
			filters: [{ dataSize: 170 }],
		});
		expect(members.length).toBeGreaterThan(0);
	});
});

describe.skipIf(!hasLitesvm)('startSolana', () => {
	let sale: SaleOnChain;
	beforeAll(async () => {
		sale = await saleOnChain();
	});
	afterAll(() => sale.chain.stop());

	const readStatus = async (signature: string) => (await readStatuses(sale.connection, [signature])).get(signature);

	it('answers browsers of any origin', async () => {
		const asked = await fetch(sale.chain.rpcUrl, {
			method: 'OPTIONS',
			headers: { origin: 'http://127.0.0.1:1', 'access-control-request-headers': 'content-type,solana-client' },
		});
		expect(asked.status).toBe(204);
		expect(asked.headers.get('access-control-allow-origin')).toBe('*');
		expect(asked.headers.get('access-control-allow-headers')).toContain('solana-client');
		expect((await fetch(sale.chain.rpcUrl)).status).toBe(405);
	});

	it('answers batches in their order, and errors in JSON-RPC’s form', async () => {
		const [health, unknown] = await call(sale.chain.rpcUrl, [
			{ jsonrpc: '2.0', id: 1, method: 'getHealth' },
			{ jsonrpc: '2.0', id: 'b', method: 'getNothing' },
		]);
		expect(health).toEqual({ jsonrpc: '2.0', id: 1, result: 'ok' });
		expect(unknown).toEqual({ jsonrpc: '2.0', id: 'b', error: { code: -32601, message: 'Method not found' } });
		const params = ['AA==', { encoding: 'base64' }];
		expect(await call(sale.chain.rpcUrl, { id: 2, method: 'sendTransaction', params })).toMatchObject({
			error: { code: -32602 },
		});
	});

	it('loses what it is told to drop, and only that', async () => {
		const { build } = await sale.openSale();
		const signed = await Promise.all([1, 2].map(async (number) => sale.sign(await build(number), sale.buyer)));
		sale.chain.dropSends(1);
		for (const each of signed) await sendTransaction(sale.connection, each);
		sale.chain.mine(2);
		expect(await readStatus(signed[0]?.signature ?? '')).toBeNull();
		expect(await readStatus(signed[1]?.signature ?? '')).toMatchObject({ level: 'confirmed' });
		await sendTransaction(sale.connection, signed[0] ?? { wire: '' });
		sale.chain.mine(2);
		expect(await readStatus(signed[0]?.signature ?? '')).toMatchObject({ level: 'confirmed' });
	});

	it('lets what it delays land later, unless its blockhash expires meanwhile', async () => {
		const { build, collectionMint } = await sale.openSale();
		const signed = await Promise.all([1, 2].map(async (number) => sale.sign(await build(number), sale.buyer)));
		sale.chain.delaySends(10);
		await sendTransaction(sale.connection, signed[0] ?? { wire: '' });
		sale.chain.delaySends(200);
		await sendTransaction(sale.connection, signed[1] ?? { wire: '' });
		sale.chain.delaySends(0);
		sale.chain.mine(10);
		expect(sale.chain.pendingCount()).toBe(2);
		expect(await readGroup(sale.connection, collectionMint)).toMatchObject({ size: 0 });
		sale.chain.mine(2);
		expect(await readGroup(sale.connection, collectionMint)).toMatchObject({ size: 1 });
		sale.chain.mine(200);
		expect(sale.chain.pendingCount()).toBe(0);
		expect(await readStatus(signed[1]?.signature ?? '')).toBeNull();
	});

	it('accepts without a look what is sent so, and drops what has no place in a block', async () => {
		const { build } = await sale.openSale();
		const [unsigned, paid] = [await build(1), await build(2)];
		const nobody = await createTestWallet('nobody');
		const unpaid = await sale.sign(await build(3, { buyer: nobody.address }), nobody);
		const signed = await sale.sign(paid, sale.buyer);
		await sendTransaction(sale.connection, signed);
		sale.chain.mine(2);
		const before = sale.chain.balance(sale.buyer.address);
		for (const { wire } of [unsigned, unpaid, signed]) {
			const params = [wire, { encoding: 'base64', skipPreflight: true }];
			const answer = await call(sale.chain.rpcUrl, { id: 1, method: 'sendTransaction', params });
			expect(answer).toMatchObject({ result: expect.any(String) });
		}
		sale.chain.mine(2);
		expect(await readItem(sale.connection, unsigned.mint)).toBeNull();
		expect(await readStatus(unpaid.signature)).toBeNull();
		expect(await readStatus(signed.signature)).toMatchObject({ error: null });
		expect(sale.chain.balance(sale.buyer.address)).toBe(before);
	});

	it('answers as of earlier when it lags, and says so to whoever knows better', async () => {
		const { build, collectionMint } = await sale.openSale();
		const { rpc } = sale.connection;
		const { absoluteSlot, blockHeight } = await rpc.getEpochInfo({ commitment: 'confirmed' }).send();
		const { signature } = await sale.land(await build(1), sale.buyer);
		const ahead = await rpc.getEpochInfo({ commitment: 'confirmed' }).send();
		expect([ahead.absoluteSlot - absoluteSlot, ahead.blockHeight - blockHeight]).toEqual([2n, 2n]);
		sale.chain.lag(2);
		expect(await readBlockHeight(sale.connection)).toBe(blockHeight);
		expect(await readGroup(sale.connection, collectionMint)).toMatchObject({ size: 0 });
		expect(await readStatus(signature)).toBeNull();
		const minContextSlot = ahead.absoluteSlot;
		const reading = () =>
			rpc.getBalance(address(sale.buyer.address), { commitment: 'confirmed', minContextSlot }).send();
		await expect(reading()).rejects.toThrow('Minimum context slot');
		sale.chain.lag(0);
		await reading();
		expect(await readGroup(sale.connection, collectionMint)).toMatchObject({ size: 1 });
	});

	it('takes blocks back with all that they held, which can then come again or not', async () => {
		const { build, collectionMint } = await sale.openSale();
		sale.chain.mine(40);
		const signed = await Promise.all([1, 2].map(async (number) => sale.sign(await build(number), sale.buyer)));
		const before = [sale.buyer, sale.creator].map((wallet) => sale.chain.balance(wallet.address));
		for (const each of signed) await sendTransaction(sale.connection, each);
		sale.chain.mine(2);
		expect(await readGroup(sale.connection, collectionMint)).toMatchObject({ size: 2 });
		sale.chain.fork(3);
		expect([sale.buyer, sale.creator].map((wallet) => sale.chain.balance(wallet.address))).toEqual(before);
		sale.chain.mine(4);
		expect(await readGroup(sale.connection, collectionMint)).toMatchObject({ size: 0 });
		expect(await readStatus(signed[0]?.signature ?? '')).toBeNull();
		// It was built on a block before the fork, so it may come again.
		await sendTransaction(sale.connection, signed[0] ?? { wire: '' });
		sale.chain.mine(2);
		expect(await readStatus(signed[0]?.signature ?? '')).toMatchObject({ level: 'confirmed', error: null });
		expect(await readGroup(sale.connection, collectionMint)).toMatchObject({ size: 1 });
		const late = await sale.sign(await build(3), sale.buyer);
		sale.chain.fork(2);
		sale.chain.mine(4);
		await expect(sendTransaction(sale.connection, late)).rejects.toMatchObject({ reason: 'expired' });
		expect(() => sale.chain.fork(32)).toThrow(RangeError);
	});

	it('makes blocks by itself when told to', async () => {
		const chain = await startSolana({ blockMs: 5 });
		try {
			const connection = connectSolana(chain.rpcUrl);
			const height = await readBlockHeight(connection);
			await expect.poll(() => readBlockHeight(connection), { timeout: 5000 }).toBeGreaterThan(height);
		} finally {
			await chain.stop();
			await chain.stop();
		}
	});

	it('stands on a port that it is told, with blocks that no other chain has', async () => {
		const [one, other] = [await startSolana(), await startSolana()];
		const hash = async ({ rpcUrl }: { rpcUrl: string }) =>
			(await call(rpcUrl, { id: 1, method: 'getGenesisHash' })).result;
		expect(await hash(one)).not.toBe(await hash(other));
		const { port } = one;
		await one.stop();
		const again = await startSolana({ port });
		expect(again.port).toBe(port);
		await Promise.all([again.stop(), other.stop()]);
	});
});
