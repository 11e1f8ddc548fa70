import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });

/** Where a document's links and pictures point to in this repository, as written. */
function listTargets(text: string): string[] {
	return [...text.matchAll(/\]\(([^()\s#]+)(?:#[^()\s]*)?\)/g)]
		.map(([, target = '']) => target)
		.filter((target) => !/^[a-z]+:/.test(target));
}

it.each(documents)('%s links only to files that exist, pictures among them', (document) => {
	const targets = listTargets(readFileSync(join(root, document), 'utf8'));
	expect(targets.filter((target) => !existsSync(resolve(root, dirname(document), target)))).toEqual([]);
});

it('finds the pictures of the README', () => {
	const pictures = listTargets(readFileSync(join(root, 'README.md'), 'utf8')).filter((target) =>
		/\.webp$/.test(target),
	);
	expect(new Set(pictures).size).toBe(7);
});
