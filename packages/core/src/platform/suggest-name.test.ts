import { expect, it } from 'vitest';
import { suggestName } from './suggest-name.ts';

it.each([
	['efl', ' Did you mean elf?'],
	['Elf', ' Did you mean elf?'],
	['wizzard', ' Did you mean wizard?'],
	['paldin', ' Did you mean paladin?'],
	['robot', ''],
	['', ''],
])('answers "%s" with "%s"', (typed, suggestion) => {
	expect(suggestName(typed, ['wizard', 'elf', 'paladin'])).toBe(suggestion);
});
