import { router } from '../trpc.ts';

/** Minting on EVM chains and Solana. It has no procedure yet; the name is reserved in the API. */
export const mintRouter = router({});
