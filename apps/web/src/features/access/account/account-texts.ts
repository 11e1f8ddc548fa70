/** The texts of what access decides behind the gate: the account's menu, locked pages, Premium. */
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
	premium: {
		title: 'Premium',
		benefits(styleCount: number, batchSizeMax: number, hasLockedPages: boolean) {
			const styles = `all ${styleCount} art styles`;
			const batches = `batches of up to ${batchSizeMax.toLocaleString('en')}`;
			return hasLockedPages ? `${styles}, ${batches}, and the locked pages` : `${styles} and ${batches}`;
		},
		opens: (benefits: string) => `Premium opens ${benefits}.`,
		hasEnded: 'Your Premium has ended.',
		source: 'The passphrase comes from the people who run this server; ask them or your community.',
		endedHere: 'Premium has ended in this browser. Open it again below.',
		openDialog: 'Unlock Premium',
		label: 'Premium passphrase',
		submit: 'Unlock Premium',
		cancel: 'Cancel',
		wrong: 'The premium passphrase you entered is incorrect',
		passphrase: {
			missing: 'Enter the passphrase',
			checking: 'Checking passphrase...',
			wrong: 'This passphrase is not right.',
		},
		granted: { title: 'Premium Activated', description: 'All art styles and batch sizes are open to you now' },
		active: 'Premium active',
		openToYou: (benefits: string) => `Open to you: ${benefits}.`,
		/** Around the moment, which stands out. */
		activeUntil: {
			before: 'Premium active until',
			after: 'your session ends then, unless your visits have renewed it.',
		},
		close: 'Close',
		remove: 'Remove premium',
		removing: 'Removing...',
		removed: { title: 'Premium Removed', description: 'Premium styles and batch sizes are locked again' },
		notRemovedTitle: 'Premium Was Not Removed',
	},
} as const;
