import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { writeHashLipsBuild, writeLooseFiles } from '../merger/merger-files.ts';
import type { TestServer } from '../support/test-server.ts';
import type { Screen } from './screens.ts';

/** Past the lock, which opens both pages for the session. */
async function unlock(page: Page, { passwords }: TestServer): Promise<void> {
	const password = page.getByLabel('Admin password');
	const title = page.getByRole('heading', { level: 1, name: /^(Merge|Gallery)$/ });
	await expect(password.or(title)).toBeVisible();
	if (await password.isVisible()) {
		await password.fill(passwords.admin ?? '');
		await page.keyboard.press('Enter');
	}
	await expect(title).toBeVisible();
}

/** Works with files that are gone afterwards. */
async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'adx-looks-'));
	try {
		await work(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

const tile = (page: Page, number: number) => page.getByRole('button', { name: new RegExp(`^Open #${number} `) });

async function openCollection(page: Page): Promise<void> {
	await page.getByRole('article').getByRole('link').first().click();
	await expect(tile(page, 1)).toBeVisible();
	// Previews are made on first look.
	await page.waitForLoadState('networkidle');
}

async function chooseNewestMerge(page: Page): Promise<void> {
	await page.getByRole('region', { name: 'Your merges' }).getByRole('button').first().click();
	await expect(page.getByRole('button', { name: 'Mint & List on Marketplace' })).toBeVisible();
	await page.waitForLoadState('networkidle');
}

/** Merger, gallery and collection once the lock is open, from nothing to a finished merge; each builds on those before. */
export const mergerScreens: readonly Screen[] = [
	{ name: 'merger-empty', path: '/merger', reach: unlock },
	{ name: 'gallery-empty', path: '/gallery', reach: unlock },
	{
		name: 'merger-naming',
		isScrolled: true,
		path: '/merger',
		reach: (page) =>
			withFolder(async (folder) => {
				await page.getByTestId('merger-folder').setInputFiles(await writeHashLipsBuild(folder, 'build', 24));
				await expect(page.getByText('Everything has arrived')).toBeVisible();
				const loose = await writeLooseFiles(join(folder, 'loose'));
				await page.getByTestId('merger-files').setInputFiles(loose);
				await expect(page.getByLabel('Collection name')).toBeFocused();
			}),
	},
	{
		name: 'merger-filled',
		path: '/merger',
		reach: (page) =>
			withFolder(async (folder) => {
				await page.getByTestId('merger-files').setInputFiles(await writeLooseFiles(join(folder, 'loose')));
				await page.getByLabel('Collection name').fill('Orcs');
				await page.keyboard.press('Enter');
				await page.getByLabel('Description (optional)').fill('From the hills');
				await page.keyboard.press('Enter');
				await expect(page.getByText('Total: 27 images from 2 collections ready to merge')).toBeVisible();
				await expect(page.getByText('Everything has arrived')).toBeVisible();
				await page.getByText(/is not a picture that can be read/).click();
			}),
	},
	{
		name: 'merger-preview',
		isScrolled: true,
		path: '/merger',
		reach: async (page) => {
			await page.getByRole('button', { name: 'Preview build' }).click();
			await expect(page.getByText('...and 4 more images')).toBeVisible();
		},
	},
	{
		name: 'merger-moving',
		path: '/merger',
		reach: async (page) => {
			// What appears until then moves the rows down, away from a press.
			await expect(page.getByText('Everything has arrived')).toBeVisible();
			await page.waitForLoadState('networkidle');
			await page.getByRole('button', { name: 'Move Orcs, 2 of 2' }).click();
			await page.getByRole('button', { name: 'Move up Orcs' }).click();
			await expect(page.getByRole('button', { name: 'Move Orcs, 1 of 2' })).toHaveAttribute('aria-pressed', 'true');
			await page.getByRole('button', { name: 'Move down Orcs' }).click();
			await page.evaluate(() => window.scrollTo(0, 0));
		},
	},
	{
		name: 'merger-long-name',
		isScrolled: true,
		path: '/merger',
		reach: async (page) => {
			const name = 'W'.repeat(100);
			await page.getByRole('button', { name: 'Edit build' }).click();
			await page.getByLabel('Collection name').fill(name);
			await page.keyboard.press('Enter');
			await page.getByRole('button', { name: `Preview ${name}` }).click();
			await expect(page.getByRole('heading', { name: `Preview: ${name}` })).toBeVisible();
			await expect(page.getByText('...and 4 more images')).toBeVisible();
		},
	},
	{
		name: 'merger-done',
		path: '/merger',
		reach: async (page) => {
			await page.getByLabel('Project Name').fill('Frost Court');
			await page.getByRole('button', { name: 'Start Merge' }).click();
			await expect(page.getByRole('button', { name: 'Download Frozen Collection' })).toBeVisible({ timeout: 40_000 });
			await page.waitForLoadState('networkidle');
		},
	},
	{
		name: 'merger-listing',
		isScrolled: true,
		path: '/merger',
		reach: async (page) => {
			await chooseNewestMerge(page);
			await page.getByRole('button', { name: 'Mint & List on Marketplace' }).click();
			const dialog = page.getByRole('dialog', { name: 'Mint & List on Marketplace' });
			await dialog.getByLabel('Mint Price (SOL)').fill('0.1');
			await dialog.getByLabel('Symbol').fill('frost');
			// This server sells nothing; 'e2e/market/sale' shows the form of one that does.
			await expect(dialog.getByText('Minting on Solana is not set up on this server.').first()).toBeVisible();
			await expect(dialog.getByRole('button', { name: 'Start Minting' })).toBeDisabled();
		},
	},
	{
		name: 'gallery-filled',
		path: '/gallery',
		reach: async (page) => {
			await expect(page.getByRole('article').first()).toBeVisible();
			await page.waitForLoadState('networkidle');
		},
	},
	{ name: 'collection', path: '/gallery', reach: openCollection },
	{
		name: 'collection-lightbox',
		isScrolled: true,
		path: '/gallery',
		reach: async (page) => {
			await openCollection(page);
			await tile(page, 2).click();
			await expect(page.getByRole('region', { name: 'Picture', exact: true })).toBeVisible();
			await page.waitForLoadState('networkidle');
		},
	},
];
