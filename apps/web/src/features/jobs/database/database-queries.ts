import { statsPollMs } from '@adx/validators/limits';
import { pollEvery } from '../../../lib/api/query-client.ts';
import { type ApiOutputs, type ApiQuery, trpc } from '../../../lib/api/trpc.ts';

/** How much was generated so far, refreshed every minute. */
export function useStats(): ApiQuery<ApiOutputs['database']['stats']> {
	return trpc.database.stats.useQuery(undefined, { refetchInterval: pollEvery(statsPollMs) });
}

/** Deletes the caller's images and jobs; what is on the page about them is stale from then on. */
export const useCleanup = () => trpc.database.cleanup.useMutation();

/** What the caller's uploads take that nothing uses yet; asked while somebody looks. */
export function useUploadUsage(isShown: boolean): ApiQuery<ApiOutputs['database']['uploads']> {
	return trpc.database.uploads.useQuery(undefined, { enabled: isShown });
}

/** What was uploaded is counted again. */
export function useCleanupUploads() {
	const utils = trpc.useUtils();
	return trpc.database.cleanup.useMutation({ onSettled: () => utils.database.uploads.invalidate() });
}
