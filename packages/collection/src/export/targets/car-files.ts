import { type ArchiveFile, blobFile, textFile } from '../../archive/archive-file.ts';
import { type CarFile, type CarLayout, computeCarLayout } from '../../archive/car-layout.ts';
import { chunkSizeBytes, cidProfile } from '../../archive/cid.ts';
import { metadataText } from '../../metadata/metadata.ts';
import { type ExportCollection, ExportError, type ExportToken, getCover, getExtension } from '../export-collection.ts';
import { type ExportFile, tokenFile } from '../export-file.ts';
import { contractFile } from './contract-file.ts';

/**
 * `images.car`, `metadata.car` and `roots.json`. The images' folder holds N.<ext>; the metadata's folder N.json and
 * contract.json, whose pictures are `ipfs://` URIs below the images' root. Everything in it is computed; no picture is
 * read. Throws ExportError where a picture is missing, and RangeError as `toFileChunks` does.
 */
export async function carFiles(collection: ExportCollection): Promise<ExportFile[]> {
	const toFileName = (token: ExportToken) => `${token.tokenNumber}.${getExtension(token)}`;
	const images = collection.tokens.map((token): CarImage => {
		const { image } = token;
		if (image === null) throw new ExportError(`The picture of token ${token.tokenNumber} is not here.`);
		return { ...blobFile(toFileName(token), image), file: { path: toFileName(token), ...image } };
	});
	return writeCars(collection, images, (imagesRoot) => {
		const toUri = (token: ExportToken) => `ipfs://${imagesRoot}/${toFileName(token)}`;
		return [
			...collection.tokens.map((token) => tokenFile(`${token.tokenNumber}.json`, collection, token, toUri(token))),
			contractFile(collection, toUri(getCover(collection))),
		];
	});
}

/** A picture in a CAR; with its chunks where it is larger than one. */
export type CarImage = ArchiveFile & { readonly file?: CarFile };

/** `roots.json` and the two CARs of some pictures and of texts that name them below their root. */
export async function writeCars(
	collection: ExportCollection,
	images: readonly CarImage[],
	toTexts: (imagesRoot: string) => readonly ArchiveFile[],
): Promise<ExportFile[]> {
	const imagesCar = await writeCarLayout(
		'images.car',
		images.map((image) => ({ ...withCarFile(image), ...(image.file === undefined ? {} : { file: image.file }) })),
	);
	const metadataCar = await writeCarLayout('metadata.car', toTexts(imagesCar.layout.root).map(withCarFile));
	const roots = textFile('roots.json', metadataText(createRootsFile(collection, imagesCar, metadataCar)));
	return [roots, metadataCar.file, imagesCar.file];
}

interface WrittenCar {
	readonly layout: CarLayout;
	readonly file: ExportFile;
}

async function writeCarLayout(
	name: string,
	files: readonly (ArchiveFile & { readonly file: CarFile })[],
): Promise<WrittenCar> {
	const layout = await computeCarLayout(files.map(({ file }) => file));
	return {
		layout,
		file: {
			entry: { name, sizeBytes: layout.totalBytes, crc32: layout.crc32 },
			source: { kind: 'car', layout, files: files.map(({ source }) => source) },
		},
	};
}

function withCarFile(file: ArchiveFile) {
	const { name, ...facts } = file.entry;
	return { ...file, file: { path: name, ...facts } };
}

function createRootsFile({ facts, tokens }: ExportCollection, images: WrittenCar, metadata: WrittenCar) {
	const { root } = metadata.layout;
	return {
		format: 'adx-roots-1',
		name: facts.name,
		profile: cidProfile,
		chunkSizeBytes,
		tokenCount: tokens.length,
		images: { car: 'images.car', root: images.layout.root, sizeBytes: images.layout.totalBytes },
		metadata: { car: 'metadata.car', root, sizeBytes: metadata.layout.totalBytes },
		baseUri: `ipfs://${root}/`,
		contractUri: `ipfs://${root}/contract.json`,
	};
}
