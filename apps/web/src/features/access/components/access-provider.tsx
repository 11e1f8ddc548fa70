import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { clearSessionEnded, markSessionEnded } from '../../../lib/session-ended.ts';
import { type ApiOutputs, trpc } from '../../../lib/trpc.ts';
import { type Access, deriveAccess } from '../logic.ts';
import { clearFlags, readFlags, type StoredFlags, storeFlag } from '../store.ts';

type Check = ApiOutputs['auth']['check'];
type Config = ApiOutputs['auth']['config'];

export interface AccessContextValue extends Access {
	readonly loading: boolean;
	/** Null when the server could not be asked. */
	readonly config: Config | null;
	/** Takes over a granted sign-in and remembers it in this browser. */
	readonly grant: (flag: keyof StoredFlags, check: Check) => void;
	/** Ends the session on the server, then here; a failure is only logged. */
	readonly logOut: () => void;
	/** Forgets this browser's side of a session and shows the gate. */
	readonly forgetSession: () => void;
}

const AccessContext = createContext<AccessContextValue | null>(null);

const nobody: Check = { authenticated: false, hasMageAccess: false, user: null };

/** Asks the server who this is, reads the stored flags, and tells everything below. */
export function AccessProvider({ children }: { readonly children: ReactNode }) {
	const utils = trpc.useUtils();
	const queryClient = useQueryClient();
	const [flags, setFlags] = useState(readFlags);
	const check = trpc.auth.check.useQuery();
	const config = trpc.auth.config.useQuery();
	const { mutate: endSession } = trpc.auth.logout.useMutation({
		onSuccess: forgetSession,
		onError: (error) => console.error('Logging out failed', error),
	});

	/** One person's jobs and pictures must never be shown to the next. */
	function dropData() {
		queryClient.removeQueries({ predicate: ({ queryKey: [path] }) => !(Array.isArray(path) && path[0] === 'auth') });
	}

	function forgetSession() {
		clearFlags();
		setFlags({ mage: false, discord: false });
		dropData();
		utils.auth.check.setData(undefined, nobody);
		clearSessionEnded();
	}

	useEffect(() => {
		if (check.error !== null) console.error('The access check failed', check.error);
	}, [check.error]);

	const access = useMemo(() => deriveAccess(check.data ?? null, flags), [check.data, flags]);
	useEffect(() => {
		if (access.sessionEnded) markSessionEnded();
	}, [access.sessionEnded]);

	const value: AccessContextValue = {
		...access,
		loading: check.isPending || config.isPending,
		config: config.data ?? null,
		grant(flag, granted) {
			dropData();
			storeFlag(flag);
			setFlags(readFlags());
			utils.auth.check.setData(undefined, granted);
			clearSessionEnded();
		},
		logOut: () => endSession(),
		forgetSession,
	};
	return <AccessContext value={value}>{children}</AccessContext>;
}

export function useAccess(): AccessContextValue {
	const value = useContext(AccessContext);
	if (value === null) throw new Error('useAccess needs an AccessProvider above it');
	return value;
}
