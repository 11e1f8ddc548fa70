import type { ExportTarget } from '@adx/validators/exports';
import { fileCid } from '../../archive/cid-tree.ts';
import { type ExportCollection, type ExportToken, getCover } from '../export-collection.ts';
import type { ExportFile } from '../export-file.ts';
import { carFiles } from './car-files.ts';
import { contractFile } from './contract-file.ts';
import { metaplexFiles } from './metaplex-files.ts';
import { openseaFiles } from './opensea-files.ts';
import { plainFiles } from './plain-files.ts';

/**
 * The files of a collection in the layout of a target, in the order in which they are written. Same collection, same
 * files. Pictures are referred to and never read. Throws ExportError where the collection lacks what the target needs,
 * and RangeError for a picture larger than a chunk whose chunks were not hashed ('car', and 'contract' for the cover).
 */
export async function exportFiles(collection: ExportCollection, target: ExportTarget): Promise<readonly ExportFile[]> {
	// Refuses what has no token, whatever the target.
	getCover(collection);
	return layouts[target].files(collection);
}

/** The tokens whose pictures a target names by their CIDs: for those larger than a chunk their chunks have to be hashed. */
export const listNamedByCid = (collection: ExportCollection, target: ExportTarget): readonly ExportToken[] =>
	({ none: [], cover: [getCover(collection)], all: collection.tokens })[layouts[target].namedByCid];

/** Whether a target names any picture by its CID. */
export const namesByCid = (target: ExportTarget): boolean => layouts[target].namedByCid !== 'none';

interface Layout {
	readonly files: (collection: ExportCollection) => readonly ExportFile[] | Promise<readonly ExportFile[]>;
	readonly namedByCid: 'none' | 'cover' | 'all';
}

/** Every target. A further one is a file beside this one and a line here. */
const layouts: Readonly<Record<ExportTarget, Layout>> = {
	plain: { files: plainFiles, namedByCid: 'none' },
	metaplex: { files: metaplexFiles, namedByCid: 'none' },
	opensea: { files: openseaFiles, namedByCid: 'none' },
	contract: {
		files: async (collection) => [contractFile(collection, await coverUri(collection))],
		namedByCid: 'cover',
	},
	car: { files: carFiles, namedByCid: 'all' },
};

/** The cover by the CID of its own bytes, which any export to IPFS holds; null where its bytes are elsewhere. */
async function coverUri(collection: ExportCollection): Promise<string | null> {
	const { image, fileName } = getCover(collection);
	return image === null ? null : `ipfs://${await fileCid({ path: fileName, ...image })}`;
}
