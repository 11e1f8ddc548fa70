import { safeFileName } from '@adx/validators/file-name';
import { splitPath } from '../files/file-paths.ts';
import { type Check, type Tally, tokenTargets, toTokenLabel } from './checked-collection.ts';

/** Image types that Sugar takes. */
const sugarMimes = new Set(['image/png', 'image/jpeg', 'image/gif']);
/** Items of one drop, by OpenSea's documentation of its drop API. */
const openseaTokensMax = 15_000;

export const checkTokens: Check = ({ tokens }, createTally) => {
	const [none, many] = [createTally('noTokens'), createTally('tooManyTokens')];
	if (tokens.length === 0) none.add(() => 'Neither a picture nor metadata was found.');
	if (tokens.length > openseaTokensMax) many.add(() => `There are ${tokens.length}.`, tokens.length);
	return [
		...none.finding({
			severity: 'error',
			targets: [...tokenTargets, 'contract'],
			problem: 'There is no token.',
			fix: 'Name the folder that holds the pictures and their metadata.',
		}),
		...many.finding({
			severity: 'error',
			targets: ['opensea'],
			problem: 'An OpenSea drop takes 15,000 items.',
			fix: 'Split the collection into several drops.',
		}),
	];
};

export const checkMissingFiles: Check = ({ tokens, hasMedia }, createTally) => {
	const [images, metadata, unreadable] = [
		createTally('missingImages'),
		createTally('missingMetadata'),
		createTally('unreadableMetadata'),
	];
	for (const token of tokens) {
		if (token.imageFile === null && hasMedia) images.add(() => `${token.metadataFile} has no picture.`);
		if (token.metadata !== null) continue;
		if (token.metadataFile === null) metadata.add(() => `${toTokenLabel(token)} has no metadata.`);
		else unreadable.add(() => `${token.metadataFile} is not a JSON object of at most 100 KB.`);
	}
	return [
		...images.finding({
			severity: 'error',
			targets: tokenTargets,
			problem: 'Metadata lies there without its picture.',
			fix: 'Add the picture under the same name, or take the metadata out.',
		}),
		...metadata.finding({
			severity: 'error',
			targets: tokenTargets,
			problem: 'Pictures lie there without metadata.',
			fix: 'Make it with the attribute generator, or put an N.json beside each picture.',
		}),
		...unreadable.finding({
			severity: 'error',
			targets: tokenTargets,
			problem: 'Metadata cannot be read.',
			fix: 'Open the file in an editor that checks JSON and correct it.',
		}),
	];
};

export const checkNumbers: Check = ({ tokens, renumbered = [] }, createTally) => {
	const [unnumbered, repeated] = [createTally('noNumbers'), createTally('repeatedNumbers')];
	const firsts = new Map<number, string>();
	for (const token of tokens) {
		if (token.number === null) unnumbered.add(() => `${toTokenLabel(token)} has none.`);
		else if (firsts.has(token.number)) {
			const { number } = token;
			repeated.add(() => `${toTokenLabel(token)} and ${firsts.get(number)} are both number ${number}.`);
		} else firsts.set(token.number, toTokenLabel(token));
	}
	const gaps = findGaps(firsts.keys(), createTally('numberingGaps'));
	return [
		...repeated.finding({
			severity: 'error',
			targets: tokenTargets,
			problem: 'Tokens have the same number.',
			fix: 'Rename the files, or export: tokens are then numbered in the order of their names.',
		}),
		...(renumbered.includes('metaplex') ? createTally('numberingGaps') : gaps).finding({
			severity: 'error',
			targets: ['metaplex'],
			problem: 'Numbers are missing, and Sugar counts without a gap.',
			fix: "Add what is missing, or export 'metaplex', which numbers the tokens from 0.",
		}),
		...gaps.finding({
			severity: 'warning',
			targets: ['opensea'],
			problem: 'Numbers are missing, and an OpenSea drop keeps the numbers.',
			fix: 'Add what is missing, or leave it if the gap is meant.',
		}),
		...unnumbered.finding({
			severity: 'warning',
			targets: ['metaplex', 'opensea'],
			problem: 'File names have no number.',
			fix: 'Export: tokens are then numbered in the order of their names.',
		}),
	];
};

/** Numbers missing from 1 on, or from 0 where the collection counts so. */
function findGaps(found: Iterable<number>, gaps: Tally): Tally {
	const numbers = [...found].sort((left, right) => left - right);
	let next = numbers[0] === 0 ? 0 : 1;
	for (const number of numbers) {
		const [first, last] = [next, number - 1];
		if (first === last) gaps.add(() => `${first} is missing.`);
		else if (first < last) gaps.add(() => `${first} to ${last} are missing.`, last - first + 1);
		next = number + 1;
	}
	return gaps;
}

export const checkFileNames: Check = ({ tokens }, createTally) => {
	const [unsafe, similarNames] = [createTally('fileNames'), createTally('sameFileNames')];
	const seen = new Map<string, string>();
	for (const { imageFile } of tokens) {
		if (imageFile === null) continue;
		const { name } = splitPath(imageFile);
		if (safeFileName(name) !== name) unsafe.add(() => `${imageFile} would be safe as ${safeFileName(name)}.`);
		const folded = imageFile.toLowerCase();
		const other = seen.get(folded);
		if (other === undefined) seen.set(folded, imageFile);
		else similarNames.add(() => `${imageFile} and ${other} are one file on Windows and macOS.`);
	}
	return [
		...similarNames.finding({
			severity: 'error',
			targets: ['plain', 'metaplex', 'opensea'],
			problem: 'File names differ only in case.',
			fix: 'Rename one of them.',
		}),
		...unsafe.finding({
			severity: 'warning',
			targets: ['plain', 'opensea'],
			problem: 'File names have characters that not every system or web address takes.',
			fix: 'Rename them, or export: pictures are then named by their numbers.',
		}),
	];
};

export const checkImageTypes: Check = ({ tokens }, createTally) => {
	const tally = createTally('imageTypes');
	for (const token of tokens) {
		const mime = token.image?.mime ?? null;
		if (mime !== null && !sugarMimes.has(mime)) tally.add(() => `${toTokenLabel(token)} is ${mime}.`);
	}
	return tally.finding({
		severity: 'error',
		targets: ['metaplex'],
		problem: 'Sugar only takes PNG, JPEG and GIF pictures.',
		fix: 'Convert these pictures to PNG.',
	});
};
