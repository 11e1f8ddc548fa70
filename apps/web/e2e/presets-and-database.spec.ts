import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from './product.ts';
import { chooseFirstOrder, signIn } from './steps.ts';

const savedSettings = (page: Page) => page.getByRole('region', { name: 'Saved Settings' });
const elf = (page: Page) => page.getByRole('checkbox', { name: 'Elf', exact: true });

test('choices are saved, come back after a reload, go out as a file and come in again', async ({
	page,
	product,
}, testInfo) => {
	await page.goto(product.origin);
	await signIn(page, product);
	const card = savedSettings(page);
	await expect(card.getByText('No presets yet.')).toBeVisible();

	await chooseFirstOrder(page, '5 ADX');
	await page.getByLabel(/project name/i).fill('Frost Court');
	await card.getByRole('button', { name: 'Save' }).click();
	await page.getByLabel('Name', { exact: true }).fill('Winter');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Settings Saved').first()).toBeVisible();

	await page.reload();
	await expect(elf(page)).not.toBeChecked();
	await card.getByRole('button', { name: 'Load Winter' }).click();
	await expect(page.getByText('Settings Loaded').first()).toBeVisible();
	await expect(elf(page)).toBeChecked();
	await expect(page.getByLabel(/project name/i)).toHaveValue('Frost Court');

	const downloading = page.waitForEvent('download');
	await card.getByRole('button', { name: 'Export Winter' }).click();
	const download = await downloading;
	expect(download.suggestedFilename()).toBe('Winter.adx-preset.json');
	const file = testInfo.outputPath('winter.json');
	await download.saveAs(file);
	expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ name: 'Winter', races: ['elf', 'orc'] });

	await card.getByRole('button', { name: 'Delete Winter' }).click();
	await page.getByRole('button', { name: 'Delete preset' }).click();
	await expect(card.getByText('No presets yet.')).toBeVisible();
	await page.getByLabel('Preset file').setInputFiles(file);
	await page.getByRole('button', { name: 'Save preset' }).click();
	await expect(card.getByRole('button', { name: 'Load Winter' })).toBeVisible();
});

test('everything generated is downloaded in parts, then deleted', async ({ page, product }, testInfo) => {
	await page.goto(product.origin);
	await signIn(page, product);
	await chooseFirstOrder(page, '5 ADX');
	await page.getByRole('button', { name: 'Generate ADX Characters' }).click();
	await expect(page.getByText('Generation completed successfully!').first()).toBeVisible({ timeout: 40_000 });

	const panel = page.getByRole('complementary', { name: 'Database' });
	const toggle = panel.getByRole('button', { name: /^Database/ });
	await expect(toggle).toHaveText(/5/);
	await toggle.click();
	const downloading = page.waitForEvent('download');
	await panel.getByRole('link', { name: 'Download part 50' }).click();
	const download = await downloading;
	expect(download.suggestedFilename()).toBe('ADX_database_part_50_of_50.zip');
	const file = testInfo.outputPath('part.zip');
	await download.saveAs(file);
	expect((await readFile(file)).includes('manifest.json')).toBe(true);

	const told: string[] = [];
	page.on('dialog', (dialog) => {
		told.push(dialog.message());
		void (told.length === 1 ? dialog.dismiss() : dialog.accept());
	});
	await panel.getByRole('button', { name: 'Delete All Images' }).click();
	await expect(toggle).toHaveText(/5/);
	const reloaded = page.waitForEvent('load');
	await panel.getByRole('button', { name: 'Delete All Images' }).click();
	await reloaded;
	const question = 'Are you sure you want to delete all images from the database? This cannot be undone.';
	expect(told).toEqual([question, question, 'Database cleaned up successfully!']);
	await expect(toggle).toHaveText(/0 images generated$/);
	await expect(toggle).toHaveAttribute('aria-expanded', 'false');
});
