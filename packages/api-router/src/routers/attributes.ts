import { router } from '../trpc.ts';

/** Trait metadata for finished art. It has no procedure yet; the name is reserved in the API. */
export const attributesRouter = router({});
