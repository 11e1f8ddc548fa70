import { pageNames } from '../../../shell/page-names.ts';
/** The texts of the page of access tokens, by part. */
export const tokenTexts = {
	page: {
		title: pageNames.tokens,
		text: 'For scripts and programs that work with the realm on your behalf.',
		listTitle: 'Your tokens',
		createTitle: 'New token',
		tryAgain: 'Try again',
	},
	rights: {
		read: { name: 'Read', text: 'See jobs and pictures, download them' },
		write: { name: 'Read and write', text: 'Also generate, change and delete' },
	},
	elevations: {
		developer: {
			name: 'Developer',
			text: 'Acts as a developer: batches of any size, minting, attributes, and everybody’s work, which with ‘Read and write’ it can delete. Ends early when the developer password is reset.',
		},
		premium: {
			name: 'Premium',
			text: 'Opens every art style, large batches and locked pages for as long as your Premium lasts.',
		},
	},
	list: {
		name: 'Access tokens',
		revoke: 'Revoke',
		revokeNamed: (name: string) => `Revoke ${name}`,
		created: 'Created',
		lastUsed: 'Last used',
		never: 'Never',
		ends: 'Ends',
	},
	none: {
		title: 'No access tokens yet',
		text: 'A token lets a script work with the realm as you, without your password: order a collection, follow its progress, fetch its pictures. Make one for each script, so that you can revoke each one separately.',
	},
	form: {
		name: 'New access token',
		nameLabel: 'Name',
		nameHint: 'What will use it, e.g. ‘Nightly backup’',
		nameMissing: 'Give the token a name',
		rights: 'What it may do',
		elevations: 'Which of your rights it has besides',
		lifetime: 'Ends after',
		days: (days: number) => `${days} days`,
		submit: 'Create token',
		creating: 'Creating...',
	},
	created: {
		title: 'Your new token',
		/** Around the token's name, which stands out. */
		text: {
			before: 'Copy',
			after: 'now: it is shown this once and cannot be read again. Whoever holds it can use the realm as you.',
		},
		tokenLabel: 'Access token',
		exampleLabel: 'Try it in a terminal',
		done: 'Done, I have copied it',
	},
	revoke: {
		title: 'Revoke this token?',
		/** Around the token's name, which stands out. */
		text: { before: 'Whatever uses', after: 'is refused from now on. This cannot be undone.' },
		keep: 'Keep it',
		submit: 'Revoke token',
		revoking: 'Revoking...',
		revoked: { title: 'Token Revoked', description: (name: string) => `‘${name}’ opens nothing any more` },
		notRevokedTitle: 'Token Was Not Revoked',
	},
} as const;
