import { type FakeDiscord, startFakeDiscord } from '@adx/fakes/discord/discord';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server-testing.ts';
import { readDiscordSettings } from './discord-settings.ts';
import { parseEnvironment } from './env.ts';

describe('readDiscordSettings', () => {
	const all = {
		DISCORD_CLIENT_ID: '100000000000000001',
		DISCORD_CLIENT_SECRET: 'client-secret',
		DISCORD_GUILD_ID: '200000000000000001',
		DISCORD_ROLE_IDS: '{"Wizard":"300000000000000005","Intent Master":"300000000000000003"}',
	};

	it('gives the client what it needs, with the real Discord unless another is named', () => {
		expect(readDiscordSettings(parseEnvironment(all))).toEqual({
			isConfigured: true,
			settings: {
				clientId: '100000000000000001',
				clientSecret: 'client-secret',
				guildId: '200000000000000001',
				roleIds: { Wizard: '300000000000000005', 'Intent Master': '300000000000000003' },
				baseUrl: 'https://discord.com',
			},
		});
		const elsewhere = parseEnvironment({ ...all, DISCORD_BASE_URL: 'http://127.0.0.1:4567' });
		expect(readDiscordSettings(elsewhere)).toMatchObject({ settings: { baseUrl: 'http://127.0.0.1:4567' } });
	});

	it.each(Object.keys(all))('names %s when it alone is missing or empty', (name) => {
		expect(readDiscordSettings(parseEnvironment({ ...all, [name]: '' }))).toEqual({
			isConfigured: false,
			missing: [name],
			isPartial: true,
		});
	});

	it('names all four when none is set', () => {
		expect(readDiscordSettings(parseEnvironment({}))).toEqual({
			isConfigured: false,
			missing: Object.keys(all),
			isPartial: false,
		});
	});
});

describe('Discord sign-in', () => {
	let fake: FakeDiscord;
	beforeAll(async () => {
		fake = await startFakeDiscord();
	});
	afterAll(() => fake.close());

	async function withServer(variables: Record<string, string>, work: (test: TestServer) => void): Promise<void> {
		const test = await startTestServer(variables);
		try {
			work(test);
		} finally {
			await test.close();
		}
	}

	/** The first line of the log that is about it. */
	function discordLine(test: TestServer): unknown {
		const lines = test.log().split('\n');
		return JSON.parse(lines.find((text) => text.includes('Discord')) ?? '{}');
	}

	it('is on with all variables, and the client secret never reaches the log', async () => {
		await withServer(fake.environment, (test) => {
			const { discord, log } = test.server.services;
			const url = discord?.authUrl({ state: 'state', redirectUri: 'http://127.0.0.1:9/' });
			expect(url?.startsWith(`${fake.origin}/oauth2/authorize?`)).toBe(true);
			log.warn(`sent ${fake.environment.DISCORD_CLIENT_SECRET}`);
			expect(test.log()).toContain('sent [hidden]');
			expect(test.log()).not.toMatch(/not set|fake-discord-client-secret/);
		});
	});

	it('is off without one of them, and a warning names it and repeats no value', async () => {
		const { DISCORD_GUILD_ID: _, ...others } = fake.environment;
		await withServer(others, (test) => {
			expect(test.server.services.discord).toBeNull();
			expect(discordLine(test)).toMatchObject({ level: 40, msg: 'Discord sign-in is off; not set: DISCORD_GUILD_ID' });
			expect(test.log()).not.toContain(fake.environment.DISCORD_CLIENT_SECRET);
		});
	});

	it('is off without any, which is worth no warning', async () => {
		await withServer({}, (test) => {
			expect(test.server.services.discord).toBeNull();
			expect(discordLine(test)).toMatchObject({ level: 30, msg: expect.stringContaining('DISCORD_CLIENT_SECRET') });
		});
	});
});
