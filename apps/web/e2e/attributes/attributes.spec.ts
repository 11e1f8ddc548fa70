import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, type Page, type TestInfo } from '@playwright/test';
import { dropOnPage } from '../merger/merger-steps.ts';
import { downloadBy, readCars, readZip, sha256Hex } from '../support/export-readers.ts';
import { readMessages } from '../support/messages.ts';
import { test as productTest } from '../support/test-server.ts';
import { type Attribute, readDownload, writeArt, writeManyFiles } from './attribute-files.ts';
import { generate, openAttributes, planned, region, setWeight, toast, useFolder } from './attribute-steps.ts';

const cliPath = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));

const test = productTest.extend<{ folder: string }>({
	folder: ({}, use) => useFolder(use),
});

/** The page's counts of the selected trait, by value. */
async function readCounts(page: Page, trait: string): Promise<ReadonlyMap<string, number>> {
	await page.getByRole('radio', { name: trait, exact: true }).click();
	const rows = region(page, trait).locator('tbody tr');
	const found = await rows.evaluateAll((elements) =>
		elements.map((row) => [
			row.querySelector('th button')?.textContent ?? '',
			row.querySelector('td')?.innerText.trim() ?? '',
		]),
	);
	return new Map(
		found.flatMap(([label = '', count = '']) => (count === '0' ? [] : [[label, Number(count.replace(/\D/g, ''))]])),
	);
}

async function download(page: Page, path: string): Promise<string> {
	const downloading = page.waitForEvent('download');
	await region(page, 'Run').getByRole('button', { name: 'Download' }).click();
	const file = await downloading;
	await file.saveAs(path);
	return file.suggestedFilename();
}

/**
 * From the run on show by its rarity page: the texts from the page, and a CAR by the command that it names, made of the
 * chosen folder with the download unpacked beside its images. Comes back to the generator.
 */
async function useDownload(
	page: Page,
	folder: string,
	tokens: ReadonlyMap<string, readonly Attribute[]>,
	testInfo: TestInfo,
): Promise<void> {
	await page.getByRole('link', { name: 'Rarity and export' }).click();
	const ranking = page.getByRole('list', { name: 'Tokens, the rarest first' });
	await expect(ranking.getByText('Legendary').first()).toBeVisible();
	await page.getByRole('tab', { name: 'Export' }).click();
	await expect(page.getByText('120 tokens checked for all targets.')).toBeVisible();
	await expect(page.getByText("114 tokens of 120 lack 'Hat'.")).toBeVisible();
	const opensea = await readZip((await downloadBy(page, 'Download OpenSea', testInfo)).bytes);
	expect(opensea.names).toEqual(['metadata.csv']);
	for (const row of await opensea.csv('metadata.csv')) {
		for (const { trait_type, value } of tokens.get(row.file_name?.replace(/png$/, 'json') ?? '') ?? []) {
			expect(row[`attributes[${trait_type}]`], `${row.file_name} ${trait_type}`).toBe(value);
		}
	}

	const command = await page.getByText(/^npm run export/).innerText();
	const art = join(folder, 'art');
	const download = await readZip(await readFile(join(folder, 'attributes.zip')));
	for (const name of download.names) {
		await mkdir(dirname(join(art, name)), { recursive: true });
		await writeFile(join(art, name), await download.bytes(name));
	}
	const args = command.replace('path/to/folder', art).split(' ').slice('npm run export --'.split(' ').length);
	await promisify(execFile)(process.execPath, [cliPath, 'export', ...args], { cwd: folder });
	const findFile = (name: string) => readFile(join(folder, 'art-car', name));
	const { images, metadata } = await readCars(await findFile('roots.json'), findFile);
	for (const name of ['art-1.png', 'art-120.png']) {
		expect(images.hashes, name).toContain(sha256Hex(await readFile(join(art, name))));
	}
	const written = metadata.documents.map(({ attributes }) => JSON.stringify(attributes));
	for (const [name, attributes] of tokens) expect(written, name).toContain(JSON.stringify(attributes));
	await page.getByRole('link', { name: 'Back to the attribute generator' }).click();
	await expect(region(page, 'Run').getByText('Completed')).toBeVisible();
}

test('a folder gets the attributes that its preview shows, weighed, with what it had kept (ATT-02…06)', async ({
	page,
	product,
	folder,
}, testInfo) => {
	await openAttributes(page, product);
	await generate(page).click();
	await expect(toast(page, 'No folder selected')).toBeVisible();
	await expect(page.getByRole('button', { name: 'Select Folder' })).toBeFocused();

	await page.getByTestId('attributes-folder').setInputFiles(await writeArt(folder, 'art', 120));
	await expect(region(page, 'Folder').getByText('120 images, 7 of 120 have metadata')).toBeVisible();
	await planned(page, '120 images');
	const list = region(page, 'Images');
	const first = list.getByRole('row').filter({ hasText: 'art-1.png' });
	await expect(first.getByText('Wizard')).toBeVisible();
	await expect(first.getByText('kept', { exact: true })).toHaveCount(1);
	await expect(first.locator('canvas[data-drawn]')).toBeVisible();
	await expect(region(page, 'Folder').getByText('The metadata is not JSON.')).toBeVisible();

	await page.getByLabel('Project Name').fill('Winter Court');
	await page.getByLabel('Seed', { exact: true }).fill('winter');
	await page.getByRole('radio', { name: 'Magical Stone', exact: true }).click();
	await setWeight(page, 'None', '0');
	await expect(region(page, 'Magical Stone').getByRole('row', { name: /^None 0 0/ })).toBeVisible();
	await planned(page, '120 images');
	const traits = ['Class', 'Affliction', 'Divinity', 'Items', 'Magical Stone', 'Rarity'];
	const shown = new Map<string, ReadonlyMap<string, number>>();
	for (const trait of traits) shown.set(trait, await readCounts(page, trait));
	expect(shown.get('Class')?.get('Alchemist')).toBe(1);
	expect([...(shown.get('Magical Stone')?.keys() ?? [])]).not.toContain('None');

	await generate(page).dblclick();
	await expect(region(page, 'Run').getByText('Completed')).toBeVisible({ timeout: 30_000 });
	await expect(toast(page, 'Processing complete')).toBeVisible();
	// The toast that it took the place of may have been on show for a moment alone.
	expect(await readMessages(page)).toContain('Processing started');
	await expect(region(page, 'Run').getByText('120 / 120')).toBeVisible();
	const id = new URL(page.url()).searchParams.get('job') ?? '';
	const jobs = await page.request.get(`${product.origin}/api/attribute-generator`);
	expect(await jobs.json()).toHaveLength(1);

	const zip = join(folder, 'attributes.zip');
	expect(await download(page, zip)).toBe(`nft-attributes-${id}.zip`);
	await expect(toast(page, 'Download started')).toBeVisible();
	const { names, text, attributes } = await readDownload(zip);
	const tokens = await attributes();
	expect(tokens.size).toBe(120);
	for (const trait of traits) {
		const values = [...tokens.values()].map((own) => own.find(({ trait_type }) => trait_type === trait)?.value ?? '');
		const counts = new Map(
			Object.entries(Object.groupBy(values, (value) => value)).map(([value, all]) => [value, all?.length]),
		);
		expect(Object.fromEntries(counts), trait).toEqual(Object.fromEntries(shown.get(trait) ?? []));
	}
	expect(JSON.parse(await text('art-6.json'))).toMatchObject({ name: 'Own 6', image: 'art-6.png' });
	expect(JSON.parse(await text('art-7.json'))).toMatchObject({
		description: 'Painted in winter',
		name: 'Winter Court #7',
	});
	expect(names).toContain('originals/art-8.json');
	expect((await text('findings.csv')).trim().split(/\r?\n/)).toEqual([
		'File,Problem',
		'art/art-8.json,The metadata is not JSON.',
	]);
	await useDownload(page, folder, tokens, testInfo);

	await page.reload();
	await expect(region(page, 'Run').getByText('Completed')).toBeVisible();
	await expect(region(page, 'Folder').getByText('names and metadata are kept')).toBeVisible();
	await planned(page, '120 images');
	await expect(page.getByLabel('Seed', { exact: true })).toHaveValue('winter');
	expect(await readCounts(page, 'Class')).toEqual(shown.get('Class'));
	await page.getByRole('radio', { name: /^Replace/ }).click();
	await expect(page.getByText(/The preview has changed since this run/)).toBeVisible();
	await generate(page).click();
	// The run before is shown as completed until this one is.
	await expect.poll(() => new URL(page.url()).searchParams.get('job')).not.toBe(id);
	await expect(region(page, 'Run').getByText('Completed')).toBeVisible({ timeout: 30_000 });
	await download(page, join(folder, 'replaced.zip'));
	const replaced = await (await readDownload(join(folder, 'replaced.zip'))).attributes();
	expect(replaced.get('art-6.json')?.map(({ value }) => value)).not.toContain('Alchemist');
	expect(replaced.get('art-6.json')).toContainEqual({ trait_type: 'Hat', value: 'Hat 0' });
});

test('a reload in the middle loses nothing, and another tab follows the same run', { tag: '@further' }, async ({
	page,
	product,
	folder,
}) => {
	await openAttributes(page, product);
	await dropOnPage(page, [await writeManyFiles(folder, 'many', 2_000)]);
	await planned(page, '2,000 images');
	await generate(page).click();
	// Every picture is looked into first.
	await expect(toast(page, 'Processing started')).toBeVisible({ timeout: 40_000 });
	await page.reload();
	const other = await page.context().newPage();
	await other.goto(page.url());
	for (const tab of [page, other]) {
		await expect(region(tab, 'Run').getByText('Completed')).toBeVisible({ timeout: 30_000 });
		await expect(region(tab, 'Run').getByText('2,000 / 2,000')).toBeVisible();
		await expect(region(tab, 'Your runs').getByRole('listitem')).toHaveCount(1);
	}
	await planned(page, '2,000 images');
	await expect(region(other, 'Folder').getByText('No folder yet')).toBeVisible();
	// The server has the list already, and says so before it has read it.
	await generate(page).click();
	await expect(region(page, 'Your runs').getByRole('listitem')).toHaveCount(2);
	await expect(region(page, 'Run').getByText('Completed')).toBeVisible({ timeout: 30_000 });
});

/** What takes the focus of the keyboard, one after the other, while something lies over the middle of it. */
async function findCoveredFocus(page: Page): Promise<readonly string[]> {
	const covered: string[] = [];
	await page.evaluate(() => window.scrollTo(0, 0));
	await page.getByRole('button', { name: 'Select Folder' }).focus();
	for (;;) {
		const focus = await page.evaluate(() => {
			const element = document.activeElement;
			if (element === null || element === document.body) return null;
			const { left, top, right, bottom } = element.getBoundingClientRect();
			const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
			const isFree = element.contains(at) || at?.closest('label')?.contains(element);
			return { isFree, name: element.getAttribute('aria-label') ?? element.textContent ?? element.id };
		});
		if (focus === null) return covered;
		if (!focus.isFree) covered.push(focus.name);
		await page.keyboard.press('Tab');
	}
}

test('what the keyboard reaches lies under nothing that sticks to an edge', { tag: '@further' }, async ({
	page,
	product,
	folder,
}) => {
	// Some 170 presses of Tab, each drawn before the next one.
	test.slow();
	await openAttributes(page, product);
	await page.getByTestId('attributes-folder').setInputFiles(await writeArt(folder, 'art', 31));
	await planned(page, '31 images');
	// A message lies over what is below it until it is closed.
	for (const message of await page.getByRole('button', { name: 'Close message' }).all()) await message.click();
	for (const viewport of [
		{ width: 1_440, height: 900 },
		{ width: 720, height: 450 },
	]) {
		await page.setViewportSize(viewport);
		expect(await findCoveredFocus(page), `${viewport.width} px`).toEqual([]);
	}
});
