import type { SubmittedMintInput } from '@adx/validators/mint';
import { afterEach, expect, test } from 'vitest';
import { readSentMints, removeSentMint, storeSentMint } from './sent-mints.ts';

const sent = (digit: string): SubmittedMintInput => ({
	imageId: `image-${digit}`,
	chain: 'polygon',
	transactionHash: `0x${digit.repeat(64)}`,
});

afterEach(() => localStorage.clear());

test('what was sent is remembered until it is told', () => {
	storeSentMint(sent('a'));
	storeSentMint(sent('b'));
	removeSentMint(sent('a'));
	expect(readSentMints()).toEqual([sent('b')]);
	removeSentMint(sent('b'));
	expect(localStorage.getItem('adx_sent_mints')).toBeNull();
});

test('rejects what cannot be read, and nothing beside it', () => {
	localStorage.setItem('adx_sent_mints', JSON.stringify([{ imageId: 5 }, sent('a'), null, 'x', sent('b')]));
	expect(readSentMints()).toEqual([sent('a'), sent('b')]);
	for (const broken of ['{', '{}', 'null', '"x"']) {
		localStorage.setItem('adx_sent_mints', broken);
		expect(readSentMints()).toEqual([]);
	}
});
