import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { isSystemFile, splitPath } from '@adx/collection/files/file-paths';
import { type ArchiveReport, type ArchiveVerifier, createArchiveVerifier } from '@adx/collection/verify/verify-archive';
import type { Entry, ZipFile } from 'yauzl';
import { openFolder } from '../../collection-files/folder-files.ts';
import { brokenZip, openZipFile } from '../../collection-files/zip-files.ts';
import { UsageError, withSystemErrors } from '../../command-line/errors.ts';
import { isHelpRequest } from '../../command-line/parse-arguments.ts';
import { pluralize } from '../../command-line/report.ts';

const usage = 'Usage: npm run verify-collection -- folder-or-zip';
const help = `${usage}

Checks a downloaded collection, zip or unpacked, offline and file by file: hashes, provenance, metadata, numbering. Ends with status 0 and one
line when everything agrees, with 1 and a line per problem otherwise.`;
/** Texts of an archive are read into memory; the manifest of 100,000 merged images is the largest that the product writes. */
const textBytesMax = 256_000_000;
const shownProblemsMax = 50;

/**
 * `npm run verify-collection`: checks a downloaded collection, generated or merged, zip or unpacked, offline and file by file. Status 0 and one line
 * when everything agrees, 1 and a line per problem otherwise.
 */
export async function run(args: string[]): Promise<number> {
	if (isHelpRequest(args)) {
		console.log(help);
		return 0;
	}
	const [path, ...rest] = args;
	if (path === undefined || rest.length > 0) throw new UsageError(usage);
	const isFolder = await stat(path).then(
		(facts) => facts.isDirectory(),
		() => false,
	);
	const report = await (isFolder ? verifyFolder(path) : verifyZip(path));
	for (const problem of report.problems.slice(0, shownProblemsMax)) console.error(problem);
	const hidden = report.problems.length - shownProblemsMax;
	if (hidden > 0) console.error(`… and ${hidden} more problems`);
	if (report.problems.length > 0) return 1;
	console.log(
		`${report.collectionName}: ${pluralize(report.imageCount, 'image')} verified, provenance ${report.provenance}`,
	);
	return 0;
}

/** What operating systems leave in a folder that somebody opened is no part of the collection. */
async function verifyFolder(path: string): Promise<ArchiveReport> {
	const verifier = createArchiveVerifier();
	await withSystemErrors(path, async () => {
		const files = await openFolder(path);
		for (const name of files.paths.filter((file) => !isSystemFile(splitPath(file)))) {
			const sizeBytes = files.find(name)?.sizeBytes ?? 0;
			await addFile(verifier, { name, sizeBytes, content: files.readRange(name, 0, sizeBytes) });
		}
	});
	return verifier.finish();
}

async function verifyZip(path: string): Promise<ArchiveReport> {
	const verifier = createArchiveVerifier();
	const zip = await openZipFile(path);
	try {
		for await (const entry of zip.eachEntry()) await addEntry(verifier, zip, entry);
	} catch (error) {
		// A broken archive is a finding about the file, not a defect of this command.
		return { ...verifier.finish(), problems: [brokenZip(path, error)] };
	} finally {
		zip.close();
	}
	return verifier.finish();
}

async function addEntry(verifier: ArchiveVerifier, zip: ZipFile, entry: Entry): Promise<void> {
	const { fileName: name, uncompressedSize: sizeBytes } = entry;
	if (name.endsWith('/')) return;
	const content = (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
	await addFile(verifier, { name, sizeBytes, content });
}

interface FileContent {
	readonly name: string;
	/** As it is announced. */
	readonly sizeBytes: number;
	readonly content: AsyncIterable<Uint8Array>;
}

async function addFile(verifier: ArchiveVerifier, { name, sizeBytes: announced, content }: FileContent): Promise<void> {
	const isText = verifier.wantsText(name) && announced <= textBytesMax;
	const hash = createHash('sha256');
	const chunks: Uint8Array[] = [];
	let sizeBytes = 0;
	for await (const chunk of content) {
		hash.update(chunk);
		sizeBytes += chunk.byteLength;
		if (isText) chunks.push(chunk);
	}
	const text = isText ? { text: Buffer.concat(chunks).toString('utf8') } : {};
	verifier.add({ name, sizeBytes, sha256: hash.digest('hex'), ...text });
}
