import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { create } from 'zustand';
import { listLocalKeys, readLocal, removeLocal, writeLocal } from './browser-storage.ts';

/** What this browser keeps as JSON under a key; null where that is nothing, or nothing that the schema knows. */
export function readStored<Value>(key: string, schema: z.ZodType<Value>): Value | null {
	try {
		return schema.parse(JSON.parse(readLocal(key) ?? 'null'));
	} catch {
		return null;
	}
}

export const writeStored = (key: string, value: unknown): void => writeLocal(key, JSON.stringify(value));

/**
 * What this browser keeps under keys that begin alike. Each record has a key of its own: two tabs that keep one at the same
 * moment must not overwrite each other's.
 */
export function storedRecords<Value>(prefix: string, schema: z.ZodType<Value>) {
	const useRecords = create<ReadonlyMap<string, Value>>(() => new Map());
	let known = '';

	function reload(): void {
		const keys = listLocalKeys(prefix).toSorted();
		const stored = JSON.stringify(keys.map((key) => [key, readLocal(key)]));
		if (stored === known) return;
		known = stored;
		const entries = keys.map((key) => [key.slice(prefix.length), readStored(key, schema)] as const);
		useRecords.setState(new Map(entries.filter((entry): entry is [string, Value] => entry[1] !== null)), true);
	}

	return {
		read: (id: string): Value | null => readStored(prefix + id, schema),
		/** By what follows the prefix, in its order. */
		readAll(): ReadonlyMap<string, Value> {
			reload();
			return useRecords.getState();
		},
		set(id: string, value: Value): void {
			writeStored(prefix + id, value);
			reload();
		},
		remove(id: string): void {
			removeLocal(prefix + id);
			reload();
		},
		/** `readAll` as a hook, which follows what this tab and others keep and remove. */
		use(): ReadonlyMap<string, Value> {
			// What changed while nobody listened: before the first render, and from then on until the effect runs.
			useState(reload);
			useEffect(() => {
				const types = ['storage', 'pageshow'];
				for (const type of types) window.addEventListener(type, reload);
				reload();
				return () => {
					for (const type of types) window.removeEventListener(type, reload);
				};
			}, []);
			return useRecords();
		},
	};
}
