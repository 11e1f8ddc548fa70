import { clearRecentMessages, dismissToast } from '@adx/ui/feedback/toast-store';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { getRefusalSentence } from '../../../lib/api/error-messages.ts';
import { clearSessionEnded, isSessionEnded, markSessionEnded } from '../../../lib/api/session-ended.ts';
import { type ApiOutputs, trpc } from '../../../lib/api/trpc.ts';
import { removePersonalEntries } from '../../../lib/storage/personal-entries.ts';
import { type Access, deriveAccess, getGrantedRole, type UserRole } from './derive-access.ts';
import { useDiscordReturn, usePageRestored } from './sign-in-queries.ts';
import {
	clearFlags,
	clearPremiumFlags,
	type DiscordReturn,
	readFlags,
	type StoredFlags,
	storeFlag,
} from './stored-flags.ts';

type Check = ApiOutputs['auth']['check'];
type Config = ApiOutputs['auth']['config'];

export interface AccessContextValue extends Access {
	/** Whose folders and collections the page shows: the account's, also once its session has ended; '' where nobody is known. */
	readonly ownerId: string;
	/** Whether the admin password opened the locked pages, which stay in view once the session has ended. */
	readonly hasAdminUnlocked: boolean;
	readonly loading: boolean;
	/** Null when the server could not be asked. */
	readonly config: Config | null;
	/** Whether the last time the server was asked who this is, it did not say. */
	readonly hasCheckFailed: boolean;
	/** Why the server refused to say who this is, in its own words; null where it did not. */
	readonly checkRefusal: string | null;
	/** Whether somebody passed the gate since the page was loaded, without loading it again. */
	readonly hasPassedGate: boolean;
	/** How the sign-in at Discord ended that brought the browser here; null for none. */
	readonly discordReturn: DiscordReturn;
	/** Takes over a granted sign-in and remembers it in this browser. */
	readonly grant: (flag: keyof StoredFlags, check: Check) => void;
	/** Takes over another account that the browser is signed in to now. */
	readonly switchAccount: (check: Check) => void;
	/** Ends the session on the server, then here; a failure is only logged. */
	readonly logOut: () => void;
	/** Shows the gate where the server has ended the session and all that was the person's; the browser forgets it, too. */
	readonly forgetPerson: () => void;
	/** Shows the gate at once; what may still live of the session on the server is ended as far as possible. */
	readonly goToSignIn: () => void;
}

const AccessContext = createContext<AccessContextValue | null>(null);

/** Replaced by every sign-in, or the same for all; the rest of `auth`, such as access tokens, is one person's. */
const isAboutEverybody = (path: unknown) =>
	Array.isArray(path) && path[0] === 'auth' && (path[1] === 'check' || path[1] === 'config');

const isPersonal = ({ queryKey: [path] }: Query) => !isAboutEverybody(path);

/** How often a server that did not answer who this is is asked again. */
const checkAgainMs = 4_000;

const nobody: Check = { authenticated: false, hasMageAccess: false, user: null };

/** Asks the server who this is, reads the stored flags, and provides both to everything below. */
export function AccessProvider({ children }: { readonly children: ReactNode }) {
	const utils = trpc.useUtils();
	const queryClient = useQueryClient();
	const [flags, setFlags] = useState(readFlags);
	const [hasPassedGate, setPassedGate] = useState(false);
	const [roleBefore, setRoleBefore] = useState<UserRole>(null);
	const [userBefore, setUserBefore] = useState<Access['user']>(null);
	const check = trpc.auth.check.useQuery(undefined, {
		// Whoever opened the page while the server was away is let in once it is back.
		refetchInterval: ({ state }) => state.status === 'error' && checkAgainMs,
	});
	// A query that is asked again has no error until it fails again; the last one stays in view.
	const [checkError, setCheckError] = useState(check.error);
	if (check.error !== null && check.error !== checkError) setCheckError(check.error);
	const hasCheckFailed = check.isFetched && !check.isSuccess;
	const config = trpc.auth.config.useQuery();
	const { discordReturn, isRechecking, forgetReturn } = useDiscordReturn();
	// Out there somebody may have signed in or out.
	usePageRestored(() => void utils.auth.check.invalidate());
	const onError = (error: unknown) => console.error('Logging out failed', error);
	const { mutate: endSession, isPending: isEndingSession } = trpc.auth.logout.useMutation({
		onSuccess: forgetPerson,
		onError,
	});
	const { mutate: endRemains } = trpc.auth.logout.useMutation({ onError });

	/** One person's jobs and pictures must never be shown to the next. */
	function dropData() {
		queryClient.removeQueries({ predicate: isPersonal });
	}

	function clearSession() {
		clearFlags();
		clearPremiumFlags();
		dropData();
		utils.auth.check.setData(undefined, nobody);
		setFlags({ mage: false, discord: false });
		setRoleBefore(null);
		setUserBefore(null);
		forgetReturn();
		clearSessionEnded();
		// What they say is about somebody who is no longer here.
		dismissToast();
		clearRecentMessages();
	}

	/** A session that only ended is most likely its owner's again; who logs out may hand the browser on. */
	function forgetPerson() {
		removePersonalEntries();
		clearSession();
	}

	useEffect(() => {
		if (check.error !== null) console.error('The access check failed', check.error);
	}, [check.error]);

	const answer = check.data ?? null;
	const role = getGrantedRole(answer);
	if (role !== null && role !== roleBefore && roleBefore !== 'developer') setRoleBefore(role);
	const access = useMemo(() => deriveAccess(answer, flags, roleBefore), [answer, flags, roleBefore]);
	const owner = access.user ?? userBefore;
	if (owner !== userBefore) setUserBefore(owner);
	useEffect(() => {
		if (access.sessionEnded) markSessionEnded();
		else if (isSessionEnded()) {
			clearSessionEnded();
			// Polls that rested go on after their next answer.
			void queryClient.invalidateQueries({ predicate: isPersonal });
		}
	}, [access.sessionEnded, queryClient]);

	const value: AccessContextValue = {
		...access,
		ownerId: owner?.id ?? '',
		hasAdminUnlocked: owner?.adminUnlocked === true,
		// Not `isPending`: asked again after a failure it is that as well, and what is on the page by then stays.
		loading: !check.isFetched || !config.isFetched || (isRechecking && !access.hasAccess),
		config: config.data ?? null,
		hasCheckFailed,
		checkRefusal: hasCheckFailed ? getRefusalSentence(checkError) : null,
		hasPassedGate,
		discordReturn,
		grant(flag, granted) {
			dropData();
			setPassedGate(true);
			storeFlag(flag);
			setFlags(readFlags());
			utils.auth.check.setData(undefined, granted);
			clearSessionEnded();
		},
		switchAccount(check) {
			utils.auth.check.setData(undefined, check);
			// What is on the screen is asked for again.
			void queryClient.resetQueries({ predicate: isPersonal });
		},
		logOut() {
			if (!isEndingSession) endSession();
		},
		forgetPerson,
		goToSignIn() {
			clearSession();
			endRemains();
		},
	};
	return <AccessContext value={value}>{children}</AccessContext>;
}

export function useAccess(): AccessContextValue {
	const value = useContext(AccessContext);
	if (value === null) throw new Error('useAccess needs an AccessProvider above it');
	return value;
}
