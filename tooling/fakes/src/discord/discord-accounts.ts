/** An account of the fake Discord and what it is in the guild. */
export interface FakeDiscordAccount {
	/** A snowflake. */
	readonly id: string;
	readonly username: string;
	/** `0` for an account of the present kind, four digits for an old one. */
	readonly discriminator: string;
	/** The hash of its picture. */
	readonly avatar: string | null;
	readonly email: string | null;
	/** Null for an account that is not a member of the guild. */
	readonly roleIds: readonly string[] | null;
}

/** Role ids of the fake guild by the name that `DISCORD_ROLE_IDS` gives them. */
export const fakeRoleIds = {
	Acolyte: '300000000000000001',
	Master: '300000000000000002',
	'Intent Master': '300000000000000003',
	'Grand Master': '300000000000000004',
	Wizard: '300000000000000005',
	Community: '300000000000000006',
} as const;

/** A role of the guild that opens nothing. */
export const fakeOtherRoleId = '300000000000000099';

/** The accounts a fake Discord has when none are given. */
export const fakeAccounts = {
	/** A member with a qualifying role. */
	wizard: {
		id: '400000000000000001',
		username: 'wanda_wizard',
		discriminator: '0',
		avatar: 'a_1269e74af4df7417b13759eae50c83dc',
		email: 'wanda@example.org',
		roleIds: [fakeOtherRoleId, fakeRoleIds.Wizard],
	},
	/** A member with the community role and without picture and email. */
	community: {
		id: '400000000000000002',
		username: 'carl_community',
		discriminator: '0042',
		avatar: null,
		email: null,
		roleIds: [fakeRoleIds.Community],
	},
	/** A member whose only role opens nothing. */
	lurker: {
		id: '400000000000000003',
		username: 'lena_lurker',
		discriminator: '0',
		avatar: null,
		email: 'lena@example.org',
		roleIds: [fakeOtherRoleId],
	},
	/** No member of the guild. */
	stranger: {
		id: '400000000000000004',
		username: 'sam_stranger',
		discriminator: '0',
		avatar: null,
		email: 'sam@example.org',
		roleIds: null,
	},
} as const satisfies Record<string, FakeDiscordAccount>;
