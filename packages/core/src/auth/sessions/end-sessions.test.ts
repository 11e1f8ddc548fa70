import { randomUUID } from 'node:crypto';
import { insertAccessToken } from '@adx/db/repositories/auth/access-tokens';
import { insertSession } from '@adx/db/repositories/auth/sessions';
import { insertUser } from '@adx/db/repositories/auth/users';
import type { SessionMethod } from '@adx/db/schema/auth-tables';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { resetPassword } from '../passwords/passwords.ts';
import { hashToken } from '../tokens/access-tokens.ts';
import { endAllSessions } from './end-sessions.ts';

const test = useTestServices();
const later = new Date(Date.now() + 3_600_000);

/** A session of a new user, and a token that this user made. */
async function addMember(name: string, method: SessionMethod, elevation: object = {}): Promise<void> {
	const { db } = test.services;
	const discordId = method === 'discord' ? randomUUID() : null;
	await insertUser(db, { id: name, discordId });
	const ends = { expiresAt: later, absoluteExpiresAt: later };
	await insertSession(db, { id: name, userId: name, method, ...ends, ...elevation });
	await insertAccessToken(db, {
		id: name,
		userId: name,
		name,
		hash: hashToken(name),
		scopes: ['read'],
		expiresAt: later,
	});
}

/** Tokens of the Discord account that carry rights of the session that made them. */
async function addElevatedTokens(): Promise<void> {
	const row = { userId: 'c-discord', name: 'script', expiresAt: later };
	for (const right of ['developer', 'premium'] as const) {
		const id = `e-${right}`;
		const premiumUntil = right === 'premium' ? later : null;
		const scopes = ['read', right] as const;
		await insertAccessToken(test.services.db, { ...row, id, hash: hashToken(id), scopes, premiumUntil });
	}
}

async function left() {
	const { db } = test.services;
	const sessions = await db.selectFrom('sessions').selectAll().orderBy('id').execute();
	const tokens = await db.selectFrom('accessTokens').select('id').orderBy('id').execute();
	return {
		sessions: sessions.map(({ id, developerUntil, premiumUntil, adminUnlocked }) =>
			[id, developerUntil && 'developer', premiumUntil && 'premium', adminUnlocked && 'admin']
				.filter(Boolean)
				.join(' '),
		),
		tokens: tokens.map(({ id }) => id),
	};
}

beforeEach(async () => {
	await addMember('a-developer', 'developer', { developerUntil: later });
	await addMember('b-community', 'community', { premiumUntil: later, developerUntil: later });
	await addMember('c-discord', 'discord', { developerUntil: later, adminUnlocked: true });
	await addMember('d-emergency', 'emergency');
});

const reset = async (kind: Parameters<typeof resetPassword>[1]) => (await resetPassword(test.services.db, kind)).ended;

describe('a password that is reset', () => {
	it('ends the sessions that the developer password opened, and what it had added to others', async () => {
		expect(await reset('developer')).toEqual({ sessions: 3, tokens: 3 });
		expect(await left()).toEqual({
			sessions: ['b-community premium', 'c-discord admin', 'd-emergency'],
			tokens: ['c-discord'],
		});
	});

	it('ends the sessions that the community password opened, and the tokens of accounts without Discord', async () => {
		expect(await reset('community')).toEqual({ sessions: 1, tokens: 3 });
		expect(await left()).toEqual({
			sessions: ['a-developer developer', 'c-discord developer admin', 'd-emergency'],
			tokens: ['c-discord'],
		});
	});

	it('takes from sessions what a passphrase or the admin password had added, and leaves them and tokens alone', async () => {
		expect(await reset('premium')).toEqual({ sessions: 1, tokens: 0 });
		expect(await reset('admin')).toEqual({ sessions: 1, tokens: 0 });
		expect(await left()).toEqual({
			sessions: ['a-developer developer', 'b-community developer', 'c-discord developer', 'd-emergency'],
			tokens: ['a-developer', 'b-community', 'c-discord', 'd-emergency'],
		});
		const rows = await test.services.db.selectFrom('auditLog').selectAll().execute();
		expect(rows.map(({ actorId, action, subject }) => ({ actorId, action, subject }))).toEqual([
			{ actorId: null, action: 'password.reset', subject: { kind: 'premium', sessions: 1, tokens: 0 } },
			{ actorId: null, action: 'password.reset', subject: { kind: 'admin', sessions: 1, tokens: 0 } },
		]);
	});
});

describe('a token that carries rights', () => {
	beforeEach(addElevatedTokens);
	const passphrases = () =>
		test.services.db.selectFrom('accessTokens').select('id').where('premiumUntil', 'is not', null).execute();

	it('of a developer ends when the developer password is reset, whoever made it', async () => {
		expect(await reset('developer')).toEqual({ sessions: 3, tokens: 4 });
		expect((await left()).tokens).toEqual(['c-discord', 'e-premium']);
	});

	it('stays when another password is reset, but loses what a passphrase had added', async () => {
		await reset('community');
		expect(await passphrases()).toEqual([{ id: 'e-premium' }]);
		await reset('premium');
		expect(await passphrases()).toEqual([]);
		expect((await left()).tokens).toEqual(['c-discord', 'e-developer', 'e-premium']);
	});
});

describe('ending all sessions', () => {
	it('signs everybody out, and ends tokens only when told so', async () => {
		const { db } = test.services;
		expect(await endAllSessions(db, { tokens: false })).toEqual({ sessions: 4, tokens: 0 });
		expect(await left()).toMatchObject({ sessions: [], tokens: { length: 4 } });
		expect(await endAllSessions(db, { tokens: true })).toEqual({ sessions: 0, tokens: 4 });
		expect(await left()).toEqual({ sessions: [], tokens: [] });
	});
});
