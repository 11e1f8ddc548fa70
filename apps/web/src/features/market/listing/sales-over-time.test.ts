import type { MintedItem } from '@adx/validators/sale/minted-items';
import { describe, expect, it } from 'vitest';
import { countBuyers, toSalePoints, toSalesCsv, toStepPath } from './sales-over-time.ts';

const item = (tokenNumber: number, changes: Partial<MintedItem> = {}): MintedItem => ({
	tokenNumber,
	name: `Frost #${tokenNumber}`,
	kind: 'bought',
	walletAddress: 'buyer',
	paidLamports: '20000000',
	mintedAt: `2026-11-2${tokenNumber}T10:00:00.000Z`,
	mintAddress: `mint-${tokenNumber}`,
	signature: `signature-${tokenNumber}`,
	explorerUrl: null,
	...changes,
});

describe('sales over time', () => {
	it('count what was bought, oldest first, and not what the creator kept', () => {
		const items = [
			item(4),
			item(3, { kind: 'own', paidLamports: null, walletAddress: 'creator' }),
			item(1),
			item(2, { mintedAt: item(1).mintedAt }),
		];
		expect(toSalePoints(items)).toEqual([
			{ atMs: Date.parse('2026-11-21T10:00:00Z'), sold: 2 },
			{ atMs: Date.parse('2026-11-24T10:00:00Z'), sold: 3 },
		]);
		expect(countBuyers([...items, item(5, { walletAddress: 'other' })])).toBe(2);
	});

	it('are drawn as steps from the lower left to the upper right', () => {
		const points = [
			{ atMs: 0, sold: 1 },
			{ atMs: 50, sold: 2 },
			{ atMs: 100, sold: 4 },
		];
		expect(toStepPath(points, { width: 100, height: 40 })).toBe('M0 40H0V30H50V20H100V0H100');
		expect(toStepPath([], { width: 100, height: 40 })).toBe('');
	});

	it('go into a spreadsheet with prices in SOL, and nothing there is calculated', () => {
		const csv = toSalesCsv([item(1, { name: '=1+1' }), item(2, { kind: 'own', paidLamports: null, signature: null })]);
		expect(csv.split('\r\n')).toEqual([
			'number,name,kind,wallet,paid_sol,minted_at,address,signature',
			"1,'=1+1,bought,buyer,0.02,2026-11-21T10:00:00.000Z,mint-1,signature-1",
			'2,Frost #2,own,buyer,,2026-11-22T10:00:00.000Z,mint-2,',
			'',
		]);
	});
});
