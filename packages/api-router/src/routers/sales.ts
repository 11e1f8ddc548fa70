import { getPurchase } from '@adx/core/sale/buyer/get-purchase';
import { getSale } from '@adx/core/sale/buyer/get-sale';
import { listSaleItems, listSaleTraits } from '@adx/core/sale/buyer/list-sale-items';
import { reserveItem } from '@adx/core/sale/buyer/reserve-item';
import { submitReservation } from '@adx/core/sale/buyer/submit-reservation';
import { createSaleChallenge } from '@adx/core/sale/buyer/wallet-proof';
import { getRevealProof } from '@adx/core/sale/reveal/get-reveal-proof';
import { saleItemsInput, saleItemsOutput, saleTraitsOutput } from '@adx/validators/sale/items';
import { revealProofOutput } from '@adx/validators/sale/reveal';
import {
	purchaseInput,
	purchaseOutput,
	reservationOutput,
	reserveInput,
	saleChallengeInput,
	saleInput,
	saleOutput,
	submitReservationInput,
} from '@adx/validators/sale/sales';
import { saleChallengeOutput } from '@adx/validators/sale/wallet-proof';
import { procedure, router } from '../trpc.ts';

/** Buying items of a collection; open to everybody, since buyers are not members. */
export const salesRouter = router({
	get: procedure
		.meta({
			access: 'limited',
			rest: { method: 'GET', path: '/api/sales/{saleId}' },
			summary: 'A sale, and how many of its items are left',
		})
		.input(saleInput)
		.output(saleOutput)
		.query(({ ctx, input }) => getSale(ctx, input)),
	items: procedure
		.meta({
			access: 'limited',
			rest: { method: 'GET', path: '/api/sales/{saleId}/items' },
			summary: 'Items that a sale shows before they are bought',
			description: 'All, a sample or none, as its creator chose.',
		})
		.input(saleItemsInput)
		.output(saleItemsOutput)
		.query(({ ctx, input }) => listSaleItems(ctx, input)),
	traits: procedure
		.meta({
			access: 'limited',
			rest: { method: 'GET', path: '/api/sales/{saleId}/traits' },
			summary: 'Traits of the items of a sale, with a count for each value',
		})
		.input(saleInput)
		.output(saleTraitsOutput)
		.query(({ ctx, input }) => listSaleTraits(ctx, input)),
	reveal: procedure
		.meta({
			access: 'limited',
			rest: { method: 'GET', path: '/api/sales/{saleId}/reveal' },
			summary: 'The seed, block and hashes that prove a delayed reveal',
			description: '404 before the reveal.',
		})
		.input(saleInput)
		.output(revealProofOutput)
		.query(({ ctx, input }) => getRevealProof(ctx, input)),
	challenge: procedure
		.meta({
			access: 'limited',
			rest: { method: 'POST', path: '/api/sales/{saleId}/challenge' },
			summary: 'Get a message to sign as proof of owning a wallet',
			description: 'Signing it pays nothing.',
		})
		.input(saleChallengeInput)
		.output(saleChallengeOutput)
		.mutation(({ ctx, input }) => createSaleChallenge(ctx, input)),
	reserve: procedure
		.meta({
			access: 'limited',
			rest: { method: 'POST', path: '/api/sales/{saleId}/reserve' },
			summary: 'Reserve the next item and get the transaction that buys it',
		})
		.input(reserveInput)
		.output(reservationOutput)
		.mutation(({ ctx, input }) => reserveItem(ctx, input)),
	submit: procedure
		.meta({
			access: 'limited',
			rest: { method: 'POST', path: '/api/sales/{saleId}/submit' },
			summary: 'Submit what your wallet signed for a reservation',
		})
		.input(submitReservationInput)
		.output(purchaseOutput)
		.mutation(({ ctx, input }) => submitReservation(ctx, input)),
	purchase: procedure
		.meta({
			access: 'limited',
			rest: { method: 'GET', path: '/api/sales/{saleId}/reservations/{reservationId}' },
			summary: 'The outcome of a reservation, with the items bought',
		})
		.input(purchaseInput)
		.output(purchaseOutput)
		.query(({ ctx, input }) => getPurchase(ctx, input)),
});
