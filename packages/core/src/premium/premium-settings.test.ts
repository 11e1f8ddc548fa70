import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { mintVariables } from '../mint/mint-settings.ts';
import { findPremiumProblem, premiumVariables, toPremiumSettings } from './premium-settings.ts';

const treasury = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const nodes = { POLYGON_RPC_URL: 'http://127.0.0.1:8545', ETHEREUM_RPC_URL: 'http://127.0.0.1:8546' };
const variables = z.object({ ...mintVariables.shape, ...premiumVariables.shape });
const read = (given: Record<string, string>) => variables.parse({ ...nodes, ...given });
const priced = (given: Record<string, string>) =>
	[...toPremiumSettings(read(given)).values()].map(({ chain, price, treasury: to }) => [chain, price, to]);

describe('the settings of paying for Premium', () => {
	it.each([
		['a number alone, for Polygon', '5', [['polygon', '5', treasury]]],
		['one chain', ' ethereum : 0.002 ', [['ethereum', '0.002', treasury]]],
		[
			'several chains',
			'polygon:5,ethereum:0.002',
			[
				['polygon', '5', treasury],
				['ethereum', '0.002', treasury],
			],
		],
		['as many places as the coin has', '0.000000000000000001', [['polygon', '0.000000000000000001', treasury]]],
	])('read %s', (_, PREMIUM_PRICE, expected) => {
		expect(priced({ PREMIUM_TREASURY: treasury.toLowerCase(), PREMIUM_PRICE })).toEqual(expected);
	});

	it('read a treasury per chain', () => {
		const given = { PREMIUM_TREASURY: `polygon:${treasury},ethereum:${other}`, PREMIUM_PRICE: 'polygon:5,ethereum:1' };
		expect(priced(given)).toEqual([
			['polygon', '5', treasury],
			['ethereum', '1', other],
		]);
	});

	it('need neither contract nor signer, and take the chain’s own symbol and confirmations', () => {
		const given = { PREMIUM_TREASURY: treasury, PREMIUM_PRICE: '5', POLYGON_SYMBOL: 'POL', POLYGON_CONFIRMATIONS: '2' };
		expect(toPremiumSettings(read(given)).get('polygon')).toEqual({
			chain: 'polygon',
			chainId: 137,
			symbol: 'POL',
			rpcUrl: nodes.POLYGON_RPC_URL,
			explorerUrl: null,
			treasury,
			price: '5',
			confirmations: 2,
		});
		expect(toPremiumSettings(read({})).size).toBe(0);
	});

	it.each([
		'0',
		'0.0',
		'-1',
		'1e3',
		'1.0000000000000000001',
		'five',
		'5 MATIC',
		'solana:1',
		'polygon:',
		'5,6',
		'polygon:5,5',
		',',
	])('reject the price %j', (PREMIUM_PRICE) => {
		expect(premiumVariables.safeParse({ PREMIUM_PRICE }).error?.issues[0]?.path).toEqual(['PREMIUM_PRICE']);
	});

	it.each([
		'0x12',
		`0x${'0'.repeat(40)}`,
		`${treasury.slice(0, -1)}4`,
		treasury.replace('F', 'f'),
		`solana:${treasury}`,
		`${treasury},polygon:${treasury}`,
	])('reject the treasury %j', (PREMIUM_TREASURY) => {
		expect(premiumVariables.safeParse({ PREMIUM_TREASURY }).error?.issues[0]?.path).toEqual(['PREMIUM_TREASURY']);
	});

	it.each<[string, Record<string, string>, string | null]>([
		['nothing', {}, null],
		['both', { PREMIUM_TREASURY: treasury, PREMIUM_PRICE: '5', POLYGON_RPC_URL: 'http://127.0.0.1:1' }, null],
		['a treasury alone', { PREMIUM_TREASURY: treasury }, 'PREMIUM_PRICE must be set beside PREMIUM_TREASURY'],
		['a price alone', { PREMIUM_PRICE: '5' }, 'PREMIUM_TREASURY must be set beside PREMIUM_PRICE'],
		[
			'no node',
			{ PREMIUM_TREASURY: treasury, PREMIUM_PRICE: '5' },
			'POLYGON_RPC_URL must be set, since PREMIUM_PRICE has a price on Polygon',
		],
		[
			'a treasury on another chain only',
			{ PREMIUM_TREASURY: `polygon:${treasury}`, PREMIUM_PRICE: 'ethereum:1', ETHEREUM_RPC_URL: 'http://127.0.0.1:1' },
			'PREMIUM_TREASURY must name an address on Ethereum, where PREMIUM_PRICE has a price',
		],
	])('say of %s what is wrong', (_, given, problem) => {
		expect(findPremiumProblem(variables.parse(given))).toBe(problem);
	});
});
