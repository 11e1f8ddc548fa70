import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type Marketplace, marketplaces, marketplacesReadIn, toMarketplaceNetwork } from './marketplaces.ts';

const networks = {
	solana: 'Solana (Token-2022 with a group)',
	polygon: 'Polygon (ERC-721)',
	ethereum: 'Ethereum (ERC-721)',
	test: 'Solana’s test networks',
} as const;

const listsOf = ({ lists }: Marketplace) => (lists === null ? 'unverified' : lists ? 'yes' : 'no');
const nameOf = ({ name, source }: Marketplace) => (source === null ? name : `[${name}](${source})`);

test('operators read the same of marketplaces as the pages say', async () => {
	const docs = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
	const table = (['solana', 'polygon', 'ethereum', 'test'] as const).flatMap((network) =>
		marketplaces[network].map(
			(each) => `| ${networks[network]} | ${nameOf(each)} | ${listsOf(each)} | ${each.listing} | ${each.verified} |`,
		),
	);
	expect(docs).toContain(
		[
			'| network | marketplace | lists such tokens | what is known | shown as verified |',
			'|---|---|---|---|---|',
			...table,
		].join('\n'),
	);
	expect(docs).toContain(`read in ${marketplacesReadIn}`);
});

test('what is on a test network is told apart, and an unverified claim is never a yes', () => {
	expect(toMarketplaceNetwork('solana', 'devnet')).toBe('test');
	expect(toMarketplaceNetwork('solana', 'mainnet-beta')).toBe('solana');
	expect(toMarketplaceNetwork('polygon', 'polygon')).toBe('polygon');
	for (const { lists, source } of Object.values(marketplaces).flat()) if (source === null) expect(lists).toBeNull();
});
