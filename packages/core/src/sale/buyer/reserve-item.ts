import type { TransactionLifetime } from '@adx/contracts/solana/build-transaction';
import { transact } from '@adx/db/client/transact';
import { countItems, hasFreeItem, isItemAddress, listHeldItems } from '@adx/db/repositories/sale/sale-items';
import { findOpenReservation, lockReservation } from '@adx/db/repositories/sale/sale-reservations';
import { insertSaleTransactions, type NewSaleTransaction } from '@adx/db/repositories/sale/sale-transactions';
import type { Reservation, ReserveInput } from '@adx/validators/sale/sales';
import type { RequestContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { toItemName } from '../reveal/covered-items.ts';
import { checkSaleWallet, isEvmSale } from '../sale-network.ts';
import { decryptSaleSecret } from '../sale-secret.ts';
import { toNewTransaction } from '../solana/new-transaction.ts';
import type { Solana } from '../solana/open-solana.ts';
import { formatSol, insufficientSol, querySolana, requireSolanaForSale } from '../solana/solana.ts';
import { getLongestMetadata, toItemMetadata } from '../solana/token-metadata.ts';
import { requireOpenSale } from './get-sale.ts';
import {
	type HeldItems,
	holdItems,
	type ItemRequest,
	nothingFree,
	readSaleTerms,
	soldOut,
	toAskedPrice,
} from './hold-items.ts';
import { checkWalletProof } from './wallet-proof.ts';

/**
 * Holds the next item for a wallet and answers the transaction that buys it, for the wallet to sign. Asking again gives
 * the same item with a fresh transaction, at the price that it had or a lower one. 409 `sale_upcoming`,
 * `sale_paused` and `sale_ended`, for a wallet that may buy no more, or not at all, in the phase that runs, and
 * `proof_needed` for one that has to show first whose it is.
 */
export async function reserveItem(ctx: RequestContext, input: ReserveInput): Promise<Reservation> {
	const { saleId, count = 1 } = input;
	await ctx.saleLimiters.reservations.begin('sales.reserve', ctx.address);
	const sale = await requireOpenSale(ctx, saleId);
	const walletAddress = await checkSaleWallet(sale, input.walletAddress);
	if (sale.phase === 'sold_out') throw soldOut();
	// What somebody pays to oneself is not a sale, and would count as one.
	if (walletAddress === sale.walletAddress) {
		const message =
			'This wallet is the one that is paid. Its owner mints items on the merger page, with ‘Mint all to me’ in the window ‘Mint & List on Marketplace’.';
		throw new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { walletAddress: message } } });
	}
	if (count > 1 && !isEvmSale(sale)) {
		const message = 'On Solana each item is bought by itself.';
		throw new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { count: message } } });
	}
	const { proof } = input;
	const proofNonce = proof && (await checkWalletProof(ctx, { sale, walletAddress }, proof));
	return offerItems(ctx, { sale, kind: 'buy', walletAddress, count, proofNonce });
}

type OfferRequest = Omit<ItemRequest, 'lastValidBlockHeight' | 'lifetimeMs'>;

/**
 * Holds items for a wallet and answers one transaction for each, which lacks the wallet's signature alone. 409 with a
 * sentence where the node does not answer, the wallet holds too little, or nothing is free.
 */
export async function offerItems(ctx: RequestContext, wish: OfferRequest): Promise<Reservation> {
	const { sale, kind } = wish;
	await refuseFull(ctx, wish);
	if (isEvmSale(sale)) return (await import('../evm/offer-evm-items.ts')).offerEvmItems(ctx, wish);
	const solana = requireSolanaForSale(ctx, sale);
	const secret = decryptSaleSecret(ctx.secretKey, sale);
	await refuseOwnAddress(ctx, wish, secret);
	const open = await findOpenReservation(ctx.db, { saleId: sale.id, kind, walletAddress: wish.walletAddress });
	const asked = kind === 'own' ? 0n : toAskedPrice(await readSaleTerms(ctx, wish), open);
	const lifetime = await querySolana(readChecked(solana, wish, asked));
	const lastValidBlockHeight = Number(lifetime.lastValidBlockHeight);
	const held = await holdItems(ctx, { ...wish, lastValidBlockHeight });
	await querySolana(refuseMinted(solana, held));
	const built = await buildAll({ wish, held, lifetime, secret });
	// Before anything leaves: whatever is signed with a key of the sale can be found again.
	await journal(
		ctx,
		held,
		built.map((transaction, index) => {
			const tokenNumber = held.items[index]?.tokenNumber ?? null;
			return toNewTransaction(sale.id, transaction, ctx.clock(), { reservationId: held.reservationId, tokenNumber });
		}),
	);
	return {
		reservationId: held.reservationId,
		saleId: sale.id,
		transactions: built.map(({ wire }) => wire),
		call: null,
		priceLamports: String(held.priceLamports * BigInt(built.length)),
		costLamports: String(built.reduce((sum, { costLamports }) => sum + costLamports, 0n)),
		expiresAt: held.expiresAt.toISOString(),
	};
}

/** Writes down what was built, while the items are still held; 409 where they were let go meanwhile. */
async function journal(
	{ db }: RequestContext,
	{ reservationId, items }: HeldItems,
	rows: readonly NewSaleTransaction[],
): Promise<void> {
	await transact(db, async (trx) => {
		const reservation = await lockReservation(trx, reservationId);
		const held = new Set((await listHeldItems(trx, reservationId)).map(({ tokenNumber }) => tokenNumber));
		const isHeld = reservation?.status === 'reserved' && items.every(({ tokenNumber }) => held.has(tokenNumber));
		if (!isHeld) throw nothingFree();
		await insertSaleTransactions(trx, rows);
	});
}

/** Before the node is asked anything: 409 where nothing is free, and the wallet holds nothing either. */
async function refuseFull({ db }: RequestContext, { sale, kind, walletAddress }: OfferRequest): Promise<void> {
	if (await hasFreeItem(db, sale.id)) return;
	if ((await findOpenReservation(db, { saleId: sale.id, kind, walletAddress })) !== undefined) return;
	throw (await countItems(db, sale.id)).heldCount > 0 ? nothingFree() : soldOut();
}

/** 400 for the addresses of the sale itself, whose keys are ours: no transaction names one of them twice. */
async function refuseOwnAddress(
	{ db }: RequestContext,
	{ sale, walletAddress }: OfferRequest,
	secret: Uint8Array,
): Promise<void> {
	const { deriveAddress } = await import('@adx/contracts/solana/sale-keys');
	const isOurs =
		walletAddress === sale.mintAddress ||
		walletAddress === (await deriveAddress(secret, 'authority')) ||
		(await isItemAddress(db, walletAddress));
	if (!isOurs) return;
	const message = 'This is an address of the collection itself. Use a wallet.';
	throw new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { walletAddress: message } } });
}

/** What the transactions need to know of the chain, once the wallet is seen to hold enough for them. */
async function readChecked(
	solana: Solana,
	{ sale, walletAddress, count }: OfferRequest,
	price: bigint,
): Promise<TransactionLifetime> {
	const [{ readBalance, readLifetime }, { computeItemCost }] = await Promise.all([
		import('@adx/contracts/solana/read-chain'),
		import('@adx/contracts/solana/cost'),
	]);
	await solana.checkCluster();
	const [lifetime, balance] = await Promise.all([readLifetime(solana), readBalance(solana, walletAddress)]);
	const longest = getLongestMetadata(sale);
	const { totalLamports, walletMinimumLamports } = computeItemCost(lifetime, longest);
	const cost = (price + totalLamports) * BigInt(count);
	if (balance < cost + walletMinimumLamports) throw insufficientSol(cost, walletMinimumLamports, balance);
	// The chain keeps no wallet below its minimum, which a small price alone does not fill.
	if (price > 0n && price < walletMinimumLamports) {
		const paid = await readBalance(solana, sale.walletAddress);
		if (paid + price < walletMinimumLamports) throw creatorTooPoor(walletMinimumLamports);
	}
	return lifetime;
}

const creatorTooPoor = (minimum: bigint) =>
	new AppError('PRECONDITION', {
		reason: 'transaction_refused',
		message: `The creator’s wallet is empty, and Solana lets none begin with less than ${formatSol(minimum)} SOL. Nothing can be bought until its owner puts SOL into it.`,
	});

/**
 * 409 for an item that is on the chain already, as with a database older than the chain: the watcher finds out whose it
 * is. An item on offer can therefore only be changed by those to whom it is offered.
 */
async function refuseMinted(solana: Solana, { items }: HeldItems): Promise<void> {
	const { readMints, readPosition } = await import('../solana/read-chain.ts');
	const options = { commitment: 'confirmed', signal: AbortSignal.timeout(solana.timeoutMs) } as const;
	const place = await readPosition(solana, options);
	const addresses = items.map(({ mintAddress }) => mintAddress);
	if ((await readMints(solana, addresses, { ...options, place })).minted.size > 0) throw nothingFree();
}

async function buildAll({
	wish: { sale, walletAddress },
	held,
	lifetime,
	secret,
}: {
	readonly wish: OfferRequest;
	readonly held: HeldItems;
	readonly lifetime: TransactionLifetime;
	readonly secret: Uint8Array;
}) {
	const { buildItemTransaction } = await import('@adx/contracts/solana/item-transaction');
	const order = {
		collectionMint: sale.mintAddress,
		secret,
		buyer: walletAddress,
		creator: sale.walletAddress,
		priceLamports: held.priceLamports,
	};
	return Promise.all(
		held.items.map((item) => {
			const { tokenNumber } = item;
			const metadata = toItemMetadata(sale, { tokenNumber, name: toItemName(sale, item) });
			return buildItemTransaction({ ...order, ...metadata, tokenNumber, isCovered: sale.isDelayed }, lifetime);
		}),
	);
}
