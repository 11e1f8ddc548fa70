import { readFileSync } from 'node:fs';
import { wcagContrast } from 'culori';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function colorsIn(block: string): Map<string, string> {
	return new Map(
		Array.from(block.matchAll(/--color-([\w-]+):\s*(oklch\([^)]*\))/g), ([, name, value]) => [name!, value!]),
	);
}

const dark = colorsIn(css.slice(css.indexOf('@theme'), css.indexOf('@layer base')));
const light = colorsIn(css.slice(css.indexOf('data-theme="light"]'), css.indexOf('html {')));

const surfaces = ['bg', 'surface-1', 'surface-2', 'surface-3'];
const textRoles = [
	'text',
	'text-2',
	'text-3',
	'primary',
	'ember-text',
	'ok',
	'warn',
	'gold',
	'rarity-common',
	'rarity-uncommon',
	'rarity-rare',
	'rarity-epic',
	'rarity-legendary',
];
const readable = [
	...textRoles.flatMap((role) => surfaces.map((surface) => [role, surface] as const)),
	['on-primary', 'primary'] as const,
	['on-ember', 'ember'] as const,
];
const visible = surfaces.flatMap((surface) => [['line', surface] as const, ['focus', surface] as const]);

describe.each([
	['dark', dark],
	['light', light],
])('the %s theme', (_name, colors) => {
	function contrast(front: string, back: string): number {
		const [a, b] = [colors.get(front), colors.get(back)];
		if (a === undefined || b === undefined) throw new Error(`tokens.css has no ${front} or ${back}`);
		return wcagContrast(a, b);
	}

	test.each(readable)('%s is readable on %s (AA, 4.5:1)', (front, back) => {
		expect(contrast(front, back)).toBeGreaterThanOrEqual(4.5);
	});

	test.each(visible)('%s stands out from %s (AA, 3:1)', (front, back) => {
		expect(contrast(front, back)).toBeGreaterThanOrEqual(3);
	});
});

test('the light theme restates every colour that text or a border is made of', () => {
	const same = [...dark.keys()].filter((name) => !light.has(name));
	expect(same).toEqual([]);
});

test('no element inherits what covers the bottom: each change would compute the styles of the whole page again', () => {
	expect(css).toMatch(/@property --bottom-inset \{[^}]*inherits: false;/);
});
