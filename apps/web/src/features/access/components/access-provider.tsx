import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { clearSessionEnded, markSessionEnded } from '../../../lib/session-ended.ts';
import { type ApiOutputs, trpc } from '../../../lib/trpc.ts';
import { type Access, deriveAccess, grantedRole, type UserRole } from '../logic.ts';
import { useDiscordReturn, useRestoredPage } from '../queries.ts';
import { clearFlags, clearPremiumFlags, type DiscordReturn, readFlags, type StoredFlags, storeFlag } from '../store.ts';

type Check = ApiOutputs['auth']['check'];
type Config = ApiOutputs['auth']['config'];

export interface AccessContextValue extends Access {
	readonly loading: boolean;
	/** Null when the server could not be asked. */
	readonly config: Config | null;
	/** How the sign-in at Discord ended that brought the browser here; null for none. */
	readonly discordReturn: DiscordReturn;
	/** Takes over a granted sign-in and remembers it in this browser. */
	readonly grant: (flag: keyof StoredFlags, check: Check) => void;
	/** Ends the session on the server, then here; a failure is only logged. */
	readonly logOut: () => void;
	/** Forgets this browser's side of a session and shows the gate. */
	readonly forgetSession: () => void;
}

const AccessContext = createContext<AccessContextValue | null>(null);

/** Replaced by every sign-in, or the same for all; the rest of `auth`, such as access tokens, is one person's. */
const isAboutEverybody = (path: unknown) =>
	Array.isArray(path) && path[0] === 'auth' && (path[1] === 'check' || path[1] === 'config');

const nobody: Check = { authenticated: false, hasMageAccess: false, user: null };

/** Asks the server who this is, reads the stored flags, and tells everything below. */
export function AccessProvider({ children }: { readonly children: ReactNode }) {
	const utils = trpc.useUtils();
	const queryClient = useQueryClient();
	const [flags, setFlags] = useState(readFlags);
	const [roleBefore, setRoleBefore] = useState<UserRole>(null);
	const check = trpc.auth.check.useQuery();
	const config = trpc.auth.config.useQuery();
	const { discordReturn, isRechecking, forgetReturn } = useDiscordReturn();
	// Out there somebody may have signed in or out.
	useRestoredPage(() => void utils.auth.check.invalidate());
	const { mutate: endSession, isPending: isEndingSession } = trpc.auth.logout.useMutation({
		onSuccess: forgetSession,
		onError: (error) => console.error('Logging out failed', error),
	});

	/** One person's jobs and pictures must never be shown to the next. */
	function dropData() {
		queryClient.removeQueries({ predicate: ({ queryKey: [path] }) => !isAboutEverybody(path) });
	}

	function forgetSession() {
		clearFlags();
		clearPremiumFlags();
		dropData();
		utils.auth.check.setData(undefined, nobody);
		setFlags({ mage: false, discord: false });
		setRoleBefore(null);
		forgetReturn();
		clearSessionEnded();
	}

	useEffect(() => {
		if (check.error !== null) console.error('The access check failed', check.error);
	}, [check.error]);

	const answer = check.data ?? null;
	const role = grantedRole(answer);
	if (role !== null && role !== roleBefore && roleBefore !== 'developer') setRoleBefore(role);
	const access = useMemo(() => deriveAccess(answer, flags, roleBefore), [answer, flags, roleBefore]);
	useEffect(() => {
		if (access.sessionEnded) markSessionEnded();
	}, [access.sessionEnded]);

	const value: AccessContextValue = {
		...access,
		loading: check.isPending || config.isPending || (isRechecking && !access.hasAccess),
		config: config.data ?? null,
		discordReturn,
		grant(flag, granted) {
			dropData();
			storeFlag(flag);
			setFlags(readFlags());
			utils.auth.check.setData(undefined, granted);
			clearSessionEnded();
		},
		logOut() {
			if (!isEndingSession) endSession();
		},
		forgetSession,
	};
	return <AccessContext value={value}>{children}</AccessContext>;
}

export function useAccess(): AccessContextValue {
	const value = useContext(AccessContext);
	if (value === null) throw new Error('useAccess needs an AccessProvider above it');
	return value;
}
