import { expect, type Page } from '@playwright/test';
import { fillFirstForm, nameProject, openCreateTab, signIn } from '../support/steps.ts';
import { testOnSharedProduct as test } from '../support/test-server.ts';

async function generate(page: Page, name: string): Promise<void> {
	await openCreateTab(page, 'Studio');
	await nameProject(page, name);
	await page.getByRole('button', { name: 'Generate ADX Characters' }).click();
	const status = page.getByRole('region', { name: 'Generation status' });
	await expect(status.getByText(name)).toBeVisible();
	await expect(status.getByText('Generation completed successfully!')).toBeVisible();
}

const names = (page: Page) =>
	page.getByRole('list', { name: 'Collections', exact: true }).getByRole('heading', { level: 3 });
/** The names of the collections in the order in which this browser keeps them. */
const readKeptNames = (page: Page): Promise<string[]> =>
	page.evaluate(
		() =>
			new Promise((resolve, reject) => {
				const opening = indexedDB.open('adx-merger');
				opening.onerror = () => reject(opening.error);
				opening.onsuccess = () => {
					const database = opening.result;
					const reading = database.transaction('collections').objectStore('collections').getAll();
					reading.onerror = () => reject(reading.error);
					reading.onsuccess = () => {
						database.close();
						const kept = reading.result as { readonly name: string; readonly position?: number }[];
						resolve(kept.toSorted((a, b) => (a.position ?? -1) - (b.position ?? -1)).map(({ name }) => name));
					};
				};
			}),
	);

const handle = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^Move ${name}, `) });

test('jobs and a merge are added from the list, put in order by key and pointer, and merged in that order', async ({
	page,
	product,
}) => {
	await page.goto(product.origin);
	await signIn(page, product);
	await fillFirstForm(page, '5 ADX');
	for (const name of ['Frost', 'Embers']) await generate(page, name);
	await page.getByRole('link', { name: 'Merge', exact: true }).click();
	await page.getByLabel('Admin password').fill(product.passwords.admin ?? '');
	await page.keyboard.press('Enter');

	await page.getByRole('button', { name: 'Add from your collections' }).click();
	const dialog = page.getByRole('dialog');
	// On a telephone, where the message of each covers no button of the dialog.
	const { width, height } = page.viewportSize()!;
	await page.setViewportSize({ width: 360, height: 740 });
	for (const name of ['Frost', 'Embers']) {
		await dialog.getByRole('button', { name: `Add ${name}` }).click();
		await expect(dialog.getByRole('button', { name: `${name}: Already added` })).toBeVisible();
	}
	await expect(page.getByText('Collection Added', { exact: true }).first()).toBeVisible();
	// Without `force` it would wait until the message is gone.
	await dialog.getByRole('button', { name: 'Done' }).click({ timeout: 2_000 });
	await page.setViewportSize({ width, height });
	// A dialog that has gone gives the focus back a moment later.
	await expect(page.getByRole('button', { name: 'Add from your collections' })).toBeFocused();
	await expect(page.getByText('Total: 10 images from 2 collections ready to merge')).toBeVisible();
	await expect(names(page)).toHaveText(['Frost', 'Embers']);

	await handle(page, 'Embers').press('ArrowUp');
	await expect(names(page)).toHaveText(['Embers', 'Frost']);
	await expect(handle(page, 'Embers')).toBeFocused();
	// What is on show is kept a moment later.
	await expect.poll(() => readKeptNames(page)).toEqual(['Embers', 'Frost']);
	await page.reload();
	await expect(names(page)).toHaveText(['Embers', 'Frost']);
	const from = (await handle(page, 'Embers').boundingBox())!;
	const to = (await handle(page, 'Frost').boundingBox())!;
	await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
	await page.mouse.down();
	await page.mouse.move(to.x + to.width / 2, to.y + to.height, { steps: 5 });
	await page.mouse.up();
	await expect(names(page)).toHaveText(['Frost', 'Embers']);
	await handle(page, 'Frost').press('End');

	await page.getByLabel('Project Name').fill('Both');
	const started = page.waitForRequest(/merge\.start/);
	await page.getByRole('button', { name: 'Start Merge' }).click();
	const sent = JSON.stringify((await started).postDataJSON());
	expect(sent.indexOf('"name":"Embers"')).toBeGreaterThan(0);
	expect(sent.indexOf('"name":"Frost"')).toBeGreaterThan(sent.indexOf('"name":"Embers"'));
	await expect(page.getByRole('button', { name: 'Download Frozen Collection' })).toBeVisible({ timeout: 40_000 });

	await page.getByRole('button', { name: 'Show Input Collections' }).click();
	await page.getByRole('button', { name: 'Add from your collections' }).click();
	await dialog.getByRole('tab', { name: 'Finished merges' }).click();
	await dialog.getByRole('button', { name: 'Add Both' }).click();
	await expect(dialog.getByRole('button', { name: 'Both: Already added' })).toBeVisible();
	await dialog.getByRole('button', { name: 'Done' }).click();
	await expect(page.getByText('Total: 20 images from 3 collections ready to merge')).toBeVisible();
	await expect(names(page)).toHaveText(['Embers', 'Frost', 'Both']);
});
