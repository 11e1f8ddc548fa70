import { createHash } from 'node:crypto';
import { type ArchiveReport, type ArchiveVerifier, createArchiveVerifier } from '@adx/collection/verify/verify-archive';
import type { Entry, ZipFile } from 'yauzl';
import { brokenZip, openZipFile } from '../../collection-files/zip-files.ts';
import { UsageError } from '../../command-line/errors.ts';
import { isHelpRequest } from '../../command-line/parse-arguments.ts';
import { pluralize } from '../../command-line/report.ts';

const usage = 'Usage: npm run verify-collection -- file.zip';
const help = `${usage}

Checks a downloaded collection offline, file by file: hashes, provenance, metadata, numbering. Ends with status 0 and one
line when everything agrees, with 1 and a line per problem otherwise.`;
/** Texts of an archive are read into memory; the manifest of 100,000 merged images is the largest that the product writes. */
const textBytesMax = 256_000_000;
const shownProblemsMax = 50;

/**
 * `npm run verify-collection`: checks a downloaded collection, generated or merged, offline and file by file. Status 0 and one line
 * when everything agrees, 1 and a line per problem otherwise.
 */
export async function run(args: string[]): Promise<number> {
	if (isHelpRequest(args)) {
		console.log(help);
		return 0;
	}
	const [path, ...rest] = args;
	if (path === undefined || rest.length > 0) throw new UsageError(usage);
	const report = await verify(path);
	for (const problem of report.problems.slice(0, shownProblemsMax)) console.error(problem);
	const hidden = report.problems.length - shownProblemsMax;
	if (hidden > 0) console.error(`… and ${hidden} more problems`);
	if (report.problems.length > 0) return 1;
	console.log(
		`${report.collectionName}: ${pluralize(report.imageCount, 'image')} verified, provenance ${report.provenance}`,
	);
	return 0;
}

async function verify(path: string): Promise<ArchiveReport> {
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
	const name = entry.fileName;
	if (name.endsWith('/')) return;
	const isText = verifier.wantsText(name) && entry.uncompressedSize <= textBytesMax;
	const hash = createHash('sha256');
	const chunks: Buffer[] = [];
	let sizeBytes = 0;
	for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
		hash.update(chunk);
		sizeBytes += chunk.byteLength;
		if (isText) chunks.push(chunk);
	}
	const text = isText ? { text: Buffer.concat(chunks).toString('utf8') } : {};
	verifier.add({ name, sizeBytes, sha256: hash.digest('hex'), ...text });
}
