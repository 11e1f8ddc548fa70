import { readLocal, removeLocal, writeLocal } from '../../lib/browser-storage.ts';

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

const returnParameter = 'discord_auth';

/** How a sign-in at Discord ended, as the address says when the browser comes back from there. */
export type DiscordReturn = 'success' | 'error' | null;

export function readDiscordReturn(): DiscordReturn {
	const value = new URLSearchParams(window.location.search).get(returnParameter);
	return value === 'success' || value === 'error' ? value : null;
}

/** Takes the parameter out of the address, whatever its value, and leaves everything else of it as it is. */
export function removeDiscordReturn(): void {
	const url = new URL(window.location.href);
	if (!url.searchParams.has(returnParameter)) return;
	url.searchParams.delete(returnParameter);
	window.history.replaceState(window.history.state, '', url);
}
