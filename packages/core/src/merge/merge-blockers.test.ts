import { describe, expect, it } from 'vitest';
import { describeMergeDeletion, findMergeBlockers } from './merge-blockers.ts';

const done = { status: 'completed', hidden: false, isMinting: false, isMinted: false, contractAddress: null } as const;
const alone = { sale: undefined, hasOpenTransaction: false, isFollowed: true, downloadCount: 0 };
type Phase = NonNullable<Parameters<typeof findMergeBlockers>[1]['sale']>['phase'];
const saleIn = (phase: Phase) => ({ phase, cluster: 'devnet' });
const reasonsOf = (...facts: Parameters<typeof findMergeBlockers>) =>
	findMergeBlockers(...facts).map(({ reason }) => reason);
const messageOf = (...facts: Parameters<typeof findMergeBlockers>) => findMergeBlockers(...facts)[0]?.message;

describe('what keeps a merge from being deleted', () => {
	it('is nothing where it ended and nobody uses it, minted or not', () => {
		expect(findMergeBlockers(done, alone)).toEqual([]);
		expect(findMergeBlockers({ ...done, status: 'failed' }, alone)).toEqual([]);
		for (const phase of ['failed', 'unsigned'] as const) {
			expect(findMergeBlockers(done, { ...alone, sale: saleIn(phase) })).toEqual([]);
		}
	});

	it('is its own work, a sale, an open transaction and a download, each named once', () => {
		expect(reasonsOf({ ...done, status: 'processing' }, alone)).toEqual(['merge_running']);
		expect(reasonsOf({ ...done, contractAddress: 'address' }, alone)).toEqual(['merge_in_use']);
		const soldOut = { ...alone, sale: saleIn('sold_out'), hasOpenTransaction: true };
		expect(reasonsOf({ ...done, isMinted: true }, soldOut)).toEqual(['merge_in_use']);
		const open = { ...alone, sale: saleIn('unsigned'), hasOpenTransaction: true };
		expect(reasonsOf(done, open)).toEqual(['mint_under_way']);
		const selling = { ...alone, sale: saleIn('selling'), downloadCount: 2 };
		expect(reasonsOf(done, selling)).toEqual(['merge_in_use', 'merge_downloading']);
	});

	it('is not final while the collection is on its way to the chain, which may refuse it', () => {
		const sent = { ...alone, sale: saleIn('confirming'), hasOpenTransaction: true };
		expect(reasonsOf(done, sent)).toEqual(['mint_under_way']);
		expect(messageOf(done, sent)).toContain('on its way to the chain');
	});

	it('names the cluster that has to be followed again where nobody asks it what became of a transaction', () => {
		for (const phase of ['unsigned', 'confirming'] as const) {
			const open = { ...alone, hasOpenTransaction: true, isFollowed: false };
			const solana = messageOf(done, { ...open, sale: saleIn(phase) });
			expect(solana).toMatch(/Solana's devnet, which this installation does not follow now/);
			const evm = messageOf(done, { ...open, sale: { phase, cluster: 'polygon' } });
			expect(evm).toMatch(/reached polygon, which this installation does not follow now/);
		}
		const followed = { ...alone, sale: saleIn('unsigned'), hasOpenTransaction: true };
		expect(messageOf(done, followed)).toContain('Try again in two minutes');
	});
});

describe('what ends with a merge', () => {
	it('is its place in the gallery, its addresses, what was prepared for minting, and files of a draft', () => {
		const prepared = { sale: saleIn('unsigned') };
		expect(describeMergeDeletion(done, prepared)).toHaveLength(4);
		expect(describeMergeDeletion({ ...done, hidden: true }, { sale: undefined })).toHaveLength(2);
		expect(describeMergeDeletion({ ...done, status: 'failed' }, { sale: undefined })).toEqual([
			expect.stringMatching(/^A draft in the merger/),
		]);
	});
});
