import { serviceEngineNames } from '@adx/validators/engines/engine-names';
import type { EngineName } from '@adx/validators/engines/engines';
import { removeLocal } from './browser-storage.ts';

/** Where the user's own key for an engine is stored. */
export const getEngineKeyEntry = (engine: EngineName) => `adx_${engine}_api_key`;

/** Removes what costs its owner money in the hands of the next person on this browser. */
export function removePersonalEntries(): void {
	for (const engine of serviceEngineNames) removeLocal(getEngineKeyEntry(engine));
}
