import { randomInt } from 'node:crypto';
import { hashToken } from '@adx/core/auth/tokens/access-tokens';
import type { Database } from '@adx/db/client/database';
import { upsertRecoveryCode } from '@adx/db/repositories/auth/recovery-codes';
import { addJob } from '@adx/db/testing/rows-testing';
import { inBrowser, type PermissionRow } from './permission-table-testing.ts';

/** The rows of an account's Premium, of its tokens and of its data, which a job under way keeps for the other calls. */
export const accountRows = (getDatabase: () => Database): Readonly<Record<string, PermissionRow>> => ({
	'auth.removePremium': { statuses: inBrowser },
	'auth.listPremiumPayments': { statuses: inBrowser },
	'auth.listStartedPayments': { statuses: inBrowser },
	'auth.endStartedPayments': { statuses: inBrowser },
	// Nothing is sold here.
	'auth.startPayment': {
		statuses: { ...inBrowser, creator: 409, premium: 409, developer: 409 },
		input: () => ({ chain: 'polygon' }),
	},
	'auth.payPremium': {
		statuses: { ...inBrowser, creator: 409, premium: 409, developer: 409 },
		input: () => ({ chain: 'polygon', signature: `0x${'1'.repeat(64)}` }),
	},
	'auth.recoveryCode': { statuses: inBrowser },
	'auth.createRecoveryCode': { statuses: inBrowser },
	// One's own: five wrong ones would be all that this address may try.
	'auth.signInWithRecoveryCode': {
		statuses: inBrowser,
		input: async ({ userId }) => {
			const code = String(randomInt(10 ** 12)).padStart(32, '0');
			const hash = hashToken(code);
			await getDatabase()
				.transaction()
				.execute((trx) => upsertRecoveryCode(trx, { userId, hash }));
			return { code };
		},
	},
	'auth.listTokens': { statuses: inBrowser },
	'auth.createToken': { statuses: inBrowser, input: () => ({ name: 'made', scopes: ['read'], expiresInDays: 7 }) },
	'auth.accountDeletion': { statuses: inBrowser },
	'auth.deleteAccount': {
		statuses: { ...inBrowser, creator: 409, premium: 409, developer: 409 },
		input: async ({ userId }) => {
			await addJob(getDatabase(), userId);
			return {};
		},
	},
});
