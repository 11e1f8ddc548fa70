import { transactionHash } from '../../openapi/example-ids.ts';
import type { OperationExample } from '../../openapi/openapi-operation.ts';

/** The answer of `GET /api/auth/check`, and of every call that changes it. */
const createAccessCheckExample = (user: { readonly role: 'creator' | 'developer'; readonly premium: boolean }) => ({
	authenticated: true,
	hasMageAccess: true,
	user: {
		id: '7b1f0c7e-9a6d-4b3f-8e1c-8d7a6b5f4e3d',
		name: 'frostmage',
		avatar: null,
		adminUnlocked: false,
		expiresAt: '2026-11-29T10:00:00.000Z',
		imagesLeftToday: null,
		imagesLeftAreShared: false,
		...user,
	},
});
const developer = createAccessCheckExample({ role: 'developer', premium: false });

const token = {
	id: '64b0a9b1-ba82-405a-b858-11871497c17b',
	name: 'nightly',
	scopes: ['read', 'write', 'developer'],
	createdAt: '2026-11-22T10:00:00.000Z',
	expiresAt: '2026-12-22T10:00:00.000Z',
	lastUsedAt: null,
};

/** What the procedures about sessions, access tokens and premium take and answer. */
export const authExamples: Readonly<Record<string, OperationExample>> = {
	'auth.check': { response: developer },
	'auth.signInWithPassword': { body: { kind: 'developer', password: 'the developer password' }, response: developer },
	'auth.startDiscord': { response: { authUrl: 'https://discord.com/oauth2/authorize?client_id=…' } },
	'auth.startEmergency': { response: createAccessCheckExample({ role: 'creator', premium: false }) },
	'auth.logout': { response: { ok: true } },
	'auth.listTokens': { response: [token] },
	'auth.createToken': {
		body: { name: 'nightly', scopes: ['read', 'write', 'developer'], expiresInDays: 30 },
		response: { ...token, token: 'adx_…' },
	},
	'auth.revokeToken': { response: token },
	'auth.accountDeletion': {
		response: {
			id: developer.user.id,
			name: 'All data of frostmage',
			imageCount: 120,
			freedBytes: 412_583_001,
			consequences: ['Every session, every access token and the recovery code of the account end.'],
			blockers: [],
			counts: { jobs: 4, merges: 1, attributeRuns: 0, presets: 2, accessTokens: 1 },
		},
	},
	'auth.deleteAccount': {
		response: {
			success: true,
			id: developer.user.id,
			name: 'All data of frostmage',
			freedBytes: 412_583_001,
			isFreeing: false,
		},
	},
	'auth.recoveryCode': { response: { isAvailable: true, createdAt: '2026-11-22T10:00:00.000Z' } },
	'auth.createRecoveryCode': {
		response: { isAvailable: true, createdAt: '2026-11-22T10:00:00.000Z', code: '0123456789ABCDEFGHJKMNPQRSTVWXYZ' },
	},
	'auth.signInWithRecoveryCode': {
		body: { code: '0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV-WXYZ' },
		response: createAccessCheckExample({ role: 'creator', premium: true }),
	},
	'auth.listPremiumPayments': {
		response: [
			{
				chain: 'polygon',
				signature: transactionHash,
				active: true,
				paidAt: '2026-11-22T10:00:00.000Z',
				explorerUrl: `https://polygonscan.com/tx/${transactionHash}`,
			},
		],
	},
	'auth.listStartedPayments': {
		response: [{ chain: 'polygon', startedAt: '2026-11-22T10:00:00.000Z', secondsLeft: 840 }],
	},
	'auth.startPayment': {
		body: { chain: 'polygon' },
		response: { chain: 'polygon', startedAt: '2026-11-22T10:00:00.000Z', secondsLeft: 900 },
	},
	'auth.endStartedPayments': { response: { ok: true } },
	'auth.payPremium': {
		body: { chain: 'polygon', signature: transactionHash },
		response: createAccessCheckExample({ role: 'creator', premium: true }),
	},
	'auth.removePremium': { response: createAccessCheckExample({ role: 'creator', premium: false }) },
};
