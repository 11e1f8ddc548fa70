import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { writeArt } from '../attributes/attribute-files.ts';
import type { Screen } from './screens.ts';

const path = '/attributes';

async function chooseArt(page: Page): Promise<void> {
	const parent = await mkdtemp(join(tmpdir(), 'adx-looks-'));
	try {
		await page.getByTestId('attributes-folder').setInputFiles(await writeArt(parent, 'winter-court', 120));
		await expect(page.getByText('120 images planned')).toBeVisible();
		await expect(page.locator('canvas[data-drawn]').first()).toBeVisible();
		// Pictures are drawn and looked into one after the other, from files that are gone afterwards.
		await expect(page.locator('canvas:not([data-drawn])[aria-hidden]')).toHaveCount(0);
		await expect(page.getByText(/still to be checked/)).toHaveCount(0, { timeout: 30_000 });
	} finally {
		await rm(parent, { recursive: true, force: true });
	}
}

/** Once the page knows that there is none to open again. */
const removeFolderPicker = (page: Page) => page.getByText('No folder yet');

const generate = (page: Page) => page.getByRole('button', { name: 'Generate Attributes' }).click();

/** The attribute generator from nothing to a finished run; each builds on those before. */
export const attributeScreens: readonly Screen[] = [
	{
		name: 'attributes-empty',
		path,
		reach: async (page) => {
			await expect(page.getByText('No runs yet')).toBeVisible();
			await expect(removeFolderPicker(page)).toBeVisible();
		},
	},
	{
		name: 'attributes-no-folder',
		path,
		reach: async (page) => {
			await expect(removeFolderPicker(page)).toBeVisible();
			await generate(page);
			await expect(page.getByText('No folder selected').first()).toBeVisible();
		},
	},
	{ name: 'attributes-preview', path, reach: chooseArt },
	{
		name: 'attributes-impossible',
		path,
		reach: async (page) => {
			await expect(page.getByText('120 images planned')).toBeVisible();
			await page.getByRole('radio', { name: 'Magical Stone' }).click();
			for (const field of await page.getByRole('spinbutton').all()) await field.fill('0');
			await expect(page.getByText('These weights cannot be met')).toBeVisible();
		},
	},
	{
		name: 'attributes-done',
		path,
		reach: async (page) => {
			await page.getByRole('button', { name: 'Reset all weights' }).click();
			await chooseArt(page);
			await page.getByLabel('Project Name').fill('Winter Court');
			await expect(page.getByText('120 images planned')).toBeVisible();
			await generate(page);
			await expect(page.getByRole('button', { name: 'Download' })).toBeVisible({ timeout: 30_000 });
			await page.getByRole('radio', { name: /^Replace/ }).click();
			await expect(page.getByText(/The preview has changed since this run/)).toBeVisible();
			await expect(page.getByText('120 images planned')).toBeVisible();
		},
	},
	{
		name: 'attributes-unreachable',
		path,
		expectedErrors: /./,
		reach: async (page) => {
			await page.route('**/trpc/attributes.*', (route) => route.abort());
			await page.goto(`${new URL(page.url()).origin}${path}?job=gone`);
			await expect(page.getByText('Failed to check processing status').first()).toBeVisible();
			await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(2);
			// It stays so: the page goes on asking until the next one is opened, which would be told of no such run.
		},
	},
];
