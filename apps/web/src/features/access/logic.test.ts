import { afterEach, describe, expect, test } from 'vitest';
import { nobody, signedInAs } from '../../test/fixtures.ts';
import { deriveAccess } from './logic.ts';
import { readFlags } from './store.ts';

const none = { mage: false, discord: false };
const mage = { mage: true, discord: false };
const discord = { mage: false, discord: true };

describe('GATE-47, GATE-48 what the interface derives', () => {
	test.each([
		['nobody', nobody, none, null, false],
		['a creator’s session', signedInAs('creator'), discord, 'creator', false],
		['a developer’s session', signedInAs('developer'), mage, 'developer', false],
		['a developer’s session without the flag', signedInAs('developer'), none, 'developer', false],
		['a forged mage flag', nobody, mage, 'developer', true],
		['a forged Discord flag', nobody, discord, 'creator', true],
		['a mage flag whose elevation ended', signedInAs('creator'), mage, 'developer', true],
		['a flag while the server cannot be asked', null, mage, 'developer', false],
	] as const)('%s', (_name, check, flags, userRole, sessionEnded) => {
		const access = deriveAccess(check, flags);
		expect(access).toMatchObject({ userRole, sessionEnded, hasAccess: userRole !== null });
		expect(access.isDeveloperMode).toBe(userRole === 'developer');
	});
});

describe('stored flags', () => {
	afterEach(() => localStorage.clear());

	test.each(['1', 'TRUE', 'yes', ''])('GATE-36 rejects the value %j', (value) => {
		localStorage.setItem('adx_mage_bypass', value);
		expect(readFlags()).toEqual(none);
	});

	test('GATE-34 takes the text true', () => {
		localStorage.setItem('adx_discord_bypass', 'true');
		expect(readFlags()).toEqual(discord);
	});
});
