import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import JSZip from 'jszip';
import { nameProject, openFormSection, signIn } from '../support/steps.ts';
import { testOnSharedProduct as test } from '../support/test-server.ts';
import { writeHashLipsProject } from './layers-files.ts';

const cliPath = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));

async function chooseLayers(page: Page): Promise<void> {
	await openFormSection(page, 'Engine');
	await page.getByRole('radio', { name: /Your own layers/ }).click();
	await openFormSection(page, 'Layers');
}

test('a HashLips project goes in, and a collection with exact counts comes out that verifies', async ({
	page,
	product,
}, testInfo) => {
	await page.goto(product.origin);
	await signIn(page, product);
	await chooseLayers(page);
	await page.getByTestId('layers-folder').setInputFiles(await writeHashLipsProject(testInfo.outputPath(), 25));
	const layers = page.getByRole('region', { name: 'What was read' });
	await expect(layers).toContainText('hashlips_art_engine: 26 pictures of 128 × 128 px');
	await expect(page.getByText('All layers are on the server.')).toBeVisible();
	await nameProject(page, 'Eyes');

	await openFormSection(page, 'Plan');
	await expect(page.getByText('25 planned')).toBeVisible();
	await page.getByRole('tab', { name: 'Traits' }).click();
	await page.getByRole('radio', { name: 'Eyeball' }).click();
	await page.getByLabel('Count of Red').fill('7');
	await expect(page.getByRole('row', { name: /^Red/ })).toContainText('7');
	await page.getByRole('tab', { name: 'Rules' }).click();
	await page.getByLabel('Trait', { exact: true }).selectOption('Iris');
	await page.getByLabel('Value', { exact: true }).selectOption('Large');
	await page.getByLabel('Other trait').selectOption('Top lid');
	await page.getByLabel('Other value').selectOption('Low');
	await page.getByRole('button', { name: 'Add rule' }).click();
	await page.getByRole('tab', { name: 'Storyboard' }).click();
	await expect(page.locator('canvas[data-painted]').first()).toBeVisible();
	await page.getByRole('button', { name: 'Generate ADX Characters' }).click();

	await expect(page.getByText('Generation completed successfully!').first()).toBeVisible({ timeout: 40_000 });
	const downloading = page.waitForEvent('download');
	await page
		.getByRole('button', { name: /download/i })
		.last()
		.click();
	const download = await downloading;
	expect(download.suggestedFilename()).toBe('Eyes_complete.zip');
	const path = testInfo.outputPath('collection.zip');
	await download.saveAs(path);
	const { stdout } = await promisify(execFile)(process.execPath, [cliPath, 'verify-collection', path]);
	expect(stdout).toMatch(/25 images/);

	const zip = await JSZip.loadAsync(await readFile(path));
	const counts: Record<string, Record<string, number>> = {};
	for (let number = 1; number <= 25; number++) {
		const { attributes } = JSON.parse(await zip.file(`metadata/${number}.json`)!.async('string')) as {
			readonly attributes: readonly { readonly trait_type: string; readonly value: string }[];
		};
		expect(attributes.map(({ trait_type }) => trait_type)).toEqual([
			...['Background', 'Eyeball', 'Eye color', 'Iris', 'Shine', 'Bottom lid', 'Top lid'],
			'Rarity',
		]);
		const byName = new Map(attributes.map(({ trait_type, value }) => [trait_type, value]));
		expect([byName.get('Iris'), byName.get('Top lid')]).not.toEqual(['Large', 'Low']);
		for (const [trait, value] of byName) {
			counts[trait] ??= {};
			counts[trait][value] = (counts[trait][value] ?? 0) + 1;
		}
	}
	expect(counts.Eyeball).toEqual({ Red: 7, White: 18 });
	expect(counts.Shine).toEqual({ Shapes: 25 });
	expect(Object.keys(counts.Background ?? {})).toHaveLength(8);
});

test('what is wrong with a folder is said before anything is sent', async ({ page, product }, testInfo) => {
	await page.goto(product.origin);
	await signIn(page, product);
	const sent: string[] = [];
	page.on('request', (request) => {
		if (request.url().includes('/api/uploads/')) sent.push(request.url());
	});
	await chooseLayers(page);
	const folder = await writeHashLipsProject(testInfo.outputPath(), 25, { isBroken: true });
	await page.getByTestId('layers-folder').setInputFiles(folder);
	const findings = page.getByRole('region', { name: 'Findings' });
	await expect(findings).toContainText(
		"All layers need one size. Most are 128 × 128 px, but 100 × 100 px: 'hashlips_art_engine/layers/Eyeball/Red#50.png'.",
	);
	await page.getByRole('button', { name: 'Generate ADX Characters' }).click();
	await expect(page.getByText('Choose a folder of layers').first()).toBeVisible();
	expect(sent).toEqual([]);
});
