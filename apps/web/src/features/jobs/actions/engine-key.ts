import type { KeyProblem } from '@adx/validators/engines/descriptor';
import type { EngineKeyFields } from '@adx/validators/engines/engine-input';
import { type EngineName, getKeyFormat } from '@adx/validators/engines/engines';
import { readLocal, removeLocal, writeLocal } from '../../../lib/storage/browser-storage.ts';
import { getEngineKeyEntry, removePersonalEntries } from '../../../lib/storage/personal-entries.ts';

/** The user's own key for an engine, stored in this browser until they log out, and only while they want it stored. */
export const readApiKey = (engine: EngineName) => readLocal(getEngineKeyEntry(engine)) ?? '';
export const removeApiKey = (engine: EngineName) => removeLocal(getEngineKeyEntry(engine));

const storeChoiceKey = 'adx_keep_gemini_api_key';

/** Whether the user wants keys kept, those of every engine; yes until they say otherwise. */
export const isApiKeyStored = () => readLocal(storeChoiceKey) !== 'no';
/** Remembers the choice; keys that must not be kept go at once. */
export function setStoreApiKey(keep: boolean): void {
	if (keep) removeLocal(storeChoiceKey);
	else {
		writeLocal(storeChoiceKey, 'no');
		removePersonalEntries();
	}
}

type KeyListener = (engine: EngineName, key: string) => void;
const keyListeners = new Set<KeyListener>();

/** Calls back with each key that is kept from now on. Returns what ends that. */
export function onKeyStored(listener: KeyListener): () => void {
	keyListeners.add(listener);
	return () => void keyListeners.delete(listener);
}

/** Keeps a key that looks like one, where the user wants keys kept. */
export function storeValidKey(engine: EngineName, key: string, prefixes?: readonly string[]): void {
	const trimmed = key.trim();
	if (getKeyFormat(engine) === null || trimmed === '' || !isApiKeyStored()) return;
	if (findKeyProblem(engine, trimmed, prefixes) !== null) return;
	writeLocal(getEngineKeyEntry(engine), trimmed);
	for (const listener of keyListeners) listener(engine, trimmed);
}

/**
 * What is wrong with an engine's key beyond the schema; null when nothing is, as for an engine that needs none. Spaces around
 * it, which pasting brings, are not. What it begins with is not judged while `prefixes` are not known.
 */
export function findKeyProblem(engine: EngineName, key: string, prefixes: readonly string[] = []): KeyProblem | null {
	const format = getKeyFormat(engine);
	if (format === null) return null;
	const trimmed = key.trim();
	if (trimmed === '') return format.missing;
	if (prefixes.length > 0 && !prefixes.some((prefix) => trimmed.startsWith(prefix))) return format.invalid;
	return format.pattern.test(trimmed) ? null : format.malformed;
}

/** A key as orders carry it: in the field of its engine. */
export function toKeyFields(engine: EngineName, key: string): EngineKeyFields {
	const format = getKeyFormat(engine);
	return format === null || (format.missing === null && key === '') ? {} : { [format.field]: key };
}
