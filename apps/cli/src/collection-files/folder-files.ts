import { closeSync, fstatSync, openSync, read, readFileSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ExportImage } from '@adx/collection/export/export-collection';
import { splitPath } from '@adx/collection/files/file-paths';
import { UsageError } from '../command-line/errors.ts';
import type { CollectionFiles } from './collection-files.ts';
import { ChunkedFile, createDigest, readImageFacts } from './read-image-facts.ts';

const bufferBytes = 1 << 20;
/** Small files are read at once, without a thread; in between the process hears of Ctrl-C. */
const smallMaxBytes = 100_000;
const smallPerYield = 200;
const readAt = promisify(read);

/** The files below a folder; links are not followed. */
export async function openFolder(folder: string): Promise<CollectionFiles> {
	const root = resolve(folder);
	const found = await readdir(root, { recursive: true, withFileTypes: true });
	const files = found
		.filter((entry) => entry.isFile())
		.map((entry) => relative(root, join(entry.parentPath, entry.name)));
	const paths = files.map((path) => path.split(sep).join('/'));
	const known = new Set(paths);
	const buffers: Buffer[] = [];
	let smallCount = 0;
	const readWhole = async (full: string, sizeBytes: number) => {
		if (sizeBytes > smallMaxBytes) return new Uint8Array(await readFile(full));
		smallCount += 1;
		if (smallCount % smallPerYield === 0) await nextTurn();
		return new Uint8Array(readFileSync(full));
	};
	return {
		name: splitPath(root.split(sep).join('/')).name,
		paths,
		find: (path) => {
			const full = join(root, path);
			const sizeBytes = known.has(path) ? statSync(full, { throwIfNoEntry: false })?.size : undefined;
			return sizeBytes === undefined ? undefined : { sizeBytes, read: () => readWhole(full, sizeBytes) };
		},
		inspect: async (path, { withChunks }) => {
			const buffer = buffers.pop() ?? Buffer.allocUnsafe(bufferBytes);
			const file = openSync(join(root, path), 'r');
			try {
				return await inspectFile(file, buffer, withChunks);
			} finally {
				closeSync(file);
				buffers.push(buffer);
			}
		},
		readRange: (path, offset, length) => readPart(join(root, path), offset, length),
		close: async () => {},
	};
}

async function* readPart(path: string, offset: number, length: number): AsyncGenerator<Uint8Array> {
	const file = openSync(path, 'r');
	try {
		for (let done = 0; done < length; ) {
			const wanted = Math.min(bufferBytes, length - done);
			const { bytesRead, buffer } = await readAt(file, Buffer.allocUnsafe(wanted), 0, wanted, offset + done);
			if (bytesRead === 0) throw new UsageError(`${path}: was changed meanwhile.`);
			yield buffer.subarray(0, bytesRead);
			done += bytesRead;
		}
	} finally {
		closeSync(file);
	}
}

async function inspectFile(file: number, buffer: Buffer, withChunks: boolean): Promise<ExportImage> {
	const { size: sizeBytes } = fstatSync(file);
	const digest = createDigest(withChunks);
	for (let position = 0; position < sizeBytes; ) {
		// A file that the buffer holds stays in it, to be looked at.
		const offset = sizeBytes <= buffer.length ? position : 0;
		const length = Math.min(buffer.length - offset, sizeBytes - position);
		const { bytesRead } = await readAt(file, buffer, offset, length, position);
		if (bytesRead === 0) break;
		digest.update(buffer.subarray(offset, offset + bytesRead));
		position += bytesRead;
	}
	const facts = digest.finish();
	const fitsBuffer = sizeBytes <= buffer.length;
	const readable = fitsBuffer
		? new ChunkedFile([buffer.subarray(0, facts.sizeBytes)])
		: { read: (...where: [Buffer, number, number, number]) => readAt(file, ...where) };
	return { ...facts, ...(await readImageFacts(readable, facts.sizeBytes)) };
}
