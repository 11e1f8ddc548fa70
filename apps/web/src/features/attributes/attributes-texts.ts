import { formatNumber as count } from '@adx/validators/format-number';
import { attributeImagesMax, mergeBodyMaxBytes, provisionalBelow } from '@adx/validators/limits';
import { formatMany as many } from '../../lib/format/format-quantity.ts';
import { pageNames } from '../../shell/page-names.ts';

const images = (number: number) => many(number, 'image', 'images');

/** The texts of the attribute generator, by part. */
export const attributeTexts = {
	denied: {
		title: 'Access Denied',
		text: 'The Attribute Generator is only available in developer mode.',
		back: 'Go Back',
	},
	page: {
		title: pageNames.attributes,
		text: 'Trait sets for finished art: exact quotas, rarity by rank, and one JSON file for every image.',
		dropNow: 'Drop the folder with your images',
	},
	folder: {
		title: 'Folder',
		selectFolder: 'Select Folder',
		selectFiles: 'Select Files',
		remove: 'Remove folder',
		reading: 'Reading the folder',
		readCount: (read: number, total: number) => `${count(read)} of ${count(total)} images`,
		images,
		metadata: (found: number, total: number) =>
			found === 0
				? 'none has metadata yet'
				: found === total
					? 'all have metadata'
					: `${count(found)} of ${count(total)} have metadata`,
		ignored: (number: number) => `${many(number, 'other file', 'other files')} left aside`,
		unusable: (number: number) =>
			`${many(number, 'image file', 'image files')} cannot be read and ${number === 1 ? 'is' : 'are'} left out`,
		unchecked: (number: number) => `${images(number)} still to be checked`,
		problems: (number: number) => `${many(number, 'problem', 'problems')} with its files`,
		problemsInDownload: 'findings.csv in the download lists them; metadata that cannot be carried over is kept there.',
		/** The full list of them, as it is saved. */
		problemsFile: 'folder-problems',
		empty: {
			title: 'No folder yet',
			text: `Select or drop a folder with up to ${count(attributeImagesMax)} images. JSON files beside them are found by themselves.`,
		},
		privacy: 'Your images stay on this machine: only names and metadata are sent.',
		afterReload: 'The page was reloaded: names and metadata are kept, the pictures are not shown.',
		unnamed: 'Picked files',
	},
	pickErrors: {
		title: 'Folder not read',
		unknown: 'The folder could not be read. Please try again.',
		several: 'Select one folder or one archive at a time.',
		emptyFolders: (names: readonly string[]) =>
			names.length === 1
				? `“${names[0]}” holds no files.`
				: `${count(names.length)} folders hold no files: ${names.join(', ')}.`,
		noImages: 'There is no PNG, JPEG, GIF or WebP in it.',
		tooMany: (found: number) =>
			`It has ${images(found)}; one run takes ${count(attributeImagesMax)}. Split the folder and run each part.`,
		tooLarge: `Its metadata has more than ${mergeBodyMaxBytes / 1_000_000} MB together. Split the folder and run each part.`,
		longPaths: 'The paths of all its images are too long.',
		zip: (reason: string) => `The archive could not be read: ${reason}`,
	},
	settings: {
		title: 'Settings',
		projectName: 'Project Name',
		projectHint: 'Tokens that have no name yet are named after it, with their number.',
		symbol: 'Symbol',
		symbolHint: 'Empty: what the files say.',
		seed: 'Seed',
		seedHint: 'The same folder, weights and seed give the same traits again.',
		copySeed: 'Copy seed',
		newSeed: 'New seed',
		invisible: 'Use visible characters only',
		existing: 'Traits that images have already',
		keep: 'Keep',
		keepText: 'Only what is missing is made.',
		replace: 'Replace',
		replaceText: 'The six traits made here are planned again; everything else stays.',
		generate: 'Generate Attributes',
		checking: 'Looking into the images...',
		sending: 'Sending the list...',
		starting: 'Starting...',
		noFolder: 'Select a folder first',
		opening: 'The page is still opening',
		notRead: 'The folder is still being read',
		ready: (number: number) => `${images(number)}, exactly as the preview shows`,
	},
	start: {
		noFolder: { title: 'No folder selected', description: 'Select or drop the folder with your images first.' },
		notRead: { title: 'Folder not read yet', description: 'Wait until the folder is read, then generate.' },
		opening: { title: 'Page not ready yet', description: 'Wait a moment, then generate.' },
		/** Nothing was sent: what is missing stands beneath. */
		notStarted: 'Nothing was started',
		wrongWeights: (names: readonly string[]) =>
			names.length === 1
				? `The weight of ${names[0]} is not right yet.`
				: `The weights of ${names.join(', ')} are not right yet.`,
		otherFolder: 'Another folder was chosen meanwhile. Generate again for it.',
		started: 'Processing started',
		startedText: (number: number) => `Making attributes for ${images(number)}`,
		failedTitle: 'Processing failed',
		failed: 'An error occurred',
	},
	run: {
		rarityAndExport: 'Rarity and export',
		title: 'Run',
		none: 'No run yet. What you generate shows up here.',
		unknown: 'There is no such run.',
		processed: 'Processed',
		statuses: { pending: 'Pending', processing: 'Processing', completed: 'Completed', failed: 'Failed' },
		left: (text: string) => `${text} left`,
		processedOf: (done: number, total: number) => `${count(done)} / ${count(total)}`,
		complete: 'Processing complete',
		completeText: (number: number) => `Attributes for ${images(number)} are ready to download`,
		seed: 'Seed',
		useSeed: 'Use this seed',
		seedUsed: 'Seed taken over',
		changed: 'The preview has changed since this run. Generate again to download what it shows.',
		unnamed: 'ADX Collection',
	},
	check: { title: 'Error', failed: 'Failed to check processing status', tryAgain: 'Try again' },
	download: {
		button: 'Download',
		downloading: 'Preparing...',
		started: 'Download started',
		failedTitle: 'Download failed',
		failed: 'Failed to download the processed collection',
	},
	preview: {
		title: 'Preview',
		none: 'Select a folder, and every trait, rank and count is here before anything is sent.',
		planning: 'Planning...',
		planned: (number: number) => `${images(number)} planned`,
		provisional: `Below ${provisionalBelow} images a rank means little: these are provisional.`,
		impossible: 'These weights cannot be met',
		nothingUsable: {
			title: 'Nothing to plan',
			text: 'None of these image files can be read. Choose another folder.',
		},
		list: 'Images',
		search: 'Find a file',
		filter: (trait: string, value: string) => `${trait}: ${value}`,
		removeFilter: (trait: string, value: string) => `Show all again, not only ${trait}: ${value}`,
		shown: (shown: number, total: number) => (shown === total ? images(total) : `${count(shown)} of ${images(total)}`),
		nothingFound: 'No image fits.',
		columns: { file: 'File', rarity: 'Rarity', rank: 'Rank', others: 'Other traits' },
		kept: 'kept',
		keptHint: 'Values marked as kept were there before; all others are new.',
		others: (number: number) => (number === 0 ? '–' : `${count(number)} kept`),
	},
	weights: {
		title: 'Traits and weights',
		trait: 'Trait',
		others: 'Other traits',
		othersOf: (number: number) =>
			number === 1 ? '1 other trait, kept as it is' : `${count(number)} other traits, kept as they are`,
		value: 'Value',
		images: 'Images',
		share: 'Share',
		weight: 'Weight',
		/** A value of a trait, as it is named far from its table. */
		valueOf: (trait: string, label: string) => `${label} (${trait})`,
		weightOf: (label: string) => `Weight of ${label}`,
		slideOf: (label: string) => `Slide the weight of ${label}`,
		kept: (number: number) => `${count(number)} kept`,
		show: (label: string) => `Show images with ${label}`,
		reset: (trait: string) => `Reset ${trait}`,
		resetAll: 'Reset all weights',
		hint: 'Weights are relative: twice the weight, twice as many images. Quotas are met exactly.',
		/** Where some images keep the value that their metadata has. */
		keptHint:
			'What images have already stays. Weights are relative, and for the other images: twice the weight, twice as many of them.',
		rarityHint: 'Rarity follows from the rank by OpenRarity; it has no weights.',
		otherHint: 'Traits from your metadata: they stay, and count for the rank.',
		total: 'Total',
		totalOf: (sum: number, size: number) => `${count(sum)} of ${count(size)}`,
	},
	findings: {
		title: 'Findings of this run',
		found: (number: number) =>
			`${many(number, 'problem', 'problems')} of existing files; the download keeps metadata that cannot be carried over`,
		inDownload: (number: number) => `The first ${count(number)} are listed here; findings.csv in the download has all.`,
		fileName: 'findings',
	},
	list: {
		title: 'Your runs',
		none: 'No runs yet',
		begin: 'Choose images to begin',
		images,
		tryAgain: 'Try again',
	},
	deletion: {
		open: 'Delete run',
		openOf: (date: string) => `Delete run of ${date}`,
		title: 'Delete this run?',
		deleted: 'Run Deleted',
		count: 'Images',
	},
} as const;
