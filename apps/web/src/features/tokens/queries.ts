import { showToast } from '@adx/ui/toast-store';
import { type ApiOutputs, trpc } from '../../lib/trpc.ts';

export type AccessToken = ApiOutputs['auth']['listTokens'][number];
export type CreatedToken = ApiOutputs['auth']['createToken'];

/** The caller's access tokens that have not ended, newest first. */
export const useTokens = () => trpc.auth.listTokens.useQuery();

/** Makes a token; its answer is the only place where the secret can be read. */
export function useCreateToken(onCreated: (token: CreatedToken) => void) {
	const utils = trpc.useUtils();
	return trpc.auth.createToken.useMutation({
		// The secret must not lie in the page's memory longer than it is shown.
		gcTime: 0,
		onSuccess(created) {
			void utils.auth.listTokens.invalidate();
			onCreated(created);
		},
	});
}

/** Ends a token at once. One that is gone already is taken off the list as well. */
export function useRevokeToken(onSettled: (tokenId: string) => void) {
	const utils = trpc.useUtils();
	return trpc.auth.revokeToken.useMutation({
		onSuccess: ({ name }) =>
			showToast({ title: 'Token Revoked', description: `‘${name}’ opens nothing any more`, tone: 'success' }),
		onError: ({ message }) => showToast({ title: 'Token Was Not Revoked', description: message, tone: 'destructive' }),
		onSettled(_answer, _error, { tokenId }) {
			void utils.auth.listTokens.invalidate();
			onSettled(tokenId);
		},
	});
}
