import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type EvmTestNode, hasAnvil, startEvmTestNode } from '@adx/core/sale/evm/evm-node-testing';
import { countChangeable } from '@adx/core/sale/reveal/reveal-audit-testing';
import { readEvmReveal } from '@adx/core/sale/reveal/verify/read-evm-reveal';
import { readSolanaReveal } from '@adx/core/sale/reveal/verify/read-solana-reveal';
import { hasSaleChain, type SaleChainTest, signAll, sol, startSaleChain } from '@adx/core/sale/sale-testing';
import { readGroupAuthority } from '@adx/core/sale/solana/ledger-testing';
import { createDb } from '@adx/db/client/database';
import { createTestDatabase, type TestDatabase } from '@adx/db/testing/database-testing';
import { lockTable } from '@adx/db/testing/fault-testing';
import type { RevealCall } from '@adx/validators/sale/reveal';
import type { Purchase, Reservation, Sale } from '@adx/validators/sale/sales';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import {
	beginDrop,
	beginSale,
	createKillableServer,
	giveUpFee,
	isOver,
	type KillableServer,
} from './sale-kills-testing.ts';
import { expectStored, expectWhole, followReveal, killAtEach } from './sale-reveal-kills-testing.ts';
import { startWaitingNode, uploadMoments, type WaitingNode } from './waiting-ipfs-testing.ts';

const processes = new ProcessPool();
afterEach(() => processes.killAll());
afterAll(() => processes.removeFolder());

/** Rejects where a call does not come, which would otherwise be waited for until the test ends. */
const inTime = (held: Promise<unknown>, moment: string): Promise<unknown> => {
	const { promise, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new Error(`Nothing came to ${moment}.`)), 60_000);
	return Promise.race([held, promise]).finally(() => clearTimeout(timer));
};

describe.skipIf(!hasSaleChain)('a reveal on Solana', () => {
	/** Two transactions name the files of so many, of 5 and of 2. */
	const supply = 7;
	/** A signature each, and 20,000 units for an item at the usual price; 1,000 units for what returns the rest. */
	const [revealFees, returnFee] = [2n * 5_000n + 7n * 200n, 5_010n];
	/** What the node is asked, in this order: while the key gives up its power, for the block, and for each item. */
	const moments = {
		end: ['getAccountInfo', 'getLatestBlockhash', 'sendTransaction'],
		draw: ['getTransaction', 'getSlot', 'getBlocksWithLimit', 'getBlock'],
		reveal: ['getMultipleAccounts', 'getLatestBlockhash', 'getBalance', 'sendTransaction', 'getSignatureStatuses'],
	} as const;
	let chainTest: SaleChainTest;
	let ipfs: WaitingNode;
	beforeAll(async () => {
		chainTest = await startSaleChain({ blockMs: 150 });
		ipfs = await startWaitingNode();
	});
	afterAll(async () => {
		await processes.killAll();
		await chainTest.stop();
		await ipfs.close();
	});

	const hold = (method: string) => {
		const { chain } = chainTest;
		const before = chain.callCount(method);
		const release = chain.hold(method);
		const asked = () => chain.callCount(method);
		return { held: expect.poll(asked, { timeout: 60_000, interval: 20 }).toBeGreaterThan(before), release };
	};

	/** Sells one item to a buyer, and the others to their creator. */
	async function sellOut(
		server: KillableServer,
		saleId: string,
		creator: Awaited<ReturnType<SaleChainTest['wallet']>>,
	) {
		const buyer = await chainTest.wallet('buyer', sol);
		const call = <T>(method: 'GET' | 'POST', path = '', body?: object) =>
			server.anonymous<T>('203.0.113.9', method, `/api/sales/${saleId}${path}`, body);
		const pay = async (reservation: Reservation, wallet: typeof buyer) => {
			const { reservationId } = reservation;
			await call('POST', '/submit', { reservationId, transactions: await signAll(reservation, wallet) });
			const look = () => call<Purchase>('GET', `/reservations/${reservationId}`);
			await expect.poll(async () => isOver(await look()), { timeout: 60_000, interval: 200 }).toBe(true);
			expect((await look()).status).toBe('confirmed');
		};
		await pay(await call<Reservation>('POST', '/reserve', { walletAddress: buyer.address }), buyer);
		const own = `/api/mint-collection/${server.jobId}/own`;
		await pay(await server.owner<Reservation>('POST', own, { count: supply - 1 }), creator);
	}

	it('is done once, whatever call of it kill -9 meets, and takes its fees once', async () => {
		const { chain, solana } = chainTest;
		const dataDir = join(processes.folder, randomUUID());
		const variables = { DATA_DIR: dataDir, SOLANA_RPC_URL: chain.rpcUrl, IPFS_API_URL: ipfs.origin };
		const server = createKillableServer(processes, variables);
		await server.start();
		const creator = await chainTest.wallet('creator', 10n * sol);
		const { saleId } = await beginSale(server, creator, { supply, price: 0.1, reveal: 'delayed' });
		const followed = followReveal(server, saleId);
		await followed.reaches('covered');
		const { mintAddress } = await server.anonymous<Sale>('203.0.113.9', 'GET', `/api/sales/${saleId}`);
		const authority = (await readGroupAuthority(solana, mintAddress)) ?? '';
		const depositLamports = chain.balance(authority);
		await sellOut(server, saleId, creator);
		const before = chain.balance(creator.address);
		await killAtEach(server, [...moments.end, ...moments.draw], hold);
		await followed.reaches('drawn');

		const published = ipfs.sent.length;
		let uploading = ipfs.waitAt(uploadMoments[0]);
		await followed.begin();
		for (const [index, share] of uploadMoments.entries()) {
			await inTime(uploading, `an upload of which ${share * 100} % came`);
			await followed.reaches('preparing');
			await server.kill();
			uploading = ipfs.waitAt(uploadMoments[index + 1] ?? null);
			if (index < uploadMoments.length - 1) await server.start();
		}
		const [first, ...others] = moments.reveal;
		const naming = hold(first);
		await server.start();
		await inTime(naming.held, first);
		await server.kill();
		naming.release();
		await server.start();
		await killAtEach(server, others, hold);
		// What comes after each item has its files: the rest of the deposit.
		const { db: early, destroy: closeEarly } = await stoppedDatabase(server, dataDir);
		const mints = (await early.selectFrom('salePieces').select('mintAddress').execute()).map(
			(item) => item.mintAddress,
		);
		await closeEarly();
		await server.start();
		const changeable = () => countChangeable(solana, mints);
		await expect.poll(changeable, { timeout: 60_000, interval: 50 }).toBe(0);
		const sends = chain.callCount('sendTransaction');
		const release = chain.hold('sendTransaction');
		// Sent already where this machine was slow, or now.
		const isSent = () => chain.callCount('sendTransaction') > sends || chain.balance(authority) === 0n;
		await expect.poll(isSent, { timeout: 60_000, interval: 20 }).toBe(true);
		await server.kill();
		release();
		await server.start();

		const proof = await expectWhole(followed, (claimed) => readSolanaReveal(claimed, chain.rpcUrl));
		// The node keeps each of both once, however often a kill lost its answer.
		expect(ipfs.sent.slice(published)).toHaveLength(2);
		expect(`ipfs://${ipfs.sent.at(-1)}/`).toBe(proof.metadataUri);
		const { db, destroy } = await stoppedDatabase(server, dataDir);
		await expectStored(db, proof);
		const rows = await db
			.selectFrom('saleTransactions')
			.select('status')
			.where('reservationId', 'is', null)
			.where('status', 'in', ['built', 'sent'])
			.execute();
		await destroy();
		expect(rows).toEqual([]);
		expect(chain.balance(authority)).toBe(0n);
		expect(chain.balance(creator.address) - before).toBe(depositLamports - giveUpFee - revealFees - returnFee);
	});
});

async function stoppedDatabase(server: KillableServer, dataDir: string) {
	expect(await server.stop()).toBe(0);
	return createDb({ dataDir });
}

describe.skipIf(!hasAnvil)('a reveal on an EVM chain', () => {
	const supply = 3;
	/** What the node is asked each time that the contract is looked at, and last what each process asks once. */
	const moments = ['eth_getBlockByNumber', 'eth_call', 'eth_chainId'] as const;
	let node: EvmTestNode;
	beforeAll(async () => {
		node = await startEvmTestNode();
	});
	afterAll(async () => {
		await processes.killAll();
		await node.stop();
	});

	/** A covered sale that is sold out, as far as its server knows. */
	async function openSoldOut(server: KillableServer) {
		const { saleId } = await beginDrop(server, node.creator, { supply, price: 0.1, reveal: 'delayed' });
		const buyer = await node.createBuyer();
		const followed = followReveal(server, saleId);
		await followed.reaches('covered');
		const call = <T>(method: 'GET' | 'POST', path = '', body?: object) =>
			server.anonymous<T>('203.0.113.9', method, `/api/sales/${saleId}${path}`, body);
		const order = { walletAddress: buyer.address, count: supply };
		await buyer.send(await call<Reservation>('POST', '/reserve', order));
		const phase = async () => (await call<Sale>('GET')).phase;
		await expect.poll(phase, { timeout: 60_000, interval: 200 }).toBe('sold_out');
		return { followed, send: (next: RevealCall['call']) => buyer.send({ call: next }) };
	}
	const variables = () => ({ SOLANA_CLUSTER: '', ...node.variables });
	const readChain = (proof: Parameters<typeof readEvmReveal>[0]) =>
		readEvmReveal(proof, node.variables.POLYGON_RPC_URL ?? '');

	it('is done once, whatever call of it kill -9 meets', async () => {
		const dataDir = join(processes.folder, randomUUID());
		const server = createKillableServer(processes, { DATA_DIR: dataDir, ...variables() });
		await server.start();
		const { followed, send } = await openSoldOut(server);
		const hold = (method: string) => {
			const { held, release } = node.hold(method);
			return { held: inTime(held, method), release };
		};
		for (const [step, phase] of [
			['end', 'drawing'],
			['draw', 'drawn'],
		] as const) {
			await send(await followed.next(step));
			await killAtEach(server, moments, hold);
			await followed.reaches(phase);
		}
		await followed.begin();
		await server.kill();
		await server.start();
		await followed.reaches('unpublished');
		await followed.publish();
		await server.kill();
		await server.start();
		const call = await followed.next('reveal');
		await send(call);
		await killAtEach(server, moments, hold);
		const proof = await expectWhole(followed, readChain);
		const { db, destroy } = await stoppedDatabase(server, dataDir);
		await expectStored(db, proof);
		await destroy();
	});

	const isPossible = Boolean(process.env.TEST_DATABASE_URL);
	if (!isPossible) console.log('Skipped, since TEST_DATABASE_URL names no PostgreSQL: a reveal at each statement.');

	describe.skipIf(!isPossible)('with a PostgreSQL', () => {
		let database: TestDatabase;
		beforeAll(async () => {
			database = await createTestDatabase();
		});
		afterAll(() => database.destroy());

		/** A statement of the server, by the table that it changes and how it reads. */
		type Statement = readonly [table: string, text: RegExp];
		const change = /^update "sale_reveals" set "(?:chain_step|phase)"/;
		const statements = {
			following: [['sale_reveals', change]],
			beginning: [
				['sale_reveals', change],
				['audit_log', /^insert into "audit_log"/],
			],
			preparing: [
				['sale_pieces', /^\s*update sale_pieces set image_number/],
				['sale_reveals', /^update "sale_reveals" set "progress"/],
			],
			publishing: [['sale_reveals', change]],
			finishing: [
				['sale_reveals', change],
				['sales', /^update "sales" set/],
			],
		} as const satisfies Record<string, readonly Statement[]>;

		it('is done once, and nothing of it by half, whatever statement kill -9 meets', async () => {
			const { db } = database;
			const server = createKillableServer(processes, {
				DATABASE_URL: database.databaseUrl!,
				DATA_DIR: join(processes.folder, randomUUID()),
				...variables(),
			});
			await server.start();
			const { followed, send } = await openSoldOut(server);
			const stored = async () => ({
				phases: await db.selectFrom('saleReveals').select(['phase', 'drawHash', 'metadataRoot']).execute(),
				sales: await db.selectFrom('sales').select(['revealedAt', 'metadataRoot']).execute(),
				audited: await db.selectFrom('auditLog').select('id').where('action', '=', 'sale.reveal').execute(),
			});
			/** Starts the server and kills it while that statement waits, which then is never done. */
			async function killAt([table, text]: Statement, act?: () => Promise<unknown>): Promise<void> {
				const before = await stored();
				const held = await lockTable(db, table);
				await server.start();
				// Its answer never comes.
				const acting = act?.().then(
					() => 'answered',
					() => 'broken off',
				);
				try {
					await expect.poll(held.waiting, { timeout: 60_000 }).toContainEqual(expect.stringMatching(text));
				} finally {
					await server.kill();
					await held.terminateWaiters();
				}
				expect(await stored()).toEqual(before);
				if (acting !== undefined) expect(await acting).toBe('broken off');
			}

			for (const step of ['end', 'draw'] as const) {
				const call = await followed.next(step);
				await server.kill();
				await send(call);
				for (const statement of statements.following) await killAt(statement);
				await server.start();
				await followed.reaches(step === 'end' ? 'drawing' : 'drawn');
			}
			await server.kill();
			const postOnce = (path: string) => () =>
				server.ownerOnce('POST', `/api/mint-collection/${server.jobId}/${path}`, {});
			for (const statement of statements.beginning) await killAt(statement, postOnce('reveal'));
			await server.start();
			const table = await lockTable(db, 'sale_pieces');
			await followed.begin();
			await server.kill();
			await table.terminateWaiters();
			for (const statement of statements.preparing) await killAt(statement);
			await server.start();
			await followed.reaches('unpublished');
			await server.kill();
			for (const statement of statements.publishing) await killAt(statement, postOnce('published'));
			await server.start();
			await followed.publish();
			const call = await followed.next('reveal');
			await server.kill();
			await send(call);
			for (const statement of statements.finishing) await killAt(statement);
			await server.start();
			const proof = await expectWhole(followed, readChain);
			expect(await server.stop()).toBe(0);
			await expectStored(db, proof);
		});
	});
});
