import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { environmentSchema, parseEnvironment } from '../env.ts';
import { toEnvExample, toSettingsPage } from './settings-documents.ts';

const read = (path: string) => readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8');

it('the documents are those of the schema: run npm run settings after changing one', () => {
	expect(read('docs/settings.md')).toBe(toSettingsPage());
	expect(read('.env.example')).toBe(toEnvExample());
});

it('every line of the example that is uncommented is a setting with a value that is right', () => {
	const lines = toEnvExample().replaceAll(/^# (?=[A-Z0-9_]+=)/gm, '');
	const variables = parseEnv(lines) as Record<string, string>;
	expect(Object.keys(variables).toSorted()).toEqual(Object.keys(environmentSchema.shape).toSorted());
	// What is empty counts as not set, but for lists of passwords.
	const given = Object.entries(variables).filter(([, value]) => value !== '');
	expect(parseEnvironment(Object.fromEntries(given))).toEqual(parseEnvironment({}));
});
