import { expect, type Page } from '@playwright/test';
import { signIn } from '../support/steps.ts';
import type { TestServer } from '../support/test-server.ts';

/** From a new browser to the merger, through the gate and the lock. */
export async function openMerger(page: Page, product: TestServer): Promise<void> {
	await page.goto(product.origin);
	await signIn(page, product);
	await page.getByRole('link', { name: 'Merge' }).click();
	await page.getByLabel('Admin password').fill(product.passwords.admin ?? '');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('button', { name: 'Select Folder' })).toBeVisible();
}

/** Drops files and folders of the disk onto the page, as a hand would. */
export async function dropOnPage(page: Page, paths: readonly string[]): Promise<void> {
	const session = await page.context().newCDPSession(page);
	const data = { items: [], files: [...paths], dragOperationsMask: 1 };
	for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
		await session.send('Input.dispatchDragEvent', { type, x: 200, y: 300, data });
	}
	await session.detach();
}
