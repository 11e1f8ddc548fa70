import type { OperationExample } from '../../openapi/operation-examples.ts';

/** By the procedure's name; every documented procedure of the collections router has one. */
export const collectionExamples: Readonly<Record<string, OperationExample>> = {
	'collections.preflight': {
		answer: {
			tokenCount: 3,
			findings: [
				{
					kind: 'symbolBytes',
					severity: 'error',
					targets: ['metaplex'],
					count: 1,
					problem: 'Solana takes symbols of 10 bytes.',
					examples: ['the collection: 12 bytes.'],
					fix: 'Shorten the symbol.',
				},
			],
		},
	},
};
