import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { test } from './product.ts';
import { chooseFirstOrder, signIn } from './steps.ts';

const cliPath = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));

test('a newcomer signs in, generates five characters with the forge, looks at them and downloads them', async ({
	page,
	product,
}, testInfo) => {
	await page.goto(product.origin);
	await expect(page.getByRole('heading', { name: 'Developer Access' })).toBeVisible();
	await signIn(page, product);

	await chooseFirstOrder(page, '5 ADX');
	await page.getByLabel(/project name/i).fill('Frost Court');
	await page.getByRole('button', { name: 'Generate ADX Characters' }).click();
	await expect(page.getByText('Started generating 5 ADX characters').first()).toBeVisible();

	await expect(page.getByText('Generation completed successfully!').first()).toBeVisible({ timeout: 40_000 });
	const tiles = page.getByRole('link', { name: /#\d/ }).or(page.getByRole('button', { name: /#\d/ }));
	await expect(tiles.first()).toBeVisible();
	await tiles.first().click();
	const lightbox = page.getByRole('dialog');
	await expect(lightbox.getByText('Wizard').first()).toBeVisible();
	const picture = lightbox.getByRole('img').first();
	await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(500);
	await page.keyboard.press('Escape');
	await expect(lightbox).toBeHidden();

	const downloading = page.waitForEvent('download');
	await page
		.getByRole('button', { name: /download/i })
		.last()
		.click();
	const download = await downloading;
	expect(download.suggestedFilename()).toBe('Frost_Court_complete.zip');
	const zip = testInfo.outputPath('collection.zip');
	await download.saveAs(zip);
	const { stdout } = await promisify(execFile)(process.execPath, [cliPath, 'verify-collection', zip]);
	expect(stdout).toMatch(/5 images/);
});
