import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { isSystemFile, splitPath } from '@adx/collection/files/file-paths';
import { type ArchiveReport, type ArchiveVerifier, createArchiveVerifier } from '@adx/collection/verify/verify-archive';
import type { Entry, ZipFile } from 'yauzl';
import { openFolder } from '../../collection-files/folder-files.ts';
import { brokenZip, openZipFile } from '../../collection-files/zip-files.ts';
import { UsageError, withSystemErrors } from '../../command-line/errors.ts';
import { isHelpRequest, parseArguments } from '../../command-line/parse-arguments.ts';
import { pluralize } from '../../command-line/report.ts';

const usage = 'Usage: npm run verify-collection -- folder-or-zip';
const help = `${usage}
       npm run verify-collection -- --sale URL [--rpc URL] [--gateway URL | --files FOLDER]

Checks a downloaded collection, zip or unpacked, offline and file by file: hashes, provenance, metadata, numbering. Ends with status 0 and one
line when everything agrees, with 1 and a line per problem otherwise.

With --sale it checks that a delayed reveal shows exactly what its seller committed to before the sale, and in the order
that a block decided on after it: a line per thing that was looked at. Ends with status 0 when all of it is right, 1 when
something is not, 2 where there is no such sale, and 3 when something could not be looked at, as before the reveal.

  --sale URL      the address of the sale's page, or a file with what /api/sales/{id}/reveal answered
  --rpc URL       a node of the sale's chain, whoever runs it
  --gateway URL   a gateway of IPFS, from which every item's metadata and picture are read; what it changes is noticed
  --files FOLDER  the same from a folder: metadata/N.json, and the pictures in images`;
const options = {
	sale: { type: 'string' },
	rpc: { type: 'string' },
	gateway: { type: 'string' },
	files: { type: 'string' },
} as const;
/** Texts of an archive are read into memory; the manifest of 100,000 merged images is the largest that the product writes. */
const textBytesMax = 256_000_000;
const shownProblemsMax = 50;

/**
 * `npm run verify-collection`: checks a downloaded collection, generated or merged, zip or unpacked, offline and file by file. Status 0 and one line
 * when everything agrees, 1 and a line per problem otherwise. With `--sale` the delayed reveal of a sale, against its chain.
 */
export async function run(args: string[]): Promise<number> {
	if (isHelpRequest(args)) {
		console.log(help);
		return 0;
	}
	const { values, positionals } = parseArguments({ args, allowPositionals: true, options });
	const [path, ...rest] = positionals;
	const { sale, rpc, gateway, files } = values;
	if (sale !== undefined) {
		if (path !== undefined || (gateway !== undefined && files !== undefined)) throw new UsageError(usage);
		return (await import('./verify-reveal.ts')).verifyReveal({ sale, rpc, gateway, files });
	}
	const isMixed = rpc !== undefined || gateway !== undefined || files !== undefined;
	if (path === undefined || rest.length > 0 || isMixed) throw new UsageError(usage);
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

/** What operating systems leave in a folder that somebody opened is not part of the collection. */
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
