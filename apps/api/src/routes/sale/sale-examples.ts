import type { OperationExample } from '../../openapi/operation-examples.ts';

const saleId = '3a9f0c55-1a35-4c3e-8f0d-6f1f7b0f2c21';
const reservationId = '0c9a52f6-0c2f-4f6e-9b43-2f1f9d3c7a10';
const walletAddress = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const mintAddress = 'E1fS4ZL7yT5nVgvE9tV4VtZbX4m7Z9u2hJ9h8yq6p3Qd';
const pieceAddress = '3kE4oTnbHn9q1T5w7oS6mGmVvS2xP8uJrY5cZdA7fB9h';
const explorerUrl = `https://explorer.solana.com/address/${mintAddress}?cluster=devnet`;
const imageUrl = `/api/sales/${saleId}/pieces/2`;

const sent = { reservationId, saleId, status: 'sent', pieceCount: 1, errorMessage: null, pieces: [] };

/** By the procedure's name; every procedure of the router of sales as buyers see them has one. */
export const saleExamples: Readonly<Record<string, OperationExample>> = {
	'mint.sales.get': {
		answer: {
			saleId,
			phase: 'selling',
			name: 'Winter Court',
			symbol: 'WINTER',
			description: 'Elves of the north.',
			creator: 'Anonymous',
			coverUrl: `/api/sales/${saleId}/cover?size=512`,
			walletAddress,
			cluster: 'devnet',
			mintAddress,
			explorerUrl,
			priceLamports: '100000000',
			price: 0.1,
			pieceCostLamports: '6833120',
			royalty: 5,
			supply: 3,
			mintedCount: 1,
			reservedCount: 1,
			availableCount: 1,
			latest: [{ tokenNumber: 2, name: 'Winter Court #2', imageUrl }],
		},
	},
	'mint.sales.reserve': {
		body: { walletAddress: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGC' },
		answer: {
			reservationId,
			saleId,
			transactions: ['AwAAAAAAAAAAAAAA…'],
			priceLamports: '100000000',
			costLamports: '6833120',
			expiresAt: '2026-11-22T10:05:00.000Z',
		},
	},
	'mint.sales.submit': { body: { reservationId, transactions: ['A2bZ0mJ1pGg4cT6sQAAA'] }, answer: sent },
	'mint.sales.purchase': {
		answer: {
			...sent,
			status: 'confirmed',
			pieces: [
				{
					tokenNumber: 2,
					name: 'Winter Court #2',
					imageUrl,
					attributes: [{ trait_type: 'Race', value: 'Elf' }],
					rarityRank: 1,
					rarityTier: 'Legendary',
					mintAddress: pieceAddress,
					explorerUrl: `https://explorer.solana.com/address/${pieceAddress}?cluster=devnet`,
				},
			],
		},
	},
};
