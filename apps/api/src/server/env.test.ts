import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '@adx/core/auth/passwords/passwords';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isLoopbackHost } from '../security/origin.ts';
import { parseEnvironment, readEnvironment, readPasswordSettings } from './env.ts';

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

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
			CONFIRM_ABOVE_USD: 5,
			SCRUB_MB_PER_SECOND: 8,
			UPLOAD_QUOTA_MB: 20_000,
			UPLOAD_QUOTA_DEVELOPER_MB: 100_000,
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
		expect(readPasswordSettings(environment)).toEqual({ admin: [] });
	});

	it('reads where images are minted, and who signs', () => {
		const address = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
		const environment = parseEnvironment({
			POLYGON_RPC_URL: 'http://127.0.0.1:8545',
			POLYGON_CONTRACT_ADDRESS: address.toLowerCase(),
			POLYGON_CONFIRMATIONS: '3',
			POLYGON_SYMBOL: 'POL',
			VOUCHER_SIGNER_KEY: '1'.repeat(64),
		});
		expect(environment).toMatchObject({
			POLYGON_CONTRACT_ADDRESS: address,
			POLYGON_CONFIRMATIONS: 3,
			POLYGON_SYMBOL: 'POL',
			ETHEREUM_SYMBOL: 'ETH',
			VOUCHER_SIGNER_KEY: `0x${'1'.repeat(64)}`,
		});
	});

	it('reads where collections are sold, which node and cluster together decide', () => {
		const node = 'https://rpc.example.org/v1?key=7';
		expect(parseEnvironment({ SOLANA_RPC_URL: node, SOLANA_CLUSTER: 'devnet' })).toMatchObject({
			SOLANA_RPC_URL: node,
			SOLANA_CLUSTER: 'devnet',
			SOLANA_PRIORITY_FEE: 10_000,
			SALE_WALLET_PROOF: 'auto',
		});
		for (const fee of [0, 10_000_000]) {
			expect(parseEnvironment({ SOLANA_PRIORITY_FEE: String(fee) })).toMatchObject({ SOLANA_PRIORITY_FEE: fee });
		}
		expect(() => parseEnvironment({ SOLANA_RPC_URL: node })).toThrow(/^SOLANA_CLUSTER must be set/);
		expect(() => parseEnvironment({ SOLANA_CLUSTER: 'devnet' })).toThrow(/^SOLANA_RPC_URL must be set/);
	});

	it('reads the models in their order and a price table with its day', () => {
		const prices = { pricedAt: '2026-11-21', usdPerImage: { 'b-model': 0.04 } };
		const environment = parseEnvironment({ GEMINI_MODELS: 'b-model, a-model', GEMINI_PRICES: JSON.stringify(prices) });
		expect(environment).toMatchObject({ GEMINI_MODELS: ['b-model', 'a-model'], GEMINI_PRICES: prices });
		const { GEMINI_MODELS: models, GEMINI_PRICES: known } = parseEnvironment({});
		for (const model of models) expect(known.usdPerImage[model]).toBeGreaterThan(0);
	});

	it('takes the settings of an object store whole, with a secret key that its processes share, or not at all', () => {
		const key = Buffer.alloc(32).toString('base64');
		const store = { STORAGE: 's3', S3_BUCKET: 'realm', SECRET_KEY: key };
		expect(parseEnvironment(store)).toMatchObject({ S3_REGION: 'us-east-1', S3_PREFIX: '' });
		const without = (name: keyof typeof store) => () => parseEnvironment({ ...store, [name]: '' });
		expect(without('S3_BUCKET')).toThrow('S3_BUCKET must be set when STORAGE is s3');
		expect(without('SECRET_KEY')).toThrow('SECRET_KEY must be set when STORAGE is s3');
		expect(without('STORAGE')).not.toThrow();
		for (const [change, line] of [
			[{ STORAGE: 'tape' }, 'STORAGE must be disk or s3'],
			[{ S3_ENDPOINT: 'store:9000' }, 'S3_ENDPOINT must be an http(s) address'],
			[{ S3_ACCESS_KEY_ID: 'a' }, 'S3_SECRET_ACCESS_KEY must be set with S3_ACCESS_KEY_ID'],
			[{ S3_SECRET_ACCESS_KEY: 'b' }, 'S3_ACCESS_KEY_ID must be set with S3_SECRET_ACCESS_KEY'],
			[{ S3_ENCRYPTION: 'rot13' }, 'S3_ENCRYPTION must be AES256 or aws:kms'],
			[{ S3_ENCRYPTION_KEY_ID: 'alias/realm' }, 'S3_ENCRYPTION must be aws:kms'],
		] as const) {
			expect(() => parseEnvironment({ ...store, ...change })).toThrow(line);
		}
	});

	it('reads the headers of a collector of traces as OpenTelemetry writes them', () => {
		const { OTEL_EXPORTER_OTLP_HEADERS: headers } = parseEnvironment({
			OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi==, x-tenant = a,',
		});
		expect(headers).toEqual({ authorization: 'Basic YTpi==', 'x-tenant': 'a' });
	});

	it('does not look at names of later features', () => {
		expect(() => parseEnvironment({ STORAGE_URL: 'nonsense', QUEUE_URL: '?', PATH: '/bin' })).not.toThrow();
	});

	it.each([
		['HOST', 'a b'],
		['PORT', '70000'],
		['METRICS_PORT', '?'],
		['METRICS_HOST', 'a b'],
		['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4317'],
		['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer abc'],
		['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=%zz'],
		['OTEL_EXPORTER_OTLP_HEADERS', 'a=b%0d%0ac'],
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
		['POLYGON_RPC_URL', 'ws://127.0.0.1:8545'],
		['POLYGON_CONTRACT_ADDRESS', '0x5FbDB2315678afecb367f032d93F642f64180aa'],
		['POLYGON_CONTRACT_ADDRESS', '0x5FbdB2315678afecb367f032d93F642f64180aa3'],
		['ETHEREUM_CONFIRMATIONS', '7777'],
		['ETHEREUM_SYMBOL', 'a long symbol'],
		['VOUCHER_SIGNER_KEY', '0'.repeat(64)],
		['VOUCHER_SIGNER_KEY', 'f'.repeat(64)],
		['VOUCHER_SIGNER_KEY', '0x12'],
		['IPFS_API_URL', 'localhost'],
		['PREMIUM_TREASURY', '0x5FbDB2315678afecb367f032d93F642f64180aa4'],
		['PREMIUM_PRICE', 'free'],
		['PREMIUM_PRICE', 'solana:1'],
		['SOLANA_RPC_URL', 'wss://api.devnet.solana.com'],
		['SOLANA_CLUSTER', 'ethereum'],
		['SOLANA_EXPLORER_URL', 'https://explorer.solana.com?cluster=devnet'],
		['SOLANA_PRIORITY_FEE', '-1'],
		['SOLANA_PRIORITY_FEE', '0.5'],
		['SOLANA_PRIORITY_FEE', '10000001'],
		['SALE_WALLET_PROOF', 'sometimes'],
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
		['CONFIRM_ABOVE_USD', '-1'],
		['CONFIRM_ABOVE_USD', '5 USD'],
		['SCRUB_MB_PER_SECOND', '0.5'],
		['UPLOAD_QUOTA_MB', '1.5'],
		['UPLOAD_QUOTA_DEVELOPER_MB', '-1'],
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

	it('rejects a treasury without a price, a price without a treasury, and both without a node', () => {
		const treasury = { PREMIUM_TREASURY: '0x5FbDB2315678afecb367f032d93F642f64180aa3' };
		const price = { PREMIUM_PRICE: 'polygon:5,ethereum:0.002' };
		expect(() => parseEnvironment(treasury)).toThrow(/^PREMIUM_PRICE must be set beside PREMIUM_TREASURY$/);
		expect(() => parseEnvironment(price)).toThrow(/^PREMIUM_TREASURY must be set beside PREMIUM_PRICE$/);
		const polygon = { POLYGON_RPC_URL: 'http://127.0.0.1:8545' };
		expect(() => parseEnvironment({ ...treasury, ...price, ...polygon })).toThrow(/^ETHEREUM_RPC_URL must be set/);
		const ethereum = { ETHEREUM_RPC_URL: 'http://127.0.0.1:8546' };
		expect(() => parseEnvironment({ ...treasury, ...price, ...polygon, ...ethereum })).not.toThrow();
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
		expect(parseEnvironment({ ROLE, DATABASE_URL: 'postgresql://u:p@localhost/adx', SECRET_KEY }).ROLE).toBe(ROLE);
	});

	it.each(['api', 'worker'])('rejects ROLE=%s without SECRET_KEY, and names where it is to be had', (ROLE) => {
		expect(() => parseEnvironment({ ROLE, DATABASE_URL: 'postgresql://u:p@localhost/adx' })).toThrow(
			/^SECRET_KEY must be set when ROLE is \w+, the same for all processes: what DATA_DIR\/secret\.key holds, or .*$/,
		);
	});

	it('refuses short passwords where other machines reach the product, and no hash', async () => {
		const hashed = await hashPassword('developer', 'short');
		const origin = { PUBLIC_ORIGIN: 'https://adx.example.org' };
		for (const variables of [origin, { ...origin, HOST: '0.0.0.0' }]) {
			const start = (list: string) => () => parseEnvironment({ ...variables, COMMUNITY_PASSWORDS: list });
			expect(start('long-enough,short')).toThrow('COMMUNITY_PASSWORDS holds a password of fewer than 8 characters');
			expect(start(`long-enough,${hashed}`)).not.toThrow();
		}
		for (const variables of [{}, { PUBLIC_ORIGIN: 'http://localhost:3000' }]) {
			expect(() => parseEnvironment({ ...variables, COMMUNITY_PASSWORDS: 'short' })).not.toThrow();
		}
	});

	it('keeps the entries of password lists apart from an unset and an empty one', async () => {
		const hashed = await hashPassword('admin', 'b');
		const environment = parseEnvironment({ ADMIN_PASSWORDS: `a, ${hashed}`, PREMIUM_PASSPHRASES: '' });
		expect(readPasswordSettings(environment)).toEqual({ admin: ['a', hashed], premium: [] });
		const worker = parseEnvironment({
			ROLE: 'worker',
			DATABASE_URL: 'postgresql://localhost/adx',
			SECRET_KEY,
			ADMIN_PASSWORDS: 'a',
		});
		expect(readPasswordSettings(worker)).toEqual({ developer: [], community: [], premium: [], admin: [] });
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
