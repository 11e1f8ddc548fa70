import { expect, test } from 'vitest';
import { toOfferedSection } from './form-sections.ts';

test.each([
	['races', 'forge', 'races'],
	['plan', 'layers', 'plan'],
	// Whoever comes back to a form of own layers had another section open, which that engine does not have.
	['races', 'layers', 'layers'],
	['layers', 'gemini', 'races'],
] as const)('of %s with the engine %s, %s is open', (open, engine, expected) => {
	expect(toOfferedSection(open, engine)).toBe(expected);
});
