import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { createCarFile, seededBytes } from '../archive/car-testing.ts';
import { byteRuns } from '../archive/file-source.ts';
import { splitPath } from '../files/file-paths.ts';
import { findCollection, parseTokenNumber } from '../files/find-collection.ts';
import { parseTokenMetadata } from '../files/group-files.ts';
import { isRecord, parseJson } from '../metadata/json.ts';
import type { CheckedCollection } from '../preflight/checked-collection.ts';
import type { ExportCollection, ExportImage } from './export-collection.ts';
import type { ExportFile } from './export-file.ts';

/** For tests: originals by their hash. */
export type Originals = Map<string, Uint8Array>;

/** For tests: a picture of the given bytes, kept among the originals. */
export function createImage(bytes: Uint8Array, originals: Originals, facts: Partial<ExportImage> = {}): ExportImage {
	const { path: _, ...recorded } = createCarFile({ path: 'a', bytes });
	originals.set(recorded.sha256, bytes);
	return { ...recorded, mime: 'image/png', width: 64, height: 64, ...facts };
}

/** For tests: five tokens with traits, of which one picture is larger than a chunk. */
export function sampleCollection(originals: Originals): ExportCollection {
	const races = ['Elf', 'Orc', 'Elf', 'Cat', 'Orc'];
	return {
		facts: { name: 'Winter Court', symbol: 'WINTER', sellerFeeBasisPoints: 250, externalUrl: 'https://example.org/' },
		tokens: races.map((race, index) => ({
			tokenNumber: index + 1,
			fileName: `images/${index + 1}.png`,
			image: createImage(seededBytes(index === 3 ? 1_500_000 : 400 + index, index + 5), originals),
			metadata: {
				name: `Winter Court #${index + 1}`,
				description: 'One of five, "quoted", in two lines\nhere.',
				image: `images/${index + 1}.png`,
				attributes: [
					{ trait_type: 'Race', value: race },
					{ trait_type: 'Mood', value: `Mood ${index}` },
				],
			},
		})),
	};
}

/** For tests: a file's bytes, put together as a writer does. */
export function readFileBytes(file: ExportFile, originals: Originals): Uint8Array {
	const chunks: Uint8Array[] = [];
	for (const run of byteRuns(file.source, 0, file.entry.sizeBytes)) {
		if (run.kind === 'bytes') chunks.push(run.bytes);
		else chunks.push(originals.get(run.sha256)!.subarray(run.offset, run.offset + run.length));
	}
	const bytes = Buffer.concat(chunks);
	const { sizeBytes, crc32: checksum, sha256, name } = file.entry;
	const expected = { sizeBytes, crc32: checksum, ...(sha256 === undefined ? {} : { sha256 }) };
	const found = { sizeBytes: bytes.length, crc32: crc32(bytes) };
	const hash = sha256 === undefined ? {} : { sha256: createHash('sha256').update(bytes).digest('hex') };
	if (JSON.stringify(expected) !== JSON.stringify({ ...found, ...hash }))
		throw new Error(`${name} is not what it says.`);
	return bytes;
}

/** For tests: written files by path. */
export function writeFiles(files: readonly ExportFile[], originals: Originals): Map<string, Uint8Array> {
	return new Map(files.map((file) => [file.entry.name, readFileBytes(file, originals)]));
}

/** For tests: a JSON file among those written. */
export function readJson(files: ReadonlyMap<string, Uint8Array>, path: string): Record<string, unknown> {
	return JSON.parse(readText(files, path)) as Record<string, unknown>;
}

/** For tests: a text file among those written. */
export function readText(files: ReadonlyMap<string, Uint8Array>, path: string): string {
	const bytes = files.get(path);
	if (bytes === undefined) throw new Error(`There is no ${path} among ${[...files.keys()].join(', ')}.`);
	return new TextDecoder().decode(bytes);
}

/** For tests: a folder as the preflight reads it; every file that is not empty passes for a PNG of 64 x 64. */
export function checkedFolder(files: ReadonlyMap<string, Uint8Array>): CheckedCollection {
	const found = findCollection([...files.keys()]);
	const facts = found.collectionPath === null ? null : parseJson(readText(files, found.collectionPath));
	const mime = (path: string, bytes: Uint8Array) =>
		bytes.length === 0 ? null : `image/${splitPath(path).extension.replace('jpg', 'jpeg')}`;
	return {
		hasMedia: true,
		facts: isRecord(facts) ? facts : null,
		tokens: [
			...found.images.map(({ path, metadataPath }) => ({
				number: parseTokenNumber(path),
				imageFile: path,
				image: createImage(files.get(path)!, new Map(), { mime: mime(path, files.get(path)!) }),
				metadataFile: metadataPath,
				metadata: metadataPath === null ? null : parseTokenMetadata(readText(files, metadataPath)),
			})),
			...found.metadataWithoutImage.map((path) => ({
				number: parseTokenNumber(path),
				imageFile: null,
				image: null,
				metadataFile: path,
				metadata: parseTokenMetadata(readText(files, path)),
			})),
		],
	};
}
