import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import JsZip from 'jszip';
import { fillFirstForm, signIn } from '../support/steps.ts';
import { type TestServer, testOnSharedProduct as test } from '../support/test-server.ts';

const tile = (page: Page, number: number) => page.getByRole('button', { name: new RegExp(`^Open .+ #${number}(,|$)`) });
const press = (within: Page | Locator, name: string | RegExp) =>
	within.getByRole('button', { name, exact: true }).click();

/** Signs in, orders characters of the forge and opens their job's page. */
async function startAndOpenJob(page: Page, product: TestServer, batchSize: string): Promise<void> {
	await page.goto(product.origin);
	await signIn(page, product);
	await fillFirstForm(page, batchSize);
	await press(page, 'Generate ADX Characters');
	await expect(page).toHaveURL(/[?&]job=/);
	await page.goto(`${product.origin}/jobs/${new URL(page.url()).searchParams.get('job')}`);
	await expect(page.getByRole('heading', { level: 1, name: /^Collection #/ })).toBeVisible();
}

/** Where the large picture of the lightbox comes from. */
const shownVersion = async (box: Locator) =>
	new URL((await box.getByRole('img').first().getAttribute('src')) ?? '', 'http://x').searchParams.get('version');

test('a creator makes one image again, goes back to the old version, and locks it', async ({ page, product }) => {
	await startAndOpenJob(page, product, '5 ADX');
	await expect(page.getByText('Generation completed successfully!')).toBeVisible({ timeout: 40_000 });
	await tile(page, 2).click();
	const box = page.getByRole('dialog');
	await expect(box.getByText('2 of 5')).toBeVisible();
	await page.keyboard.press('r');
	await expect(box.getByRole('button', { name: 'Version 2, chosen' })).toBeVisible({ timeout: 20_000 });
	expect(await shownVersion(box)).toBe('2');

	await press(box, 'Choose version 1');
	await expect(box.getByRole('button', { name: 'Version 1, chosen' })).toBeVisible();
	expect(await shownVersion(box)).toBe('1');

	await page.keyboard.press('l');
	await expect(box.getByRole('button', { name: 'Unlock' })).toBeVisible();
	await expect(box.getByRole('button', { name: 'Regenerate' })).toBeDisabled();
	await page.keyboard.press('Escape');
	await expect(box).toBeHidden();
	await expect(tile(page, 2)).toBeFocused();
	await expect(tile(page, 2)).toHaveAccessibleName(/, locked$/);
});

test('a creator reviews by keys, and what was rejected is made again together', { tag: '@further' }, async ({
	page,
	product,
}) => {
	await startAndOpenJob(page, product, '5 ADX');
	await expect(page.getByText('Generation completed successfully!')).toBeVisible({ timeout: 40_000 });
	await page.getByRole('tab', { name: 'Review' }).click();
	await expect(page.getByText('1 of 5 · Undecided')).toBeVisible();
	for (const key of ['k', 'x', 'x', 'u', 'x', 'ArrowRight', 'k']) await page.keyboard.press(key);
	await expect(page.getByText('2 kept · 2 rejected · 1 undecided')).toBeVisible();

	// On a telephone the picture is on the first screen.
	await page.setViewportSize({ width: 360, height: 740 });
	await page.reload();
	await expect(page.getByText('2 kept · 2 rejected · 1 undecided')).toBeVisible();
	await expect(page.getByRole('region', { name: 'Review' }).getByRole('img', { name: /#\d/ })).toBeInViewport({
		ratio: 0.9,
	});
	await page.setViewportSize({ width: 1_440, height: 900 });
	await expect(page.getByText(/^Rejected images stay in the archive/)).toBeInViewport({ ratio: 1 });
	expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900);
	// The second press of a double click does not close the window that the first one opened.
	await page.getByRole('button', { name: 'Regenerate 2 rejected' }).dblclick();
	const sheet = page.getByRole('dialog', { name: 'Regenerate 2 rejected' });
	await expect(sheet.getByRole('img')).toHaveCount(2);
	await press(sheet, 'Regenerate 2 images');
	await expect(sheet).toBeHidden();
	await expect(
		page.getByText(/Other versions? of \d images? (is|are) being made|Another version of 1 image/),
	).toBeHidden({
		timeout: 20_000,
	});
	await page.getByRole('tab', { name: 'Images' }).click();
	await expect(tile(page, 2).locator('img')).toHaveAttribute('src', /version=2/);
	await expect(tile(page, 3).locator('img')).toHaveAttribute('src', /version=2/);
	await expect(tile(page, 1).locator('img')).toHaveAttribute('src', /version=1/);
});

test(
	'a creator zooms by keys, and chooses images to decide about together',
	{ tag: '@further' },
	async ({ page, product }, testInfo) => {
		await startAndOpenJob(page, product, '5 ADX');
		await expect(page.getByText('Generation completed successfully!')).toBeVisible({ timeout: 40_000 });
		await tile(page, 1).click();
		const box = page.getByRole('dialog');
		const picture = box.getByRole('region', { name: 'Picture' });
		await expect(picture).toBeFocused();
		const wide = async () => (await picture.getByRole('img').last().boundingBox())?.width;
		await page.keyboard.press('Space');
		await expect.poll(wide).toBe(1_024);
		await page.keyboard.press('z');
		await expect.poll(wide).toBeLessThan(1_024);
		await expect(box.getByText('1 of 5')).toBeVisible();
		await page.keyboard.press('Escape');
		await expect(tile(page, 1)).toBeFocused();

		await tile(page, 2).click({ modifiers: ['ControlOrMeta'] });
		await tile(page, 4).click({ modifiers: ['Shift'] });
		const bar = page.getByRole('region', { name: 'Chosen images' });
		await expect(bar.getByText('3 chosen')).toBeVisible();
		await press(bar, 'Reject');
		await expect(tile(page, 3)).toHaveAccessibleName(/, rejected$/);
		await expect(tile(page, 4)).toHaveAccessibleName(/, rejected$/);
		const downloading = page.waitForEvent('download');
		await press(bar, 'Download selected');
		const download = await downloading;
		expect(download.suggestedFilename()).toBe('ADX_Collection_selection.zip');
		const file = testInfo.outputPath('selection.zip');
		await download.saveAs(file);
		const { files } = await JsZip.loadAsync(await readFile(file));
		expect(Object.keys(files).toSorted()).toEqual(['2.png', '3.png', '4.png']);
		await page.keyboard.press('Escape');
		await expect(bar).toBeHidden();
		await page.keyboard.press('ControlOrMeta+a');
		await expect(bar.getByText('All 5 drawn images are chosen')).toBeVisible();
		expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
	},
);

test('a job is paused, resumed and cancelled, and keeps what it has drawn', async ({ page, product }) => {
	await startAndOpenJob(page, product, '100 ADX');
	await expect(tile(page, 1)).toBeVisible({ timeout: 20_000 });
	await press(page, 'Pause');
	await expect(
		page.getByText('You stopped it for now. What is drawn is kept; resume whenever you like.'),
	).toBeVisible();
	await press(page, 'Resume');
	await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
	await press(page, 'Cancel');
	await expect(page.getByText(/^Stopped after \d+ of 100 images$/)).toBeVisible({ timeout: 20_000 });
	await page.getByRole('tab', { name: 'Files' }).click();
	await expect(page.getByText(/^\d+ images?, [\d.]+ MB$/)).toBeVisible();
});
