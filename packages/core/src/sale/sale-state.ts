import { createHash } from 'node:crypto';
import type { SaleOpenness } from '@adx/db/repositories/sale/sales';
import type { SalePhaseRow, SaleRow } from '@adx/db/schema/sale-tables';
import { findActivePhase, findNextPhase, type SalePhaseOutput } from '@adx/validators/sale/phases';
import type { SaleState } from '@adx/validators/sale/sales';
import { AppError } from '../platform/errors.ts';
import { toSol } from './creator/listing-facts.ts';
import { isEvmSale } from './sale-network.ts';

type SaleFacts = SaleOpenness & Pick<SaleRow, 'phase'>;

/** What a buyer finds of a sale whose collection is confirmed. */
export function getSaleState(
	{ phase, pausedAt, closedAt, chainState, startsAt, endsAt }: SaleFacts,
	phases: readonly SalePhaseRow[],
	now: Date,
): SaleState {
	if (phase === 'sold_out') return 'sold_out';
	if (closedAt !== null || chainState === 'ended' || isOver({ endsAt }, now)) return 'ended';
	if (pausedAt !== null || chainState === 'paused') return 'paused';
	if (startsAt !== null && startsAt > now) return 'upcoming';
	if (phases.length === 0 || findActivePhase(phases, now) !== undefined) return 'selling';
	return findNextPhase(phases, now) === undefined ? 'ended' : 'upcoming';
}

/** Whether the end that its creator set has come. */
export const isOver = ({ endsAt }: Pick<SaleRow, 'endsAt'>, now: Date): boolean => endsAt !== null && endsAt <= now;

/** Whether the chain itself lets nobody make more items: a contract never does, a group once nobody has power over it. */
export const isCapFixed = (sale: Pick<SaleRow, 'cluster' | 'capFixedAt'>): boolean =>
	isEvmSale(sale) || sale.capFixedAt !== null;

/** What an item costs whoever reserves it, and in which phase. */
export interface SalePrice {
	readonly priceLamports: string;
	/** Null for a sale without phases. */
	readonly phase: SalePhaseRow | null;
}

/** The terms at which anybody can reserve an item; 409 with a sentence where nobody can. */
export function requireOpenTerms(
	sale: SaleOpenness & Pick<SaleRow, 'priceLamports'>,
	phases: readonly SalePhaseRow[],
	now: Date,
): SalePrice {
	const state = getSaleState({ ...sale, phase: 'selling' }, phases, now);
	if (state === 'upcoming') throw notStarted(sale, phases, now);
	if (state !== 'selling') throw refusals[state]();
	const phase = findActivePhase(phases, now) ?? null;
	return { priceLamports: phase?.priceLamports ?? sale.priceLamports, phase };
}

/** What the page of a sale says an item costs: now, or once the next phase begins. */
export const toShownPrice = (
	sale: Pick<SaleRow, 'priceLamports'>,
	phases: readonly SalePhaseRow[],
	now: Date,
): string => (findActivePhase(phases, now) ?? findNextPhase(phases, now) ?? phases.at(-1) ?? sale).priceLamports;

/** 409 `sale_ended` for a sale that takes no more buyers. */
export const saleEnded = () => new AppError('CONFLICT', { reason: 'sale_ended', message: 'This sale has ended.' });

const conflict = (reason: 'sale_paused' | 'sale_upcoming', message: string) =>
	new AppError('CONFLICT', { reason, message });

const refusals = {
	sold_out: saleEnded,
	ended: saleEnded,
	paused: () => conflict('sale_paused', 'The creator has paused this sale. Nothing was paid; try again later.'),
} as const satisfies Record<Exclude<SaleState, 'selling' | 'upcoming'>, () => AppError>;

/** Names what begins next, the sale as a whole or a phase, and when. */
function notStarted({ startsAt }: Pick<SaleRow, 'startsAt'>, phases: readonly SalePhaseRow[], now: Date): AppError {
	const phase = findNextPhase(phases, now);
	const [what, time] =
		startsAt !== null && startsAt > now ? ['This sale', startsAt] : [`The phase ‘${phase!.name}’`, phase!.startsAt!];
	return conflict('sale_upcoming', `${what} starts on ${toMinute(time)} UTC. Nothing was paid.`);
}

/** '2026-12-01 at 18:00'. */
const toMinute = (time: Date): string => time.toISOString().slice(0, 16).replace('T', ' at ');

/** A phase as everybody sees it. */
export function presentPhase(phase: SalePhaseRow, allowlistCounts: ReadonlyMap<string, number>): SalePhaseOutput {
	const { id, name, priceLamports, startsAt, endsAt, walletLimit, totalLimit, hasAllowlist } = phase;
	return {
		id,
		name,
		priceLamports,
		price: toSol(priceLamports),
		startsAt: startsAt?.toISOString() ?? null,
		endsAt: endsAt?.toISOString() ?? null,
		walletLimit,
		totalLimit,
		allowlistCount: hasAllowlist ? (allowlistCounts.get(id) ?? 0) : null,
	};
}

/** Tells whether phases, in their order, and the sizes of their lists are what they were. */
export const toPhasesTag = (phases: readonly SalePhaseOutput[]): string =>
	createHash('sha256').update(JSON.stringify(phases)).digest('hex').slice(0, 16);
