import { formatNumber } from '@adx/validators/format-number';
/** The texts of having Premium: what it opens, the passphrase, its end. */
export const premiumTexts = {
	title: 'Premium',
	benefits(styleCount: number, batchSizeMax: number, hasLockedPages: boolean) {
		const styles = `all ${styleCount} art styles`;
		const batches = `batches of up to ${formatNumber(batchSizeMax)}`;
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
} as const;
