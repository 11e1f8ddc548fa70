import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineSettings, describeSettings, open, secret, secretAddress } from './settings.ts';

it('knows of each setting how secret it is, what it means and what it is unless set', () => {
	const settings = defineSettings({
		PORT: open(z.string().default('3000'), 'where it listens'),
		NAMES: open(z.array(z.string()).default(['a', 'b']), 'names'),
		KEY: secret(z.string().optional(), 'the key'),
		NODE_URL: secretAddress(z.string().optional(), 'the node', 'none'),
	});
	expect(settings.parse({ KEY: 'k' })).toEqual({ PORT: '3000', NAMES: ['a', 'b'], KEY: 'k' });
	expect(describeSettings(settings)).toEqual([
		{ name: 'PORT', secrecy: 'open', meaning: 'where it listens', defaultText: '3000' },
		{ name: 'NAMES', secrecy: 'open', meaning: 'names', defaultText: 'a,b' },
		{ name: 'KEY', secrecy: 'secret', meaning: 'the key', defaultText: '' },
		{ name: 'NODE_URL', secrecy: 'secret-address', meaning: 'the node', defaultText: 'none' },
	]);
});

it('refuses a setting that does not say whether it is secret, as the compiler does', () => {
	const NEW_CHAIN_KEY = z.string();
	// @ts-expect-error It is not declared.
	expect(() => defineSettings({ PORT: open(z.string(), 'where'), NEW_CHAIN_KEY })).toThrow(
		'NEW_CHAIN_KEY does not say',
	);
	expect(() => describeSettings(z.object({ NEW_CHAIN_KEY }))).toThrow('NEW_CHAIN_KEY does not say');
});
