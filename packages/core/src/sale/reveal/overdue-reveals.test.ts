import { revealGraceMs } from '@adx/validators/sale/reveal';
import { salePhasesInput, updateSaleInput } from '@adx/validators/sale/sales';
import { beforeEach, describe, expect, it } from 'vitest';
import { setSalePhases } from '../creator/set-phases.ts';
import { updateSale } from '../creator/update-sale.ts';
import { hasSaleChain, useSaleChain } from '../sale-testing.ts';
import { settleOverdueReveals } from './overdue-reveals.ts';
import { useSolanaReveals } from './solana-reveal-testing.ts';

const hourMs = 3_600_000;

describe.skipIf(!hasSaleChain)('what a creator leaves undone', () => {
	const test = useSaleChain();
	const { openSale, buy, reveal, draw } = useSolanaReveals(test);
	beforeEach(() => test.clear());

	/** Does what is overdue after so many milliseconds, as two processes that look at once. */
	const settle = async (afterMs: number) => {
		const services = { ...test.services, clock: () => new Date(Date.now() + afterMs) };
		const look = () => settleOverdueReveals(services, new AbortController().signal);
		await Promise.all([look(), look()]);
	};
	const audited = () =>
		test.services.db
			.selectFrom('auditLog')
			.select(['action', 'actorId'])
			.where('action', 'in', ['sale.end', 'sale.reveal'])
			.where('actorId', 'is', null)
			.execute();

	it('is revealed two weeks after the draw, and not before', async () => {
		const opened = await openSale(1);
		await buy(opened);
		await settle(2 * revealGraceMs);
		await draw(opened);
		const { beginsBy } = await reveal(opened);
		expect(Date.parse(beginsBy ?? '') - Date.now()).toBeGreaterThan(revealGraceMs - hourMs);
		await settle(revealGraceMs - hourMs);
		expect(await reveal(opened)).toMatchObject({ phase: 'drawn' });
		await settle(revealGraceMs + hourMs);
		expect(await reveal(opened)).toMatchObject({ phase: 'preparing', beginsBy: null });
		expect(await audited()).toEqual([{ action: 'sale.reveal', actorId: null }]);
	});

	it('is ended two weeks after its time is over, and not where it was given more', async () => {
		const opened = await openSale(2);
		const { jobId } = opened;
		await buy(opened);
		const endAfter = (ms: number) =>
			updateSale(opened.ctx, updateSaleInput.parse({ jobId, endsAt: new Date(Date.now() + ms).toISOString() }));
		await endAfter(hourMs);
		await settle(revealGraceMs - hourMs);
		await endAfter(24 * hourMs);
		await settle(revealGraceMs + 2 * hourMs);
		expect((await opened.row()).closedAt).toBeNull();
		await settle(revealGraceMs + 25 * hourMs);
		expect((await opened.row()).closedAt).not.toBeNull();
		expect(await audited()).toEqual([{ action: 'sale.end', actorId: null }]);
	});

	it('is ended two weeks after its last phase, and not while one has no end', async () => {
		const opened = await openSale(2);
		const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
		const phase = { price: 0.1, walletLimit: null, totalLimit: null, hasAllowlist: false };
		const early = { ...phase, name: 'Early', startsAt: null, endsAt: inMs(hourMs) };
		const set = (endsAt: string | null) =>
			setSalePhases(
				opened.ctx,
				salePhasesInput.parse({
					jobId: opened.jobId,
					phases: [early, { ...phase, name: 'Late', startsAt: inMs(2 * hourMs), endsAt }],
				}),
			);
		await set(null);
		await settle(10 * revealGraceMs);
		expect((await opened.row()).closedAt).toBeNull();
		await set(inMs(3 * hourMs));
		await settle(revealGraceMs + 2 * hourMs);
		expect((await opened.row()).closedAt).toBeNull();
		await settle(revealGraceMs + 4 * hourMs);
		expect((await opened.row()).closedAt).not.toBeNull();
	});
});
