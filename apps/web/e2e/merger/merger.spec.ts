import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, type Page, type TestInfo } from '@playwright/test';
import { downloadBy, readCars, readZip } from '../support/export-readers.ts';
import { fillFirstForm, nameProject, signIn } from '../support/steps.ts';
import { test as productTest } from '../support/test-server.ts';
import { writeHashLipsBuild, writeLooseFiles } from './merger-files.ts';
import { dropOnPage, openMerger } from './merger-steps.ts';

const cliPath = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));

const test = productTest.extend<{ folder: string }>({
	folder: async ({}, use) => {
		const folder = await mkdtemp(join(tmpdir(), 'adx-merger-'));
		await use(folder);
		await rm(folder, { recursive: true, force: true });
	},
});

const pickFolder = (page: Page, folder: string) => page.getByTestId('merger-folder').setInputFiles(folder);
const pickFiles = (page: Page, files: readonly string[]) => page.getByTestId('merger-files').setInputFiles([...files]);
const toast = (page: Page, title: string) => page.getByText(title, { exact: true }).first();
const input = (page: Page) => page.getByRole('region', { name: 'Input Collections' });
const progress = (page: Page) => page.getByRole('region', { name: 'Merge Progress' });

/** Names the files that were picked, in two steps. */
async function nameFiles(page: Page, name: string, description: string): Promise<void> {
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Collection name').fill(name);
	await page.keyboard.press('Enter');
	await dialog.getByLabel('Description (optional)').fill(description);
	await dialog.getByRole('button', { name: 'Add collection' }).click();
	await expect(dialog).toBeHidden();
}

async function downloadMerge(page: Page, path: string): Promise<string> {
	const downloading = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Download Frozen Collection' }).click();
	const download = await downloading;
	await download.saveAs(path);
	return download.suggestedFilename();
}

/** By the page of the merge on show, whose tokens it ranks and takes away; comes back to the merger. */
async function openRarity(page: Page, testInfo: TestInfo): Promise<void> {
	const id = new URL(page.url()).searchParams.get('job');
	await page.goto(new URL(`/collections/${id}`, page.url()).href);
	await page.getByRole('link', { name: 'Rarity and export' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Rarity of Frost & Fire' })).toBeVisible();
	const rows = page.getByRole('list', { name: 'Tokens, the rarest first' }).locator('> li');
	const picture = rows.first().locator('img');
	await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
	await page.getByRole('tab', { name: 'Export' }).click();
	await expect(page.getByText(/33 tokens checked for all targets/)).toBeVisible();
	const car = await readZip((await downloadBy(page, /^Download (anyway )?IPFS/, testInfo)).bytes);
	const { metadata } = await readCars(await car.bytes('roots.json'), car.bytes);
	expect(metadata.documents.length).toBeGreaterThanOrEqual(33);
	await page.goto(new URL(`/merger?job=${id}`, page.url()).href);
	await expect(progress(page).getByText('Completed')).toBeVisible();
}

test('a folder and single files become a Frozen Collection, which merges again as a zip (UPL-01…05, MRG-02…18)', async ({
	page,
	product,
	folder,
}, testInfo) => {
	await openMerger(page, product);
	const start = page.getByRole('button', { name: 'Start Merge' });
	await expect(start).toBeDisabled();

	await pickFolder(page, await writeHashLipsBuild(folder, 'build', 30));
	await expect(toast(page, 'Collection Added')).toBeVisible();
	await expect(input(page).getByText('all with metadata')).toBeVisible();
	await expect(page.getByText('Total: 30 images from 1 collections ready to merge')).toBeVisible();

	await input(page).getByRole('button', { name: 'Preview build' }).click();
	const preview = page.getByRole('dialog');
	await expect(preview.getByRole('img')).toHaveCount(20);
	await expect(preview.getByText('...and 10 more images')).toBeVisible();
	const picture = preview.getByRole('img').first();
	await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64);
	await page.keyboard.press('Escape');

	const loose = await writeLooseFiles(join(folder, 'loose'));
	await pickFiles(page, loose);
	await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
	await expect(input(page).getByRole('listitem').filter({ hasText: 'Orcs' })).toHaveCount(0);
	await pickFiles(page, loose);
	await nameFiles(page, 'Orcs', 'From the hills');
	await expect(page.getByText('Total: 33 images from 2 collections ready to merge')).toBeVisible();
	await expect(input(page).getByText(/1 file is not a picture/)).toBeVisible();
	const doctor = page.getByRole('region', { name: 'Merge doctor' });
	await expect(doctor.getByText(/trait name is spelled in different ways/)).toBeVisible();
	await expect(input(page).getByText('Everything has arrived')).toBeVisible();

	await page.getByLabel('Project Name').fill('Frost & Fire');
	await start.dblclick();
	await expect(toast(page, 'Merge Started')).toBeVisible();
	await expect(progress(page).getByText('Completed')).toBeVisible({ timeout: 40_000 });
	expect(page.url()).toContain('job=');
	const jobs = await page.request.get(`${product.origin}/api/merge-jobs`);
	expect(await jobs.json()).toHaveLength(1);

	const zip = join(folder, 'Winter.zip');
	expect(await downloadMerge(page, zip)).toBe('Frost___Fire-merged-collection.zip');
	await expect(toast(page, 'Download started')).toBeVisible();
	const { stdout } = await promisify(execFile)(process.execPath, [cliPath, 'verify-collection', zip]);
	expect(stdout).toMatch(/33 images/);
	await openRarity(page, testInfo);

	// A user who comes back to a finished merge finds its steps folded.
	await input(page).getByRole('button', { name: 'Show Input Collections' }).click();
	await page.getByRole('button', { name: 'Show Merge Settings' }).click();
	await input(page).getByRole('button', { name: 'Remove all' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Remove 2 collections' }).click();
	await expect(input(page).getByText('No collections yet')).toBeVisible();
	await pickFiles(page, [zip]);
	await expect(page.getByText('Total: 33 images from 1 collections ready to merge')).toBeVisible();
	await expect(input(page).getByText('all with metadata')).toBeVisible();
	await page.getByLabel('Project Name').fill('Again');
	await page.getByRole('radio', { name: /^Shuffle/ }).click();
	await page.getByLabel('Seed', { exact: true }).fill('winter');
	await start.click();
	const again = page.getByRole('region', { name: 'Your merges' }).getByRole('button', { name: /Again/ });
	await expect(again.getByText('Completed')).toBeVisible({ timeout: 40_000 });
	await downloadMerge(page, join(folder, 'again.zip'));
	const second = await promisify(execFile)(process.execPath, [cliPath, 'verify-collection', join(folder, 'again.zip')]);
	expect(second.stdout).toMatch(/33 images/);
});

test('a finished job goes into a merge through the lock, and only once', async ({ page, product }) => {
	await page.goto(product.origin);
	await signIn(page, product);
	await fillFirstForm(page, '3 ADX');
	await nameProject(page, 'Frost Court');
	await page.getByRole('button', { name: 'Generate ADX Characters' }).click();
	await expect(page.getByText('Generation completed successfully!').first()).toBeVisible({ timeout: 40_000 });
	const link = page.getByRole('link', { name: 'Merge with other collections' });
	await link.click();
	await page.getByLabel('Admin password').fill(product.passwords.admin ?? '');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Total: 3 images from 1 collections ready to merge')).toBeVisible();
	await expect(input(page).getByText('all with metadata')).toBeVisible();
	await expect(page).toHaveURL(`${product.origin}/merger`);

	await page.goBack();
	await link.click();
	await expect(page.getByText('Already Added', { exact: true }).first()).toBeVisible();
	await expect(page.getByText('Total: 3 images from 1 collections ready to merge')).toBeVisible();

	await page.getByLabel('Project Name').fill('Frozen Court');
	await page.getByRole('button', { name: 'Start Merge' }).click();
	await expect(progress(page).getByText('Completed')).toBeVisible({ timeout: 40_000 });
	await page.reload();
	await expect(progress(page).getByText('Completed')).toBeVisible();
	await expect(input(page).getByRole('button', { name: 'Show Input Collections' })).toBeVisible();
	await expect(page.getByRole('button', { name: 'Start Merge' })).toBeHidden();
});

test('a reload in the middle of an upload loses nothing and sends nothing twice', { tag: '@further' }, async ({
	page,
	product,
	folder,
}) => {
	await openMerger(page, product);
	const sent: string[] = [];
	await page.context().route('**/api/uploads/*', async (route) => {
		if (route.request().method() !== 'PUT') return route.continue();
		await new Promise((resolve) => setTimeout(resolve, 150));
		const response = await route.fetch().catch(() => null);
		if (response?.ok()) sent.push(route.request().url());
		await (response === null ? route.abort() : route.fulfill({ response })).catch(() => {});
	});
	const build = await writeHashLipsBuild(folder, 'build', 50);
	await pickFolder(page, build);
	await expect.poll(() => sent.length).toBeGreaterThan(8);
	await page.getByLabel('Project Name').fill('Kept');
	await expect(input(page).getByText('Total: 50 images', { exact: false })).toBeVisible();
	// What was picked may have to be picked again, so the browser asks.
	const leaving = page.waitForEvent('dialog');
	const reloading = page.reload();
	const question = await leaving;
	expect(question.type()).toBe('beforeunload');
	await question.accept();
	await reloading;
	await expect(page.getByLabel('Project Name')).toHaveValue('Kept');
	await expect(input(page).getByRole('heading', { name: 'build' })).toBeVisible();
	await expect(input(page).getByText('Everything has arrived')).toBeVisible({ timeout: 40_000 });
	await expect(page.getByText('Total: 50 images from 1 collections ready to merge')).toBeVisible();
	// The five that were under way at the reload may have arrived without anybody hearing of it, or travel again.
	expect(new Set(sent).size).toBeGreaterThanOrEqual(45);
	expect(sent.length).toBeLessThanOrEqual(55);
	const before = sent.length;
	await input(page).getByRole('button', { name: 'Remove build' }).click();
	await expect(toast(page, 'Collection Removed')).toBeVisible();
	await pickFolder(page, build);
	await expect(toast(page, 'Collection Added')).toBeVisible();
	await expect(input(page).getByText('Everything has arrived')).toBeVisible();
	await expect(input(page).getByText(/50 were here already/)).toBeVisible();
	expect(sent).toHaveLength(before);
});

test('folders dropped on the page are read to their end, however many files they hold (UPL-05, UPL-12)', {
	tag: '@further',
}, async ({ page, product, folder }) => {
	await openMerger(page, product);
	const elves = await writeHashLipsBuild(folder, 'elves', 120);
	const orcs = await writeHashLipsBuild(folder, 'orcs', 5);
	await dropOnPage(page, [elves, orcs]);
	await expect(toast(page, 'Collections Added')).toBeVisible({ timeout: 30_000 });
	await expect(page.getByText('Total: 125 images from 2 collections ready to merge')).toBeVisible();
	await expect(input(page).getByText('all with metadata')).toHaveCount(2);
});

test('a half-read folder is not merged, and a second tab takes over once the first is closed', {
	tag: '@further',
}, async ({ page, product, folder }) => {
	await openMerger(page, product);
	const build = await writeHashLipsBuild(folder, 'build', 120);
	await pickFolder(page, build);
	await expect(
		input(page)
			.getByText(/^Reading [1-9]\d* of 120 files$/)
			.first(),
	).toBeVisible();
	await page.reload();
	await expect(input(page).getByText(/were read before the page was closed/)).toBeVisible();
	await page.getByLabel('Project Name').fill('Half');
	const start = page.getByRole('button', { name: 'Start Merge' });
	await expect(start).toBeDisabled();
	await expect(start).toHaveAccessibleDescription(/“build” was not read to the end: add it again, or remove it\./);
	await page.getByLabel('Project Name').press('Enter');
	await expect(toast(page, 'Not Ready Yet')).toBeVisible();
	expect(page.url()).not.toContain('job=');

	const other = await page.context().newPage();
	await other.goto(`${product.origin}/merger`);
	await expect(other.getByRole('heading', { name: 'Open in another tab' })).toBeVisible();
	await expect(other.getByRole('button', { name: 'Select Folder' })).toBeHidden();
	// A tab in the background takes no files, and is slow to read them.
	await page.bringToFront();
	await pickFolder(page, build);
	await expect(page.getByText('Total: 120 images from 1 collections ready to merge')).toBeVisible({ timeout: 30_000 });
	await expect(input(page).getByText('Everything has arrived')).toBeVisible({ timeout: 30_000 });
	await input(page).getByRole('button', { name: 'Edit build' }).click();
	await page.getByLabel('Collection name').fill('Elves');
	await page.keyboard.press('Enter');
	await expect(input(page).getByRole('heading', { name: 'Elves' })).toBeVisible();
	await page.close();
	await other.bringToFront();
	await expect(other.getByText('Total: 120 images from 1 collections ready to merge')).toBeVisible();
	await expect(input(other).getByRole('heading', { name: 'Elves' })).toBeVisible();
	await expect(other.getByLabel('Project Name')).toHaveValue('Half');
	await input(other).getByRole('button', { name: 'Remove Elves' }).click();
	await expect(input(other).getByText('No collections yet')).toBeVisible();
});
