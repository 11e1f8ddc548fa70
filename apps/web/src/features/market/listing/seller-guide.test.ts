import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../../../..');

test('what the page for sellers in docs/operations.md says is written on the page is written there', async () => {
	const docs = await readFile(join(root, 'docs/operations.md'), 'utf8');
	const [, guide = ''] = /\n### From a collection to money\n(.*?)\n### /s.exec(docs) ?? [];
	const labels = [...guide.matchAll(/\*\*(.+?)\*\*/g)].map(([, label = '']) => label);
	expect(labels.length).toBeGreaterThan(30);
	let texts = '';
	for await (const path of glob('apps/web/src/features/{merger,market,wallets}/**/*-texts.ts', { cwd: root })) {
		texts += await readFile(join(root, path), 'utf8');
	}
	expect(texts).not.toBe('');
	// As a whole text, or with what it is about behind it: 'Mint Price (SOL)'.
	const isOnPage = (label: string) =>
		[`'${label}'`, `\`${label} `, `\`${label}\``].some((text) => texts.includes(text));
	expect(labels.filter((label) => !isOnPage(label))).toEqual([]);
});
