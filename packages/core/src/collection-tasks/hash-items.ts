import { type ExportCollection, ExportError } from '@adx/collection/export/export-collection';
import { exportMetadata } from '@adx/collection/export/export-metadata';
import { itemHash } from '@adx/collection/reveal/item-hash';

/** Stands for the picture's address, which no hash depends on, and which is no other field's. */
const anyAddress = 'ipfs://picture';

/** The hashes of a collection's items in their order, in hex, one after the other; throws ExportError without pictures. */
export function hashItems(collection: ExportCollection): string {
	const hashes = collection.tokens.map((token) => {
		const { tokenNumber, image } = token;
		if (image === null) throw new ExportError(`The picture of token ${tokenNumber} is not here.`);
		return itemHash(image.sha256, exportMetadata(collection, token, anyAddress));
	});
	return hashes.join('');
}
