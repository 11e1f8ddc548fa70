import type { TestRequest } from '../../testing/server-testing.ts';

// What each kind of caller is answered with, for the permission table alone.

export const kinds = ['visitor', 'creator', 'premium', 'developer', 'reader', 'writer', 'roleless'] as const;
export type Kind = (typeof kinds)[number];
export type Statuses = Readonly<Record<Kind, number>>;

export const allowedForAll: Statuses = {
	visitor: 200,
	creator: 200,
	premium: 200,
	developer: 200,
	reader: 200,
	writer: 200,
	roleless: 200,
};
/** Whom it answers with a sentence: Discord is not set up here, and did not fail anybody. */
export const unavailable: Statuses = {
	visitor: 409,
	creator: 409,
	premium: 409,
	developer: 409,
	reader: 409,
	writer: 409,
	roleless: 409,
};
/** Whom it answers that there is nothing. */
export const notFoundForAll: Statuses = {
	visitor: 404,
	creator: 404,
	premium: 404,
	developer: 404,
	reader: 404,
	writer: 404,
	roleless: 404,
};
export const redirectForAll: Statuses = {
	visitor: 302,
	creator: 302,
	premium: 302,
	developer: 302,
	reader: 302,
	writer: 302,
	roleless: 302,
};
export const membersOnly = { ...allowedForAll, visitor: 401, roleless: 403 };
export const readScope: Statuses = { ...membersOnly, writer: 403 };
export const writeScope: Statuses = { ...membersOnly, reader: 403 };
export const inBrowser: Statuses = { ...membersOnly, reader: 403, writer: 403 };
/** While a page is locked, as merger and gallery are here: premium alone, and no token, since those have none. */
export const lockedPage: Statuses = { ...membersOnly, creator: 403, developer: 403, reader: 403, writer: 403 };
/** Tokens never have the role. */
export const developersOnly: Statuses = { ...membersOnly, creator: 403, premium: 403, reader: 403, writer: 403 };
/** A token gets no session; an account without a role may still use a password. */
export const signInOnly: Statuses = { ...allowedForAll, reader: 403, writer: 403 };

/** What belongs to a user of the test. */
export interface OwnedRecords {
	readonly userId: string;
	readonly jobId: string;
	readonly imageId: string;
	/** Finished; the stranger's is hidden. */
	readonly mergeId: string;
	/** A finished run of the attribute generator. */
	readonly attributesId: string;
}

export interface PermissionRow {
	readonly statuses: Statuses;
	/** The fields of the call, about the given things. */
	readonly input?: (owned: OwnedRecords) => object | Promise<object>;
	/** Leaves nothing for the other calls; it has a test of its own, the last one. */
	readonly isDestructive?: true;
}

export type RouteRow = Pick<PermissionRow, 'statuses'> & {
	readonly call: (owned: OwnedRecords) => readonly [path: string, call?: TestRequest];
};
