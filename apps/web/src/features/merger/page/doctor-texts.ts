import type { FindingKind } from '@adx/collection/merge/merge-doctor';
import { formatMany as many } from '../../../lib/format/format-quantity.ts';
import { mergerTexts } from '../merger-texts.ts';
import type { InputKind } from '../merger-views.ts';

const images = (number: number) => many(number, 'image', 'images');

/** The texts of the merge doctor and of the renames in it. */
export const doctorTexts = {
	title: 'Merge doctor',
	clean: 'Nothing to mend: traits, pictures and metadata fit together.',
	none: 'Once there are collections, everything that does not fit together is shown here, each with a fix.',
	reading: 'Everything is checked once all files are read.',
	found: (number: number) => `${many(number, 'thing', 'things')} to decide`,
	/** Where nothing is to choose. */
	foundInFiles: (number: number) => `${many(number, 'thing', 'things')} to know`,
	notTaken: (number: number) =>
		number === 1
			? '1 file is not taken; its collection above says why.'
			: `${many(number, 'file', 'files')} are not taken; their collections above say why.`,
	findings: {
		traitNames: (number: number) => `${many(number, 'trait name is', 'trait names are')} spelled in different ways`,
		traitValues: (number: number) => `${many(number, 'value is', 'values are')} spelled in different ways`,
		missingTraits: (number: number) => `${many(number, 'trait is', 'traits are')} missing from some tokens`,
		duplicateImages: (number: number) =>
			`${images(number)} ${number === 1 ? 'repeats' : 'repeat'} the bytes of another`,
		duplicateTraits: (number: number) => `${images(number)} ${number === 1 ? 'has' : 'have'} the traits of another`,
		metadataProblems: (number: number) => `${many(number, 'problem', 'problems')} in metadata files`,
		lostEntries: (number: number) =>
			`${many(number, 'token has', 'tokens have')} trait entries that are left out or become text`,
		webpImages: (number: number) => `${images(number)} as WebP, which Solana’s Sugar does not take`,
		deadAddresses: (number: number) =>
			`${many(number, 'token has', 'tokens have')} addresses that lead nowhere or to a machine of your own`,
		missingMetadata: (number: number) => `${images(number)} without metadata`,
		noTraits: (number: number) => `${images(number)} without traits, while others have some`,
		mixedSizes: (number: number) => `${images(number)} of another size than most`,
		unreadableFiles: (number: number) => many(number, 'unreadable file', 'unreadable files'),
	},
	/** Where nothing is to choose. */
	mendFiles: (inputs: InputKind) => `${mergerTexts.inFiles[inputs]('Correct this')}, or merge as it was understood.`,
	fixes: {
		traitNames: { unify: 'Use the most common spelling', keep: 'Keep as they are' },
		traitValues: { unify: 'Use the most common spelling', keep: 'Keep as they are' },
		missingTraits: { none: 'Add ‘None’', keep: 'Leave missing' },
		duplicateImages: { keep: 'Keep all', drop: 'Keep only the first' },
		duplicateTraits: { keep: 'Keep all', drop: 'Keep only the first' },
		webpImages: { keep: 'Keep as WebP', png: 'Convert to PNG' },
		deadAddresses: { keep: 'Keep as they are', drop: 'Leave these addresses out' },
		missingMetadata: { keep: 'Keep without traits', drop: 'Leave out' },
		noTraits: { keep: 'Keep without traits', none: 'Add ‘None’ for each trait', drop: 'Leave out' },
		mixedSizes: { keep: 'Keep all', drop: 'Leave out' },
		unreadableFiles: { drop: 'Leave out', keep: 'Keep on purpose' },
	},
	/** What the rows of a full list name; files where nothing stands here. */
	subjects: { traitNames: 'Trait', traitValues: 'Value' } as Readonly<Partial<Record<FindingKind, string>>>,
	listName: (finding: string) => `merge-doctor-${finding}`,
	fixOf: (finding: string) => `What to do: ${finding}`,
	renames: 'Rename traits',
	chooseTrait: 'Choose a trait',
	/** What a rename lacks. */
	renameLacks: { from: 'Choose the trait to rename', to: 'Enter the new name' },
	/** What keeps the merge from being started. */
	renameProblem: (number: number, problem: string) => `Rename ${number}: ${problem}`,
	traitOption: (name: string, tokens: number) => `${name} (${many(tokens, 'token', 'tokens')})`,
	/** Of a trait that was there as it was chosen. */
	traitGone: (name: string) => `${name} (in no token)`,
	noTraits: 'There is no trait to rename yet.',
	traitsReading: 'Traits can be renamed once all files are read.',
	/** Of a new name that is the one it has. */
	unchanged: 'This is its name already.',
	changes: (tokens: number) => `Changes ${many(tokens, 'token', 'tokens')}.`,
	repeats: (tokens: number, name: string) =>
		`${many(tokens, 'token has', 'tokens have')} another trait of that name then, and would have ‘${name}’ twice.`,
	fromNumbered: (number: number) => `Old name ${number}`,
	toNumbered: (number: number) => `New name ${number}`,
	addRename: 'Add a rename',
	renamesFull: (max: number) => `A merge takes at most ${max} renames.`,
	removeRename: (name: string) => `Do not rename ${name || 'this one'}`,
} as const;
