import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { fillFirstForm, nameProject, signIn } from '../support/steps.ts';
import { testOnSharedProduct as test } from '../support/test-server.ts';

const cliPath = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));

test('a newcomer signs in, generates five characters with the forge, looks at them and downloads them', async ({
	page,
	product,
}, testInfo) => {
	await page.goto(product.origin);
	await expect(page.getByRole('heading', { name: 'Developer Access' })).toBeVisible();
	await signIn(page, product);

	await fillFirstForm(page, '5 ADX');
	// The live preview is drawn here in the browser: many colours, so neither empty nor one flat fill.
	await expect.poll(() => page.locator('canvas').first().evaluate(countColours)).toBeGreaterThan(100);
	await nameProject(page, 'Frost Court');
	await page.getByRole('button', { name: 'Generate ADX Characters' }).click();
	await expect(page.getByText('Started generating 5 ADX characters').first()).toBeVisible();

	await expect(page.getByText('Generation completed successfully!').first()).toBeVisible({ timeout: 40_000 });
	// The latest jobs are links with numbers too, and may be there before the images are.
	const tiles = page.getByRole('button', { name: /^Open .+ #\d/ });
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

/** Runs in the page: distinct colours on a grid over the canvas. */
function countColours(canvas: Element): number {
	const { width, height } = canvas as HTMLCanvasElement;
	const pixels = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
	const colours = new Set<string>();
	for (let at = 0; at < pixels.length; at += 4 * 37) colours.add(`${pixels[at]},${pixels[at + 1]},${pixels[at + 2]}`);
	return colours.size;
}
