import type { PreflightFinding } from '@adx/validators/exports';
import { type ExportCollection, type ExportToken, getCover, getExtension } from '../export/export-collection.ts';
import { exportCollectionMetadata, exportMetadata } from '../export/export-metadata.ts';
import { splitPath } from '../files/file-paths.ts';
import { imageFolder } from '../metadata/metadata.ts';
import { findAttributeLosses } from '../metadata/token-attributes.ts';
import { createTally, fewExamples, type SentencesMax, tokenTargets } from './checked-collection.ts';
import { errorsFirst, preflight } from './preflight.ts';

/** What sentences about a token call it, and what it said before anything was made of it. */
interface TokenOrigin {
	readonly label: string;
	readonly metadata: Readonly<Record<string, unknown>> | null;
}

/**
 * Checks a collection as its exports would be, with the names and numbers that they give their files.
 *
 * @param getOrigin of the token at a place; default its picture's name where it comes from, and its metadata
 * @param sentencesMax examples that a finding has at most, by default five
 */
export function preflightExport(
	collection: ExportCollection,
	{
		getOrigin,
		sentencesMax = fewExamples,
	}: { readonly getOrigin?: (place: number) => TokenOrigin; readonly sentencesMax?: SentencesMax | undefined } = {},
): PreflightFinding[] {
	const hasMedia = collection.tokens.some(({ image }) => image !== null);
	const cover = getCover(collection);
	const shortened = createTally('shortenedTraits', sentencesMax);
	const checked = {
		hasMedia,
		renumbered: ['metaplex'] as const,
		facts: exportCollectionMetadata(collection, cover, `collection.${getExtension(cover)}`),
		tokens: collection.tokens.map((each, place) => {
			// Its metadata may be made again each time it is read.
			const token = { ...each };
			const imageFile = `${token.tokenNumber}.${getExtension(token)}`;
			const origin = getOrigin?.(place) ?? { label: toLabel(token), metadata: token.metadata };
			for (const loss of findAttributeLosses(origin.metadata)) shortened.add(() => `${origin.label}: ${loss}.`);
			return {
				number: token.tokenNumber,
				label: origin.label,
				imageFile: token.image === null && hasMedia ? null : imageFile,
				image: token.image,
				metadataFile: `${token.tokenNumber}.json`,
				metadata: exportMetadata(collection, token, imageFile),
			};
		}),
	};
	return errorsFirst([
		...preflight(checked, sentencesMax),
		...(hasMedia ? [] : findImagesElsewhere(collection.tokens, sentencesMax)),
		...shortened.finding({
			severity: 'warning',
			targets: tokenTargets,
			problem: 'Traits are too long or too many, and exports shorten them.',
			fix: 'Write names of up to 100 characters, values of up to 200, and up to 200 traits per token.',
		}),
	]);
}

/** Where the picture comes from, in the folder that a collection's own pictures lie in by its name alone. */
const toLabel = ({ fileName }: ExportToken) =>
	fileName.startsWith(imageFolder) ? fileName.slice(imageFolder.length) : fileName;

function findImagesElsewhere(tokens: readonly ExportToken[], sentencesMax: SentencesMax): PreflightFinding[] {
	const elsewhere = createTally('picturesElsewhere', sentencesMax);
	for (const { fileName } of tokens) elsewhere.add(() => `${splitPath(fileName).name} is not here.`);
	return elsewhere.finding({
		severity: 'error',
		targets: ['car'],
		problem: 'Pictures are not here, and a CAR is made of their bytes.',
		fix: 'Merge the pictures with this metadata and export that collection.',
	});
}
