import { randomUUID } from 'node:crypto';
import { buildCollectionTransaction } from '@adx/contracts/solana/collection-transaction';
import { readLifetime } from '@adx/contracts/solana/read-chain';
import { deriveAddress, itemLabel } from '@adx/contracts/solana/sale-keys';
import { sendTransaction } from '@adx/contracts/solana/send-transaction';
import { readSigned } from '@adx/contracts/solana/signed-transaction';
import {
	hasLitesvm,
	type SolanaTestChain,
	type SolanaTestOptions,
	startSolana,
} from '@adx/contracts/solana/solana-testing';
import { createTestWallet, type TestWallet } from '@adx/contracts/solana/wallet-testing';
import { transact } from '@adx/db/client/transact';
import { insertSaleItems } from '@adx/db/repositories/sale/sale-items';
import { completeSalePreparation } from '@adx/db/repositories/sale/sale-preparations';
import { insertSaleTransactions, recordSent } from '@adx/db/repositories/sale/sale-transactions';
import { findSale, insertSale, recordCollectionSent } from '@adx/db/repositories/sale/sales';
import type { SaleItemRow, SaleReservationRow, SaleRow, SaleTransactionRow } from '@adx/db/schema/sale-tables';
import type { Purchase, Reservation, Sale } from '@adx/validators/sale/sales';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { contextOfUser, createMergeRequest, uploadImages, waitForMerge } from '../merge/merge-testing.ts';
import { mergeJob } from '../merge/run/merge-job.ts';
import { startMerge } from '../merge/start-merge.ts';
import type { RequestContext, Services } from '../platform/context.ts';
import { createTestServices, type TestServices } from '../platform/services-testing.ts';
import { getPurchase } from './buyer/get-purchase.ts';
import { getSale } from './buyer/get-sale.ts';
import { reserveItem } from './buyer/reserve-item.ts';
import { submitReservation } from './buyer/submit-reservation.ts';
import { createSaleSecret, encryptSaleSecret, saleOrder } from './sale-secret.ts';
import { toNewTransaction } from './solana/new-transaction.ts';
import type { Solana } from './solana/open-solana.ts';
import { openSolana } from './solana/open-solana.ts';
import { toCollectionMetadata } from './solana/token-metadata.ts';
import { watchSolanaSales } from './solana/watch/watch-solana-sales.ts';

// For tests alone: a chain of their own, and sales on it without the work that precedes one.

/** Whether this machine can run a chain. */
export const hasSaleChain: boolean = hasLitesvm;

/** Lamports of a SOL. */
export const sol = 1_000_000_000n;
/** Blocks until what is in the next one can no longer be taken back. */
export const finalBlocks = 34;

export interface SaleChainTest {
	readonly chain: SolanaTestChain;
	readonly solana: Solana;
	/** A wallet of that name with so many lamports. */
	wallet(name: string, lamports?: bigint): Promise<TestWallet>;
	stop(): Promise<void>;
}

/** Starts a chain; by default blocks are made by `mine` alone. */
export async function startSaleChain(options: SolanaTestOptions = {}): Promise<SaleChainTest> {
	const chain = await startSolana(options);
	const settings = {
		cluster: 'localnet',
		rpcUrl: chain.rpcUrl,
		explorerUrl: 'https://explorer.example',
		microLamportsPerUnit: 10_000,
	} as const;
	return {
		chain,
		solana: openSolana(settings),
		wallet: async (name, lamports = 10n * sol) => {
			const wallet = await createTestWallet(`${name} ${randomUUID()}`);
			if (lamports > 0n) chain.airdrop(wallet.address, lamports);
			return wallet;
		},
		stop: () => chain.stop(),
	};
}

/** A chain and services on it for the tests of one file, with what they do again and again. */
export interface SaleTest extends Omit<SaleChainTest, 'stop'>, Omit<TestServices, 'close'> {
	/** Adds the sale of a new creator. */
	addSale(supply: number, priceLamports?: bigint): Promise<SellingSale>;
	/** Somebody at that address who is not signed in. */
	visitor(address?: string): Promise<RequestContext>;
	reserveFor(selling: SellingSale, wallet: TestWallet, address?: string): Promise<Reservation>;
	/** Signs a visitor's reservation and submits it. */
	submit(reservation: Reservation, wallet: TestWallet): Promise<Purchase>;
	purchaseOf(reservation: Reservation): Promise<Purchase>;
	saleOf(selling: SellingSale): Promise<Sale>;
	/** Lamports of a wallet in the newest block. */
	balance(wallet: Pick<TestWallet, 'address'>): bigint;
	/** Looks at the chain as the watcher does. */
	look(): Promise<void>;
	/** The same, once so many blocks more were made. */
	lookAfter(blocks: number): Promise<void>;
	/** Everything that the watcher may write. */
	rows(): Promise<{
		readonly sales: SaleRow[];
		readonly items: SaleItemRow[];
		readonly reservations: SaleReservationRow[];
		readonly transactions: SaleTransactionRow[];
	}>;
}

/**
 * Starts a chain and services before the tests of the file that calls this, ends them after, and takes the chain's faults
 * back after each. Where there is no chain, nothing of what is returned may be touched.
 */
export function useSaleChain(options: SolanaTestOptions = {}): SaleTest {
	let chainTest: SaleChainTest;
	let takeOutagesBack: () => Promise<void>;
	let services: TestServices;
	beforeAll(async () => {
		if (!hasSaleChain) return;
		const started = await startSaleChain(options);
		const noted = notingOutages(started.chain);
		chainTest = { ...started, chain: noted.chain };
		takeOutagesBack = noted.takeBack;
		services = await createTestServices({}, { solana: chainTest.solana });
	});
	afterEach(async () => {
		if (!hasSaleChain) return;
		chainTest.chain.dropSends(0);
		chainTest.chain.delaySends(0);
		chainTest.chain.lag(0);
		await takeOutagesBack();
	});
	afterAll(async () => {
		await services?.close();
		await chainTest?.stop();
	});
	return {
		...createActions(
			() => chainTest,
			() => services,
		),
		get chain() {
			return chainTest.chain;
		},
		get solana() {
			return chainTest.solana;
		},
		get services() {
			return services.services;
		},
		wallet: (...parameters) => chainTest.wallet(...parameters),
		contextOf: (...parameters) => services.contextOf(...parameters),
		clear: () => services.clear(),
		get files() {
			return services.files;
		},
		makeFolder: () => services.makeFolder(),
	};
}

/** The chain, and what lets its calls go and puts it up again where a test failed in between. */
function notingOutages(chain: SolanaTestChain): {
	readonly chain: SolanaTestChain;
	readonly takeBack: () => Promise<void>;
} {
	const releases: (() => void)[] = [];
	let isDown = false;
	const noted: SolanaTestChain = {
		...chain,
		hold: (method) => {
			const release = chain.hold(method);
			releases.push(release);
			return release;
		},
		down: async () => {
			isDown = true;
			await chain.down();
		},
		up: async () => {
			await chain.up();
			isDown = false;
		},
	};
	return {
		chain: noted,
		takeBack: async () => {
			for (const release of releases.splice(0)) release();
			if (isDown) await noted.up();
		},
	};
}

function createActions(
	chainTest: () => SaleChainTest,
	test: () => TestServices,
): Omit<SaleTest, keyof SaleChainTest | keyof TestServices> {
	const visitor = async (address = '203.0.113.1') => ({ ...(await test().contextOf(null)), address });
	const lookNow = () => pollChain(test().services, chainTest());
	return {
		visitor,
		addSale: async (supply, priceLamports) => {
			const ownerId = (await test().contextOf()).actor?.userId ?? '';
			return addSellingSale(test().services, chainTest(), {
				ownerId,
				supply,
				...(priceLamports !== undefined && { priceLamports }),
			});
		},
		reserveFor: async ({ sale }, wallet, address) =>
			reserveItem(await visitor(address), { saleId: sale.id, walletAddress: wallet.address }),
		submit: async (reservation, wallet) => signAndSubmit(await visitor(), reservation, wallet),
		purchaseOf: async ({ saleId, reservationId }) => getPurchase(await visitor(), { saleId, reservationId }),
		saleOf: async ({ sale }) => getSale(await visitor(), { saleId: sale.id }),
		balance: ({ address }) => chainTest().chain.balance(address),
		look: lookNow,
		lookAfter: (blocks) => {
			chainTest().chain.mine(blocks);
			return lookNow();
		},
		rows: async () => {
			const { db } = test().services;
			return {
				sales: await db.selectFrom('sales').selectAll().orderBy('id').execute(),
				items: await db.selectFrom('salePieces').selectAll().orderBy('saleId').orderBy('position').execute(),
				reservations: await db.selectFrom('saleReservations').selectAll().orderBy('id').execute(),
				transactions: await db.selectFrom('saleTransactions').selectAll().orderBy('id').execute(),
			};
		},
	};
}

export interface SellingSale {
	readonly sale: SaleRow;
	readonly ownerId: string;
	readonly creator: TestWallet;
	/** The sale's row as it is now. */
	read(): Promise<SaleRow>;
}

/** A merge of that many small pictures whose sale is selling on the chain, by default at a tenth of a SOL. */
export async function addSellingSale(
	services: Services,
	test: Omit<SaleChainTest, 'stop'>,
	{
		ownerId,
		supply = 3,
		priceLamports = sol / 10n,
	}: { readonly ownerId: string; readonly supply?: number; readonly priceLamports?: bigint },
): Promise<SellingSale> {
	const mergeJobId = await addMergeOf(services, ownerId, supply);
	const creator = await test.wallet('creator');
	const secret = createSaleSecret();
	const id = randomUUID();
	const facts = {
		cluster: 'localnet',
		walletAddress: creator.address,
		name: 'Winter Court',
		symbol: 'WIN',
		description: 'Elves of the north.',
		royaltyBasisPoints: 500,
		isDelayed: false,
	};
	await insertSale(services.db, {
		...facts,
		id,
		mergeJobId,
		ownerId,
		priceLamports: String(priceLamports),
		supply,
		sealedSecret: encryptSaleSecret(services.secretKey, id, secret),
		mintAddress: await deriveAddress(secret, 'collection'),
		createdAt: services.clock(),
	});
	const items = saleOrder(secret, supply).map(async (tokenNumber, position) => ({
		tokenNumber,
		position,
		mintAddress: await deriveAddress(secret, itemLabel(tokenNumber)),
	}));
	await insertSaleItems(services.db, id, await Promise.all(items));
	const roots = { metadataRoot: `bafybei${'m'.repeat(52)}`, imagesRoot: `bafybei${'i'.repeat(52)}` };
	await completeSalePreparation(services.db, { id, ...facts }, { ...roots, published: true });
	const read = async () => (await findSale(services.db, id)) as SaleRow;
	await putOnChain(services, test, { sale: await read(), secret, creator });
	const sale = await read();
	if (sale.phase !== 'selling') throw new Error(`The sale is ${sale.phase}.`);
	return { sale, ownerId, creator, read };
}

async function addMergeOf(services: Services, ownerId: string, supply: number): Promise<string> {
	const ctx = contextOfUser(services, ownerId);
	const numbers = Array.from({ length: supply }, (_, index) => index + 1);
	const { jobId } = await startMerge(ctx, await createMergeRequest(ctx, { Court: await uploadImages(ctx, numbers) }));
	await mergeJob.run(services, { jobId, slot: 0 }, new AbortController().signal);
	const { status } = await waitForMerge(ctx, jobId);
	if (status !== 'completed') throw new Error('The merge failed.');
	return jobId;
}

async function putOnChain(
	services: Services,
	{ chain, solana }: Pick<SaleChainTest, 'chain' | 'solana'>,
	{ sale, secret, creator }: { readonly sale: SaleRow; readonly secret: Uint8Array; readonly creator: TestWallet },
): Promise<void> {
	const order = { ...toCollectionMetadata(sale, null), maxSize: sale.supply, creator: creator.address, secret };
	const built = await buildCollectionTransaction(order, await readLifetime(solana));
	const signed = await readSigned(await creator.sign(built.wire), built.message);
	await transact(services.db, async (trx) => {
		const row = toNewTransaction(sale.id, built, services.clock());
		await insertSaleTransactions(trx, [row]);
		await recordSent(trx, row.id, { ...signed, now: services.clock() });
		await recordCollectionSent(trx, sale.id);
	});
	await sendTransaction(solana, signed);
	chain.mine(finalBlocks);
	await watchSolanaSales(services, solana, new AbortController().signal);
}

/** The node, some of whose methods answer otherwise. */
export function withResponses(solana: Solana, methods: Readonly<Record<string, unknown>>): Solana {
	const { rpc } = solana;
	return { ...solana, rpc: new Proxy(rpc, { get: (_, name: string) => methods[name] ?? Reflect.get(rpc, name) }) };
}

/** Looks at the chain as the watcher does. */
export const pollChain = (services: Services, { solana }: Pick<SaleChainTest, 'solana'>): Promise<void> =>
	watchSolanaSales(services, solana, new AbortController().signal);

/** Lamports that a reservation takes of its buyer: its price, its rents and its fees. */
export const getTotalCost = ({ priceLamports, costLamports }: Reservation): bigint =>
	BigInt(priceLamports) + BigInt(costLamports);

/** What a wallet sends back of a reservation. */
export const signAll = ({ transactions }: Reservation, wallet: TestWallet): Promise<string[]> =>
	Promise.all(transactions.map(async (wire) => Buffer.from(await wallet.sign(wire)).toString('base64')));

/** Signs a reservation and submits it. */
export async function signAndSubmit(
	ctx: RequestContext,
	reservation: Reservation,
	wallet: TestWallet,
): Promise<Purchase> {
	const { saleId, reservationId } = reservation;
	return submitReservation(ctx, { saleId, reservationId, transactions: await signAll(reservation, wallet) });
}

/** Signs a reservation and sends it past the server, as wallets can. */
export async function signAndSend(
	{ solana }: Pick<SaleChainTest, 'solana'>,
	reservation: Reservation,
	wallet: TestWallet,
): Promise<void> {
	for (const wire of await signAll(reservation, wallet)) await sendTransaction(solana, { wire });
}
