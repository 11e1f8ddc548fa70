import { formatMany } from '../../../lib/format/format-quantity.ts';
import { mergerTexts } from '../merger-texts.ts';
import type { InputKind } from '../merger-views.ts';

const { inFiles } = mergerTexts;

/** What the settings of tokens are called in a row. */
const settingNames: Readonly<Record<string, string>> = {
	namePattern: 'names',
	descriptionPattern: 'description',
	symbol: 'symbol',
	royaltyPercentage: 'royalty',
	creators: 'creators',
};

const fieldLabels = {
	namePattern: 'Token names',
	tokenDescription: 'Description of every token',
	symbol: 'Symbol',
	royalty: 'Royalty in percent',
} as const;

/** The texts of the metadata that every token gets, and of the preflight. */
export const settingsTexts = {
	/** Of the longest name that a token is going to have. */
	nameBytes: (bytes: number, max: number) =>
		`The longest token name takes ${bytes} of the ${max} bytes that Solana allows.`,
	nameTooLong: (bytes: number, max: number) =>
		`The longest token name takes ${bytes} bytes; Solana allows ${max}. Other targets take it.`,
	/** Of a project name that is not part of the tokens' names. */
	projectNameTooLong: (bytes: number, max: number) =>
		`The project name takes ${bytes} bytes; Solana allows ${max} for the collection’s name, too.`,
	tokens: {
		title: 'Token metadata',
		/** Of the fields that are set. */
		summary: (fields: readonly string[]) =>
			fields.length === 0
				? 'Names, description, symbol, royalty and creators'
				: `Set: ${fields.map((field) => settingNames[field] ?? field).join(', ')}`,
		names: fieldLabels.namePattern,
		projectName: 'Project name',
		namesHint: (example: string, isKept: boolean) =>
			`{number} is the token’s number, {name} the project’s name. Token 1 is called “${example}”${isKept ? ' where it has no old name' : ''}.`,
		description: fieldLabels.tokenDescription,
		descriptionHint: '{number} is the token’s number, {name} the token’s name. Leave empty to keep what the files say.',
		symbol: fieldLabels.symbol,
		symbolHint: 'Up to 10 letters. Leave empty to keep what the files say.',
		royalty: fieldLabels.royalty,
		royaltyHint: 'From 0 to 10, e.g. 5. Leave empty to keep what the files say.',
		creators: 'Creators',
		creatorsHint:
			'Up to 5 Solana addresses, whose shares of the royalties add up to 100. Leave empty to keep what the files say.',
		address: (number: number) => `Address ${number}`,
		share: (number: number) => `Share ${number} (%)`,
		addCreator: 'Add a creator',
		removeCreator: (number: number) => `Remove creator ${number}`,
		creatorsFull: (max: number) => `A token takes at most ${max} creators.`,
		creatorProblem: (number: number, problem: string) => `Creator ${number}: ${problem}`,
		shareProblem: 'The share is a whole number from 0 to 100',
		/** What keeps the merge from being started; of creators it is said which. */
		wrongField: (field: keyof typeof fieldLabels | 'creators', problem: string) =>
			field === 'creators' ? `${problem}.` : `${fieldLabels[field]}: ${problem}.`,
		goToWrong: 'Go to the field',
	},
	preflight: {
		none: 'Once there are collections and a project name, everything that an export would refuse is shown here, each with a fix.',
		reading: 'Checks everything once all files are read.',
		doctor: 'What the merge doctor shows is decided there.',
		withoutWrong: 'Without what is not right yet in the token metadata.',
		withoutHalfRenames: 'Without renames that are not filled in yet.',
		approximate: 'Counts about names are approximate until the shuffle is drawn.',
		withErrors: (number: number) =>
			`The preflight found ${formatMany(number, 'error', 'errors')}; you can start the merge anyway.`,
		fixes: {
			goTo: {
				projectName: 'Go to Project Name',
				description: 'Go to Description',
				namePattern: 'Go to Token names',
				tokenDescription: 'Write one description for all',
				symbol: 'Set a symbol for all',
				royalty: 'Set one royalty for all',
				creators: 'Name the creators of all',
			},
			collectionName: 'Shorten the project name; letters beyond a-z take two to four bytes each.',
			names: 'Name all tokens by a shorter pattern.',
			namesOfTheirOwn:
				'Name all tokens by a shorter pattern. It has a name of its own: they do not follow the project name any more.',
			nameThem: (pattern: string) => `Name them “${pattern}”`,
			oldNames: 'Give all tokens new names with their numbers.',
			renumber: 'Rename and number them',
			unnumbered: 'Put the number into the pattern.',
			placeholderName: 'Choose a project name of your own.',
			collectionDescription: 'Write a description of your own.',
			description: 'Write a description that takes the place of all of them.',
			noDescription:
				'Write one description for all. That of the collection in the settings stands in for it where a token has none.',
			symbol: 'Set a symbol that takes the place of all of them.',
			royalty: 'Set a royalty that takes the place of all of them.',
			creators: 'Name creators that take the place of all of them.',
			unreadable: 'Leave out unreadable files.',
			leaveOut: 'Leave them out',
			webp: 'Convert WebP images to PNG as they are merged, with the same pixels. Animated ones stay as they are.',
			toPng: 'Convert to PNG',
			imageTypes: (inputs: InputKind) =>
				`Animated WebP images stay as they are. ${inFiles[inputs]('Replace them by GIFs')}, unless you do not target Sugar: other targets take them.`,
			addresses: (inputs: InputKind) =>
				`${inFiles[inputs]('Correct these addresses')}: a merge leaves them as they are.`,
			deadAddresses: (inputs: InputKind) =>
				`Leave these addresses out of the metadata. Or ${inFiles[inputs]('correct them')}. The picture’s own address is always replaced.`,
			addressInDescription: 'Write a whole address into the description, or take it out.',
			addressesInTexts: (inputs: InputKind) =>
				`${inFiles[inputs]('Write whole addresses, or take them out')}: a merge leaves texts as they are.`,
			leaveAddressesOut: 'Leave these addresses out',
			formulaName: 'Begin the names otherwise; the CSV sets an apostrophe before them.',
			formulaDescription: 'Begin the description otherwise; the CSV sets an apostrophe before it.',
			formulas: (inputs: InputKind) =>
				`${inFiles[inputs]('Begin these texts otherwise')}; the CSV sets an apostrophe before them.`,
			traits: (inputs: InputKind) => `${inFiles[inputs]('Shorten them')}, or the merge cuts them.`,
			repeatedTraits: (inputs: InputKind) => `${inFiles[inputs]('Remove one of them')}.`,
			mergedTraits: (inputs: InputKind) =>
				`${inFiles[inputs]('Remove one of them')}, or choose another new name where a rename made them the same.`,
			tooMany: 'Merge fewer of them at once, unless you do not target an OpenSea drop.',
		},
	},
} as const;
