import { randomUUID } from 'node:crypto';
import { passDatabaseTime } from '@adx/db/testing/time-testing';
import { type FakeDiscord, fakeRoleIds } from '@adx/fakes/discord/discord';
import type { PasswordKind } from '@adx/validators/auth/auth';
import type { RequestContext, Services } from '../../platform/context.ts';
import type { TestServices } from '../../platform/services-testing.ts';
import { startEmergencyAccess } from '../emergency/start-emergency-access.ts';
import { getCaller } from '../get-caller.ts';
import { signInWithPassword } from '../passwords/sign-in-with-password.ts';
import { logout, resolveActor } from '../sessions/sessions.ts';
import { createDiscordClient } from './discord-client.ts';
import { finishDiscordSignIn, type OAuthCallback } from './finish-sign-in.ts';
import { startDiscordSignIn } from './start-sign-in.ts';

// For this folder's tests: a browser with its cookies, on a clock that runs ahead as the test says.

/** A clock of the test's own, and the database's with it. */
export function createTestClock({ services: { db } }: Pick<TestServices, 'services'>) {
	let aheadMs = 0;
	const pass = async (ms: number) => {
		aheadMs += ms;
		await passDatabaseTime(db, ms);
	};
	return {
		clock: () => new Date(Date.now() + aheadMs),
		pass,
		/** Moves the clock to the given time of the next UTC day. */
		toNextDay: async (timeMs = 0) => {
			const now = Date.now() + aheadMs;
			const dayMs = 24 * 3_600_000;
			await pass(dayMs - (now % dayMs) + timeMs);
		},
	};
}

/** Services that sign in with the fake Discord and take the password 'right'. */
export function withDiscord(
	{ services }: Pick<TestServices, 'services'>,
	fake: FakeDiscord,
	clock: () => Date,
): Services {
	const discord = createDiscordClient({
		clientId: fake.environment.DISCORD_CLIENT_ID,
		clientSecret: fake.environment.DISCORD_CLIENT_SECRET,
		guildId: fake.environment.DISCORD_GUILD_ID,
		roleIds: fakeRoleIds,
		baseUrl: fake.origin,
		clock,
		timeoutMs: 5_000,
	});
	return { ...services, clock, discord, passwords: { verify: async ({ password }) => password === 'right' } };
}

export type TestBrowser = ReturnType<typeof openBrowser>;

export function openBrowser(services: Services, fake: FakeDiscord, address = '192.0.2.1') {
	const jar = new Map<string, string>();
	const cookies = {
		get: (name: string) => jar.get(name),
		set: (name: string, value: string) => void jar.set(name, value),
		delete: (name: string) => void jar.delete(name),
	};
	const context = async (idempotencyKey: string | null = null): Promise<RequestContext> => ({
		...services,
		cookies,
		actor: await resolveActor({ ...services, cookies }),
		origin: 'http://localhost:3000',
		address,
		requestId: randomUUID(),
		idempotencyKey,
	});
	/** Goes to Discord and gets the address that it sends back to. */
	const consent = async (): Promise<OAuthCallback> => {
		const { authUrl } = await startDiscordSignIn(await context());
		const answer = await fetch(authUrl, { redirect: 'manual' });
		const { searchParams } = new URL(answer.headers.get('location') ?? 'http://nowhere');
		return { state: searchParams.get('state'), code: searchParams.get('code'), error: searchParams.get('error') };
	};
	const finish = async (back: OAuthCallback) => finishDiscordSignIn(await context(), back);
	return {
		jar,
		context,
		consent,
		finish,
		/** The whole way as the account. */
		discord: async (accountId: string) => {
			fake.consentAs(accountId);
			return finish(await consent());
		},
		/** Comes back while Discord answers 503, which leaves the mark. */
		meetOutage: async () => {
			fake.consent('outage');
			return finish(await consent());
		},
		emergency: async () => startEmergencyAccess(await context()),
		password: async (kind: PasswordKind) => signInWithPassword(await context(), { kind, password: 'right' }),
		check: async () => getCaller(await context()),
		logout: async () => logout(await context()),
	};
}
