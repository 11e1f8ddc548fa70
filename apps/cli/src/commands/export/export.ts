import { resolve } from 'node:path';
import { ExportError } from '@adx/collection/export/export-collection';
import type { ExportFile } from '@adx/collection/export/export-file';
import { exportFiles, namesByCid } from '@adx/collection/export/targets/export-targets';
import { readCollectionFacts, toExportCollection } from '@adx/collection/files/find-collection';
import type { CheckedCollection } from '@adx/collection/preflight/checked-collection';
import { preflight } from '@adx/collection/preflight/preflight';
import { preflightExport } from '@adx/collection/preflight/preflight-export';
import type { PreflightFinding } from '@adx/validators/exports';
import type { CollectionFiles } from '../../collection-files/collection-files.ts';
import { readCollection, withCollectionFiles } from '../../collection-files/read-collection.ts';
import { UsageError } from '../../command-line/errors.ts';
import { runInterruptibly } from '../../command-line/interruption.ts';
import { filterByTarget, formatFindings, pluralize } from '../../command-line/report.ts';
import { type ExportOptions, exportUsage, readExportOptions } from './export-options.ts';
import { assertTargetUsable, writeExport } from './write-export.ts';

/** What an export cannot fix by writing everything again. */
const persistentKinds = new Set([
	'noTokens',
	'missingImages',
	'missingMetadata',
	'unreadableMetadata',
	'metadataProblems',
]);

/** `npm run export`: status 1, and nothing written, where the preflight finds an error for the target. */
export async function run(args: string[]): Promise<number> {
	const options = readExportOptions(args);
	if (options === 'help') {
		console.log(exportUsage);
		return 0;
	}
	const out = resolve(options.out);
	await assertTargetUsable({ from: options.from, out, force: options.force });
	return runInterruptibly((signal) =>
		withCollectionFiles(options.from, (files) => exportFrom(files, { ...options, out }, signal)),
	);
}

async function exportFrom(files: CollectionFiles, options: ExportOptions, signal: AbortSignal): Promise<number> {
	const { target } = options;
	const checked = await readCollection(files, { wantsPictures: true, withChunks: namesByCid(target) });
	signal.throwIfAborted();
	const collection = withUsageErrors(() =>
		toExportCollection(checked, {
			...readCollectionFacts(checked.facts, files.name),
			...options.facts,
		}),
	);
	const findings = filterByTarget([...listPersistentFindings(checked), ...preflightExport(collection)], [target]);
	for (const line of formatFindings(findings)) console.error(line);
	if (findings.some(({ severity }) => severity === 'error') && !options.ignorePreflight) {
		console.error(`Nothing was written. Correct what is wrong, or add --ignore-preflight.`);
		return 1;
	}
	const written = await exportFiles(collection, target);
	const paths = new Map(
		checked.tokens.flatMap(({ imageFile, image }) => (imageFile && image ? [[image.sha256, imageFile]] : [])),
	);
	await writeExport({
		files: written,
		readOriginal: (sha256, offset, length) => files.readRange(paths.get(sha256)!, offset, length),
		out: options.out,
		force: options.force,
		signal,
	});
	console.log(
		`${options.out}: ${pluralize(collection.tokens.length, 'token')} in ${pluralize(written.length, 'file')} for ${target}`,
	);
	for (const line of rootLines(written)) console.log(line);
	return 0;
}

function listPersistentFindings(checked: CheckedCollection): readonly PreflightFinding[] {
	return preflight(checked).filter(({ kind }) => persistentKinds.has(kind));
}

function withUsageErrors<T>(work: () => T): T {
	try {
		return work();
	} catch (error) {
		throw error instanceof ExportError ? new UsageError(error.message) : error;
	}
}

function rootLines(files: readonly ExportFile[]): string[] {
	const roots = files.find(({ entry }) => entry.name === 'roots.json');
	if (roots?.source.kind !== 'text') return [];
	const { images, metadata } = JSON.parse(new TextDecoder().decode(roots.source.bytes)) as Record<
		'images' | 'metadata',
		{ readonly root: string }
	>;
	return [`images   ipfs://${images.root}`, `metadata ipfs://${metadata.root}`];
}
