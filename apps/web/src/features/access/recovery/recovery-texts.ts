/** The texts of recovery codes: making one, and coming back with it. */
export const recoveryTexts = {
	why: 'This account has no name: only the cookie of this browser leads to it. With a recovery code you come back to it, its Premium and its work in another browser, or once the cookie is gone.',
	make: 'Make a recovery code',
	making: 'Making the code...',
	replace: 'Make a new recovery code',
	madeOn: (date: string) => `One was made on ${date}. It cannot be shown again; a new one takes its place.`,
	code: 'Your recovery code',
	keep: 'It is shown only now. Keep it where nobody else reads it: whoever has it can use this account.',
	notMadeTitle: 'No Recovery Code Was Made',
	enter: {
		title: 'Come back with a recovery code',
		text: 'Enter it here, and this browser goes on with the account that it was made for.',
		label: 'Recovery code',
		submit: 'Use recovery code',
		checking: 'Checking...',
		missing: 'Enter the recovery code',
		malformed: 'A recovery code is 32 letters and digits, with or without hyphens.',
		done: { title: 'Account Recovered', description: 'This browser is signed in to your account again' },
	},
} as const;
