import {
	attributeOriginalMaxBytes,
	mergeBodyMaxBytes,
	uploadMaxBytes,
	uploadPathMaxLength,
} from '@adx/validators/limits';
import { crc32 } from '../archive/crc32.ts';
import { readExistingMetadata } from '../attributes/existing-metadata.ts';
import type { CaseFolding } from '../metadata/case-folding.ts';
import { splitPath } from './file-paths.ts';
import type { FileGroup, GroupedImage } from './group-files.ts';
import { describeUnmatched, matchRows, readMetadataCsv, type TableRow } from './metadata-csv.ts';
import { readListedTexts } from './metadata-list.ts';

/** What is wrong with files, as sentences. */
export const fileProblems = {
	unreadable: 'No PNG, JPEG, GIF or WebP that can be read',
	gone: 'The file cannot be read; was it moved or changed?',
	longPath: 'Its path is too long',
	tooLarge: 'Larger than 50 MB',
	tooManyPixels: 'More than 24 million pixels',
	empty: 'The file is empty',
	damaged: 'Damaged inside the archive',
	metadataGone: 'The metadata file cannot be read; was it moved or changed?',
	metadataDamaged: 'The metadata file is damaged in the archive.',
	metadataTooLarge: 'The metadata file is far too large to be one, and is not read.',
	metadataNoText: 'The metadata file is not UTF-8; letters that cannot be read are replaced.',
	noList: 'The metadata file is not a JSON list, and is not taken over.',
};

/** A file of a collection and what is wrong with it. */
export interface FileProblem {
	readonly filename: string;
	readonly problem: string;
}

/** A file that was picked, lies in a folder or in an archive. */
export interface ReadableFile {
	readonly sizeBytes: number;
	/** What an archive says about the bytes. */
	readonly crc32?: number | undefined;
	/** The whole of it; rejects where it cannot be read. */
	readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** The file of a path; undefined where there is none. */
export type FindFile = (path: string) => ReadableFile | undefined;

/** What a list or a table of many images says of one. */
export interface SharedMetadata {
	/** The list or the table. */
	readonly path: string;
	/** A text where its numbers are to stay as they are. */
	readonly metadata: unknown;
	/** The token's number, where a table gives one. */
	readonly number: number | null;
}

/** An image's metadata as it was found. */
export interface FoundMetadata {
	/** The text of its own file; null where there is none that can be read. */
	readonly own: string | null;
	/** The bytes of its own file, where they are others than those of its text in UTF-8; else null. */
	readonly ownBytes: Uint8Array | null;
	/** What the list says of it, else the table; null for nothing. */
	readonly shared: SharedMetadata | null;
	/** What the table says of it, whether or not that counts. */
	readonly row: SharedMetadata | null;
	/** What is wrong with its own file as a file. */
	readonly problem: FileProblem | null;
}

/** That a row of the table does not count, because of the file that does; null where it counts, or where there is none. */
export function describeUnusedRow({ row }: Pick<FoundMetadata, 'row'>, countingPath: string): string | null {
	if (row === null || row.path === countingPath) return null;
	const [table, counting] = [row.path, countingPath].map((path) => splitPath(path).name);
	return `A row of ${table} tells of this picture, too; what ${counting} says counts.`;
}

/** The bytes of a picture, or what is wrong with its file. */
export type PictureBytes =
	| { readonly bytes: Uint8Array<ArrayBuffer>; readonly problem: null }
	| { readonly bytes: null; readonly problem: string };

interface ReadText {
	readonly text: string | null;
	/** Where they are others than those of the text in UTF-8. */
	readonly bytes: Uint8Array | null;
	readonly problem: string | null;
}

/** Reads the files of a collection, for every page and command that takes one. Nothing that it does rejects. */
export class CollectionReader {
	/** What is wrong with the list and the table, which are about many images. */
	readonly problems: FileProblem[] = [];
	/** Rows of the table whose picture is not there. */
	unmatchedRows: readonly TableRow[] = [];
	readonly #find: FindFile;
	#findInList: ((imagePath: string) => SharedMetadata | null) | null = null;
	#findInTable: ((imagePath: string) => SharedMetadata | null) | null = null;

	private constructor(find: FindFile) {
		this.#find = find;
	}

	/** Reads what is said of many images at once. */
	static async open(
		find: FindFile,
		{ images, listPath, tablePath }: Pick<FileGroup, 'images' | 'listPath' | 'tablePath'>,
	): Promise<CollectionReader> {
		const reader = new CollectionReader(find);
		if (listPath !== null) await reader.#readList(listPath);
		if (tablePath !== null) await reader.#readTable(tablePath, images);
		return reader;
	}

	/** What is wrong with a picture's file before it is read; null for nothing. */
	findFault(path: string): string | null {
		const file = this.#find(path);
		if (file === undefined) return fileProblems.gone;
		if (path.length > uploadPathMaxLength) return fileProblems.longPath;
		if (file.sizeBytes > uploadMaxBytes) return fileProblems.tooLarge;
		return file.sizeBytes === 0 ? fileProblems.empty : null;
	}

	async readPicture(path: string): Promise<PictureBytes> {
		const fault = this.findFault(path);
		if (fault !== null) return { bytes: null, problem: fault };
		const { bytes, isDamaged } = await readBytes(this.#find(path));
		if (bytes === null) return { bytes, problem: isDamaged ? fileProblems.damaged : fileProblems.gone };
		return { bytes, problem: null };
	}

	async readMetadata({ path, metadataPath }: GroupedImage): Promise<FoundMetadata> {
		const { text, bytes, problem } =
			metadataPath === null
				? { text: null, bytes: null, problem: null }
				: await readText(this.#find(metadataPath), attributeOriginalMaxBytes);
		const row = this.#findInTable?.(path) ?? null;
		return {
			own: text,
			ownBytes: bytes,
			shared: this.#findInList?.(path) ?? row,
			row,
			problem: problem === null || metadataPath === null ? null : { filename: metadataPath, problem },
		};
	}

	async #readList(path: string): Promise<void> {
		const text = await this.#readShared(path);
		if (text === null) return;
		const find = readListedTexts(text);
		if (find === null) this.problems.push({ filename: path, problem: fileProblems.noList });
		this.#findInList = (imagePath) => {
			const metadata = find?.(imagePath) ?? null;
			return metadata === null ? null : { path, metadata, number: null };
		};
	}

	async #readTable(path: string, images: readonly GroupedImage[]): Promise<void> {
		const text = await this.#readShared(path);
		if (text === null) return;
		const table = readMetadataCsv(text);
		const { byImage, unmatched } = matchRows(
			table,
			images.map((image) => image.path),
		);
		this.#findInTable = (imagePath) => {
			const row = byImage.get(imagePath);
			return row === undefined ? null : { path, metadata: row.metadata, number: row.number };
		};
		this.unmatchedRows = unmatched;
		// A table without any picture is a collection whose pictures are elsewhere.
		const missing = images.length === 0 ? [] : unmatched.map(describeUnmatched);
		this.problems.push(...[...table.problems, ...missing].map((problem) => ({ filename: path, problem })));
	}

	async #readShared(path: string): Promise<string | null> {
		const { text, problem } = await readText(this.#find(path), mergeBodyMaxBytes);
		if (problem !== null) this.problems.push({ filename: path, problem });
		return text;
	}
}

/** The text of a file that is about a whole collection; null where it cannot be read. */
export async function readCollectionText(find: FindFile, path: string): Promise<string | null> {
	return (await readText(find(path), mergeBodyMaxBytes)).text;
}

/** A token's metadata, and what is wrong with it as sentences. */
export interface ReadMetadata {
	readonly record: Readonly<Record<string, unknown>> | null;
	/** What is wrong with its own file as a file, then with what stands in it. */
	readonly problems: { readonly ofFile: readonly string[]; readonly ofContent: readonly string[] };
	/** Where the record stands, unless that is the image's own file. */
	readonly shared: SharedMetadata | null;
}

/** An image's own metadata where there is some that can be read, else what is said of it among others. */
export async function readTokenMetadata(
	reader: CollectionReader,
	image: GroupedImage,
	folds: CaseFolding,
): Promise<ReadMetadata> {
	const { own, shared, row, problem } = await reader.readMetadata(image);
	const read = readExistingMetadata(own, folds);
	const ofFile = problem === null ? [] : [problem.problem];
	const isShared = read.record === null && shared !== null;
	const unused = describeUnusedRow({ row }, isShared ? shared.path : (image.metadataPath ?? ''));
	const other = isShared ? readExistingMetadata(shared.metadata, folds) : { record: read.record, problems: [] };
	const ofContent = [...read.problems, ...other.problems, ...(unused === null ? [] : [unused])];
	return { record: other.record, problems: { ofFile, ofContent }, shared: isShared ? shared : null };
}

/** A text with replaced letters is one that is told of. */
async function readText(file: ReadableFile | undefined, maxBytes: number): Promise<ReadText> {
	const none = { text: null, bytes: null };
	if (file !== undefined && file.sizeBytes > maxBytes) return { ...none, problem: fileProblems.metadataTooLarge };
	const { bytes, isDamaged } = await readBytes(file);
	if (bytes === null) return { ...none, problem: isDamaged ? fileProblems.metadataDamaged : fileProblems.metadataGone };
	const as = (encoding: string) => ({ text: new TextDecoder(encoding).decode(bytes), bytes, problem: null });
	// Some editors on Windows write UTF-16, and mark it so.
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return as('utf-16le');
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return as('utf-16be');
	const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return { text, bytes: hasMark ? bytes : null, problem: null };
	} catch {
		return { ...as('utf-8'), problem: fileProblems.metadataNoText };
	}
}

async function readBytes(file: ReadableFile | undefined) {
	const bytes = (await file?.read().catch(() => null)) ?? null;
	const isDamaged = bytes !== null && file?.crc32 !== undefined && crc32(bytes) !== file.crc32;
	return { bytes: isDamaged ? null : bytes, isDamaged };
}
