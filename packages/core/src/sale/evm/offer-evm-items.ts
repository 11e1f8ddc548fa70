import { randomUUID } from 'node:crypto';
import { type DropVoucher, toRedeemData, toReservationNumber } from '@adx/contracts/evm/drop/drop-voucher';
import type { DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { insertSaleCall, listReservationCalls } from '@adx/db/repositories/sale/sale-calls';
import { releaseItem } from '@adx/db/repositories/sale/sale-item-outcomes';
import { listHeldItems } from '@adx/db/repositories/sale/sale-items';
import { findOpenReservation, lockReservation, updateReservation } from '@adx/db/repositories/sale/sale-reservations';
import type { Reservation } from '@adx/validators/sale/sales';
import type { Address, Hex } from 'viem';
import type { RequestContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import {
	type HeldItems,
	holdItems,
	type ItemRequest,
	nothingFree,
	readSaleTerms,
	toAskedPrice,
} from '../buyer/hold-items.ts';
import { isOver, saleEnded } from '../sale-state.ts';
import type { CallProblem, EvmSaleChain, UnsignedEvmCall } from './evm-sale-chain.ts';
import { queryEvmSaleChain, requireEvmSaleChain } from './open-sale-chains.ts';
import { toGwei, toWei } from './price-unit.ts';

/** How long a voucher can be redeemed: time to read it, to sign, and for a busy chain to take it. */
export const voucherLifetimeMs = 10 * 60_000;

/**
 * Holds items for a wallet and answers one transaction that mints all of them, which the wallet sends by itself. 409 with a
 * sentence where the node does not answer, the wallet holds too little, nothing is free or the contract refuses.
 */
export async function offerEvmItems(
	ctx: RequestContext,
	wish: Omit<ItemRequest, 'lastValidBlockHeight' | 'lifetimeMs'>,
): Promise<Reservation> {
	const { sale, kind, walletAddress } = wish;
	const chain = requireEvmSaleChain(ctx, sale.cluster);
	const open = await findOpenReservation(ctx.db, { saleId: sale.id, kind, walletAddress });
	const asked = kind === 'own' ? 0n : toAskedPrice(await readSaleTerms(ctx, wish), open);
	const { head, gasPrice } = await queryEvmSaleChain(chain, async (node) => {
		const [block, price, balance] = await Promise.all([
			node.head(),
			node.gasPrice(),
			node.balance(walletAddress as Address),
		]);
		if (balance < toWei(asked) * BigInt(open?.pieceCount ?? wish.count)) throw tooLittle(chain);
		return { head: block, gasPrice: price };
	});
	// What is over by the chain's time is over: its time may be ahead of ours, as the contract's comparison may be.
	if (kind === 'buy' && isOver(sale, head.time)) throw saleEnded();
	const nowMs = Math.max(ctx.clock().getTime(), head.time.getTime());
	const deadline = Math.floor((nowMs + voucherLifetimeMs) / 1_000);
	const held = await holdItems(ctx, { ...wish, lastValidBlockHeight: deadline, lifetimeMs: voucherLifetimeMs });
	const voucher: DropVoucher = {
		buyer: walletAddress as Address,
		price: toWei(held.priceLamports) * BigInt(held.items.length),
		reservation: toReservationNumber(held.reservationId),
		deadline: BigInt(deadline),
		items: held.items.map(({ tokenNumber }) => tokenNumber),
	};
	const contract = sale.mintAddress as Address;
	const data = toRedeemData(voucher, await chain.sign(contract, voucher));
	const call: UnsignedEvmCall = { from: voucher.buyer, to: contract, data, value: voucher.price };
	const gas = await estimate(ctx, chain, { call, held });
	await journal(ctx, held, { data, deadline, saleId: sale.id });
	return {
		reservationId: held.reservationId,
		saleId: sale.id,
		transactions: [],
		call: { chainId: chain.settings.chainId, to: contract, data, valueWei: String(call.value) },
		priceLamports: String(held.priceLamports * BigInt(held.items.length)),
		costLamports: toGwei(gas * gasPrice),
		expiresAt: held.expiresAt.toISOString(),
	};
}

/**
 * The gas that it takes. What the chain refuses is let go at once, since its voucher never left; but not items of which one
 * is sold already, as with a database older than the chain: the watcher finds out whose that is.
 */
async function estimate(
	ctx: RequestContext,
	chain: EvmSaleChain,
	{ call, held }: { readonly call: UnsignedEvmCall; readonly held: HeldItems },
): Promise<bigint> {
	try {
		const estimated = await queryEvmSaleChain(chain, (node) => node.estimate(call));
		if ('gas' in estimated) return estimated.gas;
		throw refused(chain, estimated.problem);
	} catch (error) {
		const isSold = error instanceof AppError && error.reason === 'no_piece_free';
		await transact(ctx.db, (trx) => giveUp(trx, held, { isSold }));
		throw error;
	}
}

/** Ends a reservation of which no voucher was ever given out. */
async function giveUp(
	trx: DatabaseTransaction,
	{ reservationId, items }: HeldItems,
	{ isSold }: { readonly isSold: boolean },
): Promise<void> {
	const reservation = await lockReservation(trx, reservationId);
	if (reservation?.status !== 'reserved') return;
	if ((await listReservationCalls(trx, reservationId)).length > 0) return;
	for (const { tokenNumber } of isSold ? [] : items)
		await releaseItem(trx, { saleId: reservation.saleId, tokenNumber, reservationId });
	await updateReservation(trx, reservationId, { status: 'failed', errorMessage: 'The chain refuses this purchase.' });
}

/** Writes down what was signed before it leaves, while the items are still held; 409 where they were let go meanwhile. */
async function journal(
	{ db, clock }: RequestContext,
	{ reservationId, items }: HeldItems,
	{ data, deadline, saleId }: { readonly data: Hex; readonly deadline: number; readonly saleId: string },
): Promise<void> {
	await transact(db, async (trx) => {
		const reservation = await lockReservation(trx, reservationId);
		const held = new Set((await listHeldItems(trx, reservationId)).map(({ tokenNumber }) => tokenNumber));
		const isHeld = reservation?.status === 'reserved' && items.every(({ tokenNumber }) => held.has(tokenNumber));
		if (!isHeld) throw nothingFree();
		const call = { saleId, reservationId, data, deadline: new Date(deadline * 1_000), createdAt: clock() };
		await insertSaleCall(trx, { id: randomUUID(), ...call });
	});
}

const conflict = (
	reason: 'too_little_coin' | 'sale_paused' | 'sale_ended' | 'transaction_refused' | 'mint_unavailable',
	message: string,
) => new AppError('PRECONDITION', { reason, message });

const tooLittle = ({ settings: { symbol } }: EvmSaleChain) =>
	conflict('too_little_coin', `There is too little ${symbol} in the wallet for price and fee. Nothing was sent.`);

function refused(chain: EvmSaleChain, problem: CallProblem): AppError {
	switch (problem) {
		case 'too_little_coin':
			return tooLittle(chain);
		case 'ItemSold':
			return nothingFree();
		case 'SalePaused':
			return conflict('sale_paused', 'The creator has paused this sale on the chain. Nothing was paid.');
		case 'SaleOver':
			return conflict('sale_ended', 'This sale has ended on the chain. Nothing was paid.');
		case 'WrongSigner':
			return conflict('mint_unavailable', 'The contract of this sale takes no vouchers of this server any more.');
		case 'PaymentFailed':
			return conflict('transaction_refused', 'The creator’s account takes no payments. Nothing was paid.');
		default:
			return conflict('transaction_refused', 'The chain refuses this transaction. Nothing was paid.');
	}
}
