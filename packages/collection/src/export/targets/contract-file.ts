import { type ArchiveFile, textFile } from '../../archive/archive-file.ts';
import { metadataText } from '../../metadata/metadata.ts';
import type { ExportCollection } from '../export-collection.ts';
import { contractMetadata } from '../export-metadata.ts';

/** `contract.json` of ERC-7572. */
export function contractFile(collection: ExportCollection, imageUri: string | null): ArchiveFile {
	return textFile('contract.json', metadataText(contractMetadata(collection, imageUri)));
}
