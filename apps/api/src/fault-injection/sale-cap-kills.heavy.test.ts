import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasSaleChain, type SaleChainTest, signAll, sol, startSaleChain } from '@adx/core/sale/sale-testing';
import { readGroupAuthority } from '@adx/core/sale/solana/ledger-testing';
import { createDb } from '@adx/db/client/database';
import type { Purchase, Reservation, Sale } from '@adx/validators/sale/sales';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import { beginSale, createKillableServer, giveUpFee, isOver } from './sale-kills-testing.ts';

/** What the node is asked, in this order, while the key of a sold-out collection gives up its power. */
const moments = ['getAccountInfo', 'getLatestBlockhash', 'sendTransaction', 'getSignatureStatuses'] as const;

describe.skipIf(!hasSaleChain)('the power over a sold-out collection', () => {
	const processes = new ProcessPool();
	let chainTest: SaleChainTest;
	beforeAll(async () => {
		chainTest = await startSaleChain({ blockMs: 150 });
	});
	afterAll(async () => {
		processes.killAll();
		await chainTest.stop();
		processes.removeFolder();
	});

	it('is given up through kill -9 at every moment, and what the deposit leaves is lost to nobody', async () => {
		const { chain, solana } = chainTest;
		const dataDir = join(processes.folder, randomUUID());
		const server = createKillableServer(processes, { DATA_DIR: dataDir, SOLANA_RPC_URL: chain.rpcUrl });
		await server.start();
		const [creator, buyer] = [await chainTest.wallet('creator', sol), await chainTest.wallet('buyer', sol)];
		const { saleId } = await beginSale(server, creator, { supply: 1, price: 0.1 });
		const call = <T>(method: 'GET' | 'POST', path = '', body?: object) =>
			server.anonymous<T>('203.0.113.9', method, `/api/sales/${saleId}${path}`, body);
		const { mintAddress } = await call<Sale>('GET');
		const authority = (await readGroupAuthority(solana, mintAddress)) ?? '';
		const depositLamports = chain.balance(authority);
		const reserved = await call<Reservation>('POST', '/reserve', { walletAddress: buyer.address });
		const transactions = await signAll(reserved, buyer);
		const { reservationId } = reserved;
		let before = 0n;
		const sellOut = async () => {
			await call('POST', '/submit', { reservationId, transactions });
			while (!isOver(await call<Purchase>('GET', `/reservations/${reservationId}`))) await sleep(200);
			before = chain.balance(creator.address);
		};
		let resume = sellOut;
		for (const method of moments) {
			const asked = chain.callCount(method);
			// Held before what leads to the question, which may be asked as soon as the last item is sold.
			const release = chain.hold(method);
			try {
				await resume();
				await expect.poll(() => chain.callCount(method), { timeout: 60_000, interval: 20 }).toBeGreaterThan(asked);
				await server.kill();
				// What had not arrived is lost: where it landed while a slow machine starts, nothing would be asked of it.
				if (method === 'sendTransaction') chain.dropSends(1);
			} finally {
				release();
			}
			resume = server.start;
		}
		await server.start();
		const isCapFixed = async () => (await call<Sale>('GET')).isCapFixed;
		await expect.poll(isCapFixed, { timeout: 60_000, interval: 250 }).toBe(true);
		expect(await readGroupAuthority(solana, mintAddress)).toBeNull();
		expect(await server.stop()).toBe(0);
		const { db, destroy } = await createDb({ dataDir });
		const [sale] = await db.selectFrom('sales').selectAll().execute();
		const rows = await db.selectFrom('saleTransactions').selectAll().where('tokenNumber', 'is', null).execute();
		await destroy();
		expect(sale).toMatchObject({ phase: 'sold_out', capTries: rows.length - 1 });
		// One of them landed, and took its fee alone.
		const kept = chain.balance(authority);
		expect(chain.balance(creator.address) - before + kept).toBe(depositLamports - giveUpFee);
	});
});
