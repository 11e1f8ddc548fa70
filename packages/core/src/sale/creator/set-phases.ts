import { randomUUID } from 'node:crypto';
import type { DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import {
	addToAllowlist,
	clearAllowlist,
	countAllowlists,
	listSalePhases,
	replaceSalePhases,
	touchSale,
} from '@adx/db/repositories/sale/sale-phases';
import type { SalePhaseRow, SaleRow } from '@adx/db/schema/sale-tables';
import { allowlistMax, tooManyForSale } from '@adx/validators/sale/phases';
import type { AllowlistInput, CreatorSale, SalePhasesInput } from '@adx/validators/sale/sales';
import { checksummed } from '../../mint/mint-settings.ts';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { createSlice } from '../../platform/threads/yield-to-event-loop.ts';
import { isEvmSale } from '../sale-network.ts';
import { toPhasesTag } from '../sale-state.ts';
import { lockOpenSale, presentCreatorSale, presentPhases, requireCreatorSale } from './get-creator-sale.ts';
import { requireLamports } from './listing-facts.ts';
import { refusePhasesOutside } from './sale-times.ts';

const phaseWouldBeOver =
	'The end of this phase has already passed, so nobody could buy in it. Choose a later end, or remove the phase.';

/**
 * Makes these the phases of the caller's own sale, which may be started or not; none sells to everybody at the sale's price.
 * A phase that is sent with its id keeps its list of wallets and what was bought in it; one that is left out is deleted. 400
 * with fields for an unknown id, a new phase that is over, a price that is not a whole number of lamports, a phase of more items
 * than the sale has and one outside the time of the sale; 409 `phases_changed` where the tag is another one by now, `sale_ended`; 404 for a stranger's. Audited.
 */
export async function setSalePhases(ctx: RequestContext, input: SalePhasesInput): Promise<CreatorSale> {
	const phases = input.phases.map(({ price, ...phase }) => ({ ...phase, priceLamports: requireLamports(price) }));
	await requireCreatorSale(ctx, input);
	await transact(ctx.db, async (trx) => {
		const sale = await lockOpenSale(trx, input.jobId);
		const before = await listSalePhases(trx, sale.id);
		await requireTag(trx, before, input.phasesTag);
		refusePhasesOutside(phases, sale);
		refuseTooMany(phases, sale);
		const known = new Set(before.map(({ id }) => id));
		const now = ctx.clock();
		const seen = new Set<string>();
		for (const [place, { id, endsAt }] of phases.entries()) {
			if (id === undefined) {
				if (endsAt !== null && endsAt <= now) throw badInput(`phases.${place}.endsAt`, phaseWouldBeOver);
				continue;
			}
			if (!known.has(id) || seen.has(id)) throw unknownPhase(place);
			seen.add(id);
		}
		await replaceSalePhases(
			trx,
			sale.id,
			phases.map(({ id = randomUUID(), ...phase }) => ({ id, ...phase })),
		);
		await audit(ctx, trx, sale, { phases: phases.length });
	});
	return presentCreatorSale(ctx, await requireCreatorSale(ctx, input));
}

/** 400 with its field for the first of these phases that sells more items than its sale has. */
function refuseTooMany(
	phases: readonly { readonly totalLimit: number | null }[],
	{ supply }: Pick<SaleRow, 'supply'>,
): void {
	const place = phases.findIndex(({ totalLimit }) => totalLimit !== null && totalLimit > supply);
	if (place >= 0) throw badInput(`phases.${place}.totalLimit`, tooManyForSale(supply));
}

/** 409 where the phases are not those that the caller saw. */
async function requireTag(
	trx: DatabaseTransaction,
	phases: readonly SalePhaseRow[],
	tag: string | undefined,
): Promise<void> {
	if (tag === undefined || tag === toPhasesTag(await presentPhases(trx, phases))) return;
	const message = 'The phases were changed meanwhile, in another tab maybe. Nothing was saved; open them again.';
	throw new AppError('CONFLICT', { reason: 'phases_changed', message });
}

/**
 * Says which wallets may buy in a phase of the caller's own sale; the same wallet counts once. Long lists come in several
 * calls, all but the first of which `append`. 400 for what is not a wallet of the sale's chain and beyond 50,000 wallets, with the place
 * of the first that is wrong; 404 for an unknown phase; 409 `sale_ended`. Audited.
 */
export async function setAllowlist(ctx: RequestContext, input: AllowlistInput): Promise<CreatorSale> {
	const { phaseId, append } = input;
	const wallets = await checkAddresses(await requireCreatorSale(ctx, input), input.wallets);
	await transact(ctx.db, async (trx) => {
		const sale = await lockOpenSale(trx, input.jobId);
		const phases = await listSalePhases(trx, sale.id);
		if (!phases.some(({ id }) => id === phaseId)) throw notFound('phase');
		if (!append) await clearAllowlist(trx, phaseId);
		await addToAllowlist(trx, phaseId, wallets);
		const count = (await countAllowlists(trx, [phaseId])).get(phaseId) ?? 0;
		if (count > allowlistMax) {
			throw badWallet(wallets.length - 1, `A list holds at most ${allowlistMax.toLocaleString('en')} wallets.`);
		}
		await touchSale(trx, sale.id);
		await audit(ctx, trx, sale, { phaseId, wallets: count });
	});
	return presentCreatorSale(ctx, await requireCreatorSale(ctx, input));
}

/** The wallets as the sale's chain writes them. Whether one of them can sign is not asked: what cannot buys nothing, and finding out takes seconds for long lists. */
async function checkAddresses(sale: SaleRow, wallets: readonly string[]): Promise<readonly string[]> {
	if (isEvmSale(sale)) return wallets.map(checkEvmAddress);
	const { isAddress } = await import('@solana/kit');
	const slice = createSlice();
	for (const [place, wallet] of wallets.entries()) {
		if (slice.isOver()) await slice.next();
		if (!isAddress(wallet)) throw badWallet(place, `${wallet} is not an address of Solana.`);
	}
	return wallets;
}

function checkEvmAddress(wallet: string, place: number): string {
	const address = checksummed(wallet);
	if (address === null) throw badWallet(place, `${wallet} is not an address of an EVM chain.`);
	return address;
}

async function audit(
	ctx: RequestContext,
	trx: DatabaseTransaction,
	{ id: saleId, mergeJobId: jobId }: SaleRow,
	change: Readonly<Record<string, unknown>>,
): Promise<void> {
	await insertAuditEntry(trx, {
		id: randomUUID(),
		actorId: requireActor(ctx).userId,
		action: 'sale.phases',
		subject: { saleId, jobId, ...change },
		createdAt: ctx.clock(),
	});
}

const badInput = (field: string, message: string) =>
	new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { [field]: message } } });

const unknownPhase = (place: number) =>
	badInput(`phases.${place}.id`, 'This sale has no such phase, or it is named twice.');
const badWallet = (place: number, message: string) => badInput(`wallets.${place}`, message);
