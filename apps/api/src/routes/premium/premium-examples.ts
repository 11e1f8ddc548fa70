import type { OperationExample } from '../../openapi/operation-examples.ts';
import { checkOf } from '../auth/auth-examples.ts';

const signature = '0x8f3c1d5e7a9b0c2d4e6f8a1b3c5d7e9f0a2b4c6d8e0f1a3b5c7d9e1f3a5b7c9d';

/** What the procedures about Premium take and answer. */
export const premiumExamples: Readonly<Record<string, OperationExample>> = {
	'auth.listPremiumPayments': {
		answer: [
			{
				chain: 'polygon',
				signature,
				active: true,
				paidAt: '2026-11-22T10:00:00.000Z',
				explorerUrl: `https://polygonscan.com/tx/${signature}`,
			},
		],
	},
	'auth.payPremium': { body: { chain: 'polygon', signature }, answer: checkOf({ role: 'creator', premium: true }) },
	'auth.removePremium': { answer: checkOf({ role: 'creator', premium: false }) },
};
