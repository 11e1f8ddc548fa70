import { expect, type Locator, type Page, type Route } from '@playwright/test';
import type { TestServer } from './test-server.ts';

/** Passes the gate as a developer; the page must show its first screen. */
export async function signIn(page: Page, { passwords }: TestServer): Promise<void> {
	await page.getByLabel(/password/i).fill(passwords.developer ?? '');
	await page.getByRole('button', { name: 'Access Developer Tools' }).click();
	await expect(page.getByText('Developer Access Granted', { exact: true }).first()).toBeVisible();
}

/** The line of a section in the index of the Create form. */
export const getFormSection = (page: Page, label: string) =>
	page.getByRole('navigation', { name: 'Sections of the form' }).getByRole('button', { name: new RegExp(`^${label}`) });

/** Opens a section of the Create form by its line in the index. */
export const openFormSection = (page: Page, label: string) => getFormSection(page, label).click();

/** Opens a part of the Create page. */
export const openCreateTab = (page: Page, label: 'Studio' | 'Results' | 'Latest' | 'Mint') =>
	page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link', { name: label }).click();

/** Fills the Create form for the built-in forge; `batchSize` is the label of its choice. */
export async function fillFirstForm(page: Page, batchSize: string): Promise<void> {
	await chooseCharacters(page, batchSize);
	await openFormSection(page, 'Engine');
	await page.getByRole('radio', { name: /Built-in forge \(free, no key\)/ }).click();
}

/** The same for Gemini, and the key. */
export async function fillPaidForm(page: Page, batchSize: string, apiKey: string): Promise<void> {
	await chooseCharacters(page, batchSize);
	await openFormSection(page, 'Engine');
	await page.getByRole('radio', { name: /^Google Gemini/ }).click();
	await page.getByLabel('Google Gemini API key').fill(apiKey);
}

/** The same choice again where the form still has it, as after a reload. */
export async function chooseCharacters(page: Page, batchSize: string): Promise<void> {
	await openFormSection(page, 'Races');
	await page.getByRole('checkbox', { name: 'Elf', exact: true }).check();
	await page.getByRole('checkbox', { name: 'Orc', exact: true }).check();
	await openFormSection(page, 'Classes');
	await page.getByRole('checkbox', { name: 'Wizard', exact: true }).check();
	await openFormSection(page, 'Art style');
	await page.getByRole('radio', { name: /^Bold Classic/ }).click();
	await openFormSection(page, 'Background');
	await page.getByRole('radio', { name: 'Forest Glade' }).click();
	await openFormSection(page, 'Batch');
	await page.getByRole('radio', { name: batchSize, exact: true }).click();
}

/** Gives the collection of the Create form a name. */
export async function nameProject(page: Page, name: string): Promise<void> {
	await openFormSection(page, 'Batch');
	await page.getByLabel('Project name (optional)').fill(name);
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

/**
 * Lets no call of the API through until a button is pressed, which the returned function does. Restored before, the polled
 * lists would take the notice away that the button stands in.
 */
export async function cutApi(
	page: Page,
	cut: (route: Route) => Promise<void>,
): Promise<(button: Locator) => Promise<void>> {
	let isCut = true;
	await page.route('**/trpc/**', (route) => (isCut ? cut(route) : route.continue()));
	await page.exposeFunction('restoreApi', () => {
		isCut = false;
	});
	return async (button) => {
		await button.evaluate((element) => {
			element.addEventListener('click', () => void Reflect.get(window, 'restoreApi')());
		});
		await button.click();
	};
}
