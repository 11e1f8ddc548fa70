import {
	readLocal,
	readSession,
	removeLocal,
	removeSession,
	writeLocal,
	writeSession,
} from '../../../lib/storage/browser-storage.ts';

const keys = { mage: 'adx_mage_bypass', discord: 'adx_discord_bypass' } as const;

/** What this browser remembers of earlier sign-ins. It steers the interface only; the server decides every call. */
export interface StoredFlags {
	readonly mage: boolean;
	readonly discord: boolean;
}

export function readFlags(): StoredFlags {
	return { mage: readLocal(keys.mage) === 'true', discord: readLocal(keys.discord) === 'true' };
}

export function storeFlag(flag: keyof StoredFlags): void {
	writeLocal(keys[flag], 'true');
}

export function clearFlags(): void {
	removeLocal(keys.mage);
	removeLocal(keys.discord);
}

const premiumKeys = {
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
		premium: readLocal(premiumKeys.premium) === 'true',
		signature: readLocal(premiumKeys.signature),
		bypass: readLocal(premiumKeys.bypass) === 'true',
	};
}

/** Remembers that a passphrase opened Premium. */
export function storePremiumBypass(): void {
	writeLocal(premiumKeys.bypass, 'true');
}

/** Remembers the transaction that paid for Premium. */
export function storePremiumPayment(signature: string): void {
	writeLocal(premiumKeys.premium, 'true');
	writeLocal(premiumKeys.signature, signature);
}

export function clearPremiumFlags(): void {
	for (const key of Object.values(premiumKeys)) removeLocal(key);
}

const returnParameter = 'discord_auth';

/** How a sign-in at Discord ended, as the address says when the browser comes back from there. */
export type DiscordReturn = 'success' | 'error' | null;

export function readDiscordReturn(): DiscordReturn {
	const value = new URLSearchParams(window.location.search).get(returnParameter);
	return value === 'success' || value === 'error' ? value : null;
}

const returnPathKey = 'adx_path_before_discord';

/** Remembers in this tab where a browser that is sent to Discord has come from. */
export function storeReturnPath(): void {
	const { pathname, search, hash } = window.location;
	writeSession(returnPathKey, pathname + search + hash);
}

/**
 * Takes the parameter out of the address, whatever its value, and leaves everything else of it as it is; a browser that this
 * tab sent to Discord is taken to where it was.
 */
export function removeDiscordReturn(): void {
	const current = new URL(window.location.href);
	if (!current.searchParams.has(returnParameter)) return;
	const path = readSession(returnPathKey);
	removeSession(returnPathKey);
	const url = current.pathname === '/' && path !== null && path.startsWith('/') ? new URL(path, current) : current;
	url.searchParams.delete(returnParameter);
	if (url.origin === current.origin) window.history.replaceState(window.history.state, '', url);
}
