import { createContext, useContext } from 'react';
import type { ApiOutputs } from '../../../lib/api/trpc.ts';
import type { PremiumState } from '../gate/derive-access.ts';

export interface PremiumContextValue extends PremiumState {
	/** True until the server has been asked for the first time. */
	readonly loading: boolean;
	/** Opens the dialog that unlocks, shows and removes Premium. */
	readonly openDialog: () => void;
	/** Takes over the answer of a right passphrase, or of the transaction that paid, and remembers which in this browser. */
	readonly activate: (check: ApiOutputs['auth']['check'], signature?: string) => void;
	/** Takes over the answer of a removal and forgets everything stored. */
	readonly forget: (check: ApiOutputs['auth']['check']) => void;
}

export const PremiumContext = createContext<PremiumContextValue | null>(null);

export function usePremium(): PremiumContextValue {
	const value = useContext(PremiumContext);
	if (value === null) throw new Error('usePremium needs a PremiumProvider above it');
	return value;
}
