import { existsSync, readFileSync } from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isShortPassword, type PasswordSettings, parsePasswordEntries } from '@adx/core/auth/passwords/passwords';
import { engineVariables } from '@adx/core/engines/engine-table';
import { mintVariables } from '@adx/core/mint/mint-settings';
import {
	defineSettings,
	open,
	password,
	passwordAddress,
	secret,
	secretAddress,
	webAddress,
} from '@adx/core/platform/settings';
import { findStorageProblem, storageVariables } from '@adx/core/platform/storage/storage-settings';
import { findPremiumProblem, premiumVariables } from '@adx/core/premium/premium-settings';
import { solanaVariables, toSolanaSettings } from '@adx/core/sale/solana/solana-settings';
import type { PasswordKind } from '@adx/validators/auth/auth';
import { lockablePageSchema } from '@adx/validators/config';
import { passwordMinLength } from '@adx/validators/limits';
import { z } from 'zod';
import { isLoopbackHost } from '../security/origin.ts';
import { discordId, discordRoleIds, discordSecret } from './discord-settings.ts';
import { describeUnknownSettings } from './settings/unknown-settings.ts';
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

/** As OpenTelemetry writes them: `name=value` pairs, percent-encoded. */
const otlpHeaders = z.string().transform((text, context): Readonly<Record<string, string>> => {
	try {
		const pairs = splitList(text).map((pair) => {
			const [, name = '', value = ''] = /^([\w.-]+)\s*=\s*(.+)$/.exec(pair) ?? [];
			return [name, decodeURIComponent(value)];
		});
		new Headers(pairs as [string, string][]);
		return Object.fromEntries(pairs);
	} catch {
		context.addIssue({ code: 'custom', message: 'must be name=value pairs with percent-encoded values' });
		return z.NEVER;
	}
});

const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
	error: 'must be fatal, error, warn, info, debug, trace or silent',
});

/** All settings, each with what of it is secret. */
export const environmentSchema = defineSettings({
	HOST: open(hostName.default('127.0.0.1'), 'where it listens'),
	PORT: open(integer(0, 65_535).default(3_000), 'the port it listens on; 0 lets the system choose one'),
	DATA_DIR: open(
		z
			.string()
			.transform((path) => resolve(path))
			.prefault('./data'),
		'database, files and secret key',
		'./data',
	),
	PUBLIC_ORIGIN: open(
		httpOrigin.optional(),
		'the address people use, e.g. `https://realm.example.org`; needed to listen on anything but loopback',
	),
	LOG_LEVEL: open(
		logLevel.default('info'),
		'`fatal` to `trace`, or `silent`; one line of JSON each on standard error, with the `requestId` that an answer carries as `X-Request-Id`',
	),
	METRICS_PORT: open(
		integer(0, 65_535).optional(),
		'port of its own for `/metrics` (Prometheus), `/healthz` and `/readyz`, of a worker too; off unless set',
	),
	METRICS_HOST: open(hostName.default('127.0.0.1'), 'where metrics are served'),
	MEASURE_REQUESTS: open(
		z
			.enum(['on', 'off'], { error: 'must be on or off' })
			.default('off')
			.transform((value) => value === 'on'),
		'`on` also logs requests that take more of the processor than their route declares, for tests and for looking at a server that is slow',
		'off',
	),
	OTEL_EXPORTER_OTLP_ENDPOINT: secretAddress(
		webAddress.optional(),
		'where traces are sent by OTLP over HTTP, e.g. `http://127.0.0.1:4318`; off unless set: [Traces](operations.md#traces)',
	),
	OTEL_EXPORTER_OTLP_HEADERS: secret(
		otlpHeaders.default({}),
		'headers for the collector, such as its token: `name=value` pairs, comma-separated, values percent-encoded',
		'',
	),
	OTEL_SERVICE_NAME: open(z.string().max(100).default('adx-realm'), 'what traces call this installation'),
	DATABASE_URL: passwordAddress(databaseUrl.optional(), 'a PostgreSQL instead of the embedded database'),
	DATABASE_POOL_SIZE: open(
		integer(2, 1_000).default(10),
		'connections to PostgreSQL for the queries of one process at most; up to seven more serve its queue, notifications and leader',
	),
	ROLE: open(
		z.enum(['all', 'api', 'worker'], { error: 'must be all, api or worker' }).default('all'),
		'`api` or `worker` to split the processes; needs `DATABASE_URL`, `SECRET_KEY`, and a `DATA_DIR` that all of them share or `STORAGE=s3`',
	),
	WORKER_CONCURRENCY: open(integer(1, 256).optional(), 'drawing threads; one per core unless set'),
	SECRET_KEY: secret(
		secretKey.optional(),
		'32 bytes, base64, the same for all processes; needed where `ROLE` is not `all` and with `STORAGE=s3`. Unless set, it is made at the first start and kept as `secret.key` in `DATA_DIR`',
	),
	DEVELOPER_PASSWORDS: password(
		passwords.optional(),
		'comma-separated passwords, of at least 8 characters where other machines reach the product, or what `npm run hash-password` prints; set but empty turns that kind off, unset one is generated and printed once',
	),
	COMMUNITY_PASSWORDS: password(passwords.optional(), 'as `DEVELOPER_PASSWORDS`, for members of the community'),
	PREMIUM_PASSPHRASES: password(passwords.optional(), 'as `DEVELOPER_PASSWORDS`, for Premium'),
	ADMIN_PASSWORDS: password(passwords.optional(), 'as `DEVELOPER_PASSWORDS`, for locked pages'),
	TRUSTED_PROXIES: open(networks.default([]), 'networks whose `X-Forwarded-For` counts, e.g. `10.0.0.0/8`'),
	EMERGENCY_ACCESS: open(
		z.enum(['off', 'after-failure'], { error: 'must be off or after-failure' }).default('after-failure'),
		'whom Discord has just failed may come in for an hour and 20 images, once per network and UTC day; `off` for nobody',
	),
	GATE_START: open(
		z.enum(['developer', 'role'], { error: 'must be developer or role' }).default('developer'),
		'first screen of the gate: `developer` or `role`',
	),
	LOCKED_PAGES: open(
		z
			.string()
			.transform(splitList)
			.pipe(z.array(z.enum(lockablePageSchema.options, { error: 'may only name merger and gallery' })))
			.default([...lockablePageSchema.options]),
		'pages that need premium or the admin password; set but empty locks none. `GET /api/config` tells it',
		'merger,gallery',
	),
	...storageVariables.shape,
	...engineVariables.shape,
	...mintVariables.shape,
	...premiumVariables.shape,
	...solanaVariables.shape,
	SALE_WALLET_PROOF: open(
		z.enum(['auto', 'always', 'off'], { error: 'must be auto, always or off' }).default('auto'),
		'whether a buyer’s wallet has to sign a message that shows whose it is before an item is set aside for it: `auto` where few are left, `always` or `off`',
	),
	DAILY_GENERATION_LIMIT: open(
		integer(0, 1_000_000).default(0),
		'images a user may order on a UTC day; 0 for no limit: [The daily limit](operations.md#the-daily-limit)',
	),
	CONFIRM_ABOVE_USD: open(
		usd.default(5),
		'the page asks again before an order that is to cost more; 0 for every paid order',
	),
	SCRUB_MB_PER_SECOND: open(
		integer(0, 10_000).default(8),
		'how fast stored files are read again to find damaged ones; 0 for not at all: [Damaged files](operations.md#damaged-files)',
	),
	UPLOAD_QUOTA_MB: open(
		integer(0, 1_000_000_000).default(20_000),
		"megabytes that a member's uploads may take until a merge or an attribute job uses them; 0 for no limit. A small file counts as 33 kB",
	),
	UPLOAD_QUOTA_DEVELOPER_MB: open(integer(0, 1_000_000_000).default(100_000), 'the same for developers'),
	FEATURE_PRESETS: open(
		z
			.enum(['on', 'off'], { error: 'must be on or off' })
			.default('on')
			.transform((value) => value === 'on'),
		'`off` takes the saved settings away',
		'on',
	),
	DISCORD_CLIENT_ID: open(
		discordId.optional(),
		'signing in with Discord, which is off until this and the next three are set: [Signing in with Discord](operations.md#signing-in-with-discord)',
	),
	DISCORD_CLIENT_SECRET: secret(discordSecret.optional(), 'secret of the Discord application'),
	DISCORD_GUILD_ID: open(discordId.optional(), 'the server whose members may come in'),
	DISCORD_ROLE_IDS: open(
		discordRoleIds.optional(),
		'roles of that server, any of which opens the platform: a JSON object of names and ids, as `{"Wizard":"123456789012345678"}`',
	),
	DISCORD_BASE_URL: open(httpOrigin.default('https://discord.com'), 'where Discord is'),
	COMMUNITY_INVITE_URL: open(
		webAddress.optional(),
		'where the community link in the navigation leads; without it there is no link',
	),
	WEB_DIST: open(
		z
			.string()
			.transform((path) => resolve(path))
			.optional(),
		'folder of the built web app; `npm start` sets it',
	),
});

const passwordLists = ['DEVELOPER_PASSWORDS', 'COMMUNITY_PASSWORDS', 'PREMIUM_PASSPHRASES', 'ADMIN_PASSWORDS'] as const;

/** Lists keep their meaning when empty; every other variable that is set but empty counts as not set. */
const mayBeEmpty: ReadonlySet<string> = new Set([...passwordLists, 'LOCKED_PAGES', 'TRUSTED_PROXIES']);

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
	const [short] = listShortPasswords(environment);
	if (short !== undefined && isReachable(environment)) {
		throw new StartError(`${short} holds a password of fewer than ${passwordMinLength} characters`);
	}
	if (environment.ROLE !== 'all' && environment.DATABASE_URL === undefined) {
		throw new StartError(`DATABASE_URL must be set when ROLE is ${environment.ROLE}`);
	}
	if (environment.ROLE !== 'all' && environment.SECRET_KEY === undefined) {
		throw new StartError(
			`SECRET_KEY must be set when ROLE is ${environment.ROLE}, the same for all processes: what DATA_DIR/secret.key holds, or what \`openssl rand -base64 32\` prints`,
		);
	}
	const storageProblem = findStorageProblem(environment);
	if (storageProblem !== null) throw new StartError(storageProblem);
	// One that a process made for itself would be lost with its machine, and no other process would have it.
	if (environment.STORAGE === 's3' && environment.SECRET_KEY === undefined) {
		throw new StartError('SECRET_KEY must be set when STORAGE is s3');
	}
	const premiumProblem = findPremiumProblem(environment);
	if (premiumProblem !== null) throw new StartError(premiumProblem);
	const { missing } = toSolanaSettings(environment);
	if (missing !== null) throw new StartError(`${missing} must be set too where Solana is set up`);
	return environment;
}

/** Whether other machines may reach the product, behind a proxy too. */
const isReachable = ({ HOST, PUBLIC_ORIGIN }: Environment): boolean =>
	!isLoopbackHost(HOST) || (PUBLIC_ORIGIN !== undefined && !isLoopbackHost(new URL(PUBLIC_ORIGIN).hostname));

const listShortPasswords = (environment: Environment): readonly string[] =>
	passwordLists.filter((name) => environment[name]?.some(isShortPassword));

/**
 * The process environment over a `.env` file of the given folder, which never overrides it. With ADX_SKIP_ENV_FILE
 * set, as test runs do, the file is not looked at. `warn` gets a line for each name that was probably meant as a setting.
 */
export function readEnvironment(folder: string, warn: (line: string) => void = () => {}): Environment {
	const path = resolve(folder, '.env');
	let fromFile: Record<string, string | undefined> = {};
	try {
		if (!process.env.ADX_SKIP_ENV_FILE && existsSync(path)) fromFile = parseEnv(readFileSync(path, 'utf8'));
	} catch {
		throw new StartError(`.env cannot be read: ${path}`);
	}
	for (const line of describeUnknownSettings(Object.keys(environmentSchema.shape), fromFile, process.env)) warn(line);
	const environment = parseEnvironment({ ...fromFile, ...process.env });
	for (const name of listShortPasswords(environment)) {
		warn(
			`${name} holds a password of fewer than ${passwordMinLength} characters, which only loopback addresses may have.`,
		);
	}
	return environment;
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
