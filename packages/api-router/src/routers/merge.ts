import { router } from '../trpc.ts';

/** Merging collections into a Frozen Collection. It has no procedure yet; the name is reserved in the API. */
export const mergeRouter = router({});
