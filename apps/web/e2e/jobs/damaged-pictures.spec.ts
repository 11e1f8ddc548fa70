import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { fakeGeminiKeys } from '@adx/fakes/gemini';
import { expect, type Page, type TestInfo } from '@playwright/test';
import { hasSharedStores } from '../support/shared-stores.ts';
import { fillPaidForm, signIn } from '../support/steps.ts';
import { type TestServer, testWithGemini as test } from '../support/test-server.ts';
import { checkScreen } from '../visual/screen-checks.ts';

const { works: key } = fakeGeminiKeys;

interface Painted {
	readonly id: string;
	readonly imageUrl: string;
}

/** A job of three that is painted, with its page open, and its images by number. */
async function paint(page: Page, { origin }: TestServer): Promise<{ jobId: string; images: readonly Painted[] }> {
	await fillPaidForm(page, '3 ADX', key);
	await page.getByRole('button', { name: 'Generate ADX Characters' }).click();
	await expect(page.getByText('Generation completed successfully!').first()).toBeVisible({ timeout: 40_000 });
	const jobId = new URL(page.url()).searchParams.get('job') ?? '';
	await page.goto(`${origin}/jobs/${jobId}`);
	const answer = await page.request.get(`${origin}/api/images/${jobId}`);
	return { jobId, images: (await answer.json()) as readonly Painted[] };
}

/** The path of a stored file that an address serves: its ETag is its name. */
async function pathOf(page: Page, { origin, dataDir }: TestServer, url: string): Promise<string> {
	const { etag = '' } = (await page.request.head(origin + url)).headers();
	const sha256 = etag.replaceAll('"', '');
	return join(dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
}

const notice = (page: Page) => page.getByRole('region', { name: 'Missing or damaged pictures' });
const tile = (page: Page, number: number) => page.getByRole('button', { name: new RegExp(`^Open .+ #${number}(,|$)`) });
const download = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Download collection' });
const lost = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Missing or damaged in storage' });

test.skip(hasSharedStores, 'this story damages files on the disk');

test(
	'a painted picture whose file is damaged or gone says so, and is made again from the page of its job',
	{
		tag: '@further',
	},
	async ({ page, product, gemini }, testInfo) => {
		test.setTimeout(3 * 60_000);
		await page.goto(product.origin);
		await signIn(page, product);
		const { images } = await paint(page, product);
		await expect(tile(page, 3)).toBeVisible();
		await expect(notice(page)).toBeHidden();
		const [first, second] = images;
		await truncate(await pathOf(page, product, first!.imageUrl), 100);
		for (const size of ['full', '512', '200'])
			await rm(await pathOf(page, product, `${second!.imageUrl}&size=${size}`));

		// Whoever asks first finds it out; the page is told.
		const refused = await page.request.get(product.origin + first!.imageUrl);
		const { reason, error } = (await refused.json()) as { reason: string; error: string };
		expect([refused.status(), reason, error]).toEqual([
			502,
			'file_damaged',
			expect.stringMatching(/missing or damaged/),
		]);
		await expect(notice(page)).toContainText('1 picture is missing or damaged in storage.');
		await expect(tile(page, 1)).toHaveText(/Missing or damaged/);

		// Opened where the browser has no copy of it.
		await tile(page, 2).click();
		await expect(lost(page)).toBeVisible({ timeout: 20_000 });
		await expect(notice(page)).toContainText('2 pictures are missing or damaged in storage.');
		await page.keyboard.press('Escape');

		const alert = page.waitForEvent('dialog');
		const pressed = download(page).click();
		expect((await alert).message()).toMatch(
			/^2 files of this download are missing or damaged in storage: images\/1\.png/,
		);
		await (await alert).dismiss();
		await pressed;
		await lookAtIt(page, testInfo);

		await tile(page, 1).click();
		await expect(lost(page)).toContainText('Below is a smaller copy of it.');
		await lost(page).getByRole('button', { name: 'Make it again' }).click();
		const single = page.getByRole('dialog', { name: /^Make .+ #1 again$/ });
		await single.getByLabel('Google Gemini API key').fill(key);
		await single.getByRole('button', { name: 'Regenerate' }).click();
		await expect(page.getByRole('dialog').getByRole('button', { name: 'Version 2, chosen' })).toBeVisible({
			timeout: 20_000,
		});
		await expect(lost(page)).toBeHidden();
		expect(gemini.count(key)).toBe(4);
		await page.keyboard.press('Escape');

		await notice(page).getByRole('button', { name: 'Make 1 again' }).click();
		const all = page.getByRole('dialog', { name: 'Regenerate 1 missing or damaged' });
		await expect(all).toContainText(/about \$0\.\d+/);
		await all.getByLabel('Google Gemini API key').fill(key);
		await page.screenshot({ path: testInfo.outputPath('ordering.png') });
		await all.getByRole('button', { name: 'Regenerate 1 image' }).click();
		await expect(notice(page)).toBeHidden({ timeout: 20_000 });
		await expect(tile(page, 2)).not.toHaveText(/Missing or damaged/);
		expect(gemini.count(key)).toBe(5);
		const saved = page.waitForEvent('download');
		await download(page).click();
		expect((await saved).suggestedFilename()).toMatch(/_complete\.zip$/);
	},
);

/** Notice, tiles and dialog at both widths in both themes. */
async function lookAtIt(page: Page, testInfo: TestInfo): Promise<void> {
	const jobUrl = page.url();
	const before = page.viewportSize()!;
	for (const width of [360, 1_440]) {
		await page.setViewportSize({ width, height: width < 500 ? 780 : 900 });
		await page.reload();
		await expect(tile(page, 2)).toHaveText(/Missing or damaged/);
		await expect(notice(page).getByRole('button', { name: 'Make 2 again' })).toBeEnabled();
		await checkScreen(page, `job-${width}`, testInfo);
		for (const number of [1, 2]) {
			await tile(page, number).click();
			await expect(lost(page)).toBeVisible();
			await page.waitForLoadState('networkidle');
			await checkScreen(page, `lightbox-${number}-${width}`, testInfo, { fullPage: false });
			await page.keyboard.press('Escape');
			await expect(page.getByRole('dialog')).toBeHidden();
			await expect(page).toHaveURL(jobUrl);
		}
		await page.goto(`${jobUrl}?tab=review`);
		await expect(page.getByRole('region', { name: 'Missing or damaged in storage' })).toBeVisible();
		await checkScreen(page, `review-${width}`, testInfo);
		await page.goto(jobUrl);
	}
	await page.setViewportSize(before);
}
