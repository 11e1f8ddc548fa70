/*
 * JSON schemas for tests, written from the fields that the standards publish:
 * - EIP-721, 'ERC721 Metadata JSON Schema' (eips.ethereum.org/EIPS/eip-721): name, description and image are texts.
 * - ERC-1155, 'ERC-1155 Metadata URI JSON Schema' (eips.ethereum.org/EIPS/eip-1155): the same, `properties` an object.
 * - ERC-7572, 'Schema for contractURI' (eips.ethereum.org/EIPS/eip-7572): only name is required; pictures and link are URIs.
 * - Metaplex Token Metadata, non-fungible standard (developers.metaplex.com/token-metadata/token-standard), as Sugar reads it
 *   (metaplex-foundation/sugar, src/validate/format.rs): name, description, image and properties.files are required,
 *   attributes are pairs of texts, the fee fits 0 to 10,000, category is one of five.
 * The standards allow further fields, so do these.
 */

const text = { type: 'string' } as const;
/** A scheme and something behind it. */
const uri = { type: 'string', pattern: '^[a-zA-Z][a-zA-Z0-9+.-]*:.+' } as const;

export const erc721Schema = {
	type: 'object',
	properties: { name: text, description: text, image: text },
	required: ['name', 'description', 'image'],
} as const;

export const erc1155Schema = {
	type: 'object',
	properties: {
		name: text,
		decimals: { type: 'integer' },
		description: text,
		image: text,
		properties: { type: 'object' },
	},
	required: ['name', 'description', 'image', 'properties'],
} as const;

export const erc7572Schema = {
	type: 'object',
	properties: {
		name: text,
		symbol: text,
		description: text,
		image: uri,
		banner_image: uri,
		featured_image: uri,
		external_link: uri,
		collaborators: { type: 'array', items: text },
	},
	required: ['name'],
} as const;

export const metaplexSchema = {
	type: 'object',
	properties: {
		name: text,
		symbol: text,
		description: text,
		seller_fee_basis_points: { type: 'integer', minimum: 0, maximum: 10_000 },
		image: text,
		animation_url: text,
		external_url: text,
		attributes: {
			type: 'array',
			items: {
				type: 'object',
				properties: { trait_type: text, value: text },
				required: ['trait_type', 'value'],
			},
		},
		properties: {
			type: 'object',
			properties: {
				files: {
					type: 'array',
					items: { type: 'object', properties: { uri: text, type: text }, required: ['uri', 'type'] },
				},
				category: { enum: ['image', 'video', 'audio', 'vr', 'html'] },
				creators: {
					type: 'array',
					items: {
						type: 'object',
						properties: { address: text, share: { type: 'integer', minimum: 0, maximum: 100 } },
						required: ['address', 'share'],
					},
				},
			},
			required: ['files'],
		},
	},
	required: ['name', 'description', 'image', 'properties'],
} as const;
