import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../../../..');

/** The texts of the pages that a seller and a buyer see. */
async function readTexts(): Promise<string> {
	const files: string[] = [];
	for await (const path of glob('apps/web/src/features/{merger,market,wallets}/**/*-texts.ts', { cwd: root })) {
		files.push(await readFile(join(root, path), 'utf8'));
	}
	expect(files.length).toBeGreaterThan(8);
	return files.join('\n');
}

test('what the page for sellers in docs/operations.md says is written on the page is written there', async () => {
	const docs = await readFile(join(root, 'docs/operations.md'), 'utf8');
	const [, guide = ''] = /\n### From a collection to money\n(.*?)\n### /s.exec(docs) ?? [];
	const labels = [...guide.matchAll(/\*\*(.+?)\*\*/g)].map(([, label = '']) => label);
	expect(labels.length).toBeGreaterThan(30);
	const texts = await readTexts();
	// As a whole text, or with what it is about behind it: 'Mint Price (SOL)'.
	const isOnPage = (label: string) =>
		[`'${label}'`, `\`${label} `, `\`${label}\``].some((text) => texts.includes(text));
	expect(labels.filter((label) => !isOnPage(label))).toEqual([]);
});

test('what is sold is an item, and no text calls it a piece', async () => {
	expect((await readTexts()).match(/\bpieces?\b/gi)).toBeNull();
});
