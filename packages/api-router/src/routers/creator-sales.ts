import { confirmPublished, getCreatorSale } from '@adx/core/sale/creator/get-creator-sale';
import { listMintedItems } from '@adx/core/sale/creator/list-minted-items';
import { reserveOwnItems } from '@adx/core/sale/creator/reserve-own-items';
import { setAllowlist, setSalePhases } from '@adx/core/sale/creator/set-phases';
import { startSale } from '@adx/core/sale/creator/start-sale';
import { endSale, updateSale } from '@adx/core/sale/creator/update-sale';
import { startReveal } from '@adx/core/sale/reveal/start-reveal';
import { buildSaleTransaction } from '@adx/core/sale/solana/build-sale-transaction';
import { estimateListingCosts } from '@adx/core/sale/solana/sale-costs';
import { submitCollection } from '@adx/core/sale/solana/submit-collection';
import { mintedItemOutput, mintedItemsInput } from '@adx/validators/sale/minted-items';
import {
	allowlistInput,
	collectionTransactionOutput,
	creatorSaleInput,
	creatorSaleOutput,
	listingCostsOutput,
	ownItemsInput,
	reservationOutput,
	salePhasesInput,
	startSaleInput,
	submitCollectionInput,
	updateSaleInput,
} from '@adx/validators/sale/sales';
import { z } from 'zod';
import { procedure, router } from '../trpc.ts';

/** What the creator of a merged collection does to sell it, on Solana or an EVM chain. */
export const creatorSalesRouter = router({
	start: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'POST', path: '/api/mint-collection' },
			summary: 'Start the sale of a finished merge under its current listing',
		})
		.input(startSaleInput)
		.output(creatorSaleOutput)
		.mutation(({ ctx, input }) => startSale(ctx, input)),
	get: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'GET', path: '/api/mint-collection/{jobId}' },
			summary: 'Status of your sale',
		})
		.input(creatorSaleInput)
		.output(creatorSaleOutput)
		.query(({ ctx, input }) => getCreatorSale(ctx, input)),
	costs: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'GET', path: '/api/mint-collection/{jobId}/costs' },
			summary: 'Maximum cost of minting a merge, before its sale is started',
		})
		.input(creatorSaleInput)
		.output(listingCostsOutput)
		.query(({ ctx, input }) => estimateListingCosts(ctx, input)),
	transaction: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'POST', path: '/api/mint-collection/{jobId}/transaction' },
			summary: 'Build the transaction that creates the collection',
			description: 'Your wallet signs it.',
		})
		.input(creatorSaleInput)
		.output(collectionTransactionOutput)
		.mutation(({ ctx, input }) => buildSaleTransaction(ctx, input)),
	submit: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'POST', path: '/api/mint-collection/{jobId}/submit' },
			summary: 'Submit the collection’s transaction, signed by your wallet',
		})
		.input(submitCollectionInput)
		.output(creatorSaleOutput)
		.mutation(({ ctx, input }) => submitCollection(ctx, input)),
	published: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'POST', path: '/api/mint-collection/{jobId}/published' },
			summary: 'Confirm that the files are on IPFS, so that the sale begins',
		})
		.input(creatorSaleInput)
		.output(creatorSaleOutput)
		.mutation(({ ctx, input }) => confirmPublished(ctx, input)),
	items: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'GET', path: '/api/mint-collection/{jobId}/items' },
			summary: 'Minted items of your sale, and who paid what for them',
		})
		.input(mintedItemsInput)
		.output(z.array(mintedItemOutput))
		.query(({ ctx, input }) => listMintedItems(ctx, input)),
	update: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'PATCH', path: '/api/mint-collection/{jobId}' },
			summary: 'Pause, resume or reprice a running sale, or change its page',
			description: 'What is reserved keeps its price.',
		})
		.input(updateSaleInput)
		.output(creatorSaleOutput)
		.mutation(({ ctx, input }) => updateSale(ctx, input)),
	phases: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'POST', path: '/api/mint-collection/{jobId}/phases' },
			summary: 'Set the phases of a sale with their prices, times and limits',
		})
		.input(salePhasesInput)
		.output(creatorSaleOutput)
		.mutation(({ ctx, input }) => setSalePhases(ctx, input)),
	allowlist: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'POST', path: '/api/mint-collection/{jobId}/phases/{phaseId}/allowlist' },
			summary: 'Set which wallets may buy in a phase, at most 20,000 per call',
			budget: { cpuMs: 5_000 },
		})
		.input(allowlistInput)
		.output(creatorSaleOutput)
		.mutation(({ ctx, input }) => setAllowlist(ctx, input)),
	end: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'POST', path: '/api/mint-collection/{jobId}/end' },
			summary: 'End a running sale for good',
			description: 'You can still mint what is left to yourself.',
		})
		.input(creatorSaleInput)
		.output(creatorSaleOutput)
		.mutation(({ ctx, input }) => endSale(ctx, input)),
	reveal: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'POST', path: '/api/mint-collection/{jobId}/reveal' },
			summary: 'Reveal the covered items of an ended sale',
			description: 'Possible once the block that decides on their order is drawn.',
		})
		.input(creatorSaleInput)
		.output(creatorSaleOutput)
		.mutation(({ ctx, input }) => startReveal(ctx, input)),
	own: procedure
		.meta({
			access: 'member',
			page: 'merger',
			rest: { method: 'POST', path: '/api/mint-collection/{jobId}/own' },
			summary: 'Reserve items for your own wallet',
			description: 'Submit them as a buyer does.',
		})
		.input(ownItemsInput)
		.output(reservationOutput)
		.mutation(({ ctx, input }) => reserveOwnItems(ctx, input)),
});
