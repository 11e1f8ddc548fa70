import { formatNumber as count } from '@adx/validators/format-number';
import { mergeCollectionImagesMax, mergeCollectionsMax } from '@adx/validators/limits';
import { formatMany as many } from '../../lib/format/format-quantity.ts';
import type { InputKind } from './merger-views.ts';

const images = (number: number) => many(number, 'image', 'images');
const files = (number: number) => many(number, 'file', 'files');

/** The texts of the merger page, by part. */
export const mergerTexts = {
	page: {
		title: 'Merge',
		text: 'Bring several collections together into one Frozen Collection: originals untouched, numbers and metadata right.',
		drop: 'Drop files, folders or a .zip anywhere on this page',
		dropNow: 'Drop them to add the collections',
		elsewhere: {
			title: 'Open in another tab',
			text: 'The merger is open in another tab of this browser, which may show another page by now. Go on there, or close that tab to go on here with its collections.',
		},
	},
	step: {
		fold: (title: string) => `Fold ${title}`,
		unfold: (title: string) => `Show ${title}`,
	},
	/** How something is changed in what the tokens were read from: a part of a sentence. */
	inFiles: {
		picked: (change) => `${change} in the files, remove their collection above and pick them again`,
		own: (change) =>
			`${change} in the download of that job or merge, remove its collection above and pick the folder in its place`,
		both: (change) =>
			`${change} in the files, those of a job or merge in its download, remove their collection above and pick them again`,
	} satisfies Record<InputKind, (change: string) => string>,
	preflightFailed: 'The preflight could not run; you can start the merge anyway.',
	unnamed: 'Collection',
	/** The second and every further collection of a name. */
	numbered: (name: string, number: number) => `${name} (${number})`,
	input: {
		title: 'Input Collections',
		selectFiles: 'Select Files',
		selectFolder: 'Select Folder',
		removeAll: 'Remove all',
		reading: 'Reading files...',
		/** The summary; its numbers stand without separators, as specified. */
		total: (imageCount: number, collectionCount: number) =>
			`Total: ${imageCount} images from ${collectionCount} collections ready to merge`,
		/** The same while files are still being read. */
		readingTotal: (imageCount: number, collectionCount: number) =>
			`${images(imageCount)} from ${many(collectionCount, 'collection', 'collections')} so far; reading goes on`,
		/** The same where files of a collection are missing, which no merge can do without. */
		incompleteTotal: (imageCount: number, collectionCount: number) =>
			`${images(imageCount)} from ${many(collectionCount, 'collection', 'collections')} so far; some files are missing`,
		empty: {
			title: 'No collections yet',
			text: 'Pick the .zip of a collection from here, the folders another generator wrote, or single files. Pictures and their JSON find each other by themselves.',
		},
		privacy:
			'Originals stay as they are, with everything a camera wrote into them. Previews in the gallery carry none of that.',
	},
	row: {
		list: 'Collections',
		edit: 'Edit',
		editNamed: (name: string) => `Edit ${name}`,
		preview: 'Preview',
		previewNamed: (name: string) => `Preview ${name}`,
		remove: 'Remove',
		removeNamed: (name: string) => `Remove ${name}`,
		images,
		reading: (read: number, total: number) => `Reading ${count(read)} of ${files(total)}`,
		interrupted: (read: number, total: number, again: string) =>
			`${count(read)} of ${files(total)} were read before the page was closed. ${again} to go on; nothing that arrived is sent twice.`,
		lost: (lost: number, again: string) =>
			`${images(lost)} ${lost === 1 ? 'is' : 'are'} not on the server: not sent before the page was closed, or deleted since. ${again} to go on; nothing that is there is sent twice.`,
		/** How the rest of a collection is read, for the two above. */
		again: { picked: 'Pick the same files again', imported: 'Add it from your collections again' },
		metadata: (found: number, total: number) =>
			found === total ? 'all with metadata' : `${count(found)} of ${count(total)} with metadata`,
		badMetadata: (bad: number) =>
			`${many(bad, 'metadata file', 'metadata files')} could not be read; ${bad === 1 ? 'its image counts' : 'their images count'} as having none`,
		unreadable: (number: number, isKept: boolean) =>
			`${files(number)} ${number === 1 ? 'is not a picture' : 'are not pictures'} that can be read; ${isKept ? 'kept on purpose' : 'left out'}`,
		refused: (number: number) => `${files(number)} left out`,
		ignored: (number: number) => `${many(number, 'other file', 'other files')} left aside`,
		more: (number: number) => `and ${count(number)} more`,
		listOf: (name: string) => `Files left aside in ${name}`,
		listFile: (name: string) => `${name}-problems`,
		/** Of the handle that moves a collection. */
		moveNamed: (name: string, place: number, total: number) => `Move ${name}, ${place} of ${total}`,
		moveHint:
			'The merge takes the collections in this order. Drag one by its handle, use the arrow keys on it, or press it for buttons.',
		moved: (name: string, place: number, total: number) => `${name} is now ${place} of ${total}`,
		dropped: (name: string) => `${name} stays where it was`,
		lifted: (name: string, place: number, total: number) =>
			`${name} is picked up, ${place} of ${total}. Move it with the arrow keys or the buttons in its row. Escape puts it back.`,
		putDown: (name: string, place: number, total: number) => `${name} is put down, ${place} of ${total}`,
		moveUp: 'Move up',
		moveUpNamed: (name: string) => `Move up ${name}`,
		isFirst: 'It is the first one.',
		moveDown: 'Move down',
		moveDownNamed: (name: string) => `Move down ${name}`,
		isLast: 'It is the last one.',
	},
	/** Of a metadata file of which nothing else is known. */
	noMetadata: 'The metadata file could not be read.',
	/** Of a file picked along with images. */
	leftAside: 'Neither a picture of a kind that is merged nor the metadata of one',
	imported: {
		/** A job that was given no name. */
		unnamed: (number: number) => `Collection #${number}`,
		list: 'Collections on their way',
		asking: 'Asking for the collection...',
		waiting: (name: string) => `“${name}” is fetched next`,
		fetching: (name: string) => `Fetching “${name}”`,
		reading: (name: string) => `Reading “${name}”`,
		failed: (name: string | null, message: string) =>
			`${name === null ? 'The collection' : `“${name}”`} could not be fetched: ${message}`,
		again: 'Try again',
		leave: 'Go on without it',
		stop: 'Cancel',
		stopNamed: (name: string) => `Cancel fetching ${name}`,
		alreadyAdded: 'Already Added',
		/** Of what was here before a link added another one. */
		besideOthers: (others: number) =>
			others === 1 ? 'Another collection is here already' : `${count(others)} other collections are here already`,
	},
	library: {
		open: 'Add from your collections',
		title: 'Add one of your collections',
		tabs: { job: 'Jobs', merge: 'Finished merges' },
		tabList: 'Where to look',
		search: { job: 'Search your jobs', merge: 'Search your merges' },
		count: (shown: number, total: number) =>
			shown === total ? `${count(total)} in all` : `${count(shown)} of ${count(total)}`,
		nothingFound: 'Nothing found',
		none: {
			job: 'You have no jobs yet. What you create is listed here.',
			merge: 'You have no finished merges yet. What you merge is listed here.',
		},
		pages: { job: 'jobs', merge: 'merges' },
		tryAgain: 'Try again',
		tryAgainNamed: (name: string) => `Try again: ${name}`,
		images,
		job: (number: number) => `Job #${number}`,
		/** Of a job that was stopped early, or of which some images failed. */
		part: (drawn: number, total: number) => `${count(drawn)} of ${images(total)} drawn; only these come`,
		collections: (number: number) => `from ${many(number, 'collection', 'collections')}`,
		states: { whole: 'Completed', part: 'In part', drawing: 'Being drawn', empty: 'Nothing drawn' },
		stillDrawing: 'It can be added once it is drawn, or paused.',
		nothingDrawn: 'None of its images is drawn.',
		add: 'Add',
		addNamed: (name: string) => `Add ${name}`,
		onItsWay: (name: string) => `${name} is on its way`,
		added: 'Already added',
		done: 'Done',
	},
	pickErrors: {
		title: 'Upload Failed',
		files: 'Failed to process uploaded files',
		folder: (message: string) => `Failed to process folder: ${message}`,
		inZip: (zipName: string, message: string) => `${zipName}: ${message}`,
		noImages: 'no images (jpg, jpeg, png, gif or webp) were found in it.',
		onlyArchives: 'it holds no images, only further archives: pick these instead.',
		/** What stands on the page where the toast says `files`. */
		filesBecause: (message: string) => `Failed to process uploaded files: ${message}`,
		notPictures: (names: readonly string[]) =>
			names.length === 1
				? `“${names[0]}” is not a picture (jpg, jpeg, png, gif or webp).`
				: `none of these ${count(names.length)} files is a picture (jpg, jpeg, png, gif or webp): ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`,
		tooManyImages: (name: string, number: number) =>
			`“${name}” holds ${images(number)}; a collection takes at most ${count(mergeCollectionImagesMax)}.`,
		tooManyCollections: `a merge takes at most ${mergeCollectionsMax} collections.`,
	},
	added: {
		one: 'Collection Added',
		several: 'Collections Added',
		oneText: (name: string, number: number) => `${name}: ${images(number)}`,
		severalText: (collections: number, number: number) => `${collections} collections, ${images(number)}`,
		continuedText: (name: string) => `${name} goes on where it stopped`,
		unusedFolders: (names: readonly string[]) =>
			names.length === 1
				? `“${names[0]}” holds no images`
				: `${count(names.length)} folders hold no images: ${names.join(', ')}`,
		emptyFolders: (names: readonly string[]) =>
			names.length === 1
				? `“${names[0]}” holds no files`
				: `${count(names.length)} folders hold no files: ${names.join(', ')}`,
		removed: 'Collection Removed',
		allRemoved: 'Collections Removed',
	},
	naming: {
		title: 'Name the collection',
		descriptionTitle: 'Describe the collection',
		intro: (number: number) => `${files(number)} picked.`,
		name: 'Collection name',
		nameMissing: 'Enter a name',
		description: 'Description (optional)',
		cancel: 'Cancel',
		next: 'Next',
		back: 'Back',
		add: 'Add collection',
	},
	removal: {
		title: (number: number) =>
			number === 1 ? 'Remove the collection and the settings?' : `Remove all ${count(number)} collections?`,
		text: (number: number) =>
			`${number === 1 ? 'It leaves this page with the name and description you gave it,' : 'They leave this page with the names and descriptions you gave them,'} and with the settings of the merge. Your own files stay as they are.`,
		remove: (number: number) => (number === 1 ? 'Remove both' : `Remove ${count(number)} collections`),
		keep: (number: number) => (number === 1 ? 'Keep both' : 'Keep them'),
	},
	editing: { title: (name: string) => `Edit: ${name}`, save: 'Save' },
	preview: {
		title: (name: string) => `Preview: ${name}`,
		more: (number: number) => `...and ${number} more images`,
		none: 'There is nothing to see yet.',
		unreadable: 'Cannot be read',
		leftOut: (number: number) => `${files(number)} cannot be merged and ${number === 1 ? 'is' : 'are'} left out.`,
		close: 'Close',
	},
	upload: {
		label: 'Upload',
		checking: 'Asking which images are here already',
		sending: 'Sending images',
		done: 'Everything has arrived',
		waiting: 'Waiting to try again',
		paused: 'Paused',
		count: (arrived: number, total: number) => `${count(arrived)} of ${images(total)}`,
		/** Where some of the files are the same image. */
		countDifferent: (arrived: number, total: number) =>
			`${count(arrived)} of ${many(total, 'different image', 'different images')}`,
		read: (number: number) => `${count(number)} read`,
		here: (number: number) => (number === 1 ? '1 was here already' : `${count(number)} were here already`),
		sent: (number: number, total: number) => `${count(number)} of ${count(total)} sent`,
		rate: (text: string) => `${text}/s`,
		left: (text: string) => `${text} left`,
		resume: 'Try again now',
		offline: 'Your browser is offline. It goes on by itself.',
		/** Until it has gone on. */
		online: 'Your browser is connected again. It goes on by itself.',
		/** Beside a collection that was not read to its end. */
		partlyDone: 'What was read has arrived',
		/** Beside one of which images have to be picked again. */
		partlySent: 'Not everything has been sent',
	},
	settings: {
		title: 'Merge Settings',
		projectName: 'Project Name',
		description: 'Description',
		order: 'Order',
		orders: {
			keep: { name: 'Keep', text: 'One collection after the other' },
			interleave: { name: 'Interleave', text: 'In turns, as even as their sizes allow' },
			shuffle: { name: 'Shuffle', text: 'By chance, repeatable by the seed' },
		},
		seed: 'Seed',
		seedHint: 'The same seed gives the same order. Empty: one is made up.',
		naming: 'Names',
		namings: {
			renumber: { name: 'New', text: 'The name above and a number' },
			keep: { name: 'Keep', text: 'The old name where there is one' },
		},
		/** Of new names, where a pattern for them is set. */
		byPattern: (pattern: string) =>
			pattern.includes('{name}')
				? `By the pattern “${pattern}”`
				: `By the pattern “${pattern}”, without the name above`,
		visibility: {
			label: 'Who will see it',
			choices: {
				shown: { name: 'Everyone here', text: 'The gallery shows it to all who may open it, without your name' },
				hidden: { name: 'Only you', text: 'It stays out of the gallery until you show it' },
			},
			willBeShown: 'When it is finished, everyone who may open the gallery sees it.',
			willBeHidden: 'When it is finished, only you see it.',
		},
		rankedAgain:
			'If any token has a Rarity that was ranked here, all tokens are ranked again together, and those without a Rarity get one.',
		/** Once there are other collections than those of the merge that was started. */
		follows: (name: string) => `These are the settings of a new merge: those of “${name}” went with it.`,
		start: 'Start Merge',
		starting: 'Starting...',
		sending: 'Sending images...',
		/** Why the start waits; beside 'Cancel'. */
		heldUp: (message: string) => `The start waits: ${message}`,
		heldUpOffline: 'The start waits: your browser is offline. It goes on by itself.',
		cancel: 'Cancel',
		needsName: 'Enter a project name.',
		needsCollections: 'Add at least one collection.',
		readingBack: 'Wait until your collections are read back.',
		notReadBack: 'Your collections cannot be read right now; a message above says why.',
		nothingToMerge: 'None of the files can be merged; their collections above say why.',
		reading: 'Wait until the files that were picked are read.',
		stillReading: (names: readonly string[]) =>
			`Wait until ${names.length === 1 ? `“${names[0]}” is` : `${count(names.length)} collections are`} read.`,
		fetching: (names: readonly string[]) =>
			`Wait until ${names.length === 1 ? `“${names[0]}” is` : `${count(names.length)} collections are`} fetched.`,
		notFetched: (names: readonly string[]) =>
			`${names.length === 1 ? `“${names[0]}”` : `${count(names.length)} collections`} could not be fetched: try again, or go on without.`,
		interrupted: (names: readonly string[]) =>
			`${names.length === 1 ? `“${names[0]}” was` : `${count(names.length)} collections were`} not read to the end: add ${names.length === 1 ? 'it' : 'them'} again, or remove ${names.length === 1 ? 'it' : 'them'}.`,
		lost: (names: readonly string[]) =>
			`Images of ${names.length === 1 ? `“${names[0]}”` : `${count(names.length)} collections`} are not on the server: add ${names.length === 1 ? 'it' : 'them'} again, or remove ${names.length === 1 ? 'it' : 'them'}.`,
		ready: (number: number, collections: number) =>
			`${images(number)} from ${many(collections, 'collection', 'collections')} will become one.`,
		readyWithout: (merged: number, number: number, collections: number) =>
			`${count(merged)} of ${images(number)} from ${many(collections, 'collection', 'collections')} will become one; ${many(number - merged, 'is', 'are')} left out.`,
		/** While it is not known how many are left out. */
		readyUncounted: (number: number, collections: number) =>
			`${images(number)} from ${many(collections, 'collection', 'collections')} will become one, except for those that are left out.`,
		summary: (name: string, order: string, naming: string) => `${name}. Order: ${order}. Names: ${naming}.`,
	},
	start: {
		nameRequired: { title: 'Project Name Required', description: 'Please enter a project name' },
		noCollections: { title: 'No Collections', description: 'Please add at least one collection to merge' },
		/** What keeps it from being started stands beneath. */
		notReady: 'Not Ready Yet',
		fieldWrong: 'A field is not right yet',
		started: 'Merge Started',
		startedText: (name: string) => `${name} is being merged`,
		failedTitle: 'Merge Failed',
		failed: 'Failed to start merge job',
		httpError: (status: number) => `HTTP error! status: ${status}`,
	},
	prepare: {
		interrupted: (name: string, read: number, total: number) =>
			`Only ${count(read)} of ${files(total)} of “${name}” were read. Pick the same ones again, or remove it.`,
		lost: (number: number) => `${images(number)} were lost on the way. Pick the same files again.`,
		listRefused: 'The server did not take the list of a collection.',
	},
	progress: {
		title: 'Merge Progress',
		none: 'The merge that you start, or choose below, is shown here.',
		status: 'Status',
		progress: 'Progress',
		totalImages: 'Total images',
		collections: 'Collections',
		statuses: { processing: 'Processing', completed: 'Completed', failed: 'Failed' },
		phases: {
			queued: 'Waiting for its turn',
			checking: 'Checking that every image is here',
			merging: 'Merging traits and numbers',
			storing: 'Writing the collection',
			waiting_for_room: 'Waiting: the server’s disk is full. It goes on when there is room.',
			done: 'Done',
			failed: 'Failed',
		},
		estimate: 'Estimated time',
		longEstimate: '15-30 minutes',
		shortEstimate: '5-15 minutes',
		measured: (text: string) => `as measured now: ${text}`,
		large: 'Large collection detected',
		download: 'Download Frozen Collection',
		downloading: 'Starting...',
		notReady: 'Refresh Page - Download Not Ready',
		failed: 'Merge failed',
		leftOut: (number: number) => `${images(number)} left out:`,
		leftOutReasons: {
			duplicateImages: (number: number) => many(number, 'duplicate', 'duplicates'),
			duplicateTraits: (number: number) => `${count(number)} with the same traits`,
			missingMetadata: (number: number) => `${count(number)} without metadata`,
			noTraits: (number: number) => `${count(number)} without traits`,
			mixedSizes: (number: number) => `${count(number)} of another size`,
			unreadableFiles: (number: number) => `${count(number)} unreadable`,
			refusedFiles: (number: number) => `${count(number)} empty or not accepted`,
		} as Readonly<Record<string, (number: number) => string>>,
		size: 'Size',
		provenance: 'Provenance',
		firstImages: 'First images',
	},
	download: {
		started: 'Download started',
		failedTitle: 'Download Failed',
		failed: 'The collection could not be downloaded. Please try again.',
	},
	list: {
		title: 'Your merges',
		none: 'No merges yet',
		begin: 'Choose what to merge',
		images,
		tryAgain: 'Try again',
		unknown: 'There is no such merge.',
		gone: 'This merge was deleted, in another tab or by another person.',
		leave: 'Go on without it',
		hidden: 'Hidden',
	},
	gallery: {
		title: 'In the gallery',
		shown: 'Show this collection in the gallery',
		seenByAll: 'Everyone who may open the gallery sees it.',
		seenByOwner: 'Hidden: only you see it.',
		/** Its sale has a page, which is open to all. */
		seenBySale: 'Hidden from the gallery; whoever has the link of the sale sees it.',
		creator: 'Show my name as its creator',
		nameless: 'You signed in without a name, so the gallery says ‘Anonymous’ either way.',
		themes: 'Themes',
		open: 'Open the collection',
		failedTitle: 'Not Saved',
	},
} as const;
