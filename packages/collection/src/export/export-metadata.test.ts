import { expect, it } from 'vitest';
import { contractMetadata, exportCollectionMetadata, exportMetadata } from './export-metadata.ts';
import { sampleCollection } from './export-testing.ts';

const sample = sampleCollection(new Map());

/** The symbols of tokens that say these, of their collection and of its contract. */
function toSymbols(own: readonly (string | undefined)[], symbol?: string) {
	const collection = {
		facts: { name: 'Court', ...(symbol === undefined ? {} : { symbol }) },
		tokens: own.map((each, index) => {
			const token = sample.tokens[index]!;
			return { ...token, metadata: { ...token.metadata, ...(each === undefined ? {} : { symbol: each }) } };
		}),
	};
	const tokens = collection.tokens.map((token) => exportMetadata(collection, token, '1.png').symbol);
	const whole = exportCollectionMetadata(collection, collection.tokens[0]!, '1.png').symbol;
	return { tokens, whole, contract: contractMetadata(collection, null).symbol };
}

it('names the symbol of the files, or none, where none is set for all', () => {
	expect(toSymbols(['WEB', undefined])).toEqual({ tokens: ['WEB', ''], whole: 'WEB', contract: 'WEB' });
	expect(toSymbols(['WEB', 'ICE'])).toEqual({ tokens: ['WEB', 'ICE'], whole: '', contract: undefined });
	expect(toSymbols([undefined])).toEqual({ tokens: [''], whole: '', contract: undefined });
	expect(toSymbols(['WEB', undefined], 'ALL')).toEqual({ tokens: ['ALL', 'ALL'], whole: 'ALL', contract: 'ALL' });
});

it('leaves addresses in texts as they are, also that of the picture, which is replaced where it is one', () => {
	const image = 'ipfs://NewUriToReplace/1.png';
	const texts = { description: `See ${image}`, attributes: [{ trait_type: 'Source', value: image }] };
	const token = { ...sample.tokens[0]!, metadata: { name: 'Elf', image, animation_url: image, ...texts } };
	expect(exportMetadata(sample, token, '1.png')).toMatchObject({ image: '1.png', animation_url: '1.png', ...texts });
});
