import { randomUUID } from 'node:crypto';
import { developersOnly, lockedPage, notFoundForAll, type PermissionRow } from './permission-table-testing.ts';

// The part of the permission table that is about minting and sales; see permissions.test.ts.

const mintOrder = (imageId: string) => ({
	imageId,
	chain: 'polygon',
	walletAddress: `0x${'1'.repeat(40)}`,
	name: 'Elf Wizard',
});

/** By the procedure's name. */
export const mintRows: Readonly<Record<string, PermissionRow>> = {
	'mint.chains': { statuses: developersOnly },
	'mint.contract': { statuses: { ...developersOnly, developer: 409 } },
	'mint.status': { statuses: developersOnly },
	// No chain is configured here, so nothing is ever prepared.
	'mint.prepare': { statuses: { ...developersOnly, developer: 409 }, input: ({ imageId }) => mintOrder(imageId) },
	'mint.submitted': {
		statuses: { ...developersOnly, developer: 404 },
		input: ({ imageId }) => ({ imageId, chain: 'polygon', transactionHash: `0x${'1'.repeat(64)}` }),
	},
	'mint.cancel': {
		statuses: { ...developersOnly, developer: 404 },
		input: ({ imageId }) => ({ imageId, chain: 'polygon' }),
	},
	// Solana is not set up here, so nothing is ever sold.
	'mint.collections.start': {
		statuses: { ...lockedPage, premium: 409 },
		input: ({ mergeId }) => ({
			jobId: mergeId,
			walletAddress: 'So11111111111111111111111111111111111111112',
			network: 'solana',
		}),
	},
	'mint.collections.get': { statuses: { ...lockedPage, premium: 404 }, input: ({ mergeId }) => ({ jobId: mergeId }) },
	'mint.collections.costs': { statuses: { ...lockedPage, premium: 200 }, input: ({ mergeId }) => ({ jobId: mergeId }) },
	'mint.collections.transaction': {
		statuses: { ...lockedPage, premium: 404 },
		input: ({ mergeId }) => ({ jobId: mergeId }),
	},
	'mint.collections.submit': {
		statuses: { ...lockedPage, premium: 404 },
		input: ({ mergeId }) => ({ jobId: mergeId, transaction: 'AQID' }),
	},
	'mint.collections.published': {
		statuses: { ...lockedPage, premium: 404 },
		input: ({ mergeId }) => ({ jobId: mergeId }),
	},
	'mint.collections.items': { statuses: { ...lockedPage, premium: 404 }, input: ({ mergeId }) => ({ jobId: mergeId }) },
	'mint.collections.update': {
		statuses: { ...lockedPage, premium: 404 },
		input: ({ mergeId }) => ({ jobId: mergeId, paused: true }),
	},
	'mint.collections.phases': {
		statuses: { ...lockedPage, premium: 404 },
		input: ({ mergeId }) => ({ jobId: mergeId, phases: [] }),
	},
	'mint.collections.allowlist': {
		statuses: { ...lockedPage, premium: 404 },
		input: ({ mergeId }) => ({ jobId: mergeId, phaseId: randomUUID(), wallets: [] }),
	},
	'mint.collections.end': { statuses: { ...lockedPage, premium: 404 }, input: ({ mergeId }) => ({ jobId: mergeId }) },
	'mint.collections.reveal': {
		statuses: { ...lockedPage, premium: 404 },
		input: ({ mergeId }) => ({ jobId: mergeId }),
	},
	'mint.collections.own': {
		statuses: { ...lockedPage, premium: 404 },
		input: ({ mergeId }) => ({ jobId: mergeId, count: 1 }),
	},
	// A sale is open to everybody, or to nobody at all; one that exists is in sales.test.ts.
	'mint.sales.get': { statuses: notFoundForAll, input: ({ mergeId }) => ({ saleId: mergeId }) },
	'mint.sales.items': { statuses: notFoundForAll, input: ({ mergeId }) => ({ saleId: mergeId }) },
	'mint.sales.reveal': { statuses: notFoundForAll, input: ({ mergeId }) => ({ saleId: mergeId }) },
	'mint.sales.traits': { statuses: notFoundForAll, input: ({ mergeId }) => ({ saleId: mergeId }) },
	'mint.sales.challenge': {
		statuses: notFoundForAll,
		input: ({ mergeId }) => ({ saleId: mergeId, walletAddress: 'So11111111111111111111111111111111111111112' }),
	},
	'mint.sales.reserve': {
		statuses: notFoundForAll,
		input: ({ mergeId }) => ({ saleId: mergeId, walletAddress: 'So11111111111111111111111111111111111111112' }),
	},
	'mint.sales.submit': {
		statuses: notFoundForAll,
		input: ({ mergeId }) => ({ saleId: mergeId, reservationId: randomUUID(), transactions: ['AQID'] }),
	},
	'mint.sales.purchase': {
		statuses: notFoundForAll,
		input: ({ mergeId }) => ({ saleId: mergeId, reservationId: randomUUID() }),
	},
};
