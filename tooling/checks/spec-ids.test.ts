import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readWorkspace } from './structure/workspace.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const listed = readFileSync(new URL('../../docs/spec-ids.md', import.meta.url), 'utf8');
const ids = new Set(Array.from(listed.matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm), ([, id]) => id));
const areas = new Set(Array.from(ids, (id = '') => id.split('-')[0]));

/** An id as it stands in a test's name; `EIP-712` and the like have no area of the specification. */
const idInText = /\b([A-Z]{2,5})-\d{2,3}\b/g;

test('every id in the name of a test is explained in docs/spec-ids.md', () => {
	const unknown = readWorkspace(root)
		.files.filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path))
		.flatMap(({ path, text }) =>
			Array.from(text.matchAll(idInText))
				.filter(([id, area]) => areas.has(area ?? '') && !ids.has(id))
				.map(([id]) => `${path}: ${id}`),
		);
	expect(ids.size).toBeGreaterThan(300);
	expect(unknown).toEqual([]);
});
