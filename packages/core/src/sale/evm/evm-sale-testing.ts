import {
	type Anvil,
	type ChainClient,
	chainClient,
	startAnvil,
	testAccounts,
	testKeys,
} from '@adx/contracts/evm/anvil-testing';
import { adxDropAbi } from '@adx/contracts/evm/drop/drop-voucher';
import { type RpcProxy, startRpcProxy } from '@adx/contracts/evm/rpc-proxy-testing';
import type { RevealChoice } from '@adx/validators/sale/reveal';
import type { CreatorSale, Purchase, Reservation, ReserveInput, Sale } from '@adx/validators/sale/sales';
import { startSaleInput } from '@adx/validators/sale/sales';
import { type Address, getAddress, type Hex } from 'viem';
import { afterAll, beforeAll } from 'vitest';
import { addFinishedMerge } from '../../merge/merge-testing.ts';
import type { RequestContext } from '../../platform/context.ts';
import { createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { getPurchase } from '../buyer/get-purchase.ts';
import { getSale } from '../buyer/get-sale.ts';
import { reserveItem } from '../buyer/reserve-item.ts';
import { submitReservation } from '../buyer/submit-reservation.ts';
import { confirmPublished } from '../creator/get-creator-sale.ts';
import { startSale } from '../creator/start-sale.ts';
import { list, listing, prepare } from '../creator/start-testing.ts';
import { buildSaleTransaction } from '../solana/build-sale-transaction.ts';
import { submitCollection } from '../solana/submit-collection.ts';
import { createEvmSaleChain, type EvmSaleChain } from './evm-sale-chain.ts';
import { watchEvmSales } from './watch/watch-evm-sales.ts';

// For tests alone: sales on an EVM chain of their own.

/** Blocks, its own included, until a sale counts. */
export const evmSaleConfirmations = 3;

/** A sale on the chain, whose creator is the first of the chain's accounts. */
export interface SellingEvmSale {
	readonly ctx: RequestContext;
	readonly sale: CreatorSale;
	readonly contract: Address;
}

/** A chain and services on it for the tests of one file. */
export interface EvmSaleTest extends Omit<TestServices, 'close'> {
	readonly client: ChainClient;
	readonly chain: EvmSaleChain;
	/** The way on which the services reach the chain. */
	readonly node: RpcProxy;
	/** Starts a sale of a merge, by default of two tokens, and prepares its files. */
	startDrop(
		change?: object,
		supply?: number,
		reveal?: RevealChoice,
	): Promise<{ readonly ctx: RequestContext; readonly sale: CreatorSale }>;
	/** The same, deployed and selling. */
	addDrop(change?: object, supply?: number, reveal?: RevealChoice): Promise<SellingEvmSale>;
	/** Somebody who is not signed in. */
	visitor(address?: string): Promise<RequestContext>;
	reserve(drop: SellingEvmSale, change?: Partial<ReserveInput>): Promise<Reservation>;
	/** Sends what was built as a wallet does, without waiting for a block; returns the hash. */
	send(built: Pick<Reservation, 'call'>, from?: keyof typeof testAccounts): Promise<Hex>;
	submit(reservation: Reservation, hash: Hex): Promise<Purchase>;
	purchaseOf(reservation: Reservation): Promise<Purchase>;
	saleOf(drop: SellingEvmSale): Promise<Sale>;
	/** Looks at the chain as the watcher does, once so many blocks were made. */
	lookAfter(blocks: number): Promise<void>;
	ownerOf(drop: SellingEvmSale, item: number): Promise<string>;
}

/** Starts a chain, whose blocks are made by `lookAfter` alone, and services before the tests of the file that calls this. */
export function useEvmSaleChain(): EvmSaleTest {
	let anvil: Anvil;
	let services: TestServices;
	let client: ChainClient;
	let chain: EvmSaleChain;
	let node: RpcProxy;
	beforeAll(async () => {
		anvil = await startAnvil({ chainId: 137 });
		client = chainClient(anvil);
		await client.setAutomine(false);
		node = await startRpcProxy(anvil.rpcUrl);
		chain = createEvmSaleChain(
			{
				chain: 'polygon',
				chainId: 137,
				symbol: 'POL',
				rpcUrl: node.origin,
				publicRpcUrl: null,
				explorerUrl: 'https://explorer.example',
				confirmations: evmSaleConfirmations,
			},
			testKeys.signer,
		);
		services = await createTestServices({}, { evmSaleChains: new Map([['polygon', chain]]) });
	});
	afterAll(async () => {
		await services?.close();
		await node?.close();
		await anvil?.stop();
	});
	const visitor = async (address = '203.0.113.1') => ({ ...(await services.contextOf(null)), address });
	const lookAfter = async (blocks: number) => {
		if (blocks > 0) await client.mine({ blocks });
		await watchEvmSales(services.services, chain, new AbortController().signal);
	};
	const send: EvmSaleTest['send'] = ({ call }, from = 'buyer') => {
		if (call === null) throw new Error('Nothing is to be sent.');
		const { to, data, valueWei } = call as { to: Address; data: Hex; valueWei: string };
		const transaction = { account: testAccounts[from], to, data, value: BigInt(valueWei), gas: 4_000_000n };
		return client.sendTransaction(transaction);
	};
	const startDrop: EvmSaleTest['startDrop'] = async (change = {}, supply = 2, reveal = 'at_once') => {
		const ctx = await services.contextOf();
		const jobId = await addFinishedMerge(ctx, ctx.actor!.userId, { supply });
		await list(ctx, jobId, { ...listing, ...change });
		const walletAddress = testAccounts.admin.address.toLowerCase();
		const started = await startSale(ctx, startSaleInput.parse({ jobId, walletAddress, network: 'polygon', reveal }));
		return { ctx, sale: await prepare(ctx, started) };
	};
	return {
		get client() {
			return client;
		},
		get chain() {
			return chain;
		},
		get node() {
			return node;
		},
		get services() {
			return services.services;
		},
		get files() {
			return services.files;
		},
		contextOf: (...parameters) => services.contextOf(...parameters),
		clear: () => services.clear(),
		makeFolder: () => services.makeFolder(),
		visitor,
		startDrop,
		addDrop: async (change, supply, reveal) => {
			const { ctx, sale } = await startDrop(change, supply, reveal);
			const { jobId } = sale;
			const hash = await send(await buildSaleTransaction(ctx, { jobId }), 'admin');
			await submitCollection(ctx, { jobId, transaction: hash });
			await lookAfter(evmSaleConfirmations);
			const selling = await confirmPublished(ctx, { jobId });
			return { ctx, sale: selling, contract: getAddress(selling.mintAddress ?? '') };
		},
		reserve: async ({ sale }, change) =>
			reserveItem(await visitor(), { saleId: sale.saleId, walletAddress: testAccounts.buyer.address, ...change }),
		send,
		submit: async ({ saleId, reservationId }, hash) =>
			submitReservation(await visitor(), { saleId, reservationId, transactions: [hash] }),
		purchaseOf: async ({ saleId, reservationId }) => getPurchase(await visitor(), { saleId, reservationId }),
		saleOf: async ({ sale: { saleId } }) => getSale(await visitor(), { saleId }),
		lookAfter,
		ownerOf: ({ contract: address }, item) =>
			client.readContract({ address, abi: adxDropAbi, functionName: 'ownerOf', args: [BigInt(item)] }),
	};
}
