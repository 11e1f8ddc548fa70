import { showToast } from '@adx/ui/feedback/toast-store';
import { useRef } from 'react';
import { getHttpStatus } from '../../../lib/api/error-messages.ts';
import { type ApiOutputs, trpc } from '../../../lib/api/trpc.ts';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight.ts';
import { tokenTexts } from './token-texts.ts';

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

/** Ends a token at once. One that is gone already is revoked just as well. */
export function useRevokeToken(onSettled: (tokenId: string, isRevoked: boolean) => void) {
	const texts = tokenTexts.revoke;
	const utils = trpc.useUtils();
	const once = useSingleFlight();
	const name = useRef('');
	const notifyRevoked = () =>
		showToast({ title: texts.revoked.title, description: texts.revoked.description(name.current), tone: 'success' });
	const mutation = trpc.auth.revokeToken.useMutation({
		onSuccess: notifyRevoked,
		onError(error) {
			if (getHttpStatus(error) === 404) notifyRevoked();
			else showToast({ title: texts.notRevokedTitle, description: error.message, tone: 'destructive' });
		},
		onSettled(_answer, error, { tokenId }) {
			once.finish();
			void utils.auth.listTokens.invalidate();
			onSettled(tokenId, error === null || getHttpStatus(error) === 404);
		},
	});
	return {
		isPending: mutation.isPending,
		revoke(token: AccessToken) {
			if (!once.tryStart()) return;
			name.current = token.name;
			mutation.mutate({ tokenId: token.id });
		},
	};
}
