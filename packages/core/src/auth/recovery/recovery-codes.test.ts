import { addJob } from '@adx/db/testing/rows-testing';
import { type FakeDiscord, fakeAccounts, startFakeDiscord } from '@adx/fakes/discord/discord';
import { formatRecoveryCode } from '@adx/validators/auth/recovery';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '../../platform/context.ts';
import { limitInMemory } from '../../platform/limits/rate-limiter.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { deleteAccount } from '../account/delete-account.ts';
import { openBrowser, type TestBrowser, withDiscord } from '../discord/browser-testing.ts';
import {
	createRecoveryCode,
	createRecoveryLimiter,
	getRecoveryCode,
	signInWithRecoveryCode,
} from './recovery-codes.ts';

const test = useTestServices();
let fake: FakeDiscord;
let services: Services;
beforeAll(async () => {
	fake = await startFakeDiscord();
});
beforeEach(() => {
	fake.reset();
	services = {
		...withDiscord(test, fake, () => new Date()),
		recoveryLimiter: createRecoveryLimiter(limitInMemory(() => new Date())),
	};
});
afterAll(() => fake?.close());

async function open(address?: string) {
	const browser = openBrowser(services, fake, address);
	await browser.password('community');
	return browser;
}
const idOf = async (browser: TestBrowser) => (await browser.check()).user?.id ?? '';
const make = async (browser: TestBrowser) => (await createRecoveryCode(await browser.context())).code;
const use = async (browser: TestBrowser, code: string) => signInWithRecoveryCode(await browser.context(), { code });
const refusalOf = (work: Promise<unknown>) =>
	work.then(
		() => null,
		(error: unknown) => error,
	);
const unknown = '0'.repeat(32);

describe('a recovery code', () => {
	it('brings the account back in another browser, however it is written, and stays its own after signing out', async () => {
		const [owner, other] = [await open(), await open()];
		const code = await make(owner);
		expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{32}$/);
		const before = other.jar.get('adx_session');
		const written = ` ${formatRecoveryCode(code).toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `;
		expect((await use(other, written)).user?.id).toBe(await idOf(owner));
		expect(other.jar.get('adx_session')).not.toBe(before);
		await other.logout();
		await other.password('community');
		expect(await idOf(other)).toBe(await idOf(owner));
		expect(await getRecoveryCode(await other.context())).toEqual({ isAvailable: true, createdAt: expect.any(Date) });
	});

	it('is stored as a hash, and audited without it', async () => {
		const owner = await open();
		const code = await make(owner);
		const other = await open();
		await use(other, code);
		const rows = await services.db.selectFrom('recoveryCodes').selectAll().execute();
		expect(rows).toEqual([
			{ userId: await idOf(owner), hash: expect.stringMatching(/^[0-9a-f]{64}$/), createdAt: expect.any(Date) },
		]);
		const entries = await services.db.selectFrom('auditLog').selectAll().execute();
		expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['recovery.create', 'recovery.use']));
		expect(JSON.stringify([rows, entries])).not.toContain(code);
	});

	it('rejects an earlier one once another took its place', async () => {
		const [owner, other] = [await open(), await open()];
		const first = await make(owner);
		const second = await make(owner);
		expect(await refusalOf(use(other, first))).toMatchObject({ code: 'PRECONDITION', reason: 'wrong_code' });
		expect((await use(other, second)).user?.id).toBe(await idOf(owner));
	});

	it('rejects the sixth wrong one of an address, and counts no right one', async () => {
		const [owner, other, elsewhere] = [await open(), await open('192.0.2.7'), await open('192.0.2.8')];
		const code = await make(owner);
		for (let tries = 0; tries < 5; tries++) {
			expect(await refusalOf(use(other, unknown))).toMatchObject({ reason: 'wrong_code' });
		}
		expect(await refusalOf(use(other, code))).toMatchObject({
			code: 'LIMIT',
			reason: 'too_many_tries',
			message: expect.stringMatching(/^Too many wrong recovery codes\./),
		});
		for (let tries = 0; tries < 7; tries++) await use(elsewhere, code);
		expect(await idOf(elsewhere)).toBe(await idOf(owner));
	});

	it('rejects leaving an account behind to which nothing leads back, until it has a code of its own', async () => {
		const [owner, other] = [await open(), await open()];
		const code = await make(owner);
		const otherId = await idOf(other);
		await addJob(services.db, otherId);
		expect(await refusalOf(use(other, code))).toMatchObject({ code: 'CONFLICT', reason: 'account_in_use' });
		expect(await idOf(other)).toBe(otherId);
		const back = await make(other);
		await use(other, code);
		expect(await idOf(other)).toBe(await idOf(owner));
		await use(other, back);
		expect(await idOf(other)).toBe(otherId);
	});

	it('keeps what the session allowed, and gives it to no other', async () => {
		const [owner, other] = [await open(), await open()];
		const code = await make(owner);
		await other.password('developer');
		expect((await use(other, code)).user).toMatchObject({ id: await idOf(owner), role: 'developer' });
		expect((await owner.check()).user?.role).toBe('creator');
	});

	it('rejects Discord accounts and emergency sessions, which have none and use none', async () => {
		const code = await make(await open());
		const discord = openBrowser(services, fake);
		await discord.discord(fakeAccounts.wizard.id);
		const emergency = openBrowser(services, fake, '192.0.2.9');
		await emergency.meetOutage();
		await emergency.emergency();
		for (const browser of [discord, emergency]) {
			expect(await refusalOf(make(browser))).toMatchObject({ code: 'CONFLICT', reason: 'session_required' });
			expect(await refusalOf(use(browser, code))).toMatchObject({ code: 'CONFLICT', reason: 'session_required' });
			expect(await getRecoveryCode(await browser.context())).toEqual({ isAvailable: false, createdAt: null });
		}
	});

	it.each(['new', 'known'])('ends as its account becomes a %s Discord account’s', async (kind) => {
		if (kind === 'known') await openBrowser(services, fake).discord(fakeAccounts.wizard.id);
		const owner = await open();
		const code = await make(owner);
		await owner.discord(fakeAccounts.wizard.id);
		expect(await refusalOf(use(await open(), code))).toMatchObject({ reason: 'wrong_code' });
	});

	it('ends as all data of its account is deleted', async () => {
		const owner = await open();
		const code = await make(owner);
		await deleteAccount(await owner.context());
		expect(await refusalOf(use(await open(), code))).toMatchObject({ reason: 'wrong_code' });
	});

	it('rejects once the session has ended, and changes nothing', async () => {
		const [owner, other] = [await open(), await open()];
		const code = await make(owner);
		const stale = await other.context();
		await other.logout();
		expect(await refusalOf(signInWithRecoveryCode(stale, { code }))).toMatchObject({ reason: 'sign_in_required' });
		const staleOwner = await owner.context();
		await owner.logout();
		expect(await refusalOf(createRecoveryCode(staleOwner))).toMatchObject({ reason: 'sign_in_required' });
		expect((await use(await open(), code)).authenticated).toBe(true);
	});
});
