import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EvmTestNode, hasAnvil, startEvmTestNode } from '@adx/core/sale/evm/evm-node-testing';
import {
	hasSaleChain,
	type SaleChainTest,
	signAll,
	signAndSend,
	sol,
	startSaleChain,
} from '@adx/core/sale/sale-testing';
import { readGroupSize } from '@adx/core/sale/solana/ledger-testing';
import { createDb } from '@adx/db/client/database';
import type { Purchase, Reservation, Sale } from '@adx/validators/sale/sales';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import { beginDrop, beginSale, createKillableServer, isOver, type KillableServer } from './sale-kills-testing.ts';

const supply = 40;
const totalLimit = 20;
const walletLimit = 2;
const buyers = 14;

const processes = new ProcessPool();
afterEach(() => processes.killAll());
afterAll(() => processes.removeFolder());

interface Buyer {
	readonly address: string;
	/** Buys what is reserved; what the server is told of it, or null where the wallet keeps it to itself. */
	pay(reservation: Reservation): Promise<string[] | null>;
}

/** Buys with one wallet until it may buy no more in the phase, or the phase is sold out; returns how many items it got. */
async function buyAll(server: KillableServer, saleId: string, { address: walletAddress, pay }: Buyer, index: number) {
	const path = `/api/sales/${saleId}`;
	for (let [bought, tries] = [0, 0]; ; tries++) {
		// Another one at each try: items that lapse while the server is down are nobody's fault.
		const address = `203.${tries % 256}.0.${index}`;
		const call = <T>(method: 'GET' | 'POST', url: string, body?: object) =>
			server.anonymous<T>(address, method, `${path}${url}`, body);
		const reserved = await call<Reservation & { reason?: string }>('POST', '/reserve', { walletAddress });
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
		const transactions = await pay(reserved);
		if (transactions !== null) await call('POST', '/submit', { reservationId, transactions });
		const look = () => call<Purchase>('GET', `/reservations/${reservationId}`);
		let purchase = await look();
		for (; !isOver(purchase); purchase = await look()) await sleep(200);
		if (purchase.status === 'confirmed') bought += 1;
	}
}

interface KilledSale {
	readonly server: KillableServer;
	readonly dataDir: string;
	readonly saleId: string;
	readonly everybody: readonly Buyer[];
	/** What the node is asked at each moment of a purchase, and how many items it has at least by then. */
	readonly moments: readonly (readonly [moment: string, method: string, atLeast?: number])[];
	/** Keeps such questions waiting. */
	hold(method: string): { readonly held: Promise<void>; release(): void };
	/** How many items the chain has. */
	count(): Promise<number>;
}

/** Rejects where a call does not come, which would otherwise be waited for until the test ends. */
async function expireHeld(moment: string): Promise<never> {
	await sleep(60_000, undefined, { ref: false });
	throw new Error(`Nothing was asked as ${moment}.`);
}

/** Kills the server at each call of a purchase while everybody buys; then the limits were reached and not passed. */
async function killAtEach({ server, dataDir, saleId, everybody, moments, hold, count }: KilledSale): Promise<void> {
	const phase = { name: 'Early', price: 0.1, walletLimit, totalLimit };
	await server.owner('POST', `/api/mint-collection/${server.jobId}/phases`, { phases: [phase] });
	let buying: Promise<number[]> | undefined;
	for (const [moment, method, atLeast = 0] of moments) {
		const { held, release } = hold(method);
		if (buying === undefined)
			buying = Promise.all(everybody.map((buyer, index) => buyAll(server, saleId, buyer, index)));
		else await server.start();
		await Promise.race([held, expireHeld(moment)]);
		// Not where it is asked by the very call that waits.
		if (atLeast > 0) await expect.poll(count, { timeout: 60_000, interval: 100 }).toBeGreaterThanOrEqual(atLeast);
		await server.kill();
		release();
		console.log(`killed as ${moment}: ${await count()} items on the chain`);
	}
	await server.start();
	const bought = (await buying) ?? [];
	expect(bought.reduce((sum, each) => sum + each, 0)).toBe(totalLimit);
	expect(Math.max(...bought)).toBeLessThanOrEqual(walletLimit);
	expect(await count()).toBe(totalLimit);
	expect(await server.stop()).toBe(0);
	const { db, destroy } = await createDb({ dataDir });
	const owned = await db.selectFrom('salePieces').select('ownerAddress').where('status', '=', 'minted').execute();
	await destroy();
	expect(owned).toHaveLength(totalLimit);
	const byWallet = Map.groupBy(owned, ({ ownerAddress }) => ownerAddress);
	expect(Math.max(...[...byWallet.values()].map((items) => items.length))).toBeLessThanOrEqual(walletLimit);
}

describe.skipIf(!hasSaleChain)('on Solana', () => {
	let chainTest: SaleChainTest;
	beforeAll(async () => {
		chainTest = await startSaleChain({ blockMs: 150 });
	});
	afterAll(() => chainTest.stop());

	async function createBuyer(index: number): Promise<Buyer> {
		const wallet = await chainTest.wallet(`buyer ${index}`, sol);
		return {
			address: wallet.address,
			// Every third wallet sends by itself.
			pay: async (reservation) => {
				if (index % 3 !== 0) return signAll(reservation, wallet);
				await signAndSend(chainTest, reservation, wallet).catch(() => {});
				return null;
			},
		};
	}

	it('a phase’s limits hold through kill -9 at every call of a purchase', async () => {
		const { chain, solana } = chainTest;
		const dataDir = join(processes.folder, randomUUID());
		const server = createKillableServer(processes, { DATA_DIR: dataDir, SOLANA_RPC_URL: chain.rpcUrl });
		await server.start();
		const creator = await chainTest.wallet('creator', 100n * sol);
		const { saleId } = await beginSale(server, creator, { supply, price: 0.1 });
		const { mintAddress } = await server.anonymous<Sale>('198.51.100.1', 'GET', `/api/sales/${saleId}`);
		await killAtEach({
			server,
			dataDir,
			saleId,
			everybody: await Promise.all(Array.from({ length: buyers }, (_, index) => createBuyer(index))),
			moments: [
				['a wallet asks what rent is', 'getMinimumBalanceForRentExemption'],
				['the node is asked which cluster it is of', 'getGenesisHash'],
				['a wallet reserves', 'getLatestBlockhash'],
				['what it holds is read', 'getBalance'],
				['a signature is tried', 'simulateTransaction'],
				['a signature is written down and sent', 'sendTransaction'],
				['the watcher asks how far the chain is', 'getEpochInfo', 1],
				['the watcher looks for items', 'getMultipleAccounts'],
				['the watcher looks for what made an item', 'getSignaturesForAddress', 1],
				['the watcher asks what that did', 'getTransaction', 1],
			],
			hold: (method) => {
				const before = chain.callCount(method);
				const release = chain.hold(method);
				const asked = () => chain.callCount(method);
				return { held: expect.poll(asked, { timeout: 60_000, interval: 20 }).toBeGreaterThan(before), release };
			},
			count: () => readGroupSize(solana, mintAddress),
		});
	});
});

describe.skipIf(!hasAnvil)('on an EVM chain', () => {
	let node: EvmTestNode;
	beforeAll(async () => {
		node = await startEvmTestNode();
	});
	afterAll(() => node.stop());

	async function createBuyer(index: number): Promise<Buyer> {
		const wallet = await node.createBuyer();
		return {
			address: wallet.address,
			// Every third wallet tells nobody.
			pay: async (reservation) => {
				const hash = await wallet.send(reservation);
				return index % 3 === 0 ? null : [hash];
			},
		};
	}

	it('a phase’s limits hold through kill -9 at every call of a purchase', async () => {
		const dataDir = join(processes.folder, randomUUID());
		const server = createKillableServer(processes, { DATA_DIR: dataDir, SOLANA_CLUSTER: '', ...node.variables });
		await server.start();
		const { saleId, mintAddress } = await beginDrop(server, node.creator, { supply, price: 0.1 });
		await killAtEach({
			server,
			dataDir,
			saleId,
			everybody: await Promise.all(Array.from({ length: buyers }, (_, index) => createBuyer(index))),
			moments: [
				['a wallet asks how far the chain is', 'eth_getBlockByNumber'],
				['the node is asked which chain it is of', 'eth_chainId'],
				['a wallet asks what gas costs', 'eth_gasPrice'],
				['what it holds is read', 'eth_getBalance'],
				['a voucher is signed and tried', 'eth_estimateGas'],
				['the watcher asks what was sold', 'eth_getLogs', 1],
				['the watcher asks what the contract says', 'eth_call', 1],
			],
			hold: node.hold,
			count: () => node.countItems(mintAddress ?? ''),
		});
	});
});
