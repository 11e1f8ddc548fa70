import { readLocal, removeLocal, writeLocal } from '../../../lib/storage/browser-storage.ts';
import { geminiKeyEntry } from '../../../lib/storage/personal-entries.ts';

/** The user's own Gemini key, stored in this browser until they log out, and only while they want it stored. */
export const readApiKey = () => readLocal(geminiKeyEntry) ?? '';
const storeApiKey = (key: string) => writeLocal(geminiKeyEntry, key.trim());
export const removeApiKey = () => removeLocal(geminiKeyEntry);

const storeChoiceKey = 'adx_keep_gemini_api_key';

/** Whether the user wants keys kept; yes until they say otherwise. */
export const isApiKeyStored = () => readLocal(storeChoiceKey) !== 'no';
/** Remembers the choice; a key that must not be kept goes at once. */
export function setStoreApiKey(keep: boolean): void {
	if (keep) removeLocal(storeChoiceKey);
	else {
		writeLocal(storeChoiceKey, 'no');
		removeApiKey();
	}
}

const defaultKeyPrefixes = ['AIza', 'AQ.'];

/** What is shown when there is no key: toast and the line under the field. */
const keyRequired = {
	title: 'API Key Required',
	description: 'Please provide your personal Google Gemini API key to generate images.',
	field: 'API key is required',
};
const keyInvalid = {
	title: 'Invalid API Key',
	description: "Please provide a valid Google Gemini API key (starts with 'AIza').",
	field: "Please provide a valid Google Gemini API key (starts with 'AIza').",
};

/** Keeps a key that looks like one, where the user wants keys kept. */
export function storeValidKey(key: string, prefixes?: readonly string[]): void {
	if (isApiKeyStored() && validateApiKey(key, prefixes) === null) storeApiKey(key);
}

/** What is wrong with a key beyond the schema; null when nothing is. Spaces around it, which pasting brings, are not. */
export function validateApiKey(key: string, prefixes: readonly string[] = defaultKeyPrefixes) {
	const trimmed = key.trim();
	if (trimmed === '') return keyRequired;
	return prefixes.some((prefix) => trimmed.startsWith(prefix)) ? null : keyInvalid;
}
