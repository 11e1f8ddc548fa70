import { existsSync, readFileSync } from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { type PasswordSettings, parsePasswordEntries } from '@adx/core/auth/passwords/passwords';
import { geminiVariables } from '@adx/core/engines/gemini/gemini-settings';
import { mintVariables } from '@adx/core/mint/mint-settings';
import { defineSettings, open, password, passwordAddress, secret, webAddress } from '@adx/core/platform/settings';
import { findPremiumProblem, premiumVariables } from '@adx/core/premium/premium-settings';
import { solanaVariables, toSolanaSettings } from '@adx/core/sale/chain/solana-settings';
import type { PasswordKind } from '@adx/validators/auth';
import { lockablePageSchema } from '@adx/validators/config';
import { z } from 'zod';
import { isLoopbackHost } from '../security/origin.ts';
import { discordId, discordRoleIds, discordSecret } from './discord-settings.ts';
import { StartError } from './start-error.ts';

const splitList = (text: string) =>
	text
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');

const integer = (min: number, max: number) =>
	z
		.string()
		.regex(/^\d+$/, 'must be a whole number')
		.transform(Number)
		.pipe(z.number().min(min, `must be ${min} to ${max}`).max(max, `must be ${min} to ${max}`));

const hostName = z.string().regex(/^[\w.:%-]+$/, 'must be an address or a host name');

const httpOrigin = z
	.string()
	.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text, {
		message: 'must be an origin such as https://adx.example.org, without a path',
	});

const databaseUrl = z.string().refine((text) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol), {
	message: 'must be a postgresql:// address',
});

/** Base64 or base64url of exactly 32 bytes. */
const secretKey = z
	.string()
	.regex(/^[A-Za-z0-9+/_-]+={0,2}$/, 'must be 32 bytes in base64')
	.transform((text) => new Uint8Array(Buffer.from(text, 'base64')))
	.refine((bytes) => bytes.byteLength === 32, 'must be 32 bytes in base64');

const isNetwork = (entry: string) => {
	const [address = '', prefix, ...rest] = entry.split('/');
	if (isIP(address) === 0 || rest.length > 0) return false;
	return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIPv6(address) ? 128 : 32));
};

const usd = z
	.string()
	.regex(/^\d{1,6}(?:\.\d{1,2})?$/, 'must be an amount in USD such as 5 or 2.50')
	.transform(Number);

const networks = z
	.string()
	.transform(splitList)
	.refine((entries) => entries.every(isNetwork), {
		message: 'must be a comma-separated list of addresses or networks such as 10.0.0.0/8',
	});

const passwords = z.string().transform((text, context) => {
	try {
		return parsePasswordEntries(text);
	} catch (error) {
		context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'is not readable' });
		return z.NEVER;
	}
});

const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
	error: 'must be fatal, error, warn, info, debug, trace or silent',
});

/** All settings, each with what of it is secret. */
export const environmentSchema = defineSettings({
	HOST: open(hostName.default('127.0.0.1')),
	PORT: open(integer(0, 65_535).default(3_000)),
	DATA_DIR: open(
		z
			.string()
			.transform((path) => resolve(path))
			.prefault('./data'),
	),
	PUBLIC_ORIGIN: open(httpOrigin.optional()),
	LOG_LEVEL: open(logLevel.default('info')),
	METRICS_PORT: open(integer(0, 65_535).optional()),
	METRICS_HOST: open(hostName.default('127.0.0.1')),
	MEASURE_REQUESTS: open(
		z
			.enum(['on', 'off'], { error: 'must be on or off' })
			.default('off')
			.transform((value) => value === 'on'),
	),
	DATABASE_URL: passwordAddress(databaseUrl.optional()),
	ROLE: open(z.enum(['all', 'api', 'worker'], { error: 'must be all, api or worker' }).default('all')),
	WORKER_CONCURRENCY: open(integer(1, 256).optional()),
	SECRET_KEY: secret(secretKey.optional()),
	DEVELOPER_PASSWORDS: password(passwords.optional()),
	COMMUNITY_PASSWORDS: password(passwords.optional()),
	PREMIUM_PASSPHRASES: password(passwords.optional()),
	ADMIN_PASSWORDS: password(passwords.optional()),
	TRUSTED_PROXIES: open(networks.default([])),
	EMERGENCY_ACCESS: open(
		z.enum(['off', 'after-failure'], { error: 'must be off or after-failure' }).default('after-failure'),
	),
	GATE_START: open(z.enum(['developer', 'role'], { error: 'must be developer or role' }).default('developer')),
	LOCKED_PAGES: open(
		z
			.string()
			.transform(splitList)
			.pipe(z.array(z.enum(lockablePageSchema.options, { error: 'may only name merger and gallery' })))
			.default([...lockablePageSchema.options]),
	),
	...geminiVariables.shape,
	...mintVariables.shape,
	...premiumVariables.shape,
	...solanaVariables.shape,
	DAILY_GENERATION_LIMIT: open(integer(0, 1_000_000).default(0)),
	CONFIRM_ABOVE_USD: open(usd.default(5)),
	SCRUB_MB_PER_SECOND: open(integer(0, 10_000).default(8)),
	UPLOAD_QUOTA_MB: open(integer(0, 1_000_000_000).default(20_000)),
	UPLOAD_QUOTA_DEVELOPER_MB: open(integer(0, 1_000_000_000).default(100_000)),
	FEATURE_PRESETS: open(
		z
			.enum(['on', 'off'], { error: 'must be on or off' })
			.default('on')
			.transform((value) => value === 'on'),
	),
	DISCORD_CLIENT_ID: open(discordId.optional()),
	DISCORD_CLIENT_SECRET: secret(discordSecret.optional()),
	DISCORD_GUILD_ID: open(discordId.optional()),
	DISCORD_ROLE_IDS: open(discordRoleIds.optional()),
	DISCORD_BASE_URL: open(httpOrigin.default('https://discord.com')),
	COMMUNITY_INVITE_URL: open(webAddress.optional()),
	WEB_DIST: open(
		z
			.string()
			.transform((path) => resolve(path))
			.optional(),
	),
});

/** Lists keep their meaning when empty; every other variable that is set but empty counts as not set. */
const mayBeEmpty = new Set([
	'DEVELOPER_PASSWORDS',
	'COMMUNITY_PASSWORDS',
	'PREMIUM_PASSPHRASES',
	'ADMIN_PASSWORDS',
	'LOCKED_PAGES',
	'TRUSTED_PROXIES',
]);

/** The operator's settings, validated; `DATA_DIR` and `WEB_DIST` are absolute. Names of later features are not looked at. */
export type Environment = Readonly<z.infer<typeof environmentSchema>>;

/**
 * Validates variables. Throws a StartError whose one line names the first variable that is wrong, and
 * never repeats its value.
 */
export function parseEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
	const given = Object.entries(variables).filter(([name, value]) => value !== '' || mayBeEmpty.has(name));
	const parsed = environmentSchema.safeParse(Object.fromEntries(given));
	if (!parsed.success) {
		const issue = parsed.error.issues[0];
		throw new StartError(`${String(issue?.path[0])} ${issue?.message}`);
	}
	const environment = parsed.data;
	if (!isLoopbackHost(environment.HOST) && environment.PUBLIC_ORIGIN === undefined) {
		throw new StartError('PUBLIC_ORIGIN must be set when HOST is not a loopback address');
	}
	if (environment.ROLE !== 'all' && environment.DATABASE_URL === undefined) {
		throw new StartError(`DATABASE_URL must be set when ROLE is ${environment.ROLE}`);
	}
	const premiumProblem = findPremiumProblem(environment);
	if (premiumProblem !== null) throw new StartError(premiumProblem);
	const { missing } = toSolanaSettings(environment);
	if (missing !== null) throw new StartError(`${missing} must be set too where Solana is set up`);
	return environment;
}

/**
 * The process environment over a `.env` file of the given folder, which never overrides it. With ADX_SKIP_ENV_FILE
 * set, as test runs do, the file is not looked at.
 */
export function readEnvironment(folder: string): Environment {
	const path = resolve(folder, '.env');
	let fromFile: Record<string, string | undefined> = {};
	try {
		if (!process.env.ADX_SKIP_ENV_FILE && existsSync(path)) fromFile = parseEnv(readFileSync(path, 'utf8'));
	} catch {
		throw new StartError(`.env cannot be read: ${path}`);
	}
	return parseEnvironment({ ...fromFile, ...process.env });
}

/** The configured password lists by kind, as `createPasswordCheck` takes them. A pure worker asks nobody: all kinds are off. */
export function readPasswordSettings(environment: Environment): PasswordSettings {
	if (environment.ROLE === 'worker') return { developer: [], community: [], premium: [], admin: [] };
	const lists: Record<PasswordKind, readonly string[] | undefined> = {
		developer: environment.DEVELOPER_PASSWORDS,
		community: environment.COMMUNITY_PASSWORDS,
		premium: environment.PREMIUM_PASSPHRASES,
		admin: environment.ADMIN_PASSWORDS,
	};
	return Object.fromEntries(Object.entries(lists).filter(([, list]) => list !== undefined));
}
