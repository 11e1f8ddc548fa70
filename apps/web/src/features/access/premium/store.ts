import { readLocal, removeLocal, writeLocal } from '../../../lib/browser-storage.ts';

const keys = {
	premium: 'adx_premium',
	signature: 'adx_premium_signature',
	bypass: 'adx_premium_bypass',
} as const;

/** What this browser remembers of Premium. It steers the interface only; the server decides every call. */
export interface PremiumFlags {
	readonly premium: boolean;
	/** The transaction that paid for Premium. */
	readonly signature: string | null;
	readonly bypass: boolean;
}

export function readPremiumFlags(): PremiumFlags {
	return {
		premium: readLocal(keys.premium) === 'true',
		signature: readLocal(keys.signature),
		bypass: readLocal(keys.bypass) === 'true',
	};
}

/** Remembers that a passphrase opened Premium. */
export function storePremiumBypass(): void {
	writeLocal(keys.bypass, 'true');
}

export function clearPremiumFlags(): void {
	for (const key of Object.values(keys)) removeLocal(key);
}
