import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineSettings, getSecrecy, open, secret, secretAddress } from './settings.ts';

it('knows how secret each setting is', () => {
	const settings = defineSettings({
		PORT: open(z.string().default('3000')),
		KEY: secret(z.string().optional()),
		NODE_URL: secretAddress(z.string().optional()),
	});
	expect(settings.parse({ KEY: 'k' })).toEqual({ PORT: '3000', KEY: 'k' });
	expect([...getSecrecy(settings)]).toEqual([
		['PORT', 'open'],
		['KEY', 'secret'],
		['NODE_URL', 'secret-address'],
	]);
});

it('refuses a setting that does not say whether it is secret, as the compiler does', () => {
	const NEW_CHAIN_KEY = z.string();
	// @ts-expect-error It is not declared.
	expect(() => defineSettings({ PORT: open(z.string()), NEW_CHAIN_KEY })).toThrow('NEW_CHAIN_KEY does not say');
	expect(() => getSecrecy(z.object({ NEW_CHAIN_KEY }))).toThrow('NEW_CHAIN_KEY does not say');
});
