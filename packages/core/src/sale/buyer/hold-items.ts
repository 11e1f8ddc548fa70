import { createHmac, randomUUID } from 'node:crypto';
import type { DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { countItems, type HeldItem, holdFreeItems, listHeldItems } from '@adx/db/repositories/sale/sale-items';
import { countPhaseItems, isOnAllowlist, listSalePhases, lockSalePhase } from '@adx/db/repositories/sale/sale-phases';
import {
	countLapsedReservations,
	countUnsentReservations,
	extendReservation,
	findOpenReservation,
	insertReservation,
	isProofUsed,
	lockOpenReservation,
	proveReservation,
	setItemCount,
} from '@adx/db/repositories/sale/sale-reservations';
import { findSaleTerms } from '@adx/db/repositories/sale/sales';
import type { SalePhaseRow, SaleReservationRow, SaleRow } from '@adx/db/schema/sale-tables';
import {
	lapsedReservationsMax,
	lapsedReservationsOfWalletMax,
	openReservationsMax,
	reservationMaxMs,
	transactionLifetimeMs,
} from '@adx/validators/limits';
import type { RequestContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { toNetwork } from '../../platform/limits/rate-limiter.ts';
import { requireOpenTerms, type SalePrice } from '../sale-state.ts';
import { proofNeeded, requireProof } from './wallet-proof.ts';

/** About how long after its last transaction an item that was not bought is offered again. */
const releasedAfterSeconds = 120;
const hourMs = 3_600_000;

/** What somebody wants of a sale. */
export interface ItemRequest {
	readonly sale: SaleRow;
	readonly kind: SaleReservationRow['kind'];
	readonly walletAddress: string;
	/** At most; fewer where fewer are free. */
	readonly count: number;
	/** The last valid height of the blockhash that the transaction will be signed with; on an EVM chain a Unix second. */
	readonly lastValidBlockHeight: number;
	/** About how long that is. */
	readonly lifetimeMs?: number;
	/** Of the message by which the wallet showed whose it is. */
	readonly proofNonce?: string | undefined;
}

/** Items held for a wallet, in the order in which they are sold. */
export interface HeldItems {
	readonly reservationId: string;
	readonly items: readonly HeldItem[];
	/** What is paid for each. */
	readonly priceLamports: bigint;
	readonly expiresAt: Date;
}

type HoldContext = Pick<RequestContext, 'db' | 'clock' | 'config' | 'secretKey' | 'address'>;

/**
 * Holds the next free items, or what the wallet holds already, until the chain takes no transaction with that blockhash
 * any more. 409 when nothing is free, when what the wallet holds is being bought, as `readSaleTerms`, and beyond the limits of a
 * phase; 429 for a network that holds as much as one may, and for a wallet that has held its item for as long as one may.
 */
export async function holdItems(ctx: HoldContext, wish: ItemRequest): Promise<HeldItems> {
	for (let tries = 1; ; tries++) {
		const held = await transact(ctx.db, async (trx) => (await holdAgain(ctx, trx, wish)) ?? holdNew(ctx, trx, wish));
		if (held !== null) return held;
		// Another tab of the same wallet was quicker; its reservation is there by now, or gone.
		if (tries === 3) throw nothingFree();
	}
}

/** What an item costs the wallet: a reservation keeps its price, unless the sale asks for less by now. */
export function toAskedPrice(
	{ priceLamports }: Pick<SaleRow, 'priceLamports'>,
	open: Pick<SaleReservationRow, 'priceLamports'> | undefined,
): bigint {
	const [asked, reserved] = [BigInt(priceLamports), BigInt(open?.priceLamports ?? priceLamports)];
	return reserved < asked ? reserved : asked;
}

/**
 * The terms of a sale as it is now: it may have been paused, ended or repriced since the call began. 409 where nobody can
 * reserve, and for a wallet that is not on the list of the phase that runs.
 */
export async function readSaleTerms(
	{ db, clock }: Pick<HoldContext, 'db' | 'clock'>,
	{ sale, walletAddress }: Pick<ItemRequest, 'sale' | 'walletAddress'>,
): Promise<SalePrice> {
	const terms = requireOpenTerms(await findSaleTerms(db, sale.id), await listSalePhases(db, sale.id), clock());
	const { phase } = terms;
	if (phase?.hasAllowlist && !(await isOnAllowlist(db, phase.id, walletAddress))) {
		const message = `This wallet is not on the list of the phase ‘${phase.name}’. Nothing was paid.`;
		throw new AppError('CONFLICT', { reason: 'not_on_allowlist', message });
	}
	return terms;
}

/** 409 where a wallet, or all of them, have bought what the phase allows; reliable only while the phase's row is locked. */
async function refuseBeyondLimits(
	trx: DatabaseTransaction,
	phase: SalePhaseRow,
	{ walletAddress, count }: Pick<ItemRequest, 'walletAddress' | 'count'>,
): Promise<void> {
	const { walletLimit, totalLimit } = phase;
	if (walletLimit === null && totalLimit === null) return;
	const { walletCount, totalCount } = await countPhaseItems(trx, phase.id, walletAddress);
	if (walletLimit !== null && walletCount >= walletLimit) {
		const items = walletLimit === 1 ? 'one item' : `${walletLimit} items`;
		const message = `A wallet may buy ${items} in the phase ‘${phase.name}’, and this one has.`;
		throw new AppError('CONFLICT', { reason: 'wallet_limit', message });
	}
	if (totalLimit !== null && totalCount >= totalLimit) {
		const message = `All items of the phase ‘${phase.name}’ are sold or being bought right now.`;
		throw new AppError('CONFLICT', { reason: 'phase_sold_out', message });
	}
	const left = Math.min((walletLimit ?? Infinity) - walletCount, (totalLimit ?? Infinity) - totalCount);
	if (count > left) {
		const message = `${left === 1 ? 'One item' : `${left} items`} can still be bought by this wallet in the phase ‘${phase.name}’. Choose fewer.`;
		throw new AppError('CONFLICT', { reason: 'wallet_limit', message });
	}
}

const phaseOver = () =>
	new AppError('CONFLICT', {
		reason: 'reservation_expired',
		message: 'The phase in which this item was set aside is over. It is offered again in about two minutes.',
	});

async function holdAgain(ctx: HoldContext, trx: DatabaseTransaction, wish: ItemRequest): Promise<HeldItems | null> {
	const { sale, kind, walletAddress, lastValidBlockHeight, lifetimeMs = transactionLifetimeMs } = wish;
	const open = await lockOpenReservation(trx, { saleId: sale.id, kind, walletAddress });
	if (open === undefined) return null;
	const items = await listHeldItems(trx, open.id);
	if (open.status === 'sent' || items.length === 0) {
		const message = 'A purchase of this wallet is under way. Wait until it is confirmed.';
		throw new AppError('CONFLICT', { reason: 'purchase_under_way', message });
	}
	// Before a proof is asked for: once its phase is over, none helps.
	const priceLamports = kind === 'own' ? 0n : await readPriceAgain(ctx, trx, wish, open);
	const isProven = await proveAgain(ctx, trx, wish, open);
	const now = ctx.clock().getTime();
	if (kind === 'buy' && !isProven && now - open.createdAt.getTime() > Math.max(reservationMaxMs, lifetimeMs)) {
		const message = 'This wallet has held its item for long enough; others may have it now. Try again in two minutes.';
		const meta = { retryAfterSeconds: releasedAfterSeconds };
		throw new AppError('LIMIT', { reason: 'too_many_reservations', message, meta });
	}
	const expiresAt = new Date(now + lifetimeMs);
	await extendReservation(trx, open.id, { lastValidBlockHeight, expiresAt, priceLamports: String(priceLamports) });
	return { reservationId: open.id, items, priceLamports, expiresAt };
}

/**
 * Whether the wallet that holds items shows just now whose it is: before, somebody had only named it. 409 where it has to.
 * What is proven is not asked again, since it does not hold for long.
 */
async function proveAgain(
	ctx: HoldContext,
	trx: DatabaseTransaction,
	{ sale, kind, proofNonce }: ItemRequest,
	open: SaleReservationRow,
): Promise<boolean> {
	if (kind === 'own' || open.proofNonce !== null) return false;
	if (proofNonce === undefined) {
		await requireProof(ctx, trx, { saleId: sale.id, count: 0 });
		return false;
	}
	if (await isProofUsed(trx, proofNonce)) throw proofUsed();
	await proveReservation(trx, open.id, proofNonce);
	return true;
}

const proofUsed = () =>
	proofNeeded('What the wallet signed was used for another item. Sign a new message; nothing was paid.');

/** The price of what is held already; 409 where its phase is over. */
async function readPriceAgain(
	ctx: HoldContext,
	trx: DatabaseTransaction,
	wish: ItemRequest,
	open: SaleReservationRow,
): Promise<bigint> {
	const terms = await readSaleTerms({ ...ctx, db: trx }, wish);
	if ((terms.phase?.id ?? null) !== open.phaseId) throw phaseOver();
	return toAskedPrice(terms, open);
}

/** A creator pays rent and fees alone, whatever phase runs. */
const ownTerms: SalePrice = { priceLamports: '0', phase: null };

async function holdNew(ctx: HoldContext, trx: DatabaseTransaction, wish: ItemRequest): Promise<HeldItems | null> {
	const { sale, kind, walletAddress, count, proofNonce } = wish;
	const { lastValidBlockHeight, lifetimeMs = transactionLifetimeMs } = wish;
	const requester = toRequester(ctx);
	if (kind === 'buy') await refuseLapsing(ctx, trx, { requester, walletAddress });
	if (kind === 'buy' && (await countUnsentReservations(trx, requester, sale.cluster)) >= openReservationsMax) {
		const message = `Only ${openReservationsMax} items at a time are set aside for buyers from your network. Sign, or wait two minutes.`;
		const meta = { retryAfterSeconds: releasedAfterSeconds };
		throw new AppError('LIMIT', { reason: 'too_many_reservations', message, meta });
	}
	const terms = kind === 'buy' ? await readSaleTerms({ ...ctx, db: trx }, wish) : ownTerms;
	if (kind === 'buy' && proofNonce === undefined) {
		// Whoever is refused anyway is asked for no signature. Without the lock, which comes after that of the sale.
		if (terms.phase !== null) await refuseBeyondLimits(trx, terms.phase, wish);
		await requireProof(ctx, trx, { saleId: sale.id, count });
	}
	if (proofNonce !== undefined && (await isProofUsed(trx, proofNonce))) {
		// The same call, made twice at once, is one reservation.
		if ((await findOpenReservation(trx, { saleId: sale.id, kind, walletAddress })) === undefined) throw proofUsed();
		return null;
	}
	if (terms.phase !== null) {
		// Others who reserve in it wait: counting alone would let several at once through.
		const locked = await lockSalePhase(trx, terms.phase);
		if (locked === undefined) throw phaseOver();
		await refuseBeyondLimits(trx, locked, wish);
	}
	const { priceLamports } = terms;
	const now = ctx.clock();
	const reservation = {
		id: randomUUID(),
		saleId: sale.id,
		kind,
		walletAddress,
		priceLamports,
		phaseId: terms.phase?.id ?? null,
		pieceCount: count,
		proofNonce: proofNonce ?? null,
		requester,
		lastValidBlockHeight,
		createdAt: now,
		expiresAt: new Date(now.getTime() + lifetimeMs),
	};
	if (!(await insertReservation(trx, reservation))) return null;
	const heldCount = await holdFreeItems(trx, reservation, count);
	if (heldCount === 0) {
		const counts = await countItems(trx, sale.id);
		// One that another transaction is just taking still looks free.
		throw counts.heldCount + counts.freeCount > 0 ? nothingFree() : soldOut();
	}
	if (heldCount < count) await setItemCount(trx, reservation.id, heldCount);
	return {
		reservationId: reservation.id,
		items: await listHeldItems(trx, reservation.id),
		priceLamports: BigInt(priceLamports),
		expiresAt: reservation.expiresAt,
	};
}

/**
 * A buyer who reserves an item and lets it go, again and again, is choosing, or keeps it from others. A wallet is
 * counted with the network alone unless it proved whose it is: otherwise anybody could shut one out.
 */
async function refuseLapsing(
	{ clock }: HoldContext,
	trx: DatabaseTransaction,
	who: Pick<SaleReservationRow, 'requester' | 'walletAddress'>,
): Promise<void> {
	const { count, walletCount } = await countLapsedReservations(trx, who, new Date(clock().getTime() - hourMs));
	if (count < lapsedReservationsMax && walletCount < lapsedReservationsOfWalletMax) return;
	const message =
		'Too many items were set aside for your wallet or for buyers from your network, and not bought. Try again in an hour.';
	throw new AppError('LIMIT', {
		reason: 'too_many_reservations',
		message,
		meta: { retryAfterSeconds: hourMs / 1_000 },
	});
}

/**
 * The network that asks, so that its reservations can be counted without keeping its address. Of IPv6 a /48, since who
 * is given one has 65,536 networks in it.
 */
function toRequester({ secretKey, address }: HoldContext): string {
	const network = toNetwork(address);
	const groups = network.split(':');
	const counted = groups.length === 4 ? groups.slice(0, 3).join(':') : network;
	return createHmac('sha256', secretKey).update(`sale requester ${counted}`).digest('hex');
}

/** 409 for a sale of which every item is minted. */
export const soldOut = () => new AppError('CONFLICT', { reason: 'sold_out', message: 'Sold out.' });

/** 409 for a sale of which every item that is left is held. */
export const nothingFree = () =>
	new AppError('CONFLICT', {
		reason: 'no_piece_free',
		message: 'All items that are left are being bought right now. Try again in a minute.',
	});
