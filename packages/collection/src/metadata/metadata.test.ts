import type { ImageTraits } from '@adx/validators/catalogue/image-traits';
import { describe, expect, it } from 'vitest';
import {
	collectionMetadata,
	imagePath,
	metadataText,
	sellerFeeBasisPoints,
	solanaProblems,
	toCollectionName,
	tokenMetadata,
} from './metadata.ts';

const traits: ImageTraits = {
	race: 'elf',
	class: 'wizard',
	artStyle: 'bold-classic',
	background: 'forest-glade',
	affliction: 'none',
	divinity: 'ninth-star',
	items: 'bone-dice',
	magicalStone: 'none',
	rarity: 'Rare',
};

describe('tokenMetadata', () => {
	it('holds what EVM marketplaces and Metaplex want, in fixed order', () => {
		const metadata = tokenMetadata({ name: 'Winter Court' }, { tokenNumber: 12, traits });
		expect(metadata).toEqual({
			name: 'Winter Court #12',
			symbol: 'ADX',
			description: 'Elf Wizard, number 12 of Winter Court.',
			image: 'images/12.png',
			external_url: '',
			attributes: [
				{ trait_type: 'Race', value: 'Elf' },
				{ trait_type: 'Class', value: 'Wizard' },
				{ trait_type: 'Art Style', value: 'Bold Classic' },
				{ trait_type: 'Background', value: 'Forest Glade' },
				{ trait_type: 'Affliction', value: 'None' },
				{ trait_type: 'Divinity', value: 'Ninth Star' },
				{ trait_type: 'Items', value: 'Bone Dice' },
				{ trait_type: 'Magical Stone', value: 'None' },
				{ trait_type: 'Rarity', value: 'Rare' },
			],
			seller_fee_basis_points: 0,
			collection: { name: 'Winter Court', family: 'Winter Court' },
			category: 'image',
			properties: { files: [{ uri: 'images/12.png', type: 'image/png' }], category: 'image', creators: [] },
		});
		const fields = Object.keys(JSON.parse(metadataText(metadata)) as object).join();
		expect(fields).toBe(
			'name,symbol,description,image,external_url,attributes,seller_fee_basis_points,collection,category,properties',
		);
	});

	it('takes over what the collection says about itself', () => {
		const creators = [{ address: 'abc', share: 100 }];
		const collection = {
			name: 'Winter Court',
			symbol: 'WIN',
			description: 'Cold.',
			externalUrl: 'https://example.org',
			sellerFeeBasisPoints: 250,
			creators,
		};
		const token = { tokenNumber: 3, traits, mime: 'image/webp', backgroundColor: '00ff00', animationUrl: 'ipfs://x' };
		expect(tokenMetadata(collection, token)).toMatchObject({
			symbol: 'WIN',
			description: 'Cold.',
			image: 'images/3.webp',
			external_url: 'https://example.org',
			seller_fee_basis_points: 250,
			properties: { files: [{ uri: 'images/3.webp', type: 'image/webp' }], creators },
			background_color: '00ff00',
			animation_url: 'ipfs://x',
		});
	});

	it('names the version of the forge among the properties, and nothing of it for other pictures', () => {
		const propertiesOf = (forgeVersion: number | null) =>
			tokenMetadata({ name: 'A' }, { tokenNumber: 1, traits, forgeVersion }).properties;
		expect(Object.keys(propertiesOf(2))).toEqual(['files', 'category', 'creators', 'forge']);
		expect(propertiesOf(2).forge).toBe(2);
		expect(Object.keys(propertiesOf(null))).toEqual(['files', 'category', 'creators']);
	});

	it('gives the same bytes for the same token', () => {
		const text = () => metadataText(tokenMetadata({ name: 'A' }, { tokenNumber: 1, traits: { ...traits } }));
		expect(text()).toBe(text());
		expect(text().endsWith('}\n')).toBe(true);
	});
});

describe('collectionMetadata', () => {
	it("holds ERC-7572's fields and Metaplex's beside them", () => {
		expect(
			collectionMetadata({ name: 'Winter Court', collaborators: ['0x1'] }, { tokenNumber: 1, imageCount: 5 }),
		).toEqual({
			name: 'Winter Court',
			symbol: 'ADX',
			description: 'Winter Court, a collection of 5 tokens.',
			image: 'images/1.png',
			banner_image: '',
			external_link: '',
			collaborators: ['0x1'],
			external_url: '',
			seller_fee_basis_points: 0,
			category: 'image',
			properties: { files: [{ uri: 'images/1.png', type: 'image/png' }], category: 'image', creators: [] },
		});
	});
});

describe('names and limits', () => {
	it('names a collection without a project name', () => {
		expect([toCollectionName(null), toCollectionName('  '), toCollectionName(' Elves ')]).toEqual([
			'ADX Collection',
			'ADX Collection',
			'Elves',
		]);
	});

	it('names images by their type', () => {
		expect([imagePath(1), imagePath(2, 'image/jpeg'), imagePath(3, 'image/webp')]).toEqual([
			'images/1.png',
			'images/2.jpg',
			'images/3.webp',
		]);
	});

	it('rejects an image type no engine makes', () => {
		expect(() => imagePath(1, 'image/gif')).toThrow(RangeError);
	});

	it('rounds a royalty to basis points', () => {
		expect([0, 2.5, 7.77, 0.004, 10].map(sellerFeeBasisPoints)).toEqual([0, 250, 777, 0, 1_000]);
	});

	it('counts the limits of Solana in bytes (AMB-49)', () => {
		expect(solanaProblems({ name: 'x'.repeat(32), symbol: 'x'.repeat(10), uri: 'x'.repeat(200) })).toEqual([]);
		expect(solanaProblems({ name: 'é'.repeat(17), symbol: 'x'.repeat(11) })).toEqual([
			'The name takes 34 bytes; Solana allows 32.',
			'The symbol takes 11 bytes; Solana allows 10.',
		]);
	});
});
