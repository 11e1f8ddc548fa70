import { createTestWallet, type TestWallet } from '@adx/contracts/solana/wallet-testing';
import { salePhasesInput } from '@adx/validators/sale/sales';
import { beforeEach, describe, expect, it } from 'vitest';
import { contextOfUser } from '../../merge/merge-testing.ts';
import type { RequestContext } from '../../platform/context.ts';
import { reserveItem } from '../buyer/reserve-item.ts';
import { hasSaleChain, type SellingSale, sol, useSaleChain } from '../sale-testing.ts';
import { getCreatorSale } from './get-creator-sale.ts';
import { reserveOwnItems } from './reserve-own-items.ts';
import { setAllowlist, setSalePhases } from './set-phases.ts';
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
const setPhases = (phases: readonly object[], ctx = creator, phasesTag?: string) =>
	setSalePhases(ctx, salePhasesInput.parse({ jobId, phases, phasesTag }));
const reserve = (wallet = buyer, address?: string) => test.reserveFor(selling, wallet, address);
const saleNow = () => test.saleOf(selling);
/** A visitor whose server shows another time. */
const reserveAt = async (hours: number, wallet = buyer) => {
	const ctx = { ...(await test.visitor()), clock: () => new Date(Date.now() + hours * hour) };
	return reserveItem(ctx, { saleId: selling.sale.id, walletAddress: wallet.address });
};
async function buy(wallet = buyer, address?: string): Promise<void> {
	await submit(await reserve(wallet, address), wallet);
	await lookAfter(2);
}
const refused = (reason: string) => ({ code: 'CONFLICT', reason });

describe.skipIf(!hasSaleChain)('the phases of a sale', () => {
	it('decide by the server’s clock who pays what: before, in each of them, between and after', async () => {
		await setPhases([
			{ name: 'Early', price: 0.02, startsAt: inHours(1), endsAt: inHours(2) },
			{ name: 'Public', price: '0.2', startsAt: inHours(3), endsAt: inHours(4) },
		]);
		expect(await saleNow()).toMatchObject({
			state: 'upcoming',
			phaseId: null,
			priceLamports: '20000000',
			now: expect.stringMatching(/^20/),
			phases: [
				{ name: 'Early', price: 0.02, allowlistCount: null, walletLimit: null, totalLimit: null },
				{ name: 'Public', price: 0.2 },
			],
		});
		await expect(reserve()).rejects.toMatchObject(refused('sale_upcoming'));
		expect(await reserveAt(1.5)).toMatchObject({ priceLamports: '20000000' });
		await expect(reserveAt(2.5)).rejects.toMatchObject(refused('sale_upcoming'));
		expect(await reserveAt(3.5, await test.wallet('other'))).toMatchObject({ priceLamports: '200000000' });
		await expect(reserveAt(4.5)).rejects.toMatchObject(refused('sale_ended'));
		const later = { ...creator, clock: () => new Date(Date.now() + 4.5 * hour) };
		// Over, but not for good: another phase lets it go on.
		expect(await getCreatorSale(later, { jobId })).toMatchObject({ state: 'ended', closedAt: null });
		await expect(updateSale(creator, { jobId, paused: true })).resolves.toMatchObject({ state: 'paused' });
		await expect(reserveAt(1.5)).rejects.toMatchObject(refused('sale_paused'));
	});

	it('keep what is reserved in one out of the next, which has another price', async () => {
		const [phase] = (await setPhases([{ name: 'Early', price: 0.02, endsAt: inHours(1) }])).phases;
		const reservation = await reserve();
		expect(reservation).toMatchObject({ priceLamports: '20000000' });
		await setPhases([
			{ id: phase!.id, name: 'Early', price: 0.02, endsAt: inHours(-1) },
			{ name: 'Public', price: 0.2, startsAt: inHours(-1) },
		]);
		await expect(reserve()).rejects.toMatchObject(refused('reservation_expired'));
		await submit(reservation, buyer);
		await lookAfter(2);
		expect(await test.purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
		expect(await reserve()).toMatchObject({ priceLamports: '200000000' });
	});

	it('let a wallet, and all together, buy no more than they allow; a phase that is kept remembers', async () => {
		const limits = { walletLimit: 1, totalLimit: 2 };
		const [phase] = (await setPhases([{ name: 'Early', price: 0.1, ...limits }])).phases;
		await buy();
		await expect(reserve()).rejects.toMatchObject(refused('wallet_limit'));
		await buy(await test.wallet('second'));
		const third = await test.wallet('third');
		await expect(reserve(third)).rejects.toMatchObject(refused('phase_sold_out'));
		await setPhases([{ id: phase!.id, name: 'Early', price: 0.1, walletLimit: 2, totalLimit: 3 }]);
		await buy();
		await expect(reserve(third)).rejects.toMatchObject(refused('phase_sold_out'));
		await setPhases([]);
		expect(await reserve(third)).toMatchObject({ priceLamports: String(sol / 10n) });
	});

	it('hold for 20 buyers at once', async () => {
		await setPhases([{ name: 'Early', price: 0.1, totalLimit: 3 }]);
		const wallets = await Promise.all(Array.from({ length: 20 }, (_, place) => test.wallet(`buyer ${place}`)));
		const outcomes = await Promise.allSettled(wallets.map((wallet, place) => reserve(wallet, `203.0.${place}.1`)));
		const reasons = outcomes.flatMap((each) =>
			each.status === 'rejected' ? [(each.reason as { reason: string }).reason] : [],
		);
		expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
		expect(new Set(reasons)).toEqual(new Set(['phase_sold_out']));
		expect(await saleNow()).toMatchObject({ reservedCount: 3, availableCount: 3 });
	});

	it('are for the wallets of their list alone, which counts each once', async () => {
		const [phase] = (await setPhases([{ name: 'Early', price: 0.1, hasAllowlist: true }])).phases;
		const phaseId = phase!.id;
		await expect(reserve()).rejects.toMatchObject(refused('not_on_allowlist'));
		const others = await Promise.all([1, 2].map((number) => createTestWallet(`listed ${number}`)));
		const wallets = [buyer, ...others, buyer].map(({ address }) => address);
		expect(await setAllowlist(creator, { jobId, phaseId, wallets, append: false })).toMatchObject({
			phases: [{ allowlistCount: 3 }],
		});
		await buy();
		await expect(reserve(await test.wallet('stranger'))).rejects.toMatchObject(refused('not_on_allowlist'));
		const more = [others[0]!.address, (await createTestWallet('late')).address];
		expect(await setAllowlist(creator, { jobId, phaseId, wallets: more, append: true })).toMatchObject({
			phases: [{ allowlistCount: 4 }],
		});
		expect(await setAllowlist(creator, { jobId, phaseId, wallets: more, append: false })).toMatchObject({
			phases: [{ allowlistCount: 2 }],
		});
		await expect(reserve()).rejects.toMatchObject(refused('not_on_allowlist'));
	});

	it('leave what creators mint to themselves alone', async () => {
		await setPhases([{ name: 'Later', price: 1, startsAt: inHours(1) }]);
		expect(await reserveOwnItems(creator, { jobId, count: 2 })).toMatchObject({ priceLamports: '0' });
	});

	it('rejects nonsense, a stranger’s call, foreign phases and what is not a wallet', async () => {
		const bad = (phases: readonly object[]) =>
			salePhasesInput.safeParse({ jobId, phases }).error?.issues.map(({ path, message }) => [path.join('.'), message]);
		const named = (changes: object) => ({ name: 'A', price: 0.1, ...changes });
		expect(bad([named({ name: ' ' })])).toEqual([['phases.0.name', 'Give it a name']]);
		expect(bad([named({ price: -1 })])).toEqual([['phases.0.price', 'At least 0']]);
		expect(bad([named({ price: 1e-10 })])).toEqual([['phases.0.price', 'At most nine decimals']]);
		expect(bad([named({ walletLimit: 0 })])).toEqual([['phases.0.walletLimit', 'At least 1']]);
		expect(bad([named({ startsAt: 'soon' })])).toEqual([['phases.0.startsAt', 'Enter a date and a time']]);
		expect(bad([named({ startsAt: inHours(2), endsAt: inHours(1) })])).toEqual([
			['phases.0.endsAt', 'It ends before it starts'],
		]);
		expect(bad([named({}), named({ startsAt: inHours(1) })])).toEqual([
			['phases.1.startsAt', 'It starts before ‘A’ ends'],
		]);
		expect(bad([named({ endsAt: inHours(1) }), named({})])).toEqual([
			['phases.1.startsAt', 'Say when it starts: another one comes before'],
		]);
		await expect(setPhases([named({ endsAt: inHours(-1) })])).rejects.toMatchObject({
			code: 'INVALID',
			meta: {
				fields: {
					'phases.0.endsAt': expect.stringMatching(/^The end of this phase has already passed, .* Choose a later end/),
				},
			},
		});
		const large = [named({ totalLimit: 6, endsAt: inHours(1) }), named({ totalLimit: 7, startsAt: inHours(1) })];
		await expect(setPhases(large)).rejects.toMatchObject({
			code: 'INVALID',
			reason: 'bad_input',
			meta: { fields: { 'phases.1.totalLimit': 'The sale has 6 items.' } },
		});
		expect(bad(Array.from({ length: 11 }, () => named({})))?.[0]).toEqual(['phases', 'At most 10 phases']);
		const [phase] = (await setPhases([named({})])).phases;
		const invalid = { code: 'INVALID' };
		await expect(setPhases([named({ id: selling.sale.id })])).rejects.toMatchObject(invalid);
		const missing = { code: 'NOT_FOUND' };
		await expect(setPhases([], await test.contextOf())).rejects.toMatchObject(missing);
		const list = { jobId, phaseId: phase!.id, append: false };
		await expect(setAllowlist(await test.contextOf(), { ...list, wallets: [] })).rejects.toMatchObject(missing);
		await expect(setAllowlist(creator, { ...list, phaseId: selling.sale.id, wallets: [] })).rejects.toMatchObject(
			missing,
		);
		await expect(
			setAllowlist(creator, { ...list, wallets: [buyer.address, selling.sale.mintAddress.replace(/./, '!')] }),
		).rejects.toMatchObject({ ...invalid, meta: { fields: { 'wallets.1': expect.any(String) } } });
		const ofOtherChain = `0x${'1'.repeat(40)}`;
		await expect(setAllowlist(creator, { ...list, wallets: [buyer.address, ofOtherChain] })).rejects.toMatchObject({
			...invalid,
			meta: { fields: { 'wallets.1': `${ofOtherChain} is not an address of Solana.` } },
		});
		expect((await getCreatorSale(creator, { jobId })).phases).toMatchObject([{ name: 'A' }]);
		expect(await endSale(creator, { jobId })).toMatchObject({ closedAt: expect.stringMatching(/^20/) });
		await expect(setPhases([])).rejects.toMatchObject(refused('sale_ended'));
		await expect(setAllowlist(creator, { ...list, wallets: [] })).rejects.toMatchObject(refused('sale_ended'));
	});

	it('are not overwritten by a tab of their creator that has not seen another one’s change', async () => {
		const { phasesTag: none } = await getCreatorSale(creator, { jobId });
		const early = { name: 'Early', price: 0.1, hasAllowlist: true };
		const { phases, phasesTag } = await setPhases([early], creator, none);
		const id = phases[0]!.id;
		const changed = refused('phases_changed');
		await expect(setPhases([{ name: 'Mine', price: 1 }], creator, none)).rejects.toMatchObject(changed);
		const listed = await setAllowlist(creator, { jobId, phaseId: id, wallets: [buyer.address], append: false });
		await expect(setPhases([], creator, phasesTag)).rejects.toMatchObject(changed);
		// Of two that save at once one wins, and the other is told.
		const tabs = [0.2, 0.3].map((price) => setPhases([{ ...early, id, price }], creator, listed.phasesTag));
		const outcomes = await Promise.allSettled(tabs);
		expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
		const saved = outcomes.find((each) => each.status === 'fulfilled')!.value;
		expect(await getCreatorSale(creator, { jobId })).toMatchObject({
			phasesTag: saved.phasesTag,
			phases: [{ id, price: saved.phases[0]!.price, allowlistCount: 1 }],
		});
		await setPhases([], creator);
	});

	it('hold 50,000 wallets on a list, and no more', async () => {
		const [phase] = (await setPhases([{ name: 'Early', price: 0.1, hasAllowlist: true }])).phases;
		const wallets = (await Promise.all(Array.from({ length: 50 }, (_, number) => createTestWallet(`w ${number}`)))).map(
			({ address }) => address,
		);
		const list = { jobId, phaseId: phase!.id };
		expect(await setAllowlist(creator, { ...list, wallets, append: false })).toMatchObject({
			phases: [{ allowlistCount: 50 }],
		});
		const rows = Array.from({ length: 49_950 }, (_, number) => ({
			phaseId: phase!.id,
			walletAddress: `filler-${number}`,
		}));
		for (let from = 0; from < rows.length; from += 5_000) {
			await test.services.db
				.insertInto('saleAllowlist')
				.values(rows.slice(from, from + 5_000))
				.execute();
		}
		expect(await setAllowlist(creator, { ...list, wallets: [wallets[0]!], append: true })).toMatchObject({
			phases: [{ allowlistCount: 50_000 }],
		});
		await expect(setAllowlist(creator, { ...list, wallets: [buyer.address], append: true })).rejects.toMatchObject({
			code: 'INVALID',
			message: 'A list holds at most 50,000 wallets.',
		});
	});
});
