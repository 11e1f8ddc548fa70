import { afterEach, describe, expect, test } from 'vitest';
import { signedInAs } from '../../../test/fixtures.ts';
import { derivePremium, isPremium } from './derive-access.ts';
import { clearPremiumFlags, readPremiumFlags, storePremiumBypass } from './stored-flags.ts';

const none = { premium: false, signature: null, bypass: false };
const bypassed = { ...none, bypass: true };

describe('what the flags of the browser say', () => {
	test.each([
		['nothing stored', none, false],
		['the premium flag with a signature (VAL-13)', { ...none, premium: true, signature: '5tx' }, true],
		['the bypass flag alone (VAL-13)', bypassed, true],
		['everything (VAL-13)', { premium: true, signature: '5tx', bypass: true }, true],
		['the premium flag without a signature (VAL-14)', { ...none, premium: true }, false],
		['the premium flag with an empty signature (VAL-14)', { ...none, premium: true, signature: '' }, false],
		['a signature without the premium flag', { ...none, signature: '5tx' }, false],
	])('%s', (_name, flags, expected) => {
		expect(isPremium(flags)).toBe(expected);
	});
});

describe('the server’s word and the flags', () => {
	const plain = signedInAs('creator').user;
	const premium = signedInAs('creator', { premium: true }).user;
	test.each([
		['the server grants it to a browser without flags', premium, none, { isPremium: true, hasEnded: false }],
		['both agree', premium, bypassed, { isPremium: true, hasEnded: false }],
		[
			'rejects flags that the server denies, and says that it ended',
			plain,
			bypassed,
			{ isPremium: false, hasEnded: true },
		],
		['neither', plain, none, { isPremium: false, hasEnded: false }],
		['without a word of the server the flags steer', null, bypassed, { isPremium: true, hasEnded: false }],
		['without a word of the server and without flags', null, none, { isPremium: false, hasEnded: false }],
	])('%s', (_name, user, flags, expected) => {
		expect(derivePremium(user, flags)).toEqual(expected);
	});
});

describe('stored premium values (ENT-19)', () => {
	afterEach(() => localStorage.clear());

	test('are read from their three keys', () => {
		localStorage.setItem('adx_premium', 'true');
		localStorage.setItem('adx_premium_signature', '5tx');
		localStorage.setItem('adx_premium_bypass', 'true');
		expect(readPremiumFlags()).toEqual({ premium: true, signature: '5tx', bypass: true });
	});

	test('a right passphrase stores the bypass as the text true and nothing else', () => {
		storePremiumBypass();
		expect({ ...localStorage }).toEqual({ adx_premium_bypass: 'true' });
	});

	test.each(['1', 'TRUE', 'yes', ''])('rejects the flag value %j', (value) => {
		localStorage.setItem('adx_premium_bypass', value);
		expect(readPremiumFlags().bypass).toBe(false);
	});

	test('removal clears all three and leaves the rest (VAL-15)', () => {
		localStorage.setItem('adx_premium', 'true');
		localStorage.setItem('adx_premium_signature', '5tx');
		localStorage.setItem('adx_theme', 'light');
		storePremiumBypass();
		clearPremiumFlags();
		expect({ ...localStorage }).toEqual({ adx_theme: 'light' });
	});
});
