import { showToast } from '@adx/ui/feedback/toast-store';
import type { PasswordKind } from '@adx/validators/auth/auth';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getErrorReason, getHttpStatus } from '../../../lib/api/error-messages.ts';
import { type ApiOutputs, trpc } from '../../../lib/api/trpc.ts';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight.ts';
import { accessTexts } from './access-texts.ts';
import { type DiscordReturn, readDiscordReturn, removeDiscordReturn, storeReturnPath } from './stored-flags.ts';
import { useOwnToast } from './use-own-toast.ts';

type Check = ApiOutputs['auth']['check'];

/** How long a browser back from Discord waits before it asks again who it is. */
export const recheckDelayMs = 1_000;

/** Our own server answers this call by itself, so a longer silence is a lost connection. */
const connectTimeoutMs = 15_000;

export interface SignInOptions {
	readonly kind: PasswordKind;
	readonly wrongPassword: string;
	readonly onGranted: (check: Check) => void;
	/** Called after a failure with the sentence that belongs beside the field; null for a wrong password. */
	readonly onFailed: (sentence: string | null) => void;
}

/** Signs in with a password; shows every refusal in a toast. A second call while one is under way does nothing. */
export function useSignIn({ kind, wrongPassword, onGranted, onFailed }: SignInOptions) {
	const texts = accessTexts.password;
	const once = useSingleFlight();
	const showRefusal = useOwnToast();
	const mutation = trpc.auth.signInWithPassword.useMutation({
		meta: { signsIn: true },
		onSuccess: onGranted,
		onError(error) {
			const tone = 'destructive';
			if (getHttpStatus(error) === 401 && getErrorReason(error) !== 'sign_in_required') {
				showRefusal({ title: texts.wrongTitle, description: wrongPassword, tone });
				onFailed(null);
				return;
			}
			const title = getHttpStatus(error) === 429 ? texts.tooManyTitle : texts.failedTitle;
			showRefusal({ title, description: error.message, tone });
			onFailed(error.message);
		},
		onSettled: once.finish,
	});
	return {
		isPending: mutation.isPending,
		signIn(password: string) {
			if (once.tryStart()) mutation.mutate({ kind, password });
		},
	};
}

/** Asks for emergency access. `refusal` is the sentence of the last refusal, which a toast shows too. */
export function useEmergencyAccess(onGranted: (check: Check) => void) {
	const texts = accessTexts.emergency;
	const once = useSingleFlight();
	const showRefusal = useOwnToast();
	const mutation = trpc.auth.startEmergency.useMutation({
		meta: { signsIn: true },
		onSuccess(check) {
			onGranted(check);
			showToast({ ...texts.granted, tone: 'success' });
		},
		onError: ({ message }) => showRefusal({ title: texts.refusedTitle, description: message, tone: 'destructive' }),
		onSettled: once.finish,
	});
	return {
		isPending: mutation.isPending,
		refusal: mutation.error?.message ?? null,
		request() {
			if (once.tryStart()) mutation.mutate();
		},
	};
}

export interface ConnectDiscordOptions {
	/** Sends the browser to another site's page. */
	readonly openUrl: (url: string) => void;
	readonly onFailed: () => void;
}

/** Starts a sign-in at Discord and sends the browser there; a failure is shown in a toast. */
export function useConnectDiscord({ openUrl, onFailed }: ConnectDiscordOptions) {
	const { client } = trpc.useUtils();
	const underWay = useRef<AbortController | null>(null);
	const [isConnecting, setConnecting] = useState(false);
	const showFailure = useOwnToast();

	function settle() {
		underWay.current = null;
		setConnecting(false);
	}

	async function connect() {
		if (underWay.current !== null) return;
		const abort = new AbortController();
		underWay.current = abort;
		setConnecting(true);
		const timer = setTimeout(() => abort.abort(), connectTimeoutMs);
		try {
			const { authUrl } = await client.auth.startDiscord.query(undefined, { signal: abort.signal });
			// Still connecting until the browser has left, so that nothing is pressed twice.
			if (underWay.current !== abort) return;
			storeReturnPath();
			openUrl(authUrl);
		} catch (error) {
			// A user who went to another screen meanwhile no longer waits for this.
			if (underWay.current !== abort) return;
			console.error('Starting the sign-in at Discord failed', error);
			settle();
			showFailure({ ...accessTexts.community.failed, tone: 'destructive' });
			onFailed();
		} finally {
			clearTimeout(timer);
		}
	}

	// A page brought back by the Back button is as it was left.
	usePageRestored(settle);
	useEffect(
		() => () => {
			underWay.current?.abort();
			underWay.current = null;
		},
		[],
	);
	return { isConnecting, connect: () => void connect() };
}

/**
 * How the sign-in at Discord ended that brought the browser here. Takes the word out of the address; after a success
 * asks the server again who this is, and `isRechecking` until it has answered.
 */
export function useDiscordReturn() {
	const utils = trpc.useUtils();
	const [discordReturn, setDiscordReturn] = useState<DiscordReturn>(readDiscordReturn);
	const [isRechecking, setRechecking] = useState(discordReturn === 'success');
	useEffect(() => {
		removeDiscordReturn();
		if (!isRechecking) return;
		const timer = setTimeout(() => {
			void utils.auth.check.refetch().finally(() => setRechecking(false));
		}, recheckDelayMs);
		return () => clearTimeout(timer);
	}, [isRechecking, utils]);
	return { discordReturn, isRechecking, forgetReturn: () => setDiscordReturn(null) };
}

/** Calls `onRestored` when the browser shows this page again out of its memory, with all its state of then. */
export function usePageRestored(onRestored: () => void): void {
	const restore = useEffectEvent(onRestored);
	useEffect(() => {
		const listener = ({ persisted }: PageTransitionEvent) => {
			if (persisted) restore();
		};
		window.addEventListener('pageshow', listener);
		return () => window.removeEventListener('pageshow', listener);
	}, []);
}
