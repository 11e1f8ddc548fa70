import { isRecord } from '../files/manifest.ts';
import { collectionMetadata, tokenName } from '../metadata/metadata.ts';
import { plainRecord } from '../metadata/plain-json.ts';
import { readAttributes } from '../metadata/token-attributes.ts';
import { type ExportCollection, type ExportToken, mimeOf } from './export-collection.ts';

type Json = Record<string, unknown>;

/** Fields that point at a picture beside `image`. */
const pointerFields = ['animation_url', 'image_url', 'imageUrl'] as const;
const categories = new Set(['image', 'video', 'audio', 'vr', 'html']);

/**
 * A token's metadata with every field that EIP-721 readers, OpenSea and Metaplex take, its traits as texts; what else it
 * said stays behind them. Same token, same result.
 *
 * @param imageUri where its picture is going to be
 */
export function exportMetadata({ facts }: Pick<ExportCollection, 'facts'>, token: ExportToken, imageUri: string): Json {
	const old = plainRecord(token.metadata ?? {});
	const rest = { ...old };
	if (typeof old.traits === 'object') delete rest.traits;
	for (const field of pointerFields) if (rest[field] === old.image && old.image !== undefined) rest[field] = imageUri;
	const told: Json = {
		name: textIn(old.name) ?? tokenName(facts.name, token.tokenNumber),
		symbol: facts.symbol ?? textIn(old.symbol) ?? 'ADX',
		description: textIn(old.description) ?? facts.description ?? '',
		image: imageUri,
		external_url: textIn(old.external_url) ?? facts.externalUrl ?? '',
		attributes: readAttributes(old),
		seller_fee_basis_points: facts.sellerFeeBasisPoints ?? feeIn(old.seller_fee_basis_points) ?? 0,
		collection: { name: facts.name, family: facts.name },
		category: 'image',
		properties: propertiesOf(old, token, { imageUri, creators: facts.creators }),
	};
	return { ...told, ...rest, ...told };
}

/** The collection's own metadata, for Metaplex and for readers of the folder. */
export function exportCollectionMetadata(collection: ExportCollection, cover: ExportToken, imageUri: string): Json {
	const { facts, tokens } = collection;
	const made = collectionMetadata(facts, { tokenNumber: cover.tokenNumber, imageCount: tokens.length });
	return {
		...made,
		image: imageUri,
		properties: { ...made.properties, files: [{ uri: imageUri, type: mimeOf(cover) }] },
	};
}

/**
 * What a contract's `contractURI` answers, by ERC-7572; fields that are not known are left out.
 *
 * @param imageUri null where the picture is nowhere yet
 */
export function contractMetadata(collection: ExportCollection, imageUri: string | null): Json {
	const { facts, tokens } = collection;
	const made = collectionMetadata(facts, { tokenNumber: 1, imageCount: tokens.length });
	const { name, symbol, description, banner_image, external_link, collaborators } = made;
	const optional = { image: imageUri ?? '', banner_image, external_link };
	const told = Object.entries(optional).filter(([, value]) => value !== '');
	return {
		name,
		symbol,
		description,
		...Object.fromEntries(told),
		...(collaborators.length === 0 ? {} : { collaborators }),
	};
}

function textIn(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function feeIn(value: unknown): number | undefined {
	return Number.isInteger(value) ? (value as number) : undefined;
}

function propertiesOf(
	old: Json,
	token: ExportToken,
	{ imageUri, creators }: { readonly imageUri: string; readonly creators: unknown },
): Json {
	const kept = isRecord(old.properties) ? old.properties : {};
	const files = Array.isArray(kept.files) ? kept.files.filter((file) => isRecord(file) && file.uri !== old.image) : [];
	const category = categories.has(String(kept.category)) ? kept.category : 'image';
	return {
		...kept,
		files: [{ uri: imageUri, type: mimeOf(token) }, ...files.filter(isOtherFile(imageUri))],
		category,
		creators: creators ?? (Array.isArray(kept.creators) ? kept.creators : []),
	};
}

/** Whether a file of the old metadata is complete and another one than the picture. */
function isOtherFile(imageUri: string): (file: unknown) => boolean {
	return (file) =>
		isRecord(file) && typeof file.uri === 'string' && typeof file.type === 'string' && file.uri !== imageUri;
}
