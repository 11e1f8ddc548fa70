import { createPack } from '../archive/pack.ts';
import { encodeIndex, type IndexEntry } from '../archive/pack-index.ts';
import { csvText } from '../files/csv.ts';
import { metadataText, toCollectionName } from '../metadata/metadata.ts';
import { prngVersion } from '../plan/prng.ts';
import { isProvisional, provisionalNotice } from '../rarity/rarity.ts';
import { rarityCsv } from '../rarity/rarity-csv.ts';
import {
	type AttributedCollection,
	type AttributedToken,
	type AttributesInput,
	attributeCounts,
} from './plan-attributes.ts';

type ArchiveRequest = Omit<AttributesInput, 'existing' | 'fileNames' | 'reportedAs' | 'originals' | 'fileFindings'>;

/** A file of the download. */
export interface AttributeFile {
	/** Path inside it, '/' between folders. */
	readonly name: string;
	readonly content: string | Uint8Array;
}

/**
 * The files of the download, in order: README.txt (how to get the same again), rarity.csv, traits.csv, files.csv (which
 * image goes by which name), findings.csv where there are any, a metadata file per image in the top folder, and in
 * originals/ what could not be taken over whole. Same order, same bytes.
 */
export function* attributeFiles(
	request: ArchiveRequest,
	{ tokens, findings, notice }: AttributedCollection,
): Generator<AttributeFile> {
	yield { name: 'README.txt', content: readme(request, findings.length, notice) };
	yield { name: 'rarity.csv', content: rarityCsv(tokens) };
	yield { name: 'traits.csv', content: traitsCsv(tokens) };
	yield { name: 'files.csv', content: filesCsv(tokens) };
	if (findings.length > 0) {
		const rows = findings.map(({ filename, problem }) => [filename, problem]);
		yield { name: 'findings.csv', content: csvText([['File', 'Problem'], ...rows]) };
	}
	for (const { metadataFilename, metadata } of tokens)
		yield { name: metadataFilename, content: metadataText(metadata) };
	for (const { metadataFilename, original } of tokens) {
		if (original !== null) yield { name: `${originalsFolder}${metadataFilename}`, content: original };
	}
}

const originalsFolder = 'originals/';

/**
 * The same files as two byte strings: all texts one after the other, and the archive's entries for `readFrozenIndex`.
 *
 * @param onFile called after each file with how many there are by then
 */
export function buildAttributesArchive(
	request: ArchiveRequest,
	collection: AttributedCollection,
	onFile: (done: number) => void = () => {},
): { readonly pack: Uint8Array; readonly index: Uint8Array } {
	const pack = createPack();
	const entries: IndexEntry[] = [];
	for (const { name, content } of attributeFiles(request, collection)) onFile(entries.push(pack.add(name, content)));
	return { pack: pack.bytes(), index: encodeIndex(entries) };
}

function readme(
	{ folderSize, seed, existingTraits, weights, projectName }: ArchiveRequest,
	findingCount: number,
	notice: string | null,
): string {
	const lines = [
		`Trait sets for ${folderSize} ${folderSize === 1 ? 'image' : 'images'}: ${toCollectionName(projectName)}`,
		'',
		'Each JSON file goes with the image of the same name; files.csv tells which image that was.',
		'rarity.csv ranks them by the OpenRarity standard; Rarity follows from the rank.',
		...(isProvisional(folderSize) ? [provisionalNotice] : []),
		'',
		`Seed: ${JSON.stringify(seed)}`,
		`Generator: ${prngVersion}`,
		`Traits that were there: ${existingTraits === 'keep' ? 'kept' : 'replaced'}`,
		`Weights: ${JSON.stringify(weights ?? {})}`,
		'The same images, metadata, weights and seed give the same files again.',
		...(notice === null ? [] : ['', notice]),
		...(findingCount === 0
			? []
			: [
					'',
					`findings.csv lists what is wrong with ${findingCount === 1 ? 'a file' : 'files'}; metadata that is not taken over whole lies in ${originalsFolder}.`,
				]),
	];
	return `${lines.join('\n')}\n`;
}

function traitsCsv(tokens: readonly AttributedToken[]): string {
	const rows = attributeCounts(tokens).flatMap(({ trait, values }) =>
		values.map(({ value, count }) => [trait, value, String(count), `${((100 * count) / tokens.length).toFixed(2)}%`]),
	);
	return csvText([['Trait', 'Value', 'Images', 'Share'], ...rows]);
}

function filesCsv(tokens: readonly AttributedToken[]): string {
	const rows = tokens.map(({ tokenNumber, sourcePath, filename, metadataFilename }) => [
		String(tokenNumber),
		sourcePath,
		filename,
		metadataFilename,
	]);
	return csvText([['Token', 'Given', 'Image', 'Metadata'], ...rows]);
}
