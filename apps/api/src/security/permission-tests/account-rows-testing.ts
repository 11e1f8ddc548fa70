import type { Database } from '@adx/db/client/database';
import { addJob } from '@adx/db/testing/rows-testing';
import { inBrowser, type PermissionRow } from './permission-table-testing.ts';

/** The rows of an account's tokens and of its data, which a job under way keeps for the other calls. */
export const accountRows = (getDatabase: () => Database): Readonly<Record<string, PermissionRow>> => ({
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
