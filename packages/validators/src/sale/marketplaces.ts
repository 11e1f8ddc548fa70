import type { SaleNetwork } from './sales.ts';

/** What an outside marketplace does with what is sold here, as far as public documentation says. */
export interface Marketplace {
	readonly name: string;
	/** Whether it lists tokens of that kind; null where that could not be verified. */
	readonly lists: boolean | null;
	/** What is known of that, as a sentence. */
	readonly listing: string;
	/** Whether it shows a collection as verified, as a sentence. */
	readonly verified: string;
	/** Where that is written; null where nothing was found. */
	readonly source: string | null;
}

/** Where tokens are: test networks of Solana are told apart, those of EVM chains are not sold on. */
export type MarketplaceNetwork = SaleNetwork | 'test';

/** When the sources were read. */
export const marketplacesReadIn = 'November 2026';

const unknown = 'Could not be verified.';

const evm: readonly Marketplace[] = [
	{
		name: 'OpenSea',
		lists: true,
		listing: 'Names this chain among its networks, and reads tokenURI and contractURI of ERC-721 contracts.',
		verified: 'Not at first: a new collection has the status not_requested, and OpenSea decides which is verified.',
		source: 'https://projectopensea.github.io/opensea-js/enums/SafelistStatus.html',
	},
	{
		name: 'Rarible',
		lists: null,
		listing:
			'Its interface for collections and listings is said to cover this chain; its own word on it was not found.',
		verified: unknown,
		source: 'https://quicknode.com/builders-guide/tools/rarible-by-rarible-inc',
	},
	{
		name: 'Magic Eden',
		lists: false,
		listing: 'Is reported to have wound down its markets for EVM chains in March 2026.',
		verified: 'No.',
		source: 'https://stkrnews.com/article/magic-eden-winds-down-evm-bitcoin-nft-markets-to-focus-on-gambling',
	},
];

/** By network; of this table the pages and docs/operations.md are made. */
export const marketplaces: Readonly<Record<MarketplaceNetwork, readonly Marketplace[]>> = {
	solana: [
		{
			name: 'Tensor',
			lists: null,
			listing:
				'The code that it publishes takes such tokens (Token-2022, a single one, which nobody can mint again). Whether its site shows them as a collection could not be verified.',
			verified: unknown,
			source: 'https://github.com/tensor-foundation/toolbox/blob/main/toolbox/src/token_2022/mod.rs',
		},
		{
			name: 'OpenSea',
			lists: null,
			listing: 'Names Solana among its networks. Whether it lists tokens of this kind could not be verified.',
			verified: unknown,
			source: 'https://projectopensea.github.io/opensea-js/enums/Chain.html',
		},
		{ name: 'Magic Eden', lists: null, listing: unknown, verified: unknown, source: null },
	],
	polygon: evm,
	ethereum: evm,
	test: [
		{
			name: 'OpenSea',
			lists: false,
			listing: 'Names no test network among its networks.',
			verified: 'No.',
			source: 'https://projectopensea.github.io/opensea-js/enums/Chain.html',
		},
		{ name: 'Tensor, Magic Eden', lists: null, listing: unknown, verified: unknown, source: null },
	],
};

/** The network of a sale as marketplaces see it. */
export const toMarketplaceNetwork = (network: SaleNetwork, cluster: string): MarketplaceNetwork =>
	network === 'solana' && cluster !== 'mainnet-beta' ? 'test' : network;
