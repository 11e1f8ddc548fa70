import { readFileSync } from 'node:fs';
import { parseYaml } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { parseEnvironment } from '../env.ts';
import { describeUnknownSettings } from './unknown-settings.ts';

interface Service {
	readonly environment: Readonly<Record<string, string>>;
}

const text = readFileSync(new URL('../../../../../deploy/compose.yaml', import.meta.url), 'utf8');
const { services } = parseYaml(text) as { readonly services: Readonly<Record<string, Service>> };
const given = { PUBLIC_HOST: 'realm.example', SECRET_KEY: Buffer.alloc(32, 1).toString('base64') };

/** What compose puts in place of `${NAME:?is not set}`, for which the comment at the top of the file asks. */
const fill = (value: string) =>
	value.replace(
		/\$\{(\w+):\?[^}]+\}/g,
		(_all, name: string) => (given as Record<string, string>)[name] ?? 'a-password',
	);

it.each(['api', 'worker'])('the settings of %s in deploy/compose.yaml are settings, and start a process', (name) => {
	const settings = services[name]?.environment ?? {};
	const variables = Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, fill(value)]));
	const environment = parseEnvironment({ ...variables, HOST: '0.0.0.0', DATA_DIR: '/data', METRICS_PORT: '9464' });
	expect(environment).toMatchObject({ ROLE: name, STORAGE: 's3', PUBLIC_ORIGIN: 'https://realm.example' });
	expect(describeUnknownSettings(Object.keys(environment), variables, variables)).toEqual([]);
});
