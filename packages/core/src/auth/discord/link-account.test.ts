import { findUser } from '@adx/db/repositories/auth/users';
import { type FakeDiscord, fakeAccounts, startFakeDiscord } from '@adx/fakes/discord/discord';
import { startGenerationInput } from '@adx/validators/generation/generation-order';
import { savePresetInput } from '@adx/validators/presets';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listGenerations } from '../../generation/queries/generations.ts';
import { runGeneration } from '../../generation/run/run-generation.ts';
import { startGeneration } from '../../generation/start/start-generation.ts';
import type { Services } from '../../platform/context.ts';
import { createPixelEngine, createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { listPresets, savePreset } from '../../presets/presets.ts';
import { getCreatorSale } from '../../sale/creator/get-creator-sale.ts';
import { startSale } from '../../sale/creator/start-sale.ts';
import { addListedMerge } from '../../sale/creator/start-testing.ts';
import type { Solana } from '../../sale/solana/open-solana.ts';
import { createToken } from '../tokens/access-tokens.ts';
import { createTestClock, openBrowser, type TestBrowser, withDiscord } from './browser-testing.ts';

const { wizard, lurker, community } = fakeAccounts;
const order = (seed: string) =>
	startGenerationInput.parse({
		races: ['elf'],
		classes: ['wizard'],
		artStyle: 'bold-classic',
		backgroundType: 'random-all',
		batchSize: 3,
		engine: 'forge',
		seed,
	});

let test: TestServices;
let fake: FakeDiscord;
let services: Services;
/** Runs before each picture is drawn. */
let beforeDraw = async () => {};
beforeAll(async () => {
	[test, fake] = [await createTestServices({ forge: createPixelEngine(() => beforeDraw()) }), await startFakeDiscord()];
});
beforeEach(async () => {
	await test.clear();
	fake.reset();
	beforeDraw = async () => {};
	services = withDiscord(test, fake, createTestClock(test).clock);
});
afterAll(() => Promise.all([test.close(), fake.close()]));

const open = () => openBrowser(services, fake);

async function start(browser: TestBrowser, seed: string, key?: string): Promise<string> {
	return (await startGeneration(await browser.context(key), order(seed))).jobId;
}

async function jobsOf(browser: TestBrowser) {
	const jobs = await listGenerations(await browser.context(), { scope: 'own' });
	return jobs.map(({ number, seed }) => [number, seed]).toSorted();
}

const idOf = async (browser: TestBrowser) => (await browser.check()).user?.id ?? '';
/** How many rows each owner has in the table. */
async function owners(table: 'generatedImages' | 'ownerBlobs' | 'idempotencyKeys') {
	const rows = await services.db.selectFrom(table).select('ownerId').execute();
	return Object.fromEntries(
		[...Map.groupBy(rows, ({ ownerId }) => ownerId)].map(([ownerId, owned]) => [ownerId, owned.length]),
	);
}

describe('the work of a browser at a Discord sign-in', () => {
	it('stays with its user, who becomes the account, when the account is new', async () => {
		const browser = open();
		await browser.password('community');
		const anonymousId = await idOf(browser);
		await start(browser, 'a');
		await browser.discord(wizard.id);
		expect(await idOf(browser)).toBe(anonymousId);
		expect(await jobsOf(browser)).toEqual([[1, 'a']]);
	});

	it('goes to a known account with the next numbers, pictures, bytes and keys included', async () => {
		const known = open();
		await known.discord(wizard.id);
		const accountId = await idOf(known);
		await start(known, 'old', 'same-key');
		const browser = open();
		await browser.password('community');
		const anonymousId = await idOf(browser);
		const jobId = await start(browser, 'first', 'same-key');
		await start(browser, 'second', 'other-key');
		await runGeneration(services, { jobId, slot: 0 }, new AbortController().signal);
		expect(await owners('ownerBlobs')).toEqual({ [anonymousId]: 3 });
		await browser.discord(wizard.id);
		expect(await idOf(browser)).toBe(accountId);
		expect(await jobsOf(browser)).toEqual([
			[1, 'old'],
			[2, 'first'],
			[3, 'second'],
		]);
		expect(await owners('generatedImages')).toEqual({ [accountId]: 9 });
		expect(await owners('ownerBlobs')).toEqual({ [accountId]: 3 });
		expect(await owners('idempotencyKeys')).toEqual({ [accountId]: 2 });
		const again = await start(browser, 'old', 'same-key');
		expect(again).not.toBe(jobId);
		await start(browser, 'next');
		expect(await jobsOf(browser)).toContainEqual([4, 'next']);
		const entries = await services.db.selectFrom('auditLog').selectAll().orderBy('createdAt').execute();
		expect(entries.at(-1)?.subject).toMatchObject({ method: 'discord', adoptedId: anonymousId });
	});

	it('brings presets along, and what was ordered today', async () => {
		const known = open();
		await known.discord(wizard.id);
		await start(known, 'old');
		await savePreset(await known.context(), savePresetInput.parse({ name: 'Elves' }));
		const browser = open();
		await browser.password('community');
		await start(browser, 'new');
		for (const name of ['Elves', 'Orcs']) {
			await savePreset(await browser.context(), savePresetInput.parse({ name }));
		}
		await browser.discord(wizard.id);
		const names = (await listPresets(await browser.context())).map(({ name }) => name);
		expect(names.toSorted()).toEqual(['Elves', 'Elves (2)', 'Orcs']);
		expect((await findUser(services.db, await idOf(browser)))?.generatedToday).toBe(6);
	});

	it('brings a merged collection along with its sale', async () => {
		const known = open();
		await known.discord(wizard.id);
		const browser = open();
		await browser.password('community');
		const solana = { cluster: 'localnet', explorerUrl: null, rpc: {}, timeoutMs: 1 } as unknown as Solana;
		const ctx = { ...(await browser.context()), solana };
		const jobId = await addListedMerge(ctx);
		const wallet = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
		const { saleId } = await startSale(ctx, { jobId, walletAddress: wallet, network: 'solana' });
		await browser.discord(wizard.id);
		expect(await idOf(browser)).toBe(await idOf(known));
		expect(await getCreatorSale({ ...(await known.context()), solana }, { jobId })).toMatchObject({ saleId });
	});

	it('is found by the visitor cookie too, after signing out', async () => {
		const browser = open();
		await browser.password('community');
		await start(browser, 'a');
		await browser.logout();
		await browser.discord(wizard.id);
		expect(await jobsOf(browser)).toEqual([[1, 'a']]);
	});

	it('leaves nothing to the next person on that browser, who gets a user of their own', async () => {
		const browser = open();
		await browser.password('community');
		const before = browser.jar.get('adx_visitor') ?? '';
		await start(browser, 'a');
		await browser.discord(wizard.id);
		const accountId = await idOf(browser);
		await browser.logout();
		for (const cookie of [browser.jar.get('adx_visitor') ?? '', before]) {
			browser.jar.set('adx_visitor', cookie);
			await browser.password('community');
			expect(await idOf(browser)).not.toBe(accountId);
			expect(await jobsOf(browser)).toEqual([]);
			await browser.logout();
		}
		await browser.discord(community.id);
		expect(await jobsOf(browser)).toEqual([]);
	});

	it('is recognised again by the fresh cookie once the next person used it', async () => {
		const browser = open();
		await browser.discord(wizard.id);
		await browser.logout();
		await browser.password('community');
		const id = await idOf(browser);
		await browser.logout();
		await browser.password('community');
		expect(await idOf(browser)).toBe(id);
	});

	it('does not become a Discord account’s by a password on its session', async () => {
		const browser = open();
		await browser.discord(wizard.id);
		const visitor = browser.jar.get('adx_visitor');
		await browser.password('developer');
		expect(browser.jar.get('adx_visitor')).toBe(visitor);
	});

	it('stays where it is when the account holds no role', async () => {
		const browser = open();
		await browser.password('community');
		const anonymousId = await idOf(browser);
		await start(browser, 'a');
		await browser.discord(lurker.id);
		expect(await idOf(browser)).not.toBe(anonymousId);
		await browser.logout();
		await browser.password('community');
		expect([await idOf(browser), await jobsOf(browser)]).toEqual([anonymousId, [[1, 'a']]]);
	});

	it('ends the anonymous user’s other sessions and access tokens', async () => {
		await open().discord(wizard.id);
		const browser = open();
		await browser.password('community');
		const anonymousId = await idOf(browser);
		await createToken(await browser.context(), { name: 'script', scopes: ['read'], expiresInDays: 7 });
		const copy = open();
		copy.jar.set('adx_visitor', browser.jar.get('adx_visitor') ?? '');
		await copy.password('community');
		expect(await idOf(copy)).toBe(anonymousId);
		await browser.discord(wizard.id);
		expect((await copy.check()).authenticated).toBe(false);
		expect(await services.db.selectFrom('accessTokens').selectAll().execute()).toEqual([]);
	});

	it('arrives whole when a worker is drawing meanwhile', async () => {
		await open().discord(wizard.id);
		const browser = open();
		await browser.password('community');
		const jobId = await start(browser, 'a');
		let drawn = 0;
		beforeDraw = async () => {
			drawn += 1;
			if (drawn === 3) await browser.discord(wizard.id);
		};
		await runGeneration(services, { jobId, slot: 0 }, new AbortController().signal);
		const accountId = await idOf(browser);
		expect(await jobsOf(browser)).toEqual([[1, 'a']]);
		expect(await owners('generatedImages')).toEqual({ [accountId]: 3 });
		expect(await owners('ownerBlobs')).toEqual({ [accountId]: 3 });
	});

	it('keeps every order that was taken at the same moment, whether the account is new or known', async () => {
		const seeds = Array.from({ length: 8 }, (_, index) => `seed-${index}`);
		for (const round of [1, 2]) {
			const browser = open();
			await browser.password('community');
			fake.consentAs(wizard.id);
			const [back, ...contexts] = [await browser.consent(), ...(await Promise.all(seeds.map(() => browser.context())))];
			const orders = contexts.map((ctx, index) =>
				startGeneration({ ...ctx, idempotencyKey: `${round} ${index}` }, order(`${round} ${seeds[index]}`)),
			);
			const [outcome, ...answers] = await Promise.allSettled([browser.finish(back), ...orders]);
			expect(outcome).toMatchObject({ value: 'success' });
			const reasons = answers.map((answer) => (answer.status === 'rejected' ? answer.reason.reason : 'taken'));
			// `not_found`: stored, and moved on before its first answer was read; the same key finds it again.
			for (const reason of reasons) expect(['taken', 'not_found', 'sign_in_required']).toContain(reason);
			const refused = reasons.filter((reason) => reason === 'sign_in_required');
			const jobs = await services.db.selectFrom('generationJobs').select('seed').execute();
			expect(jobs.filter(({ seed }) => seed.startsWith(`${round} `))).toHaveLength(seeds.length - refused.length);
			expect(await jobsOf(browser)).toHaveLength(jobs.length);
		}
	});

	it('rejects an order of the session that ended, so that no job is left behind', async () => {
		await open().discord(wizard.id);
		const browser = open();
		await browser.password('community');
		const stale = await browser.context();
		await browser.discord(wizard.id);
		await expect(startGeneration(stale, order('late'))).rejects.toMatchObject({ reason: 'sign_in_required' });
		expect(await jobsOf(browser)).toEqual([]);
	});
});
