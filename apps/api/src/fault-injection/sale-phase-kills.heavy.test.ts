import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readGroupSize } from '@adx/core/sale/ledger-testing';
import { type SaleChainTest, signAll, signAndSend, sol, startSaleChain } from '@adx/core/sale/sale-testing';
import { createDb } from '@adx/db/client/database';
import type { Purchase, Reservation, Sale } from '@adx/validators/sales';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import { beginSale, createKillableServer, isOver, type KillableServer } from './sale-kills-testing.ts';

const supply = 40;
const totalLimit = 12;
const walletLimit = 2;
const buyers = 10;

/** The question that the node holds as the server is killed: each is of another moment of a purchase. */
const moments = [
	['a wallet reserves', 'getLatestBlockhash'],
	['a signature is tried', 'simulateTransaction'],
	['a signature is written down and sent', 'sendTransaction'],
	['the watcher asks what became of it', 'getTransaction'],
] as const;

const processes = new ProcessPool();
let chainTest: SaleChainTest;
beforeAll(async () => {
	chainTest = await startSaleChain({ blockMs: 150 });
});
afterEach(() => processes.killAll());
afterAll(async () => {
	await chainTest.stop();
	processes.removeFolder();
});

/** Buys with one wallet until it may buy no more in the phase, or the phase is sold out; returns how many items it got. */
async function buyAll(server: KillableServer, saleId: string, index: number): Promise<number> {
	const wallet = await chainTest.wallet(`buyer ${index}`, sol);
	const path = `/api/sales/${saleId}`;
	for (let [bought, tries] = [0, 0]; ; tries++) {
		// Another one at each try: items that lapse while the server is down are nobody's fault.
		const address = `203.${tries % 256}.0.${index}`;
		const call = <T>(method: 'GET' | 'POST', url: string, body?: object) =>
			server.anonymous<T>(address, method, `${path}${url}`, body);
		const body = { walletAddress: wallet.address };
		const reserved = await call<Reservation & { reason?: string }>('POST', '/reserve', body);
		if (reserved.reason === 'wallet_limit') return bought;
		if (reserved.reason === 'phase_sold_out') {
			const { mintedCount } = await call<Sale>('GET', '');
			if (mintedCount >= totalLimit) return bought;
		}
		if (reserved.reservationId === undefined) {
			await sleep(300);
			continue;
		}
		const { reservationId } = reserved;
		// Every third wallet sends by itself and tells nobody.
		if (index % 3 === 0) await signAndSend(chainTest, reserved, wallet).catch(() => {});
		else await call('POST', '/submit', { reservationId, transactions: await signAll(reserved, wallet) });
		const look = () => call<Purchase>('GET', `/reservations/${reservationId}`);
		let purchase = await look();
		for (; !isOver(purchase); purchase = await look()) await sleep(200);
		if (purchase.status === 'confirmed') bought += 1;
	}
}

it('a phase’s limits hold through kill -9 at every moment of a purchase', async () => {
	const { chain, solana } = chainTest;
	const dataDir = join(processes.folder, 'killed-phase');
	const server = createKillableServer(processes, { DATA_DIR: dataDir, SOLANA_RPC_URL: chain.rpcUrl });
	await server.start();
	const creator = await chainTest.wallet('creator', 100n * sol);
	const { saleId } = await beginSale(server, creator, { supply, price: 0.1 });
	const phase = { name: 'Early', price: 0.1, walletLimit, totalLimit };
	await server.owner('POST', `/api/mint-collection/${server.jobId}/phases`, { phases: [phase] });
	const { mintAddress } = await server.anonymous<Sale>('198.51.100.1', 'GET', `/api/sales/${saleId}`);

	let everybody: Promise<number[]> | undefined;
	for (const [moment, method] of moments) {
		const before = chain.callCount(method);
		const release = chain.hold(method);
		everybody ??= Promise.all(Array.from({ length: buyers }, (_, index) => buyAll(server, saleId, index)));
		if (moment !== moments[0][0]) await server.start();
		await expect.poll(() => chain.callCount(method), { timeout: 60_000, interval: 20 }).toBeGreaterThan(before);
		await server.kill();
		release();
		console.log(`killed as ${moment}: ${await readGroupSize(solana, mintAddress)} items on the chain`);
	}
	await server.start();
	const bought = await everybody!;
	expect(bought.reduce((sum, each) => sum + each, 0)).toBe(totalLimit);
	expect(Math.max(...bought)).toBeLessThanOrEqual(walletLimit);
	expect(await readGroupSize(solana, mintAddress)).toBe(totalLimit);
	const late = { walletAddress: (await chainTest.wallet('late', sol)).address };
	expect(await server.anonymous('198.51.100.2', 'POST', `/api/sales/${saleId}/reserve`, late)).toMatchObject({
		reason: 'phase_sold_out',
	});
	expect(await server.stop()).toBe(0);

	const { db, destroy } = await createDb({ dataDir });
	const owned = await db.selectFrom('salePieces').select('ownerAddress').where('status', '=', 'minted').execute();
	await destroy();
	const counts = Map.groupBy(owned, ({ ownerAddress }) => ownerAddress);
	expect([...counts.values()].every((items) => items.length <= walletLimit)).toBe(true);
	expect(owned).toHaveLength(totalLimit);
});
