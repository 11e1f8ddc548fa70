import { showToast } from '@adx/ui/toast-store';
import type { PasswordKind } from '@adx/validators/auth';
import { statusOf } from '../../lib/error-sentences.ts';
import { type ApiOutputs, trpc } from '../../lib/trpc.ts';

export interface SignInOptions {
	readonly kind: PasswordKind;
	readonly wrongPassword: string;
	readonly onGranted: (check: ApiOutputs['auth']['check']) => void;
	/** Called after a refusal, to clear the field. */
	readonly onRefused: () => void;
}

/** Signs in with a password; tells every refusal in a toast. */
export function useSignIn({ kind, wrongPassword, onGranted, onRefused }: SignInOptions) {
	const mutation = trpc.auth.signInWithPassword.useMutation({
		meta: { signsIn: true },
		onSuccess: onGranted,
		onError(error) {
			const status = statusOf(error);
			const tone = 'destructive';
			if (status === 401) showToast({ title: 'Invalid Password', description: wrongPassword, tone });
			else if (status === 429) showToast({ title: 'Too Many Attempts', description: error.message, tone });
			else showToast({ title: 'Sign-In Failed', description: error.message, tone });
			onRefused();
		},
	});
	return {
		isPending: mutation.isPending,
		signIn: (password: string) => mutation.mutate({ kind, password }),
	};
}
