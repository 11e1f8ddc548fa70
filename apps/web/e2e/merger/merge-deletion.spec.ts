import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test as productTest } from '../support/test-server.ts';
import { writeHashLipsBuild } from './merger-files.ts';
import { openMerger } from './merger-steps.ts';

const test = productTest.extend<{ folder: string }>({
	folder: async ({}, use) => {
		const folder = await mkdtemp(join(tmpdir(), 'adx-deletion-'));
		await use(folder);
		await rm(folder, { recursive: true, force: true });
	},
});

const progress = (page: Page) => page.getByRole('region', { name: 'Merge Progress' });

test('a merge that is hidden from its start is deleted with its files, and the other tab says so', async ({
	page,
	product,
	folder,
}) => {
	await openMerger(page, product);
	await page.getByTestId('merger-folder').setInputFiles(await writeHashLipsBuild(folder, 'build', 12));
	await page.getByLabel('Project Name').fill('Frost');
	await expect(page.getByText('When it is finished, everyone who may open the gallery sees it.')).toBeVisible();
	await page.getByRole('radio', { name: /^Only you/ }).click();
	await expect(page.getByText('When it is finished, only you see it.')).toBeVisible();
	await page.getByRole('button', { name: 'Start Merge' }).click();
	await expect(progress(page).getByText('Completed')).toBeVisible({ timeout: 40_000 });
	await expect(progress(page).getByText('Hidden: only you see it.')).toBeVisible();
	const jobId = new URL(page.url()).searchParams.get('job');
	const cards = await page.request.get(`${product.origin}/api/gallery`);
	expect(await cards.json()).toEqual([]);

	const merger = await page.context().newPage();
	await merger.goto(page.url());
	await expect(progress(merger).getByText('Completed')).toBeVisible();
	const collection = await page.context().newPage();
	await collection.goto(`${product.origin}/collections/${jobId}`);
	await expect(collection.getByText('Hidden: only you see it')).toBeVisible();
	await expect(collection.getByRole('button', { name: /^Open #1 / })).toBeVisible();

	await page.bringToFront();
	await progress(page).getByRole('button', { name: 'Delete collection' }).click();
	const dialog = page.getByRole('dialog', { name: 'Delete this collection?' });
	const told = await page.request.get(`${product.origin}/api/merge-jobs/${jobId}/deletion`);
	const { freedBytes } = (await told.json()) as { freedBytes: number };
	expect(freedBytes).toBeGreaterThan(1_000);
	await expect(dialog.getByText('12', { exact: true })).toBeVisible();
	await dialog.getByRole('button', { name: 'Keep it' }).click();
	await expect(dialog).toBeHidden();
	await progress(page).getByRole('button', { name: 'Delete collection' }).click();
	const answer = page.waitForResponse((response) => response.url().includes('merge.delete'));
	await dialog.getByRole('button', { name: 'Delete collection' }).dblclick();
	const { result } = (await (await answer).json()) as { result: { data: { json: { freedBytes: number } } } };
	// Previews that were made since go as well.
	expect(result.data.json.freedBytes).toBeGreaterThanOrEqual(freedBytes);
	await expect(page.getByText('Collection Deleted', { exact: true }).first()).toBeVisible();
	await expect(page.getByText('No merges yet')).toBeVisible();
	expect(page.url()).not.toContain('job=');

	await merger.bringToFront();
	await expect(progress(merger).getByText(/^This merge was deleted/)).toBeVisible({ timeout: 15_000 });
	await merger.getByRole('button', { name: 'Go on without it' }).click();
	await expect(progress(merger).getByText(/^The merge that you start/)).toBeVisible();

	await collection.bringToFront();
	// Without a window every tab is in view, so that none comes into view again.
	await collection.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
	await expect(collection.getByRole('heading', { name: 'This collection is gone' })).toBeVisible();
	await collection.getByRole('link', { name: 'See what there is' }).click();
	await expect(collection).toHaveURL(/\/gallery/);

	await page.goto(`${product.origin}/merger?job=${jobId}`);
	await expect(progress(page).getByText('There is no such merge.')).toBeVisible();
	const again = await page.request.delete(`${product.origin}/api/merge-jobs/${jobId}`, {
		headers: { origin: product.origin },
	});
	expect(again.status()).toBe(404);
});
