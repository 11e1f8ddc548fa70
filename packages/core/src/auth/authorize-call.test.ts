import { lockablePageSchema } from '@adx/validators/config';
import { describe, expect, it } from 'vitest';
import type { Actor } from '../platform/context.ts';
import { type AccessRule, authorizeCall } from './authorize-call.ts';

const session: Actor = {
	userId: 'user',
	sessionId: 'session',
	tokenScopes: null,
	hasAccess: true,
	signedInBy: 'community',
	isDiscord: false,
	role: 'creator',
	premium: false,
	adminUnlocked: false,
	expiresAt: new Date('2026-01-02T00:00:00Z'),
	sameUntil: new Date('2026-01-02T00:00:00Z'),
	name: null,
	avatar: null,
};
const token = (...scopes: NonNullable<Actor['tokenScopes']>): Actor => ({
	...session,
	sessionId: null,
	tokenScopes: scopes,
});

const callers = {
	visitor: null,
	creator: session,
	premium: { ...session, premium: true },
	unlocked: { ...session, adminUnlocked: true },
	developer: { ...session, role: 'developer' },
	reader: token('read'),
	writer: token('write'),
	both: token('read', 'write'),
	developerToken: { ...token('read', 'write', 'developer'), role: 'developer' },
	premiumToken: { ...token('read', 'write', 'premium'), premium: true },
	roleless: { ...session, isDiscord: true, hasAccess: false },
	rolelessToken: { ...token('read', 'write'), isDiscord: true, hasAccess: false },
} as const satisfies Record<string, Actor | null>;
type Caller = keyof typeof callers;

/** What each caller gets: `ok` or the reason of the refusal. */
type Row = readonly [rule: AccessRule, expected: Readonly<Record<Caller, string>>];

const open = Object.fromEntries(Object.keys(callers).map((caller) => [caller, 'ok'])) as Record<Caller, string>;
const closed = { ...open, visitor: 'sign_in_required', roleless: 'no_access', rolelessToken: 'no_access' };
const byCreatorToken = (reason: string) => ({ reader: reason, writer: reason, both: reason });
const byToken = (reason: string) => ({ ...byCreatorToken(reason), developerToken: reason, premiumToken: reason });
const locked = { creator: 'page_locked', developer: 'page_locked', developerToken: 'page_locked' };

const rows: readonly Row[] = [
	[{ access: 'public', scope: 'read' }, open],
	[{ access: 'limited', scope: 'write' }, open],
	[
		{ access: 'member', scope: 'read' },
		{ ...closed, writer: 'token_scope' },
	],
	[
		{ access: 'member', scope: 'write' },
		{ ...closed, reader: 'token_scope' },
	],
	[
		{ access: 'session', scope: 'read' },
		{ ...closed, ...byToken('session_required') },
	],
	[
		{ access: 'session', scope: 'write' },
		{ ...closed, ...byToken('session_required') },
	],
	[
		{ access: 'developer', scope: 'read' },
		{
			...closed,
			...byToken('not_allowed'),
			developerToken: 'ok',
			creator: 'not_allowed',
			premium: 'not_allowed',
			unlocked: 'not_allowed',
		},
	],
	[
		{ access: 'member', scope: 'read', page: 'gallery' },
		{ ...closed, ...locked, ...byCreatorToken('page_locked'), writer: 'token_scope' },
	],
	[
		{ access: 'session', scope: 'write', page: 'gallery' },
		{ ...closed, ...locked, ...byToken('session_required') },
	],
];

type LockedPages = readonly ('gallery' | 'merger')[];

const authorizeCaller = (caller: Caller, rule: AccessRule, lockedPages: LockedPages = ['gallery']) => {
	const config = { lockedPages } as unknown as Parameters<typeof authorizeCall>[0]['config'];
	authorizeCall({ actor: callers[caller], config }, rule);
};

const outcomeOf = (caller: Caller, rule: AccessRule, lockedPages?: LockedPages) => {
	try {
		authorizeCaller(caller, rule, lockedPages);
		return 'ok';
	} catch (error) {
		return (error as { readonly reason: string }).reason;
	}
};

describe('authorizeCall', () => {
	it.each(rows.map(([rule, expected]) => [JSON.stringify(rule), rule, expected] as const))(
		'decides for every caller about %s',
		(_, rule, expected) => {
			const decided = Object.keys(callers).map((caller) => [caller, outcomeOf(caller as Caller, rule)]);
			expect(Object.fromEntries(decided)).toEqual(expected);
		},
	);

	it.each([
		['reader', { access: 'developer', scope: 'read' }, "this access token does not hold the scope 'developer'"],
		[
			'reader',
			{ access: 'member', scope: 'read', page: 'gallery' },
			"An access token opens it with the scope 'premium'",
		],
		['developer', { access: 'member', scope: 'read', page: 'gallery' }, 'This page is not open yet.'],
		['creator', { access: 'developer', scope: 'read' }, 'Only developers may do this.'],
	] as const)('tells %s, refused by %j, what is in its own way', (caller, rule, sentence) => {
		expect(() => authorizeCaller(caller, rule)).toThrow(sentence);
	});

	it.each(lockablePageSchema.options)(
		'opens the page %s to premium and the admin password alone, and to all when it is not listed (AMB-35, LOCK-02)',
		(page) => {
			const rule = { access: 'member', scope: 'read', page } as const;
			const mayOpen = (lockedPages: readonly ('gallery' | 'merger')[]) =>
				(['creator', 'premium', 'unlocked', 'developer', 'reader'] as const).filter(
					(caller) => outcomeOf(caller, rule, lockedPages) === 'ok',
				);
			expect(mayOpen([page])).toEqual(['premium', 'unlocked']);
			expect(mayOpen(['gallery', 'merger'])).toEqual(['premium', 'unlocked']);
			for (const others of [[], lockablePageSchema.options.filter((other) => other !== page)]) {
				expect(mayOpen(others)).toEqual(['creator', 'premium', 'unlocked', 'developer', 'reader']);
			}
		},
	);
});
