import { isRecord, plainRecord } from '../metadata/json.ts';
import { collectionMetadata, findCommonSymbol, tokenName } from '../metadata/metadata.ts';
import { readAttributes } from '../metadata/token-attributes.ts';
import { type ExportCollection, type ExportToken, getMime } from './export-collection.ts';

type Json = Record<string, unknown>;

/** Fields that point at a picture beside `image`. */
const pointerFields = ['animation_url', 'image_url', 'imageUrl'] as const;
const categories = new Set(['image', 'video', 'audio', 'vr', 'html']);

/**
 * A token's metadata with every field that EIP-721 readers, OpenSea and Metaplex take, its traits as texts; everything
 * else it said follows them. Same token, same result.
 *
 * @param imageUri where its picture is going to be
 */
export function exportMetadata({ facts }: Pick<ExportCollection, 'facts'>, token: ExportToken, imageUri: string): Json {
	const old = plainRecord(token.metadata ?? {});
	const rest = { ...old };
	if (typeof old.traits === 'object') delete rest.traits;
	for (const field of pointerFields) if (rest[field] === old.image && old.image !== undefined) rest[field] = imageUri;
	const written: Json = {
		name: getText(old.name) ?? tokenName(facts.name, token.tokenNumber),
		symbol: getText(facts.symbol) ?? getText(old.symbol) ?? '',
		description: getText(old.description) ?? facts.description ?? '',
		image: imageUri,
		external_url: getText(old.external_url) ?? facts.externalUrl ?? '',
		attributes: readAttributes(old),
		seller_fee_basis_points: facts.sellerFeeBasisPoints ?? getSellerFee(old.seller_fee_basis_points) ?? 0,
		collection: { name: facts.name, family: facts.name },
		category: 'image',
		properties: createProperties(old, token, { imageUri, creators: facts.creators }),
	};
	return { ...written, ...rest, ...written };
}

/** The collection's own metadata, for Metaplex and for readers of the folder. */
export function exportCollectionMetadata(collection: ExportCollection, cover: ExportToken, imageUri: string): Json {
	const metadata = describeCollection(collection, cover.tokenNumber);
	return {
		...metadata,
		image: imageUri,
		properties: { ...metadata.properties, files: [{ uri: imageUri, type: getMime(cover) }] },
	};
}

/**
 * What a contract's `contractURI` answers, by ERC-7572; fields that are not known are left out.
 *
 * @param imageUri null where the picture is nowhere yet
 */
export function contractMetadata(collection: ExportCollection, imageUri: string | null): Json {
	const metadata = describeCollection(collection, 1);
	const { name, symbol, description, banner_image, external_link, collaborators } = metadata;
	const optional = { image: imageUri ?? '', banner_image, external_link };
	const written = Object.entries(optional).filter(([, value]) => value !== '');
	return {
		name,
		...(symbol === '' ? {} : { symbol }),
		description,
		...Object.fromEntries(written),
		...(collaborators.length === 0 ? {} : { collaborators }),
	};
}

function describeCollection({ facts, tokens }: ExportCollection, tokenNumber: number) {
	const symbol = getText(facts.symbol) ?? findCommonSymbol(tokens);
	return collectionMetadata({ ...facts, symbol }, { tokenNumber, imageCount: tokens.length });
}

function getText(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function getSellerFee(value: unknown): number | undefined {
	return Number.isInteger(value) ? (value as number) : undefined;
}

function createProperties(
	old: Json,
	token: ExportToken,
	{ imageUri, creators }: { readonly imageUri: string; readonly creators: unknown },
): Json {
	const existing = isRecord(old.properties) ? old.properties : {};
	const files = Array.isArray(existing.files)
		? existing.files.filter((file) => isRecord(file) && file.uri !== old.image)
		: [];
	const category = categories.has(String(existing.category)) ? existing.category : 'image';
	return {
		...existing,
		files: [{ uri: imageUri, type: getMime(token) }, ...files.filter(isOtherFile(imageUri))],
		category,
		creators: creators ?? (Array.isArray(existing.creators) ? existing.creators : []),
	};
}

/** Whether a file of the old metadata is complete and another one than the picture. */
function isOtherFile(imageUri: string): (file: unknown) => boolean {
	return (file) =>
		isRecord(file) && typeof file.uri === 'string' && typeof file.type === 'string' && file.uri !== imageUri;
}
