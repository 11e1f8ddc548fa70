import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '@adx/core/auth/passwords';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isLoopbackHost, parseEnvironment, passwordSettingsOf, readEnvironment } from './env.ts';

describe('parseEnvironment', () => {
	it('needs nothing', () => {
		expect(parseEnvironment({})).toMatchObject({
			HOST: '127.0.0.1',
			PORT: 3_000,
			DATA_DIR: join(process.cwd(), 'data'),
			ROLE: 'all',
			LOG_LEVEL: 'info',
			GATE_START: 'developer',
			LOCKED_PAGES: ['merger', 'gallery'],
			GEMINI_KEY_PREFIXES: ['AIza', 'AQ.'],
			GEMINI_BASE_URL: 'https://generativelanguage.googleapis.com',
			GEMINI_RATE_PER_MINUTE: 10,
			DAILY_GENERATION_LIMIT: 0,
			FEATURE_PRESETS: true,
			TRUSTED_PROXIES: [],
		});
	});

	it('takes every variable that is set but empty as not set, except lists, which are then empty', () => {
		const environment = parseEnvironment({
			PORT: '',
			LOG_LEVEL: '',
			DATABASE_URL: '',
			LOCKED_PAGES: '',
			ADMIN_PASSWORDS: '',
		});
		expect(environment).toMatchObject({ PORT: 3_000, LOG_LEVEL: 'info', LOCKED_PAGES: [], ADMIN_PASSWORDS: [] });
		expect(passwordSettingsOf(environment)).toEqual({ admin: [] });
	});

	it('reads the models in their order and a price table with its day', () => {
		const prices = { pricedAt: '2026-11-21', usdPerImage: { 'b-model': 0.04 } };
		const environment = parseEnvironment({ GEMINI_MODELS: 'b-model, a-model', GEMINI_PRICES: JSON.stringify(prices) });
		expect(environment).toMatchObject({ GEMINI_MODELS: ['b-model', 'a-model'], GEMINI_PRICES: prices });
		const { GEMINI_MODELS: models, GEMINI_PRICES: known } = parseEnvironment({});
		for (const model of models) expect(known.usdPerImage[model]).toBeGreaterThan(0);
	});

	it('does not look at names of later features', () => {
		expect(() => parseEnvironment({ STORAGE_URL: 'nonsense', SOLANA_CLUSTER: '?', PATH: '/bin' })).not.toThrow();
	});

	it.each([
		['HOST', 'a b'],
		['PORT', '70000'],
		['PORT', '3e3'],
		['PORT', '-1'],
		['PUBLIC_ORIGIN', 'https://example.org/path'],
		['PUBLIC_ORIGIN', 'elsewhere.test'],
		['LOG_LEVEL', 'loud'],
		['DATABASE_URL', 'mysql://x'],
		['ROLE', 'boss'],
		['WORKER_CONCURRENCY', '0'],
		['SECRET_KEY', 'c2hvcnQ='],
		['DEVELOPER_PASSWORDS', 'argon2id:nonsense'],
		['TRUSTED_PROXIES', '10.0.0.0/33'],
		['TRUSTED_PROXIES', 'proxy.local'],
		['GATE_START', 'creator'],
		['LOCKED_PAGES', 'merger,nonsense'],
		['LOCKED_PAGES', 'Gallery'],
		['GEMINI_KEY_PREFIXES', ' , '],
		['GEMINI_BASE_URL', 'https://example.org/v1beta'],
		['GEMINI_MODELS', 'a-model,../../x'],
		['GEMINI_MODELS', ' , '],
		['GEMINI_RATE_PER_MINUTE', '-5'],
		['GEMINI_RATE_PER_MINUTE', '200000'],
		['GEMINI_RATE_PER_MINUTE', '1e3'],
		['GEMINI_PRICES', '{"a-model": 0.04}'],
		['GEMINI_PRICES', '{"pricedAt":"2026-11-21","usdPerImage":{"a-model":-1}}'],
		['GEMINI_PRICES', '0.04'],
		['GEMINI_PRICES', '{'],
		['DAILY_GENERATION_LIMIT', '-1'],
		['FEATURE_PRESETS', 'yes'],
		['COMMUNITY_INVITE_URL', 'javascript:alert(1)'],
		['DISCORD_CLIENT_ID', 'my-application'],
		['DISCORD_CLIENT_SECRET', 'with a space in it'],
		['DISCORD_GUILD_ID', '12345'],
		['DISCORD_ROLE_IDS', 'Wizard=123456789012345678'],
		['DISCORD_ROLE_IDS', '{"Necromancer":"123456789012345679"}'],
		['DISCORD_ROLE_IDS', '{"wizard":"123456789012345679"}'],
		['DISCORD_ROLE_IDS', '{"__proto__":"123456789012345679"}'],
		['DISCORD_ROLE_IDS', '{"Wizard":123456789012345679}'],
		['DISCORD_ROLE_IDS', '{"Wizard":"everyone"}'],
		['DISCORD_ROLE_IDS', '["123456789012345679"]'],
		['DISCORD_ROLE_IDS', '{}'],
		['DISCORD_BASE_URL', 'https://discord.com/api'],
		['DISCORD_BASE_URL', 'discord.com'],
	])('rejects %s=%s with one line that names it and does not repeat the value', (name, value) => {
		let line = '';
		try {
			parseEnvironment({ [name]: value });
		} catch (error) {
			line = error instanceof Error ? error.message : '';
		}
		expect(line.startsWith(`${name} `)).toBe(true);
		expect(line).not.toContain('\n');
		expect(line).not.toContain(value);
	});

	it('rejects an address that others reach without PUBLIC_ORIGIN', () => {
		for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'adx.example.org']) {
			expect(() => parseEnvironment({ HOST })).toThrow(/^PUBLIC_ORIGIN /);
			expect(parseEnvironment({ HOST, PUBLIC_ORIGIN: 'https://adx.example.org' }).HOST).toBe(HOST);
		}
		for (const HOST of ['localhost', '127.0.0.1', '127.8.8.8', '::1'])
			expect(parseEnvironment({ HOST }).HOST).toBe(HOST);
	});

	it.each(['api', 'worker'])('rejects ROLE=%s without DATABASE_URL', (ROLE) => {
		expect(() => parseEnvironment({ ROLE })).toThrow(/^DATABASE_URL /);
		expect(parseEnvironment({ ROLE, DATABASE_URL: 'postgresql://u:p@localhost/adx' }).ROLE).toBe(ROLE);
	});

	it('keeps the entries of password lists apart from an unset and an empty one', async () => {
		const hashed = await hashPassword('admin', 'b');
		const environment = parseEnvironment({ ADMIN_PASSWORDS: `a, ${hashed}`, PREMIUM_PASSPHRASES: '' });
		expect(passwordSettingsOf(environment)).toEqual({ admin: ['a', hashed], premium: [] });
		const worker = parseEnvironment({
			ROLE: 'worker',
			DATABASE_URL: 'postgresql://localhost/adx',
			ADMIN_PASSWORDS: 'a',
		});
		expect(passwordSettingsOf(worker)).toEqual({ developer: [], community: [], premium: [], admin: [] });
	});
});

describe('readEnvironment', () => {
	const folder = mkdtempSync(join(tmpdir(), 'adx-env-'));
	beforeEach(() => {
		writeFileSync(join(folder, '.env'), 'LOG_LEVEL=debug\nGATE_START=role\n');
		vi.stubEnv('ADX_SKIP_ENV_FILE', undefined);
		vi.stubEnv('GATE_START', undefined);
	});
	afterEach(() => vi.unstubAllEnvs());
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it('reads .env without overriding what is really set', () => {
		vi.stubEnv('LOG_LEVEL', 'warn');
		expect(readEnvironment(folder)).toMatchObject({ LOG_LEVEL: 'warn', GATE_START: 'role' });
	});

	it('leaves .env alone when ADX_SKIP_ENV_FILE is set', () => {
		vi.stubEnv('ADX_SKIP_ENV_FILE', '1');
		expect(readEnvironment(folder)).toMatchObject({ GATE_START: 'developer' });
	});
});

describe('isLoopbackHost', () => {
	it('knows names and addresses that only this machine reaches', () => {
		for (const host of ['localhost', '127.0.0.1', '127.255.0.1', '::1']) expect(isLoopbackHost(host), host).toBe(true);
		for (const host of ['0.0.0.0', '::', '10.0.0.1', 'localhost.example.org'])
			expect(isLoopbackHost(host), host).toBe(false);
	});
});
