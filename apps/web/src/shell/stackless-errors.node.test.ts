import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('errors have no stack until the usual ones are back', async () => {
	const { UsualError } = await import('./stackless-errors.ts');
	const stackless = Error('compared by identity');
	await import('./usual-errors.ts');
	expect(globalThis.Error).toBe(UsualError);
	expect(stackless).toBeInstanceOf(Error);
	expect(stackless.message).toBe('compared by identity');
	expect(Object.hasOwn(stackless, 'stack')).toBe(false);
	expect(Error('usual').stack).toContain('stackless-errors.node.test.ts');
});

test('the application evaluates React DOM alone without stacks', () => {
	const main = readFileSync(new URL('../main.tsx', import.meta.url), 'utf8');
	const imports = Array.from(main.matchAll(/^import .*'(.*)';$/gm), ([, path]) => path);
	const from = imports.indexOf('./shell/stackless-errors.ts');
	expect(imports.slice(from, from + 3)).toEqual([
		'./shell/stackless-errors.ts',
		'react-dom/client',
		'./shell/usual-errors.ts',
	]);
});
