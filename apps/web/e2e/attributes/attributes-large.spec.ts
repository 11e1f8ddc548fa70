import { expect } from '@playwright/test';
import { dropOnPage } from '../merger/merger-steps.ts';
import { longestTasksMs } from '../support/main-thread.ts';
import { test as productTest } from '../support/test-server.ts';
import { writeManyFiles } from './attribute-files.ts';
import { generate, openAttributes, planned, region, setWeight, useFolder } from './attribute-steps.ts';

const test = productTest.extend<{ folder: string }>({
	folder: ({}, use) => useFolder(use),
});

// Recording a trace reads the whole page after every step, in the very thread that is measured.
test.use({ trace: 'off' });

test.describe('a folder of 10,000 images', { tag: '@heavy' }, () => {
	test('is read, planned, weighed, scrolled and generated without a task over 100 ms', async ({
		page,
		product,
		folder,
	}) => {
		test.setTimeout(300_000);
		const many = await writeManyFiles(folder, 'many', 10_000);
		await openAttributes(page, product);
		const browser = page.context().browser();
		if (browser === null) throw new Error('There is no browser to measure.');
		await browser.startTracing(page, { categories: ['toplevel'] });
		const startedAt = Date.now();
		await dropOnPage(page, [many]);
		const preview = region(page, 'Preview');
		await expect(preview.getByText('10,000 images planned')).toBeVisible({ timeout: 120_000 });
		const seconds = (Date.now() - startedAt) / 1_000;
		await setWeight(page, 'Wizard', '50');
		await expect(region(page, 'Class').getByRole('row', { name: /^Wizard 3,\d{3} 35%/ })).toBeVisible();
		await planned(page, '10,000 images');
		const list = region(page, 'Images');
		for (const share of [0.25, 0.5, 1]) {
			await list.evaluate((element, at) => element.scrollTo(0, element.scrollHeight * at), share);
			await expect(list.locator('canvas[data-drawn]').first()).toBeVisible();
		}
		await expect(list.getByText('10000.png')).toBeVisible();
		expect(await list.getByRole('row').count()).toBeLessThan(60);
		await page.getByRole('button', { name: 'Rank' }).click();
		await generate(page).click();
		// Every picture is looked into first.
		await expect(region(page, 'Run').getByText('Completed')).toBeVisible({ timeout: 120_000 });
		const tasksMs = longestTasksMs((await browser.stopTracing()).toString());
		console.log(
			`10,000 images planned after ${seconds.toFixed(1)} s; longest tasks ${tasksMs.slice(0, 5).join(', ')} ms`,
		);
		expect(tasksMs.filter((durationMs) => durationMs > 100)).toEqual([]);
	});
});
