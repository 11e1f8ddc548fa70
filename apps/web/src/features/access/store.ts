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
