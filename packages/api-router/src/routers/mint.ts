import { cancelMint } from '@adx/core/mint/cancel-mint';
import { getMintContract, listMintChains } from '@adx/core/mint/mint-chains';
import { listMintStatus } from '@adx/core/mint/mint-status';
import { prepareMint } from '@adx/core/mint/prepare-mint';
import { submitMint } from '@adx/core/mint/submit-mint';
import {
	cancelMintInput,
	mintChainOutput,
	mintContractInput,
	mintContractOutput,
	mintStatusInput,
	mintStatusOutput,
	preparedMintOutput,
	prepareMintInput,
	submittedMintInput,
} from '@adx/validators/mint';
import { z } from 'zod';
import { procedure, router } from '../trpc.ts';
import { creatorSalesRouter } from './creator-sales.ts';
import { salesRouter } from './sales.ts';

/**
 * Single images as tokens on EVM chains, the caller's own alone, for developers; and sales of merged collections, on Solana
 * and EVM chains.
 */
export const mintRouter = router({
	collections: creatorSalesRouter,
	sales: salesRouter,
	chains: procedure
		.meta({
			access: 'developer',
			rest: { method: 'GET', path: '/api/mint/chains' },
			summary: 'Chains on which images can be minted',
		})
		.output(z.array(mintChainOutput))
		.query(({ ctx }) => listMintChains(ctx)),
	contract: procedure
		.meta({
			access: 'developer',
			rest: { method: 'GET', path: '/api/mint/contract' },
			summary: 'Images per transaction and royalty of the contract on a chain',
		})
		.input(mintContractInput)
		.output(mintContractOutput)
		.query(({ ctx, input }) => getMintContract(ctx, input)),
	status: procedure
		.meta({
			access: 'developer',
			rest: { method: 'GET', path: '/api/mint/status' },
			summary: 'Your mints on a chain, one row per image',
		})
		.input(mintStatusInput)
		.output(z.array(mintStatusOutput))
		.query(({ ctx, input }) => listMintStatus(ctx, input)),
	prepare: procedure
		.meta({
			access: 'developer',
			rest: { method: 'POST', path: '/api/mint/prepare' },
			summary: 'Prepare a mint and get the signed permission for it',
		})
		.input(prepareMintInput)
		.output(preparedMintOutput)
		.mutation(({ ctx, input }) => prepareMint(ctx, input)),
	submitted: procedure
		.meta({
			access: 'developer',
			rest: { method: 'POST', path: '/api/mint/{imageId}/submitted' },
			summary: 'Report the transaction that your wallet sent',
		})
		.input(submittedMintInput)
		.output(mintStatusOutput)
		.mutation(({ ctx, input }) => submitMint(ctx, input)),
	cancel: procedure
		.meta({
			access: 'developer',
			rest: { method: 'POST', path: '/api/mint/{imageId}/cancel' },
			summary: 'Cancel a mint',
			description: 'The signed permission stays valid until its deadline.',
		})
		.input(cancelMintInput)
		.output(mintStatusOutput)
		.mutation(({ ctx, input }) => cancelMint(ctx, input)),
});
