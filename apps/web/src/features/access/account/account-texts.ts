/** The texts of what access decides behind the gate: the account's menu and data, locked pages. */
export const accountTexts = {
	account: {
		menu: 'Account',
		withoutName: 'Signed in',
		roles: { developer: 'Developer', creator: 'Creator' },
		premium: 'Premium',
		premiumStates: { active: 'Active', ended: 'Ended', locked: 'Locked' },
		tokens: 'Access tokens',
		data: 'Your data',
		logOut: 'Log out',
		endsAt: (time: string) => `Session ends at ${time}`,
	},
	data: {
		title: 'Your data',
		text: 'Everything that this account made and uploaded can be deleted here: jobs, images, collections, attribute runs, presets and access tokens.',
		open: 'Delete my data',
		confirmTitle: 'Delete all your data?',
		deleted: 'Data Deleted',
		images: 'Images',
		counts: {
			jobs: 'Jobs',
			merges: 'Merged collections',
			attributeRuns: 'Attribute runs',
			presets: 'Presets',
			accessTokens: 'Access tokens',
		},
	},
	lock: {
		title: 'Coming Soon',
		pages: { merger: 'The collection merger', gallery: 'The gallery' },
		text: (page: string) => `${page} is still locked. Premium opens it, and so does the admin password.`,
		label: 'Admin password',
		submit: 'Unlock',
		wrong: 'Please try again',
		granted: { title: 'Access Granted', description: 'Locked pages are open until your session ends' },
		openPremium: 'Unlock with Premium',
	},
} as const;
