import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type MergeOptions, mergeOptionsSchema } from '@adx/validators/merge';
import type { ArchiveSource } from '../archive/archive-file.ts';
import { tokenMetadata } from '../metadata/metadata.ts';
import { planCollection } from '../plan/plan.ts';
import { everything } from '../plan/plan-testing.ts';
import { buildFrozenArchive, type FrozenArchive, readFrozenIndex } from './frozen-archive.ts';
import { mergeTokens } from './merge-tokens.ts';
import type { MergeSource, MergeToken } from './read-tokens.ts';

/** For tests: lower-case hex. */
export const sha256Hex = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** For tests: the bytes of an original, known by its path. */
export const createOriginal = (filename: string) => new TextEncoder().encode(`original of ${filename}`);

/** For tests: a readable picture with traits, or without metadata for null; `facts` change what it is. */
export function createToken(
	filename: string,
	traits: Readonly<Record<string, unknown>> | null,
	facts: Partial<MergeToken> = {},
): MergeToken {
	const attributes = Object.entries(traits ?? {}).map(([trait_type, value]) => ({ trait_type, value }));
	return {
		filename,
		sha256: sha256Hex(createOriginal(filename)),
		mime: 'image/png',
		width: 64,
		height: 64,
		metadata: traits && { name: `Old ${filename}`, attributes },
		...facts,
	};
}

/** For tests: options as the schema gives them, with a seed. */
export function mergeOptions(
	changes: Omit<Partial<MergeOptions>, 'fixes'> & { readonly fixes?: Partial<MergeOptions['fixes']> } = {},
): MergeOptions & { seed: string } {
	return { ...mergeOptionsSchema.parse(changes), seed: changes.seed ?? 'seed' };
}

/** For tests: merges and builds; originals are those of `createOriginal`. */
export function freeze(
	sources: readonly MergeSource[],
	options = mergeOptions(),
	texts: { readonly projectName?: string; readonly description?: string } = {},
): FrozenArchive {
	const { projectName = 'One Court', description = '' } = texts;
	const { tokens } = mergeTokens(sources, options, projectName);
	const stored = tokens.map((token) => {
		const bytes = createOriginal(token.filename);
		return { ...token, sizeBytes: bytes.length, crc32: crc32(bytes) };
	});
	return buildFrozenArchive({ projectName, description, seed: options.seed, options, sources, tokens: stored });
}

/** For tests: the archive's files by name, in its order; originals are looked up among those of the sources. */
export function readFiles(archive: FrozenArchive, sources: readonly MergeSource[]): Map<string, Uint8Array> {
	const packSha256 = sha256Hex(archive.pack);
	const originals = new Map(sources.flatMap(({ tokens }) => tokens.map((token) => [token.sha256, token.filename])));
	const { entries, sources: places } = readFrozenIndex(archive.index, packSha256);
	const readBytes = (place: ArchiveSource, sizeBytes: number) => {
		if (place.kind === 'text') return place.bytes;
		if (place.sha256 !== packSha256) return createOriginal(originals.get(place.sha256)!);
		return archive.pack.slice(place.offset, place.offset! + sizeBytes);
	};
	return new Map(entries.map(({ name, sizeBytes }, index) => [name, readBytes(places[index]!, sizeBytes)]));
}

/** For tests: a JSON file of the archive. */
export function readJson(files: ReadonlyMap<string, Uint8Array>, name: string): Record<string, unknown> {
	return JSON.parse(new TextDecoder().decode(files.get(name)!)) as Record<string, unknown>;
}

/** For tests: tokens of our own generator, as they come out of its archives. */
export function generated(projectName: string, seed: string, batchSize = 20): MergeSource {
	const rows = planCollection({ ...everything, batchSize }, seed).rows;
	return {
		name: projectName,
		tokens: rows.map(({ tokenNumber, traits }) => {
			const metadata = tokenMetadata(
				{ name: projectName },
				{ tokenNumber, traits: { ...traits, rarity: 'Legendary' } },
			);
			const file = `${projectName}/images/${tokenNumber}.png`;
			return createToken(file, null, { metadata: JSON.parse(JSON.stringify(metadata)) as Record<string, unknown> });
		}),
	};
}
