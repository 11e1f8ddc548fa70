import { existsSync, writeFileSync } from 'node:fs';
import {
	createPasswordCheck,
	type GeneratedPassword,
	type PasswordSettings,
	parsePasswordEntries,
} from '@adx/core/auth/passwords/passwords';
import { limitInMemory } from '@adx/core/platform/limits/rate-limiter';
import { lockDataDirectory } from '@adx/db/data-directory/data-directory-lock';
import { insertAccessToken } from '@adx/db/repositories/auth/access-tokens';
import { insertSession } from '@adx/db/repositories/auth/sessions';
import { insertUser } from '@adx/db/repositories/auth/users';
import { createTestDatabase, type TestDatabase } from '@adx/db/testing/database-testing';
import type { PasswordKind } from '@adx/validators/auth/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLine } from '../../testing/command-testing.ts';
import { Installations } from '../../testing/installation-testing.ts';

const commandLine = new CommandLine();
const installations = new Installations();
afterAll(async () => {
	await installations.close();
	commandLine.removeFolder();
});
const oneLine = /^[^\n]+\n$/;
const off: PasswordSettings = { developer: [], community: [], premium: [], admin: [] };
const limit = limitInMemory(() => new Date());

describe('the command line', () => {
	it('rejects an unknown command with one line that lists the commands', async () => {
		const { status, out, err } = await commandLine.run(['frobnicate']);
		expect({ status, out }).toEqual({ status: 2, out: '' });
		expect(err).toMatch(/^Unknown command 'frobnicate'\. Commands: generate, verify-collection, [^\n]*db:migrate\n$/);
	});

	it.each([
		'verify-collection',
		'hash-password',
		'reset-passwords',
		'reset-secret-key',
		'end-sessions',
		'doctor',
		'storage',
		'delete-data',
		'db:migrate',
	])('says what %s does when asked, and touches nothing', async (command) => {
		const DATA_DIR = commandLine.path('never-made');
		const { status, out, err } = await commandLine.run([command, '--help'], { env: { DATA_DIR } });
		expect({ status, err }).toEqual({ status: 0, err: '' });
		expect(out).toMatch(new RegExp(`^Usage: npm run ${command}\\b.*\\n[^]*\\w`));
		expect(existsSync(DATA_DIR)).toBe(false);
	});

	it('rejects an unknown option with whole sentences', async () => {
		const { status, err } = await commandLine.run(['generate', '--frobnicate']);
		expect({ status, err }).toEqual({ status: 2, err: "Unknown option '--frobnicate'. See --help.\n" });
	});
});

describe('hash-password', () => {
	let database: TestDatabase;
	beforeAll(async () => {
		database = await createTestDatabase();
	});
	afterAll(() => database.destroy());

	it('prints an entry that stands for the first line of standard input, a comma included', async () => {
		const input = 'open, sesame\nsecond line\n';
		const { status, out, err } = await commandLine.run(['hash-password', '--kind', 'premium'], { input });
		expect({ status, err }).toEqual({ status: 0, err: '' });
		expect(out).toMatch(/^argon2id:[\w-]+\n$/);
		const settings = { ...off, premium: parsePasswordEntries(`other,${out}`) };
		const { passwords } = await createPasswordCheck({ db: database.db, limit, settings });
		const attempt = { kind: 'premium', address: '192.0.2.1' } as const;
		expect(await passwords.verify({ ...attempt, password: 'open, sesame' })).toBe(true);
		expect(await passwords.verify({ ...attempt, password: 'sesame' })).toBe(false);
	});

	it.each([
		['an empty input', '', ['--kind', 'premium']],
		['a password that no sign-in would take', 'x'.repeat(1_001), ['--kind', 'premium']],
		['an unknown kind', 'secret', ['--kind', 'king']],
		['a password on the command line', '', ['--kind', 'premium', 'secret']],
	])('rejects %s with status 2', async (_, input, args) => {
		const { status, out, err } = await commandLine.run(['hash-password', ...args], { input });
		expect({ status, out }).toEqual({ status: 2, out: '' });
		expect(err).not.toMatch(/^\s+at /m);
	});
});

describe('db:migrate and reset-passwords', () => {
	/** One installation for all of these, since making an embedded database takes a second. */
	const installation = () => installations.at(commandLine.path('data'));
	const run = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
		commandLine.run(args, { env: { ...(await installation()).env, ...env } });
	const reset = (kinds: readonly string[], env: Readonly<Record<string, string>> = {}) =>
		run(['reset-passwords', ...kinds], env);
	const printedBy = (out: string) =>
		[...out.matchAll(/^password (\w+) (\S+)$/gm)].map(([, kind, password]) => ({
			kind: kind as PasswordKind,
			password: password ?? '',
		}));
	/** Which of the passwords a server with these settings would take. */
	const judge = async (tries: readonly GeneratedPassword[]) =>
		(await installation()).use(async (db) => {
			const { passwords } = await createPasswordCheck({ db, limit, settings: {} });
			const verdicts: boolean[] = [];
			for (const attempt of tries) verdicts.push(await passwords.verify({ ...attempt, address: '192.0.2.1' }));
			return verdicts;
		});

	it('bring an installation up to date, and replace every password that the environment does not set', async () => {
		const migrated = await run(['db:migrate']);
		expect(migrated).toEqual({ status: 0, out: 'The database is up to date.\n', err: '' });
		// As a first start of the server makes them.
		const made = await (await installation()).use((db) => createPasswordCheck({ db, limit, settings: {} }));
		writeFileSync(commandLine.path('.env'), 'PREMIUM_PASSPHRASES=\n');
		const { status, out, err } = await reset([], { ADMIN_PASSWORDS: 'given' });
		expect({ status, err }).toEqual({ status: 0, err: '' });
		const printed = printedBy(out);
		expect(printed.map(({ kind }) => kind)).toEqual(['developer', 'community']);
		expect(made.generated.map(({ kind }) => kind)).toEqual(['developer', 'community', 'premium', 'admin']);
		const again = printedBy((await reset(['developer', 'developer'])).out);
		expect(again.map(({ kind }) => kind)).toEqual(['developer']);
		// Without the settings, so that what is stored of the other kinds shows too.
		const verdicts = await judge([...again, ...printed, ...made.generated]);
		expect(verdicts).toEqual([true, false, true, false, false, true, true]);
	});

	it('rejects a kind that the environment or .env sets with one line, and resets none of the others', async () => {
		writeFileSync(commandLine.path('.env'), 'PREMIUM_PASSPHRASES=\n');
		// Without a database: it is refused before one is made.
		const DATA_DIR = commandLine.path('untouched');
		const orders = [
			[['community', 'admin'], { ADMIN_PASSWORDS: '' }, 'ADMIN_PASSWORDS'],
			[['community', 'premium'], {}, 'PREMIUM_PASSPHRASES'],
			[[], { DEVELOPER_PASSWORDS: 'a', COMMUNITY_PASSWORDS: 'b', ADMIN_PASSWORDS: 'c' }, 'COMMUNITY_PASSWORDS'],
		] as const;
		const refusals = orders.map(async ([kinds, env, variable]) => {
			const { status, out, err } = await reset(kinds, { ...env, DATA_DIR });
			expect({ status, out }).toEqual({ status: 2, out: '' });
			expect(err).toMatch(oneLine);
			expect(err).toContain(variable);
		});
		await Promise.all(refusals);
		expect(existsSync(DATA_DIR)).toBe(false);
	});

	it('rejects an unknown kind, a directory in use and one that cannot be written with one line each', async () => {
		writeFileSync(commandLine.path('a-file'), '');
		const lock = lockDataDirectory(commandLine.path('held'));
		const [unknown, inUse, unwritable] = await Promise.all([
			reset(['king']),
			// On the embedded database wherever tests run, since it is what the directory holds.
			reset(['developer'], { DATA_DIR: commandLine.path('held'), DATABASE_URL: '' }),
			reset(['developer'], { DATA_DIR: commandLine.path('a-file'), DATABASE_URL: '' }),
		]);
		lock.release();
		expect(unknown).toMatchObject({ status: 2, err: expect.stringMatching(/^Unknown kind 'king'[^\n]*\n$/) });
		expect(inUse).toMatchObject({
			status: 2,
			err: expect.stringMatching(/^The data directory [^\n]* in use[^\n]*\n$/),
		});
		expect(unwritable).toMatchObject({ status: 2, err: expect.stringMatching(/^DATA_DIR: [^\n]*a-file[^\n]*\n$/) });
	});

	it('rejects a database that is none, that is not there and that a newer version made with one line each', async () => {
		const withUrl = (DATABASE_URL: string) => run(['db:migrate'], { DATABASE_URL });
		// The last of these, since the installation is of no use to this version afterwards.
		await (await installation()).use((db) =>
			db
				.withTables<{ kysely_migration: { name: string; timestamp: string } }>()
				.insertInto('kysely_migration')
				.values({ name: '9999-from-the-future', timestamp: '2099-01-01T00:00:00.000Z' })
				.execute(),
		);
		const newer = await run(['db:migrate']);
		const [none, away] = [await withUrl('mysql://h/d'), await withUrl('postgresql://adx:secret-word@127.0.0.1:1/adx')];
		expect(none).toEqual({ status: 2, out: '', err: 'DATABASE_URL must be a postgresql:// address\n' });
		expect(away).toEqual({ status: 2, out: '', err: 'DATABASE_URL: cannot be reached (ECONNREFUSED)\n' });
		expect(newer).toMatchObject({
			status: 2,
			out: '',
			err: expect.stringMatching(/^A newer version [^\n]*9999[^\n]*\n$/),
		});
	});
});

describe('reset-secret-key', () => {
	const sealed = () => installations.at(commandLine.path('sealed-data'));

	it('tells what would be lost, and gives it up only when told so', async () => {
		const { env, use } = await sealed();
		await use((db) => insertUser(db, { id: 'member', accessToken: 'v1.sealed', refreshToken: 'v1.sealed' }));
		const asked = await commandLine.run(['reset-secret-key'], { env });
		expect(asked).toMatchObject({ status: 1, err: '' });
		expect(asked.out).toMatch(/^Only the present key opens: the Discord grants of 1 member\.\nNothing was changed\./);
		const installation = () => use((db) => db.selectFrom('installation').select('takesAnyKey').executeTakeFirst());
		expect((await installation())?.takesAnyKey).toBeFalsy();
		const meant = await commandLine.run(['reset-secret-key', '--yes'], { env });
		expect(meant).toMatchObject({ status: 0, err: '' });
		expect(meant.out).toContain('the Discord grants of 1 member');
		expect(await installation()).toEqual({ takesAnyKey: true });
	});
});

describe('end-sessions', () => {
	const sealed = () => installations.at(commandLine.path('sealed-data'));

	it('ends every session, and every access token when told so', async () => {
		const later = new Date(Date.now() + 3_600_000);
		const { env, use } = await sealed();
		await use(async (db) => {
			await insertUser(db, { id: 'caller' });
			const ends = { expiresAt: later, absoluteExpiresAt: later };
			await insertSession(db, { id: 'session', userId: 'caller', method: 'community', ...ends });
			const token = { id: 'token', userId: 'caller', name: 'script', hash: 'a'.repeat(64), expiresAt: later };
			await insertAccessToken(db, { ...token, scopes: ['read'] });
		});
		const ended = await commandLine.run(['end-sessions', '--tokens'], { env });
		expect(ended).toEqual({ status: 0, err: '', out: 'Ended: 1 session, 1 access token.\n' });
		const again = await commandLine.run(['end-sessions'], { env });
		expect(again.out).toBe('Ended: 0 sessions, 0 access tokens.\n');
	});
});
