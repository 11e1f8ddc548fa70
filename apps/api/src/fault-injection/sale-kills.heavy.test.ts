import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SaleChainTest, signAll, signAndSend, sol, startSaleChain } from '@adx/core/sale/sale-testing';
import { auditItems, readGroupAuthority, readGroupSize } from '@adx/core/sale/solana/ledger-testing';
import { createDb } from '@adx/db/client/database';
import { findSale } from '@adx/db/repositories/sale/sales';
import type { Purchase, Reservation, Sale } from '@adx/validators/sale/sales';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import {
	beginSale,
	createKillableServer,
	giveUpFee,
	isOver,
	type KillableServer,
	type Wallet,
} from './sale-kills-testing.ts';

const supply = 300;
const priceLamports = sol / 10n;
const buyersAtOnce = 8;
/** Most that the creator mints to the own wallet in one go. */
const chunkPieces = 25;
/**
 * Each kill: how many items are on the chain by then, which calls are being answered and which are not, and which question
 * of theirs the node holds. More than the buyers together can ask are those of a chunk, and while the creator asks nothing
 * they are the buyers': reading, the watcher asks other questions than they, and it sends nothing that was not sent before.
 */
const kills = [
	{ from: 10, during: 'buyers submit', without: 'creator', method: 'sendTransaction', atLeast: 1 },
	{ from: 50, during: 'creator submit', without: null, method: 'sendTransaction', atLeast: 20 },
	{ from: 100, during: 'buyers reserve', without: 'creator', method: 'getLatestBlockhash', atLeast: 1 },
	{ from: 150, during: 'creator submit', without: null, method: 'simulateTransaction', atLeast: 20 },
	{ from: 200, during: null, without: null, method: 'getTransaction', atLeast: 1 },
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

/** Calls that change something and have no answer yet, by whose they are. */
const underWay = { 'buyers reserve': 0, 'buyers submit': 0, 'creator reserve': 0, 'creator submit': 0 };

/** Everybody who asked for an item, whether they got one or not. */
const tried: Wallet[] = [];

async function during<T>(who: keyof typeof underWay, work: Promise<T>): Promise<T> {
	underWay[who] += 1;
	try {
		return await work;
	} finally {
		underWay[who] -= 1;
	}
}

/** Buys one item with a fresh wallet, as often as it takes; null when everything is sold. */
async function buyOne(server: KillableServer, saleId: string, index: number): Promise<Wallet | null> {
	const wallet = await chainTest.wallet(`buyer ${index}`, sol);
	tried.push(wallet);
	// Another one at each try: where a slow machine lets items lapse, that is nobody's fault.
	let tries = 0;
	let address = '';
	const path = `/api/sales/${saleId}`;
	const read = <T>(url: string) => server.anonymous<T>(address, 'GET', url);
	const call = <T>(step: 'reserve' | 'submit', body: object) =>
		during(`buyers ${step}`, server.anonymous<T>(address, 'POST', `${path}/${step}`, body));
	for (;;) {
		tries += 1;
		address = `203.${tries % 256}.${index >> 8}.${index % 256}`;
		const reserved = await call<Reservation & { reason?: string }>('reserve', {
			walletAddress: wallet.address,
		});
		if (reserved.reason === 'sold_out') return null;
		if (reserved.reservationId === undefined) {
			await sleep(500);
			continue;
		}
		const { reservationId } = reserved;
		// Every fifth wallet sends by itself and tells nobody.
		if (index % 5 === 0) await signAndSend(chainTest, reserved, wallet).catch(() => {});
		else {
			const transactions = await signAll(reserved, wallet);
			await call('submit', { reservationId, transactions });
		}
		let purchase = await read<Purchase>(`${path}/reservations/${reservationId}`);
		for (; !isOver(purchase); await sleep(300)) {
			purchase = await read<Purchase>(`${path}/reservations/${reservationId}`);
		}
		if (purchase.status === 'confirmed') return wallet;
	}
}

/** Mints what is left to the creator's wallet, chunk by chunk. */
async function mintAll(server: KillableServer, saleId: string, creator: Wallet): Promise<void> {
	const { jobId } = server;
	const call = <T>(step: 'reserve' | 'submit', url: string, body: object) =>
		during(`creator ${step}`, server.owner<T>('POST', url, body));
	for (;;) {
		const own = await call<Reservation & { reason?: string }>('reserve', `/api/mint-collection/${jobId}/own`, {
			count: chunkPieces,
		});
		if (own.reason === 'sold_out') return;
		if (own.reservationId === undefined) {
			await sleep(500);
			continue;
		}
		const { reservationId } = own;
		const transactions = await signAll(own, creator);
		await call('submit', `/api/sales/${saleId}/submit`, { reservationId, transactions });
		const look = () => server.owner<Purchase>('GET', `/api/sales/${saleId}/reservations/${reservationId}`);
		for (let purchase = await look(); !isOver(purchase); purchase = await look()) await sleep(500);
		// Buyers get their turn.
		await sleep(2_000);
	}
}

/** Kills the server while the node holds questions of such calls; returns what was under way. */
async function killDuring(server: KillableServer, mintAddress: string, kill: (typeof kills)[number]): Promise<string> {
	const { chain, solana } = chainTest;
	while ((await readGroupSize(solana, mintAddress)) < kill.from) await sleep(100);
	const isUnderWay = () =>
		(kill.during === null || underWay[kill.during] > 0) &&
		(kill.without === null || underWay['creator reserve'] + underWay['creator submit'] === 0);
	for (let tries = 1; tries <= 60; tries++) {
		const before = chain.callCount(kill.method);
		const release = chain.hold(kill.method);
		const held = () => chain.callCount(kill.method) - before;
		for (const deadline = Date.now() + 6_000; Date.now() < deadline; await sleep(10)) {
			if (held() >= kill.atLeast && isUnderWay()) break;
		}
		if (held() >= kill.atLeast && isUnderWay()) {
			const [count, cutOffs] = [held(), server.cutOffCount()];
			const size = await readGroupSize(solana, mintAddress);
			await server.kill();
			release();
			await server.start();
			// Those who were waiting for an answer noticed.
			if (kill.during !== null) expect(server.cutOffCount()).toBeGreaterThan(cutOffs);
			return `${kill.during ?? 'the watcher’s look'}: ${count} × ${kill.method} at ${size} pieces`;
		}
		release();
		await sleep(200);
	}
	throw new Error(`No ${kill.method} of ${kill.during ?? 'the watcher'} was ever under way.`);
}

it('300 items through five kill -9: each sold once, every buyer charged once, the creator paid exactly', async () => {
	const { chain, solana } = chainTest;
	const startedAt = Date.now();
	const dataDir = join(processes.folder, 'killed-sale');
	const server = createKillableServer(processes, { DATA_DIR: dataDir, SOLANA_RPC_URL: chain.rpcUrl });
	await server.start();
	const creator = await chainTest.wallet('creator', 100n * sol);
	const creatorBefore = chain.balance(creator.address);
	const { saleId, collectionLamports } = await beginSale(server, creator, {
		supply,
		price: Number(priceLamports) / Number(sol),
	});
	const { mintAddress } = await server.anonymous<Sale>('198.51.100.1', 'GET', `/api/sales/${saleId}`);
	const authority = (await readGroupAuthority(solana, mintAddress)) ?? '';
	const depositLamports = chain.balance(authority);
	const begunAt = Date.now();

	let bought = 0;
	const wallets: Wallet[] = [];
	const buyer = async () => {
		for (let wallet: Wallet | null = null; ; wallets.push(wallet)) {
			bought += 1;
			wallet = await buyOne(server, saleId, bought);
			if (wallet === null) return;
		}
	};
	const everybody = [mintAll(server, saleId, creator), ...Array.from({ length: buyersAtOnce }, buyer)];
	for (const kill of kills) console.log(`killed during ${await killDuring(server, mintAddress, kill)}`);
	await Promise.all(everybody);
	const phase = async () => (await server.anonymous<Sale>('198.51.100.1', 'GET', `/api/sales/${saleId}`)).phase;
	await expect.poll(phase, { timeout: 60_000, interval: 250 }).toBe('sold_out');
	const isCapFixed = async () =>
		(await server.anonymous<Sale>('198.51.100.1', 'GET', `/api/sales/${saleId}`)).isCapFixed;
	await expect.poll(isCapFixed, { timeout: 60_000, interval: 250 }).toBe(true);
	const merge = await server.owner<{ isMinted: boolean }>('GET', `/api/merge-jobs/${server.jobId}`);
	expect(merge).toMatchObject({ isMinting: false, isMinted: true, contractAddress: mintAddress });
	console.log(`sold out after ${((Date.now() - begunAt) / 1_000).toFixed(0)} s, five restarts included`);
	expect(await server.stop()).toBe(0);

	const { db, destroy } = await createDb({ dataDir });
	const sale = (await findSale(db, saleId))!;
	const pieces = await db
		.selectFrom('salePieces')
		.innerJoin('mergedImages', 'mergedImages.tokenNumber', 'salePieces.tokenNumber')
		.selectAll('salePieces')
		.select('mergedImages.name')
		.orderBy('salePieces.tokenNumber')
		.execute();
	await destroy();
	expect(pieces.filter(({ status, isFinal }) => status === 'minted' && isFinal)).toHaveLength(supply);
	expect(await readGroupSize(solana, mintAddress)).toBe(supply);
	const audited = await auditItems(solana, sale, pieces);
	expect(audited.map(({ memberNumber }) => Number(memberNumber)).toSorted((a, b) => a - b)).toEqual(
		Array.from({ length: supply }, (_, index) => index + 1),
	);
	for (const piece of audited) {
		expect(piece).toMatchObject({ group: mintAddress, supply: 1, isSupplyFixed: true, isHeld: true });
	}
	const costOf = (index: number) => audited[index]!.costLamports;
	const own = pieces.flatMap(({ ownerAddress }, index) => (ownerAddress === creator.address ? [index] : []));
	const sold = pieces.flatMap(({ ownerAddress }, index) => (ownerAddress === creator.address ? [] : [index]));
	expect(sold.map((index) => [pieces[index]!.paidLamports, audited[index]!.creatorLamports])).toEqual(
		sold.map(() => [String(priceLamports), priceLamports]),
	);
	// The sale's row has counted exactly these, through all the kills.
	const soldLamports = priceLamports * BigInt(sold.length);
	expect(sale).toMatchObject({ boughtCount: sold.length, ownCount: own.length, soldLamports: String(soldLamports) });
	const ownLamports = own.reduce((sum, index) => sum + costOf(index), 0n);
	const kept = chain.balance(authority);
	// What the deposit left came back, or stays with its key where a slow machine let the first try lapse.
	expect(chain.balance(creator.address) - creatorBefore + kept).toBe(
		soldLamports - collectionLamports - ownLamports + depositLamports - giveUpFee,
	);
	// A buyer who got nothing paid nothing.
	const lost = tried.filter((wallet) => !wallets.includes(wallet));
	expect(lost.map(({ address }) => chain.balance(address))).toEqual(lost.map(() => sol));
	// One item for each of the others, and nothing else ever left their wallets.
	expect(sold.map((index) => pieces[index]!.ownerAddress).toSorted()).toEqual(
		wallets.map(({ address }) => address).toSorted(),
	);
	expect(sold.map((index) => sol - chain.balance(pieces[index]!.ownerAddress!))).toEqual(
		sold.map((index) => priceLamports + costOf(index)),
	);
	console.log(
		`${sold.length} bought, ${own.length} minted by the creator, ${((Date.now() - startedAt) / 1_000).toFixed(0)} s in all`,
	);
});
