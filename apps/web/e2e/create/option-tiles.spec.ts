import { expect, type Response } from '@playwright/test';
import { openFormSection, signIn } from '../support/steps.ts';
import { testOnSharedProduct as test } from '../support/test-server.ts';

const lists = ['Races', 'Classes', 'Art style', 'Background', 'Afflictions'];

test('the forge pictures the options of every list, and each sheet is fetched once, when its list is opened', async ({
	page,
	product,
}) => {
	await page.setViewportSize({ width: 360, height: 640 });
	const sheets: Response[] = [];
	page.on('response', (response) => {
		if (/tiles-[^/]*\.webp$/.test(response.url())) sheets.push(response);
	});
	await page.goto(product.origin);
	await signIn(page, product);

	for (const name of lists) {
		await openFormSection(page, name);
		const tile = page.getByLabel(name, { exact: true }).locator('img').first();
		await tile.scrollIntoViewIfNeeded();
		await expect.poll(() => tile.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1_000);
		if (name === 'Races') expect(sheets.filter((sheet) => sheet.url().includes('afflictions'))).toEqual([]);
	}
	expect(sheets).toHaveLength(lists.length);
	for (const sheet of sheets) {
		expect(sheet.headers()).toMatchObject({ 'content-type': 'image/webp' });
		expect(sheet.headers()['cache-control']).toContain('immutable');
	}
});
