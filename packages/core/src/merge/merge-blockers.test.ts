import { describe, expect, it } from 'vitest';
import { describeMergeDeletion, findMergeBlockers } from './merge-blockers.ts';

const done = { status: 'completed', hidden: false, isMinting: false, isMinted: false, contractAddress: null } as const;
const alone = { sale: undefined, isSigned: false, downloadCount: 0 };
const reasonsOf = (...facts: Parameters<typeof findMergeBlockers>) =>
	findMergeBlockers(...facts).map(({ reason }) => reason);

describe('what keeps a merge from being deleted', () => {
	it('is nothing where it ended and nobody uses it, minted or not', () => {
		expect(findMergeBlockers(done, alone)).toEqual([]);
		expect(findMergeBlockers({ ...done, status: 'failed' }, alone)).toEqual([]);
		for (const phase of ['failed', 'unsigned'] as const) {
			expect(findMergeBlockers(done, { ...alone, sale: { phase } })).toEqual([]);
		}
	});

	it('is its own work, a sale, an open transaction and a download, each told once', () => {
		expect(reasonsOf({ ...done, status: 'processing' }, alone)).toEqual(['merge_running']);
		expect(reasonsOf({ ...done, contractAddress: 'address' }, alone)).toEqual(['merge_in_use']);
		expect(reasonsOf({ ...done, isMinted: true }, { ...alone, sale: { phase: 'sold_out' }, isSigned: true })).toEqual([
			'merge_in_use',
		]);
		expect(reasonsOf(done, { ...alone, sale: { phase: 'unsigned' }, isSigned: true })).toEqual(['mint_under_way']);
		expect(reasonsOf(done, { sale: { phase: 'selling' }, isSigned: false, downloadCount: 2 })).toEqual([
			'merge_in_use',
			'merge_in_use',
		]);
	});
});

describe('what ends with a merge', () => {
	it('is its place in the gallery, its addresses, and a sale that was never signed', () => {
		const prepared = { sale: { phase: 'unsigned' } } as const;
		expect(describeMergeDeletion(done, prepared)).toHaveLength(3);
		expect(describeMergeDeletion({ ...done, hidden: true }, { sale: undefined })).toHaveLength(1);
		expect(describeMergeDeletion({ ...done, status: 'failed' }, { sale: undefined })).toEqual([]);
	});
});
