import { crc32 } from '@adx/collection/archive/crc32';
import type { FileGroup, GroupedImage } from '@adx/collection/files/group-files';
import { describeUnmatched, matchRows, readMetadataCsv, type TableRow } from '@adx/collection/files/metadata-csv';
import { readListedTexts } from '@adx/collection/files/metadata-list';
import { mergeBodyMaxBytes, uploadMaxBytes, uploadPathMaxLength } from '@adx/validators/limits';
import type { PickedFile } from './picked-files.ts';

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
	noList: 'The metadata file is no JSON list, and is not taken over.',
};

/** A file of a collection and what is wrong with it. */
export interface FileProblem {
	readonly filename: string;
	readonly problem: string;
}

/** An image's metadata as it was found. */
export interface FoundMetadata {
	/** The text of its own file; null where there is none that can be read. */
	readonly own: string | null;
	/** What the list says of it, else the table; null for nothing. A text where its numbers are to stay as they are. */
	readonly shared: unknown;
	/** What is wrong with its own file as a file. */
	readonly problem: FileProblem | null;
}

/** The bytes of a picture, or what is wrong with its file. */
export type PictureBytes =
	| { readonly bytes: Uint8Array<ArrayBuffer>; readonly problem: null }
	| { readonly bytes: null; readonly problem: string };

interface ReadText {
	readonly text: string | null;
	readonly problem: string | null;
}

/** Far more than any token's metadata has; what is larger is no metadata at all. */
const ownMaxBytes = 10_000_000;

/** Reads the files of a picked collection, for the merger as for the attribute generator. Nothing that it does rejects. */
export class CollectionReader {
	/** What is wrong with the list and the table, which are about many images. */
	readonly problems: FileProblem[] = [];
	readonly #files: ReadonlyMap<string, PickedFile>;
	#findInList: ((imagePath: string) => unknown) | null = null;
	#rows: ReadonlyMap<string, TableRow> = new Map();

	private constructor(files: ReadonlyMap<string, PickedFile>) {
		this.#files = files;
	}

	/** Reads what is said of many images at once. */
	static async open(
		files: ReadonlyMap<string, PickedFile>,
		{ images, listPath, tablePath }: Pick<FileGroup, 'images' | 'listPath' | 'tablePath'>,
	): Promise<CollectionReader> {
		const reader = new CollectionReader(files);
		if (listPath !== null) await reader.#readList(listPath);
		if (tablePath !== null) await reader.#readTable(tablePath, images);
		return reader;
	}

	/** The file of a path; empty where it was not picked. */
	blobOf(path: string): Blob {
		return this.#files.get(path)?.blob ?? new Blob();
	}

	/** What is wrong with a picture's file before it is read; null for nothing. */
	findFault(path: string): string | null {
		const file = this.#files.get(path);
		if (file === undefined) return fileProblems.gone;
		if (path.length > uploadPathMaxLength) return fileProblems.longPath;
		if (file.blob.size > uploadMaxBytes) return fileProblems.tooLarge;
		return file.blob.size === 0 ? fileProblems.empty : null;
	}

	async readPicture(path: string): Promise<PictureBytes> {
		const fault = this.findFault(path);
		if (fault !== null) return { bytes: null, problem: fault };
		const { bytes, isDamaged } = await this.#readBytes(path);
		if (bytes === null) return { bytes, problem: isDamaged ? fileProblems.damaged : fileProblems.gone };
		return { bytes, problem: null };
	}

	async readMetadata({ path, metadataPath }: GroupedImage): Promise<FoundMetadata> {
		const { text, problem } =
			metadataPath === null ? { text: null, problem: null } : await this.#readText(metadataPath, ownMaxBytes);
		return {
			own: text,
			shared: this.#findInList?.(path) ?? this.#rows.get(path)?.metadata ?? null,
			problem: problem === null || metadataPath === null ? null : { filename: metadataPath, problem },
		};
	}

	async #readList(path: string): Promise<void> {
		const text = await this.#readShared(path);
		if (text === null) return;
		this.#findInList = readListedTexts(text);
		if (this.#findInList === null) this.problems.push({ filename: path, problem: fileProblems.noList });
	}

	async #readTable(path: string, images: readonly GroupedImage[]): Promise<void> {
		const text = await this.#readShared(path);
		if (text === null) return;
		const table = readMetadataCsv(text);
		const { byImage, unmatched } = matchRows(
			table,
			images.map((image) => image.path),
		);
		this.#rows = byImage;
		const problems = [...table.problems, ...unmatched.map(describeUnmatched)];
		this.problems.push(...problems.map((problem) => ({ filename: path, problem })));
	}

	async #readShared(path: string): Promise<string | null> {
		const { text, problem } = await this.#readText(path, mergeBodyMaxBytes);
		if (problem !== null) this.problems.push({ filename: path, problem });
		return text;
	}

	/** A text with replaced letters is one that is told of. */
	async #readText(path: string, maxBytes: number): Promise<ReadText> {
		if (this.blobOf(path).size > maxBytes) return { text: null, problem: fileProblems.metadataTooLarge };
		const { bytes, isDamaged } = await this.#readBytes(path);
		if (bytes === null) {
			return { text: null, problem: isDamaged ? fileProblems.metadataDamaged : fileProblems.metadataGone };
		}
		// Some editors on Windows write UTF-16, and mark it so.
		if (bytes[0] === 0xff && bytes[1] === 0xfe)
			return { text: new TextDecoder('utf-16le').decode(bytes), problem: null };
		if (bytes[0] === 0xfe && bytes[1] === 0xff)
			return { text: new TextDecoder('utf-16be').decode(bytes), problem: null };
		try {
			return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), problem: null };
		} catch {
			return { text: new TextDecoder().decode(bytes), problem: fileProblems.metadataNoText };
		}
	}

	async #readBytes(path: string) {
		const file = this.#files.get(path);
		const bytes = await file?.blob.arrayBuffer().then(
			(buffer) => new Uint8Array(buffer),
			() => null,
		);
		const isDamaged = bytes != null && file?.crc32 !== undefined && crc32(bytes) !== file.crc32;
		return { bytes: isDamaged ? null : (bytes ?? null), isDamaged };
	}
}
