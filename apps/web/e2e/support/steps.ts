import { expect, type Page } from '@playwright/test';
import type { TestServer } from './test-server.ts';

/** Passes the gate as a developer; the page must show its first screen. */
export async function signIn(page: Page, { passwords }: TestServer): Promise<void> {
	await page.getByLabel(/password/i).fill(passwords.developer ?? '');
	await page.getByRole('button', { name: 'Access Developer Tools' }).click();
	await expect(page.getByText('Developer Access Granted', { exact: true }).first()).toBeVisible();
}

/** Fills the Create form for the built-in forge; `batchSize` is the label of its choice. */
export async function fillFirstForm(page: Page, batchSize: string): Promise<void> {
	await chooseCharacters(page, batchSize);
	await page.getByRole('radio', { name: /Built-in forge \(free, no key\)/ }).click();
}

/** The same for Gemini, which the form starts with, and the key. */
export async function fillPaidForm(page: Page, batchSize: string, apiKey: string): Promise<void> {
	await chooseCharacters(page, batchSize);
	await page.getByLabel('Google Gemini API key').fill(apiKey);
}

async function chooseCharacters(page: Page, batchSize: string): Promise<void> {
	await page.getByRole('checkbox', { name: 'Elf', exact: true }).click();
	await page.getByRole('checkbox', { name: 'Orc', exact: true }).click();
	await page.getByRole('checkbox', { name: 'Wizard', exact: true }).click();
	await page.getByRole('radio', { name: /^Bold Classic/ }).click();
	await page.getByRole('radio', { name: 'Forest Glade' }).click();
	await page.getByRole('radio', { name: batchSize, exact: true }).click();
}

/** From the gate's first screen to the one for members of the community. */
export async function openCommunityScreen(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Other Access Options' }).click();
	await page.getByRole('button', { name: /I am a community member/ }).click();
	await expect(page.getByRole('heading', { name: 'Community Access' })).toBeVisible();
}

/** Logs out by the account menu; leaves the page at the gate. */
export async function logOut(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Account' }).click();
	await page.getByRole('menuitem', { name: 'Log out' }).click();
	await expect(page.getByRole('heading', { name: 'Developer Access' })).toBeVisible();
}
