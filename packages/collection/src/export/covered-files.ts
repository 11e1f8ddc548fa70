import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type ArchiveFile, textFile } from '../archive/archive-file.ts';
import { crc32 } from '../archive/crc32.ts';
import { type CollectionFacts, metadataText } from '../metadata/metadata.ts';
import { coveredFileName } from '../reveal/covered-file.ts';
import type { ExportToken } from './export-collection.ts';
import type { ExportFile } from './export-file.ts';
import { exportMetadata } from './export-metadata.ts';
import { writeCars } from './targets/car-files.ts';
import { contractFile } from './targets/contract-file.ts';

const pictureName = 'covered.png';

/**
 * `metadata.car`, `images.car` and `roots.json` of a collection whose items are covered: one picture and one text for all of
 * them, and `contract.json`. Nothing in it follows from an item.
 *
 * @param picture a PNG
 */
export async function coveredFiles(
	facts: CollectionFacts,
	supply: number,
	picture: Uint8Array,
): Promise<readonly ExportFile[]> {
	const image: ArchiveFile = {
		entry: {
			name: pictureName,
			sizeBytes: picture.length,
			crc32: crc32(picture),
			sha256: bytesToHex(sha256(picture)),
		},
		source: { kind: 'text', bytes: picture },
	};
	const tokens = Array.from({ length: supply }, (_, place): ExportToken => {
		return { tokenNumber: place + 1, fileName: pictureName, metadata: null, image: null };
	});
	const collection = { facts, tokens };
	const covered: ExportToken = {
		tokenNumber: 1,
		fileName: pictureName,
		metadata: { name: `${facts.name}: covered until the reveal` },
		image: null,
	};
	return writeCars(collection, [image], (imagesRoot) => {
		const uri = `ipfs://${imagesRoot}/${pictureName}`;
		const text = metadataText(exportMetadata(collection, covered, uri));
		return [textFile(coveredFileName, text), contractFile(collection, uri)];
	});
}
