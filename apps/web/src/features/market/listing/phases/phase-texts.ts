import { formatNumber } from '@adx/validators/format-number';
import { allowlistMax } from '@adx/validators/sale/phases';

const many = (count: number, one: string, more: string) => `${formatNumber(count)} ${count === 1 ? one : more}`;

/** The texts of a sale's phases, as its creator sets them. */
export const phaseTexts = {
	title: 'Phases of the sale',
	open: 'Phases',
	none: 'No phases: everybody can buy at the price of the sale.',
	some: (count: number) => `${many(count, 'phase', 'phases')}.`,
	intro:
		'A phase has a price, a time and limits of its own. Times are those of your time zone; this server’s clock decides. Between phases nobody can buy.',
	phase: (number: number) => `Phase ${number}`,
	fields: {
		name: 'Name',
		price: 'Price',
		startsAt: 'Starts',
		endsAt: 'Ends',
		walletLimit: 'Items per wallet',
		totalLimit: 'Items in total',
	},
	namePlaceholder: 'Early supporters',
	/** What an empty field means. */
	hints: {
		startsAt: (isFirst: boolean) =>
			isFirst ? 'Leave empty to start with the sale.' : 'Do not leave this empty: another phase comes before this one.',
		endsAt: (isLast: boolean) =>
			isLast ? 'Leave empty to end with the sale.' : 'Do not leave this empty: another phase comes after this one.',
		walletLimit: 'Leave empty to let a wallet buy any number.',
		totalLimit: 'Leave empty to offer every item that is left.',
	},
	hasAllowlist: 'Only the wallets of a list may buy',
	allowlist: 'Wallets',
	/** `saved` wallets are on the list that is stored. */
	allowlistHint: (saved: number, isEntered: boolean) => {
		const format = `One a line, or a CSV with the wallets in its first column, at most ${formatNumber(allowlistMax)}.`;
		if (saved > 0) return `${format} The list has ${many(saved, 'wallet', 'wallets')}; what you enter replaces it.`;
		return isEntered ? format : `${format} Nobody is on the list yet.`;
	},
	noWallets: 'Enter at least one wallet. Nobody can buy in a phase whose list is empty.',
	file: 'Take them from a file',
	/** Of the field behind that button. */
	fileLabel: 'File of wallets',
	unreadable: (name: string) => `‘${name}’ could not be read.`,
	read: (wallets: number, duplicates: number, invalid: number) =>
		[
			many(wallets, 'wallet', 'wallets'),
			...(duplicates === 0 ? [] : [`${many(duplicates, 'line repeats', 'lines repeat')} an earlier one`]),
			...(invalid === 0 ? [] : [`${many(invalid, 'line is', 'lines are')} no address of a wallet`]),
		].join(', '),
	/** Of what the server says about a wallet. */
	inLine: (line: number, message: string) => `Line ${formatNumber(line)}: ${message}`,
	tooMany: (count: number, most: number) =>
		`A list holds at most ${formatNumber(most)} wallets, and these are ${formatNumber(count)}.`,
	add: 'Add a phase',
	remove: 'Remove',
	save: 'Save the phases',
	saving: 'Saving...',
	/** Why the window does not close meanwhile. */
	stillSaving: 'Wait until the phases are saved.',
	saved: 'The phases are saved.',
	cancel: 'Cancel',
	check: 'Some fields need another look.',
	discard: {
		title: 'Discard your changes?',
		text: 'The phases stay as they were saved last. What you have changed here since then is lost.',
		confirm: 'Discard changes',
		keep: 'Keep editing',
	},
} as const;
