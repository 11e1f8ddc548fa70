import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { signIn } from '../support/steps.ts';
import type { TestServer } from '../support/test-server.ts';

/** A fixture: a folder that is gone afterwards. */
export async function useFolder(use: (folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'adx-attributes-'));
	await use(folder);
	await rm(folder, { recursive: true, force: true });
}

export const toast = (page: Page, title: string) => page.getByText(title, { exact: true }).first();
export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const generate = (page: Page) => page.getByRole('button', { name: 'Generate Attributes' });

/** From a new browser to the attribute generator, as a developer. */
export async function openAttributes(page: Page, product: TestServer): Promise<void> {
	await page.goto(product.origin);
	await signIn(page, product);
	await page.getByRole('link', { name: 'Attributes' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Attribute Generator' })).toBeVisible();
	// Until the worker has looked for a folder of an earlier visit, a press on 'Generate' is answered with a request to wait.
	await expect(region(page, 'Folder').getByText('No folder yet')).toBeVisible();
}

export async function setWeight(page: Page, label: string, weight: string): Promise<void> {
	const field: Locator = page.getByRole('spinbutton', { name: `Weight of ${label}`, exact: true });
	await field.fill(weight);
}

/** Waits until the preview shows a plan. */
export const planned = (page: Page, images: string) =>
	expect(region(page, 'Preview').getByText(`${images} planned`)).toBeVisible();
