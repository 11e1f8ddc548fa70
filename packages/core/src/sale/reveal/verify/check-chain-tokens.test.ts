import type { RevealProof } from '@adx/validators/sale/reveal';
import { expect, it } from 'vitest';
import { type ChainToken, checkChainTokens } from './check-chain-tokens.ts';

const proof = { metadataUri: 'ipfs://root/' } as RevealProof;
const facts = (number: number) => ({
	uri: `ipfs://root/${number}.json`,
	isFixed: true,
	isMember: true,
	ownNumber: number,
});
const token = (tokenNumber: number, change: Partial<ReturnType<typeof facts>> = {}): ChainToken => ({
	tokenNumber,
	...facts(tokenNumber),
	...change,
});
const check = (inspected: readonly ChainToken[], count: number | null = inspected.length) =>
	checkChainTokens(proof, { inspected, count }, 'the collection M on Solana');

it('tokens that name the claimed files for good are right, all of them', () => {
	expect(check([token(1), token(2)])).toEqual({
		result: 'ok',
		text: 'metadata: all 2 tokens that were sold name ipfs://root/ for good',
	});
	expect(check([token(7)], null)).toMatchObject({ result: 'ok' });
});

it.each([
	['the second names the files of another', [token(1), token(2, { uri: 'ipfs://root/1.json' })]],
	['two have changed places', [token(1, { ownNumber: 2 }), token(2, { ownNumber: 1 })]],
	['one still names its cover', [token(1), token(2, { uri: 'ipfs://covers/covered.json', isFixed: false })]],
	['one can still be changed', [token(1), token(2, { isFixed: false })]],
	['one is of another collection', [token(1), token(2, { isMember: false })]],
	['one has no number of its own', [token(1), token(2, { ownNumber: Number.NaN })]],
	['one is there twice', [token(1), token(1)]],
])('is wrong where %s', (_why, inspected) => {
	expect(check(inspected)).toMatchObject({ result: 'failed' });
});

it('is wrong where tokens are left out, and not known where none was sold', () => {
	expect(check([token(1)], 2)).toMatchObject({ result: 'failed' });
	expect(check([], 2)).toMatchObject({ result: 'failed' });
	expect(check([])).toMatchObject({ result: 'unchecked' });
	expect(check([], null)).toMatchObject({ result: 'unchecked' });
});
