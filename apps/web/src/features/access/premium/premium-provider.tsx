import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { getHttpStatus } from '../../../lib/api/error-messages.ts';
import { type ApiOutputs, trpc } from '../../../lib/api/trpc.ts';
import { useAccess } from '../gate/access-provider.tsx';
import { derivePremium } from '../gate/derive-access.ts';
import { clearPremiumFlags, readPremiumFlags, storePremiumBypass, storePremiumPayment } from '../gate/stored-flags.ts';
import { PremiumContext, type PremiumContextValue } from './premium-context.ts';
import { PremiumDialog, type PremiumDialogParts } from './premium-dialog.tsx';

export interface PremiumProviderProps extends PremiumDialogParts {
	readonly children: ReactNode;
}

/** Knows whether the interface is premium, and holds the one dialog about it. */
export function PremiumProvider({ children, ...parts }: PremiumProviderProps) {
	const { user, loading } = useAccess();
	const utils = trpc.useUtils();
	const [flags, setFlags] = useState(readPremiumFlags);
	const [isOpen, setOpen] = useState(false);
	const opener = useRef<Element | null>(null);
	const focusOpener = useCallback(() => {
		// It may be gone with the lock that it stood for.
		const { current } = opener;
		const target = current?.isConnected && current !== document.body ? current : findAccountMenu();
		if (target instanceof HTMLElement) target.focus({ preventScroll: true });
	}, []);
	useRefetchAfterRefusal();

	function takeOver(check: ApiOutputs['auth']['check']) {
		setFlags(readPremiumFlags());
		utils.auth.check.setData(undefined, check);
		void utils.auth.listPremiumPayments.invalidate();
	}

	const state = useMemo(() => derivePremium(user, flags), [user, flags]);
	const value: PremiumContextValue = {
		...state,
		loading,
		openDialog() {
			opener.current = document.activeElement;
			setOpen(true);
		},
		activate(check, signature) {
			if (signature === undefined) storePremiumBypass();
			else storePremiumPayment(signature);
			takeOver(check);
		},
		forget(check) {
			clearPremiumFlags();
			takeOver(check);
		},
	};
	return (
		<PremiumContext value={value}>
			{children}
			<PremiumDialog open={isOpen} onClose={() => setOpen(false)} onFocusLost={focusOpener} {...parts} />
		</PremiumContext>
	);
}

const findAccountMenu = () => document.querySelector('[data-account-menu]');

/** A call refused for want of Premium means that what the page believes is out of date. */
function useRefetchAfterRefusal(): void {
	const utils = trpc.useUtils();
	const queryClient = useQueryClient();
	useEffect(
		() =>
			queryClient.getMutationCache().subscribe((event) => {
				if (event.type !== 'updated' || event.action.type !== 'error') return;
				if (getHttpStatus(event.action.error) === 402) void utils.auth.check.invalidate();
			}),
		[queryClient, utils],
	);
}
