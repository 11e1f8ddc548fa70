import { readError } from '../api/error-messages.ts';

/** A selection holds up to so many pictures, all of them in the page's memory while the archive is made. */
export const selectionMax = 100;
const selectionMaxBytes = 250_000_000;
/** Pictures on their way at a time. */
const parallelFetches = 4;

const extensions: Readonly<Record<string, string>> = {
	'image/png': 'png',
	'image/jpeg': 'jpg',
	'image/gif': 'gif',
	'image/webp': 'webp',
};

export interface ImageToZip {
	/** What a sentence calls it. */
	readonly name: string;
	/** Its number is its name in the archive. */
	readonly tokenNumber: number;
	readonly imageUrl: string;
}

export interface ZipProgressHandlers {
	readonly onFetched: (count: number) => void;
	readonly signal: AbortSignal;
}

export interface ZipImagesRequest extends ZipProgressHandlers {
	/** The file name with its extension. */
	readonly fileName: string;
	readonly pictures: readonly ImageToZip[];
}

const failedText = (name: string, reason: string) => `${name} could not be fetched: ${reason}`;
const tooLargeText = `The selection is larger than ${selectionMaxBytes / 1_000_000} MB. Choose fewer pictures, or download it in parts.`;

/** The bytes as they are stored, and the ending that their type has as a file. */
async function fetchOriginal({ imageUrl }: ImageToZip, signal: AbortSignal) {
	const answer = await fetch(imageUrl, { credentials: 'include', signal });
	if (!answer.ok) throw await readError(answer);
	const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
	return { bytes: new Uint8Array(await answer.arrayBuffer()), ending: extensions[type] ?? 'bin' };
}

/**
 * A small archive with the originals of a selection, each named by its number. Rejects with a sentence when a picture cannot
 * be fetched or all together are too large, and with the signal's reason when it is aborted.
 */
export async function zipImages({ fileName, pictures, onFetched, signal }: ZipImagesRequest): Promise<File> {
	const { default: JsZip } = await import('jszip');
	const archive = new JsZip();
	const stop = new AbortController();
	const either = AbortSignal.any([signal, stop.signal]);
	const remaining = pictures.values();
	let fetched = 0;
	let sizeBytes = 0;

	async function fetchNext(): Promise<void> {
		for (const picture of remaining) {
			const { bytes, ending } = await fetchOriginal(picture, either).catch((error: unknown) => {
				either.throwIfAborted();
				throw new Error(failedText(picture.name, error instanceof Error ? error.message : ''), { cause: error });
			});
			sizeBytes += bytes.length;
			if (sizeBytes > selectionMaxBytes) throw new Error(tooLargeText);
			archive.file(`${picture.tokenNumber}.${ending}`, bytes);
			fetched += 1;
			onFetched(fetched);
		}
	}
	try {
		await Promise.all(Array.from({ length: parallelFetches }, fetchNext));
	} finally {
		stop.abort();
	}
	// Pictures are compressed already.
	const zipped = await archive.generateAsync({ type: 'blob', compression: 'STORE' });
	signal.throwIfAborted();
	return new File([zipped], fileName, { type: 'application/zip' });
}
