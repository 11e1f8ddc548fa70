import type { TestWallet } from '@adx/contracts/solana/wallet-testing';
import { salePhasesInput, updateSaleInput } from '@adx/validators/sale/sales';
import { beforeEach, describe, expect, it } from 'vitest';
import { contextOfUser } from '../../merge/merge-testing.ts';
import type { RequestContext } from '../../platform/context.ts';
import { getSale } from '../buyer/get-sale.ts';
import { reserveItem } from '../buyer/reserve-item.ts';
import { hasSaleChain, type SellingSale, useSaleChain } from '../sale-testing.ts';
import { reserveOwnItems } from './reserve-own-items.ts';
import { setSalePhases } from './set-phases.ts';
import { endSale, updateSale } from './update-sale.ts';

const test = useSaleChain();
const { addSale, lookAfter, submit } = test;
let selling: SellingSale;
let buyer: TestWallet;
let creator: RequestContext;
let jobId: string;
beforeEach(async () => {
	if (!hasSaleChain) return;
	await test.clear();
	selling = await addSale(6);
	buyer = await test.wallet('buyer');
	creator = contextOfUser(test.services, selling.ownerId);
	jobId = selling.sale.mergeJobId;
});

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const setTimes = (times: { readonly startsAt?: string | null; readonly endsAt?: string | null }, ctx = creator) =>
	updateSale(ctx, updateSaleInput.parse({ jobId, ...times }));
const setPhases = (phases: readonly object[]) => setSalePhases(creator, salePhasesInput.parse({ jobId, phases }));
/** A visitor whose server shows another time. */
const visitorAt = async (hours: number): Promise<RequestContext> => ({
	...(await test.visitor()),
	clock: () => new Date(Date.now() + hours * hour),
});
const saleId = () => selling.sale.id;
const reserveAt = async (hours: number, wallet = buyer) =>
	reserveItem(await visitorAt(hours), { saleId: saleId(), walletAddress: wallet.address });
const saleAt = async (hours: number) => getSale(await visitorAt(hours), { saleId: saleId() });
const refused = (reason: string, message = expect.any(String)) => ({ code: 'CONFLICT', reason, message });
const badInput = (field: string, message: RegExp) => ({
	code: 'INVALID',
	reason: 'bad_input',
	meta: { fields: { [field]: expect.stringMatching(message) } },
});

describe.skipIf(!hasSaleChain)('the start and the end of a sale', () => {
	it('decide by the server’s clock when anybody can reserve, and are told to everybody', async () => {
		const [startsAt, endsAt] = [inHours(1), inHours(3)];
		expect(await setTimes({ startsAt, endsAt })).toMatchObject({ state: 'upcoming', startsAt, endsAt });
		expect(await saleAt(0)).toMatchObject({ state: 'upcoming', startsAt, endsAt, now: expect.stringMatching(/^20/) });
		const sentence = `This sale starts on ${startsAt.slice(0, 16).replace('T', ' at ')} UTC. Nothing was paid.`;
		await expect(reserveAt(0)).rejects.toMatchObject(refused('sale_upcoming', sentence));
		expect(await saleAt(1.5)).toMatchObject({ state: 'selling' });
		expect(await reserveAt(1.5)).toMatchObject({ transactions: [expect.any(String)] });
		expect(await saleAt(3)).toMatchObject({ state: 'ended' });
		await expect(reserveAt(3, await test.wallet('other'))).rejects.toMatchObject(refused('sale_ended'));
		expect(await setTimes({ startsAt: null, endsAt: null })).toMatchObject({ state: 'selling', startsAt: null });
		expect(await saleAt(5)).toMatchObject({ state: 'selling', now: null });
	});

	it('honour what was reserved before the end, and leave what creators mint to themselves alone', async () => {
		await setTimes({ endsAt: inHours(1) });
		const reservation = await reserveAt(0);
		await test.services.db
			.updateTable('sales')
			.set({ endsAt: new Date(Date.now() - 1_000) })
			.execute();
		await expect(reserveAt(0)).rejects.toMatchObject(refused('sale_ended'));
		await submit(reservation, buyer);
		await lookAfter(2);
		expect(await test.purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
		expect(await reserveOwnItems(creator, { jobId, count: 2 })).toMatchObject({ priceLamports: '0' });
		// It goes on with a later end.
		expect(await setTimes({ endsAt: inHours(2) })).toMatchObject({ state: 'selling' });
		expect(await reserveAt(0)).toMatchObject({ transactions: [expect.any(String)] });
	});

	it('stand around the phases, whichever are set first', async () => {
		await setTimes({ startsAt: inHours(1), endsAt: inHours(3) });
		const phase = (changes: object) => [{ name: 'Early', price: 0.02, ...changes }];
		for (const [changes, field, message] of [
			[{ startsAt: inHours(0.5) }, 'startsAt', /^It starts before the sale does\.$/],
			[{ endsAt: inHours(0.5) }, 'endsAt', /^It ends before the sale starts\.$/],
			[{ endsAt: inHours(4) }, 'endsAt', /^It ends after the sale does\.$/],
			[{ startsAt: inHours(3.5) }, 'startsAt', /^It starts after the sale has ended\.$/],
		] as const) {
			await expect(setPhases(phase(changes))).rejects.toMatchObject(badInput(`phases.0.${field}`, message));
		}
		await setPhases(phase({ startsAt: inHours(1.5), endsAt: inHours(2) }));
		await expect(reserveAt(1.2)).rejects.toMatchObject(
			refused('sale_upcoming', expect.stringMatching(/^The phase ‘Early’ starts on 20.* UTC\. Nothing was paid\.$/)),
		);
		expect(await reserveAt(1.7)).toMatchObject({ priceLamports: '20000000' });
		await expect(setTimes({ startsAt: inHours(1.7) })).rejects.toMatchObject(
			badInput('startsAt', /^The phase ‘Early’ starts before the sale does\.$/),
		);
		await expect(setTimes({ endsAt: inHours(1.8) })).rejects.toMatchObject(
			badInput('endsAt', /^The phase ‘Early’ ends after the sale does\.$/),
		);
		await setPhases(phase({}));
		expect(await setTimes({ startsAt: inHours(1.7) })).toMatchObject({ state: 'upcoming' });
		await expect(reserveAt(1.2)).rejects.toMatchObject(refused('sale_upcoming', expect.stringMatching(/^This sale/)));
	});

	it('reject nonsense, times that are over, strangers and a sale that was ended', async () => {
		for (const text of ['tomorrow', '2026-13-01T00:00:00Z', '2026-12-01T00:00:00', '', 5]) {
			const { error } = updateSaleInput.safeParse({ jobId, startsAt: text });
			expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
				['startsAt', 'Enter a date and a time'],
			]);
		}
		await expect(setTimes({ startsAt: inHours(-1) })).rejects.toMatchObject(
			badInput('startsAt', /^This start has already passed\. .* start at once\.$/),
		);
		await expect(setTimes({ endsAt: inHours(-1) })).rejects.toMatchObject(
			badInput('endsAt', /^This end has already passed\. .* end it at once\.$/),
		);
		await expect(setTimes({ startsAt: inHours(2), endsAt: inHours(1) })).rejects.toMatchObject(
			badInput('endsAt', /^It ends before it starts$/),
		);
		await setTimes({ startsAt: inHours(2) });
		await expect(setTimes({ endsAt: inHours(1) })).rejects.toMatchObject(badInput('endsAt', /before it starts/));
		const stranger = contextOfUser(test.services, 'somebody');
		await expect(setTimes({ endsAt: inHours(3) }, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
		await endSale(creator, { jobId });
		await expect(setTimes({ endsAt: inHours(3) })).rejects.toMatchObject(refused('sale_ended'));
	});

	it('are noted once where they change, and not where they are the same', async () => {
		const endsAt = inHours(3);
		await setTimes({ endsAt });
		await setTimes({ endsAt });
		// A start that is over by now is not a new one.
		await test.services.db
			.updateTable('sales')
			.set({ startsAt: new Date(Date.now() - hour) })
			.execute();
		const { startsAt } = await setTimes({});
		expect(await setTimes({ startsAt, endsAt: inHours(4) })).toMatchObject({ state: 'selling', startsAt });
		const notes = await test.services.db
			.selectFrom('auditLog')
			.select('subject')
			.where('action', '=', 'sale.change')
			.execute();
		expect(notes).toHaveLength(2);
	});
});
