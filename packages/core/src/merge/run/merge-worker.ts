import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { computeZipLayout } from '@adx/collection/archive/zip-layout';
import { isStillWebp } from '@adx/collection/merge/converted-images';
import { buildFrozenArchive, type FrozenArchive, readFrozenIndex } from '@adx/collection/merge/frozen-archive';
import { MergeError, mergeTokens } from '@adx/collection/merge/merge-tokens';
import type { MergeSource } from '@adx/collection/merge/read-tokens';
import { mergeCollectionImagesMax, mergeImagesMax } from '@adx/validators/limits';
import { type CollectionManifest, collectionManifestSchema } from '@adx/validators/uploads';
import { transferBuffers } from '../../platform/threads/transfer-buffers.ts';
import type {
	FactsRequest,
	FactsResponse,
	MergeBlob,
	MergeOutcome,
	MergeTask,
	MergeTaskSource,
} from './merge-in-thread.ts';

/** Facts are asked for in queries of this size. */
const hashesPerRequest = 1_000;
type Merged = Extract<MergeOutcome, { kind: 'merged' }>;

/** Small enough that storing a slice never holds the embedded database, which shares its thread, for long. */
const rowsPerSlice = 100;

/** Reads the lists, asks what is known about their bytes, merges, and makes everything that has to be stored. */
export default async function runMergeTask(task: MergeTask): Promise<MergeOutcome> {
	try {
		const manifests = readManifests(task.sources);
		const facts = await requestFacts(task.port, manifests);
		return build(task, toSources(task.sources, manifests, facts), facts);
	} catch (error) {
		if (!(error instanceof MergeError)) throw error;
		return { kind: 'refused', message: error.message };
	}
}

function readManifests(sources: readonly MergeTaskSource[]): readonly CollectionManifest[] {
	const manifests = sources.map(readManifest);
	const imageCount = manifests.reduce((sum, { images }) => sum + images.length, 0);
	if (imageCount > mergeImagesMax) {
		throw new MergeError(`At most ${mergeImagesMax.toLocaleString('en')} images can be merged at once.`);
	}
	return manifests;
}

function readManifest({ name, imageCount, manifest }: MergeTaskSource): CollectionManifest {
	const parsed = collectionManifestSchema.safeParse(parseOrNull(manifest));
	if (parsed.success) {
		const found = parsed.data.images.length;
		if (found === imageCount) return parsed.data;
		// What was reported stays on the collection's page forever.
		const [held, expected] = [found, imageCount].map((count) => count.toLocaleString('en'));
		throw new MergeError(`The list of images of '${name}' holds ${held}, not ${expected}. Start the merge again.`);
	}
	const limit = mergeCollectionImagesMax.toLocaleString('en');
	throw new MergeError(
		`The list of images of '${name}' cannot be read, or holds more than ${limit} images. Add the collection again.`,
	);
}

function parseOrNull(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
	} catch {
		return null;
	}
}

async function requestFacts(
	port: MessagePort,
	manifests: readonly CollectionManifest[],
): Promise<ReadonlyMap<string, MergeBlob>> {
	const hashes = [...new Set(manifests.flatMap(({ images }) => images.map(({ sha256 }) => sha256)))];
	const facts = new Map<string, MergeBlob>();
	for (let start = 0; start < hashes.length; start += hashesPerRequest) {
		const answered = once(port, 'message') as Promise<[FactsResponse]>;
		const slice = hashes.slice(start, start + hashesPerRequest);
		port.postMessage({ hashes: slice, done: start / hashes.length } satisfies FactsRequest);
		const [blobs] = await answered;
		for (const blob of blobs) facts.set(blob.sha256, blob);
	}
	return facts;
}

function toSources(
	sources: readonly MergeTaskSource[],
	manifests: readonly CollectionManifest[],
	facts: ReadonlyMap<string, MergeBlob>,
): readonly MergeSource[] {
	return sources.map(({ name }, index) => {
		const { images } = manifests[index]!;
		const missing = images.filter(({ sha256 }) => !facts.has(sha256));
		if (missing.length > 0) throw new MergeError(missingSentence(name, missing[0]!.filename, missing.length));
		const tokens = images.map(({ filename, sha256, metadata }) => {
			const { mime: storedMime, width, height, isAnimated } = facts.get(sha256)!;
			const mime = storedMime.startsWith('image/') ? storedMime : null;
			return { filename, sha256, mime, width, height, isAnimated, metadata };
		});
		return { name, tokens };
	});
}

function missingSentence(collection: string, filename: string, count: number): string {
	const files = count === 1 ? `'${filename}'` : `${count.toLocaleString('en')} files, '${filename}' the first,`;
	const were = count === 1 ? 'was' : 'were';
	return `${files} of '${collection}' ${were} not uploaded. Add the collection again and start another merge.`;
}

function build(
	{ projectName, description, options }: MergeTask,
	sources: readonly MergeSource[],
	facts: ReadonlyMap<string, MergeBlob>,
): MergeOutcome {
	const merged = mergeTokens(sources, options, projectName);
	const { leftOut } = merged;
	const webpHashes =
		options.fixes.webpImages === 'png' ? new Set(merged.tokens.filter(isStillWebp).map(({ sha256 }) => sha256)) : null;
	const unconverted = [...(webpHashes ?? [])].filter((sha256) => facts.get(sha256)!.png === undefined);
	if (unconverted.length > 0) return { kind: 'unconverted', hashes: unconverted, webpCount: webpHashes!.size };
	const tokens = merged.tokens.map((token) => {
		const original = facts.get(token.sha256)!;
		if (!webpHashes?.has(token.sha256)) return { ...token, sizeBytes: original.sizeBytes, crc32: original.crc32 };
		const { sha256, sizeBytes, crc32, mime } = original.png!;
		return { ...token, sha256, sizeBytes, crc32, mime };
	});
	const cover = tokens.find(({ mime }) => mime !== null);
	const { seed } = options;
	const frozen = buildFrozenArchive({
		projectName,
		description,
		seed,
		options,
		sources,
		tokens,
	});
	const packSha256 = createHash('sha256').update(frozen.pack).digest('hex');
	const layout = computeZipLayout(readFrozenIndex(frozen.index, packSha256).entries);
	const rows = rowSlices(frozen.tokens);
	const outcome: Merged = {
		kind: 'merged',
		pack: frozen.pack,
		index: frozen.index,
		archiveBytes: layout.totalBytes,
		archiveEtag: layout.etag,
		provenance: frozen.provenance,
		facets: storableJson(frozen.facets),
		leftOut,
		imageCount: frozen.imageCount,
		coverSha256: cover?.sha256 ?? null,
		coverTokenNumber: cover?.tokenNumber ?? null,
		rows,
	};
	const buffers = new Set([outcome.pack, outcome.index, ...outcome.rows].map(({ buffer }) => buffer));
	return transferBuffers(outcome, [...buffers]);
}

function rowSlices(tokens: FrozenArchive['tokens']): Uint8Array[] {
	const slices: Uint8Array[] = [];
	for (let start = 0; start < tokens.length; start += rowsPerSlice) {
		slices.push(new TextEncoder().encode(storableJson(tokens.slice(start, start + rowsPerSlice))));
	}
	return slices;
}

/** PostgreSQL keeps neither U+0000 nor half a surrogate pair in a jsonb. */
function storableJson(value: unknown): string {
	return JSON.stringify(value, (_, item: unknown) =>
		typeof item === 'string' ? item.toWellFormed().replaceAll('\0', '\uFFFD') : item,
	);
}
