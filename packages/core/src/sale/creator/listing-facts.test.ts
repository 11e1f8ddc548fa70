import type { MergeJobRow } from '@adx/db/schema/merge-tables';
import { startSaleInput } from '@adx/validators/sale/sales';
import { getProgramDerivedAddress } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { checkWalletAddress } from '../solana/solana.ts';
import { cutToBytes } from '../solana/token-metadata.ts';
import { toListingFacts, toSol } from './listing-facts.ts';

const rowOf = (change: object) =>
	({
		collectionName: 'Winter Court',
		collectionSymbol: 'WIN',
		collectionDescription: null,
		description: 'Two courts.',
		mintPrice: 0.1,
		royaltyPercentage: 2.5,
		...change,
	}) as MergeJobRow;

function refusalOf(change: object): unknown {
	try {
		return toListingFacts(rowOf(change), { cluster: 'devnet' });
	} catch (error) {
		return error;
	}
}

describe('the listing as Solana holds it', () => {
	it('is what the merge says, with the royalty in hundredths of a percent', () => {
		expect(toListingFacts(rowOf({}), { cluster: 'devnet' })).toEqual({
			name: 'Winter Court',
			symbol: 'WIN',
			description: 'Two courts.',
			royaltyBasisPoints: 250,
			priceLamports: '100000000',
		});
		expect(toListingFacts(rowOf({ collectionDescription: 'Better.' }), { cluster: 'devnet' }).description).toBe(
			'Better.',
		);
	});

	it('takes a name of 32 bytes and a symbol of 10 (AMB-49)', () => {
		const [collectionName, collectionSymbol] = ['é'.repeat(16), 'É'.repeat(5)];
		const facts = toListingFacts(rowOf({ collectionName, collectionSymbol }), { cluster: 'devnet' });
		expect(facts).toMatchObject({ name: collectionName, symbol: collectionSymbol });
	});

	it.each([
		['collectionName', 'a name that is not set', { collectionName: null }],
		['collectionName', 'a name of 33 bytes (AMB-49)', { collectionName: 'x'.repeat(33) }],
		['collectionName', 'a name of 17 characters and 34 bytes (AMB-49)', { collectionName: 'é'.repeat(17) }],
		['collectionSymbol', 'a symbol that is not set', { collectionSymbol: null }],
		['collectionSymbol', 'a symbol of 6 characters and 12 bytes (AMB-49)', { collectionSymbol: 'É'.repeat(6) }],
		['mintPrice', 'a price that is not set', { mintPrice: null }],
		['mintPrice', 'a price of more than nine decimals (AMB-47)', { mintPrice: 0.1000000001 }],
		['mintPrice', 'a price of less than a lamport (AMB-47)', { mintPrice: 1e-10 }],
	])('names the field %s and rejects %s (MLST-05)', (field, _, change) => {
		const fields = { [field]: expect.stringMatching(/\w+/) };
		expect(refusalOf(change)).toMatchObject({ code: 'INVALID', reason: 'bad_input', meta: { fields } });
	});

	it.each([
		[0.1, '100000000'],
		[0.3, '300000000'],
		[0, '0'],
		[1e-9, '1'],
		[0.123456789, '123456789'],
		[999_999.999999999, '999999999999999'],
		[1_000_000, '1000000000000000'],
	])('costs exactly %d SOL, and back (AMB-47)', (mintPrice, priceLamports) => {
		expect(toListingFacts(rowOf({ mintPrice }), { cluster: 'devnet' }).priceLamports).toBe(priceLamports);
		expect(toSol(priceLamports)).toBe(mintPrice);
	});
});

it('on an EVM chain has texts of any length', () => {
	const texts = { collectionName: 'x'.repeat(80), collectionSymbol: 'S'.repeat(12) };
	expect(toListingFacts(rowOf(texts), { cluster: 'polygon' })).toMatchObject({ name: 'x'.repeat(80) });
});

describe('a wallet that starts a sale', () => {
	it('is taken when it can sign', async () => {
		await expect(checkWalletAddress('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU')).resolves.toBeUndefined();
	});

	it.each([
		['characters that base58 lacks', 'O'.repeat(44)],
		['the system program', '1'.repeat(32)],
		['an address of Ethereum', '0x5FbDB2315678afecb367f032d93F642f64180aa3'],
	])('rejects %s', (_, walletAddress) => {
		expect(startSaleInput.safeParse({ jobId: 'x', walletAddress, network: 'solana' }).success).toBe(false);
	});

	it('rejects more than 32 bytes, and an address that no key belongs to', async () => {
		const programAddress = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Parameters<
			typeof getProgramDerivedAddress
		>[0]['programAddress'];
		const [derived] = await getProgramDerivedAddress({ programAddress, seeds: ['vault'] });
		for (const address of ['z'.repeat(44), derived]) {
			await expect(checkWalletAddress(address)).rejects.toMatchObject({
				code: 'INVALID',
				meta: { fields: { walletAddress: expect.stringMatching(/address/) } },
			});
		}
	});
});

describe('a name on chain', () => {
	it.each([
		['Winter Court #1', 'Winter Court #1'],
		['x'.repeat(40), 'x'.repeat(32)],
		['é'.repeat(20), 'é'.repeat(16)],
		['The Winter Court of the Northern Elves #10000', 'The Winter Court of the N #10000'],
		['The Winter Court of the Nor and so on #7', 'The Winter Court of the Nor a #7'],
		[`x${' '.repeat(40)}#7`, 'x #7'],
		[`${'x'.repeat(30)}#${'1'.repeat(20)}`, `${'x'.repeat(30)}#1`],
		// A family is one character of 25 bytes.
		['👨‍👩‍👧‍👦👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
	])('%s is cut at the end of a character', (name, cut) => {
		expect(cutToBytes(name, 32)).toBe(cut);
	});
});
