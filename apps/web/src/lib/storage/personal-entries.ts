import { removeLocal } from './browser-storage.ts';

/** Where the user's own Gemini key is stored. */
export const geminiKeyEntry = 'adx_gemini_api_key';

/** Removes what costs its owner money in the hands of the next person on this browser. */
export function removePersonalEntries(): void {
	removeLocal(geminiKeyEntry);
}
