import { insertDiscordState, insertEmergencyGrant } from '@adx/db/repositories/auth/sign-in-states';
import { passDatabaseTime } from '@adx/db/testing/time-testing';
import { type FakeDiscord, fakeAccounts, startFakeDiscord } from '@adx/fakes/discord/discord';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser, startTestServer, type TestServer } from '../../testing/server-testing.ts';
import { startPurging } from './purging.ts';
import { startRoleChecks } from './role-checks.ts';

const { wizard } = fakeAccounts;

let fake: FakeDiscord;
let test: TestServer;
beforeAll(async () => {
	fake = await startFakeDiscord();
	test = await startTestServer(fake.environment);
});
afterAll(async () => {
	await test.close();
	await fake.close();
});

async function signedInMember(): Promise<Browser> {
	const browser = new Browser(test.origin);
	fake.consentAs(wizard.id);
	const { authUrl } = (await browser.call('/api/auth/discord')).json as { readonly authUrl: string };
	const answer = await fetch(authUrl, { redirect: 'manual' });
	const { pathname, search } = new URL(answer.headers.get('location') ?? '');
	await browser.call(pathname + search);
	return browser;
}

it('ends the session of who lost the role, by the time the runner has stopped', async () => {
	const { services } = test.server;
	fake.setRoles(wizard.id, wizard.roleIds);
	const browser = await signedInMember();
	expect((await browser.call('/api/jobs')).status).toBe(200);
	fake.setRoles(wizard.id, null);
	await startRoleChecks(services).stop();
	expect((await browser.call('/api/jobs')).status).toBe(200);
	await passDatabaseTime(services.db, 15 * 60_000);
	const running = startRoleChecks(services);
	try {
		await expect.poll(async () => (await browser.call('/api/jobs')).status, { timeout: 15_000 }).toBe(401);
	} finally {
		await running.stop();
	}
});

it('purges Discord states that ended and emergency grants of the day before yesterday, and keeps the others', async () => {
	const { services } = test.server;
	const { db } = services;
	const at = (ms: number) => new Date(Date.now() + ms);
	const dayOf = (days: number) =>
		at(days * 24 * 3_600_000)
			.toISOString()
			.slice(0, 10);
	await db.deleteFrom('discordStates').execute();
	await insertDiscordState(db, 'a'.repeat(64), -1_000);
	await insertDiscordState(db, 'b'.repeat(64), 60_000);
	for (const days of [-2, -1, 0]) await insertEmergencyGrant(db, { network: '192.0.2.1', day: dayOf(days) });
	await startPurging(services).stop();
	const states = await db.selectFrom('discordStates').select('hash').execute();
	expect(states).toEqual([{ hash: 'b'.repeat(64) }]);
	const grants = await db.selectFrom('emergencyGrants').select('day').orderBy('day').execute();
	expect(grants).toEqual([{ day: dayOf(-1) }, { day: dayOf(0) }]);
});
