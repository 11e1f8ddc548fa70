import { insertPasswordHash, listPasswordHashes } from '@adx/db/repositories/auth/password-hashes';
import { createTestDatabase, type TestDatabase, truncateAll } from '@adx/db/testing/database-testing';
import { passwordKindSchema } from '@adx/validators/auth/auth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limitInMemory } from '../../platform/limits/rate-limiter.ts';
import {
	createPasswordCheck,
	hashPassword,
	type PasswordSettings,
	parsePasswordEntries,
	resetPassword,
} from './passwords.ts';

const off = { developer: [], community: [], premium: [], admin: [] } as const;

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
beforeEach(() => truncateAll(database.db));
afterAll(() => database.destroy());

const clock = () => new Date('2026-01-01T00:00:00Z');
const checkWith = (settings: PasswordSettings) =>
	createPasswordCheck({ db: database.db, settings, limit: limitInMemory(clock) });
const address = '192.0.2.1';

describe('createPasswordCheck', () => {
	it('compares the developer password without regard to case and the others exactly (GATE-38, GATE-41)', async () => {
		const lists = {
			developer: ['Open Sesame'],
			community: ['Open Sesame'],
			premium: ['Open Sesame'],
			admin: ['Open Sesame'],
		};
		const { passwords } = await checkWith(lists);
		for (const kind of passwordKindSchema.options) {
			expect(await passwords.verify({ kind, password: 'Open Sesame', address })).toBe(true);
			expect(await passwords.verify({ kind, password: 'oPEN sESAME', address })).toBe(kind === 'developer');
		}
	});

	it('takes any entry of a list, plain or as hash-password prints it', async () => {
		const hashed = await hashPassword('developer', 'From The Command Line');
		expect(hashed).toMatch(/^argon2id:[\w-]+$/);
		const { passwords } = await checkWith({ ...off, developer: parsePasswordEntries(`first , ${hashed},third`) });
		for (const password of ['first', 'from the command line', 'third']) {
			expect(await passwords.verify({ kind: 'developer', password, address })).toBe(true);
		}
		expect(await passwords.verify({ kind: 'developer', password: hashed, address })).toBe(false);
	});

	it('makes one password per kind that is not given, stores only its hash and does not make it again', async () => {
		const first = await checkWith({ premium: ['given'] });
		expect(first.generated.map(({ kind }) => kind)).toEqual(['developer', 'community', 'admin']);
		for (const { kind, password } of first.generated) {
			expect(password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
			expect(await first.passwords.verify({ kind, password, address })).toBe(true);
			const stored = await listPasswordHashes(database.db, kind);
			expect(stored).toHaveLength(1);
			expect(stored[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
		}
		expect(await listPasswordHashes(database.db, 'premium')).toEqual([]);
		const second = await checkWith({});
		expect(second.generated.map(({ kind }) => kind)).toEqual(['premium']);
		for (const { kind, password } of first.generated) {
			expect(await second.passwords.verify({ kind, password, address })).toBe(true);
		}
	});

	it('makes one set of passwords for processes that start at the same time', async () => {
		const starts = await Promise.all(Array.from({ length: 4 }, () => checkWith({})));
		const made = starts.map(({ generated }) => generated).filter(({ length }) => length > 0);
		expect(made.map((generated) => generated.map(({ kind }) => kind))).toEqual([passwordKindSchema.options]);
		for (const kind of passwordKindSchema.options) {
			expect(await listPasswordHashes(database.db, kind)).toHaveLength(1);
		}
	});

	it('rejects every password of a kind that is set but empty, stored ones included', async () => {
		const phc = Buffer.from((await hashPassword('admin', 'stored')).slice('argon2id:'.length), 'base64url').toString();
		await insertPasswordHash(database.db, { kind: 'admin', hash: phc, generated: false });
		const { passwords, generated } = await checkWith(off);
		expect(generated).toEqual([]);
		expect(await passwords.verify({ kind: 'admin', password: 'stored', address })).toBe(false);
		expect(
			await (await checkWith({ ...off, admin: undefined })).passwords.verify({
				kind: 'admin',
				password: 'stored',
				address,
			}),
		).toBe(true);
	});

	it('rejects the sixth of many simultaneous wrong tries before hashing it, the right password included', async () => {
		const { passwords } = await checkWith({ ...off, developer: ['right'] });
		const tries = Array.from({ length: 8 }, () => passwords.verify({ kind: 'developer', password: 'wrong', address }));
		const answers = await Promise.allSettled(tries);
		expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
		await expect(passwords.verify({ kind: 'developer', password: 'right', address })).rejects.toMatchObject({
			code: 'LIMIT',
			reason: 'too_many_tries',
		});
		expect(await passwords.verify({ kind: 'developer', password: 'right', address: '192.0.2.2' })).toBe(true);
	});

	it('lets everybody of a household in who types the right password at the same moment', async () => {
		const { passwords } = await checkWith({ ...off, community: ['right'] });
		const tries = Array.from({ length: 20 }, () => passwords.verify({ kind: 'community', password: 'right', address }));
		expect(await Promise.all(tries)).toEqual(Array.from({ length: 20 }, () => true));
	});

	it('lets others in at once while one address keeps a hundred and twenty right passwords on their way', async () => {
		const { passwords } = await checkWith({ ...off, community: ['right'] });
		const attempt = (from: string) => passwords.verify({ kind: 'community', password: 'right', address: from });
		const checked: string[] = [];
		const flood = (addressOf: (index: number) => string) =>
			Array.from({ length: 120 }, async (_, index) => {
				await attempt(addressOf(index));
				checked.push(addressOf(index));
			});
		// A household's IPv6 addresses are one, so that nobody has thousands of shares.
		const floods = [...flood(() => '203.0.113.1'), ...flood((index) => `2001:db8::${index.toString(16)}`)];
		const flooded = Promise.allSettled(floods);
		const others = ['198.51.100.1', '198.51.100.2', '2001:db8:1::1'].map(attempt);
		expect(await Promise.all(others)).toEqual([true, true, true]);
		expect(checked.length).toBeLessThan(20);
		await flooded;
	});

	it('rejects a crowd from many addresses with a sentence instead of queueing it forever', async () => {
		const { passwords } = await checkWith({ ...off, developer: ['right'] });
		const tries = Array.from({ length: 70 }, (_, index) =>
			passwords.verify({ kind: 'developer', password: 'right', address: `198.51.100.${index}` }),
		);
		const answers = await Promise.allSettled(tries);
		const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
		expect(refused).toHaveLength(70 - 52);
		expect(refused[0]).toMatchObject({ code: 'LIMIT', reason: 'rate_limited' });
	});
});

describe('resetPassword', () => {
	it('replaces the password of one kind at once, for a server that is running, and leaves the others', async () => {
		const { passwords, generated } = await checkWith({});
		const { kind, password } = await resetPassword(database.db, 'developer');
		expect(kind).toBe('developer');
		expect(await passwords.verify({ kind, password, address })).toBe(true);
		for (const old of generated) {
			expect(await passwords.verify({ ...old, address })).toBe(old.kind !== 'developer');
		}
		expect(await listPasswordHashes(database.db, 'developer')).toHaveLength(1);
	});
});

describe('parsePasswordEntries', () => {
	it('reads nothing from an empty text or from commas alone', () => {
		expect(parsePasswordEntries('')).toEqual([]);
		expect(parsePasswordEntries(' , ,')).toEqual([]);
	});

	it.each(['argon2id:', 'argon2id:not-a-hash', `argon2id:${Buffer.from('$2b$10$abc').toString('base64url')}`])(
		'rejects %s without repeating it',
		(entry) => {
			expect(() => parsePasswordEntries(`fine,${entry}`)).toThrow(/^holds an argon2id: entry/);
		},
	);
});
