import type { OperationExample } from '../../openapi/operation-examples.ts';

const jobId = '7f1c1f0a-52b7-4a7e-9d1e-0c6d2b5a4e11';
const saleId = '3a9f0c55-1a35-4c3e-8f0d-6f1f7b0f2c21';
const walletAddress = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const mintAddress = 'E1fS4ZL7yT5nVgvE9tV4VtZbX4m7Z9u2hJ9h8yq6p3Qd';

const sale = {
	saleId,
	jobId,
	phase: 'preparing',
	progress: 0,
	network: 'solana',
	cluster: 'devnet',
	walletAddress,
	name: 'Winter Court',
	symbol: 'WINTER',
	priceLamports: '100000000',
	price: 0.1,
	royalty: 5,
	supply: 3,
	soldCount: 0,
	ownCount: 0,
	mintAddress: null,
	explorerUrl: null,
	saleUrl: `/sale/${saleId}`,
	published: false,
	carUrl: null,
	costs: { collectionLamports: '4823360', pieceLamports: '6833120', ownAllLamports: '20499360' },
	errorMessage: null,
	createdAt: '2026-11-22T10:00:00.000Z',
	startedAt: null,
	endedAt: null,
};

const laidOut = { ...sale, progress: 100, carUrl: `/api/mint-collection/${jobId}/car` };

const selling = {
	...laidOut,
	phase: 'selling',
	mintAddress,
	explorerUrl: `https://explorer.solana.com/address/${mintAddress}?cluster=devnet`,
	published: true,
	startedAt: '2026-11-22T10:02:10.000Z',
};

/** By the procedure's name; every procedure of the router of sales as their creators see them has one. */
export const mintCollectionExamples: Readonly<Record<string, OperationExample>> = {
	'mint.collections.start': { body: { jobId, walletAddress, network: 'solana' }, answer: sale },
	'mint.collections.get': { answer: selling },
	'mint.collections.costs': { answer: { costs: { collectionLamports: '5100800', pieceLamports: '6917600' } } },
	'mint.collections.transaction': {
		answer: {
			transaction: 'AgAAAAAAAAAAAAAA…',
			costLamports: '4823360',
			expiresAt: '2026-11-22T10:01:40.000Z',
		},
	},
	'mint.collections.submit': {
		body: { transaction: 'AsZ0mJ1pGg4cT6sQ' },
		answer: { ...laidOut, phase: 'confirming' },
	},
	'mint.collections.published': { answer: selling },
	'mint.collections.own': {
		body: { count: 1 },
		answer: {
			reservationId: '0c9a52f6-0c2f-4f6e-9b43-2f1f9d3c7a10',
			saleId,
			transactions: ['AwAAAAAAAAAAAAAA…'],
			priceLamports: '0',
			costLamports: '6833120',
			expiresAt: '2026-11-22T10:05:00.000Z',
		},
	},
};
