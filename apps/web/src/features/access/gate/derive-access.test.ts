import { afterEach, describe, expect, test } from 'vitest';
import { signedInAs, signedOut } from '../../../test/fixtures.ts';
import { deriveAccess } from './derive-access.ts';
import { readFlags } from './stored-flags.ts';

const none = { mage: false, discord: false };
const mage = { mage: true, discord: false };
const discord = { mage: false, discord: true };
const withoutRole = { ...signedInAs('creator'), hasMageAccess: false };

describe('what the interface derives (GATE-47)', () => {
	test.each([
		['nobody', signedOut, none, null, null, false],
		['a creator’s session', signedInAs('creator'), discord, null, 'creator', false],
		['a developer’s session', signedInAs('developer'), mage, null, 'developer', false],
		['a developer’s session without the flag', signedInAs('developer'), none, null, 'developer', false],
		['a Discord member’s session', signedInAs('creator'), none, 'creator', 'creator', false],
		['a forged mage flag', signedOut, mage, null, 'developer', true],
		['a forged Discord flag', signedOut, discord, null, 'creator', true],
		['a mage flag whose elevation ended', signedInAs('creator'), mage, null, 'developer', true],
		['a flag while the server cannot be asked', null, mage, null, 'developer', false],
		['a Discord member whose session ended', signedOut, none, 'creator', 'creator', true],
		['a Discord member who lost the role', withoutRole, none, 'creator', 'creator', true],
		['a developer without the flag whose elevation ended', signedInAs('creator'), none, 'developer', 'developer', true],
		['a Discord account without a role', withoutRole, none, null, null, false],
	] as const)('%s', (_name, check, flags, roleBefore, userRole, sessionEnded) => {
		const access = deriveAccess(check, flags, roleBefore);
		expect(access).toMatchObject({ userRole, sessionEnded, hasAccess: userRole !== null });
		expect(access.isDeveloperMode).toBe(userRole === 'developer');
	});

	test('a Discord account without a role is known, and nobody’s user (GATE-33)', () => {
		const { user, userWithoutRole } = deriveAccess(withoutRole, none, null);
		expect(user).toBeNull();
		expect(userWithoutRole).toEqual(withoutRole.user);
	});
});

describe('stored flags', () => {
	afterEach(() => localStorage.clear());

	test.each(['1', 'TRUE', 'yes', ''])('rejects the value %j (GATE-36)', (value) => {
		localStorage.setItem('adx_mage_bypass', value);
		expect(readFlags()).toEqual(none);
	});

	test('takes the text true (GATE-34)', () => {
		localStorage.setItem('adx_discord_bypass', 'true');
		expect(readFlags()).toEqual(discord);
	});
});
