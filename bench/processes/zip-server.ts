/**
 * Serves one archive of the files in a directory, made by one of three makers, and prints its own CPU
 * seconds and peak memory when asked to end. Run by zip.ts, one process per maker.
 */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { computeZipLayout } from '@adx/collection/archive/zip-layout';
import { createArchiveDownload } from '@adx/core/platform/downloads/archive-download';
import { createDiskStorage } from '@adx/core/platform/storage/disk';
import { ZipArchive } from 'archiver';
import JSZip from 'jszip';
import { serveArchive } from './archive-server.ts';

interface StoredFile {
	readonly sha256: string;
	readonly sizeBytes: number;
	readonly crc32: number;
}

const [maker = '', root = ''] = process.argv.slice(2);
const files = JSON.parse(await readFile(join(root, 'files.json'), 'utf8')) as StoredFile[];
const storage = await createDiskStorage(root);
const toPath = ({ sha256 }: StoredFile) => join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);

const makers: Readonly<
	Record<string, (response: ServerResponse, range?: { start: number; end: number }) => Promise<void>>
> = {
	computed: async (response, range) => {
		const entries = files.map((file, index) => ({ ...file, name: `images/${index + 1}.png` }));
		const sources = files.map(({ sha256 }) => ({ kind: 'blob' as const, sha256 }));
		const download = createArchiveDownload({ storage, fileName: 'a.zip', layout: computeZipLayout(entries), sources });
		const length = range ? download.totalBytes - range.start : download.totalBytes;
		response.setHeader('content-length', length);
		await download.writeTo(response, range && { start: range.start, end: download.totalBytes - 1 });
		response.end();
	},
	archiver: async (response) => {
		const archive = new ZipArchive({ store: true });
		archive.pipe(response);
		for (const [index, file] of files.entries())
			archive.append(createReadStream(toPath(file)), { name: `images/${index + 1}.png` });
		await archive.finalize();
	},
	jszip: async (response) => {
		const zip = new JSZip();
		for (const [index, file] of files.entries()) zip.file(`images/${index + 1}.png`, readFile(toPath(file)));
		await new Promise((resolve) => {
			zip.generateNodeStream({ compression: 'STORE', streamFiles: true }).pipe(response).once('finish', resolve);
		});
	},
};

serveArchive((request, response) => {
	const start = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
	const range = start === undefined ? undefined : { start: Number(start), end: 0 };
	// A fault cuts the answer off, and the client's hash shows it; the client that resumes cuts one off itself.
	makers[maker]!(response, range).catch(() => response.destroy());
});
