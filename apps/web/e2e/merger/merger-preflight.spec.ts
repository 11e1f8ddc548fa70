import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test as productTest } from '../support/test-server.ts';
import { checkScreen } from '../visual/screen-checks.ts';
import { createImage } from './merger-files.ts';
import { openMerger } from './merger-steps.ts';

const test = productTest.extend<{ build: string }>({
	build: async ({}, use) => {
		const folder = await mkdtemp(join(tmpdir(), 'adx-preflight-'));
		await use(await writeUnfinishedBuild(folder, 12));
		await rm(folder, { recursive: true, force: true });
	},
});

/** A HashLips build whose settings nobody has filled in. Returns its folder. */
async function writeUnfinishedBuild(parent: string, count: number): Promise<string> {
	const folder = join(parent, 'build');
	await mkdir(folder);
	for (let number = 0; number < count; number++) {
		const metadata = {
			name: 'Your Collection',
			symbol: 'YOUR COLLECTION',
			description: 'Remember to replace this description',
			image: `ipfs://NewUriToReplace/${number}.png`,
			attributes: [{ trait_type: 'Hat', value: `Hat ${number}` }],
			properties: { creators: [{ address: '7fXNuer5sbZtaTEPhtJ5g5gNtuyRoKkvxdjEjEnPN4mC', share: 100 }] },
		};
		await writeFile(join(folder, `${number}.png`), await createImage(7_000 + number));
		await writeFile(join(folder, `${number}.json`), JSON.stringify(metadata));
	}
	return folder;
}

const preflight = (page: Page) => page.getByRole('region', { name: 'Preflight' });

/** Opens the line of a finding and presses its button, by the keyboard alone. */
async function mend(page: Page, problem: RegExp, name: string): Promise<void> {
	const line = preflight(page).locator('summary', { hasText: problem });
	await line.focus();
	await page.keyboard.press('Enter');
	const button = preflight(page).getByRole('listitem').filter({ hasText: problem }).getByRole('button', { name });
	// It waits for the check of what was set last.
	await expect(button).toBeEnabled();
	await button.focus();
	await page.keyboard.press('Enter');
}

test(
	'what exports would refuse is told and mended before the merge, by keyboard and on a phone',
	{
		tag: '@further',
	},
	async ({ page, product, build }, testInfo) => {
		// It looks at the whole page twice with axe.
		test.setTimeout(180_000);
		await page.setViewportSize({ width: 360, height: 740 });
		await openMerger(page, product);
		await page.getByTestId('merger-folder').setInputFiles(build);
		await expect(page.getByText('Everything has arrived')).toBeVisible();
		await page.getByLabel('Project Name').fill('The Winter Court of the Ice King');
		await page.getByRole('radio', { name: /^Keep\. The old name/ }).focus();
		await page.keyboard.press('Space');
		for (const problem of [
			/Tokens have the same name/,
			/Names are those of a generator/,
			/Solana takes symbols of 10/,
		]) {
			await expect(preflight(page).getByText(problem)).toBeVisible();
		}
		// Each is a line: the page is not many screens high.
		const findings = preflight(page).locator('summary').filter({ hasNotText: 'For example' });
		expect(await findings.count()).toBeGreaterThan(4);
		expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3_400);
		await checkScreen(page, 'preflight-with-findings', testInfo);

		await mend(page, /Tokens have the same name/, 'Rename and number them');
		await mend(page, /Solana takes names of 32 bytes, the number/, 'Name them “The Winter Court of the Ice #{number}”');
		await mend(page, /Descriptions are placeholders/, 'Write one description for all');
		await page.keyboard.type('{name} of the court');
		await mend(page, /Solana takes symbols of 10/, 'Set a symbol for all');
		await page.keyboard.type('ice');
		await mend(page, /The creator comes from/, 'Name the creators of all');
		await page.keyboard.press('Enter');
		await page.getByLabel('Address 1').fill('FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGC');
		await expect(
			preflight(page).getByText('Nothing stands in the way: 12 tokens checked for all targets.'),
		).toBeVisible();
		await checkScreen(page, 'preflight-mended', testInfo);

		await page.getByRole('button', { name: 'Start Merge' }).click();
		const progress = page.getByRole('region', { name: 'Merge Progress' });
		await expect(progress.getByText('Completed')).toBeVisible({ timeout: 40_000 });
		// What was said before the merge is so after it.
		const id = new URL(page.url()).searchParams.get('job');
		const checked = await page.request.get(`${product.origin}/api/collections/${id}/preflight`);
		expect(await checked.json()).toEqual({ tokenCount: 12, findings: [] });
		const [job] = (await (await page.request.get(`${product.origin}/api/merge-jobs`)).json()) as {
			collectionSymbol: string;
		}[];
		expect(job?.collectionSymbol).toBe('ICE');
	},
);
