import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { longestTasksMs } from '../support/main-thread.ts';
import { openFormSection, signIn } from '../support/steps.ts';
import { test } from '../support/test-server.ts';
import { timeoutFactor } from '../support/timeout-factor.ts';

// Recording a trace reads the whole page after every step, in the very thread that is measured.
test.use({ trace: 'off' });

const traitCount = 30;
const valuesPerTrait = 67;

/** Thirty layers with 2,010 values, of one pixel each: what a plan of them takes does not depend on their size. */
async function writeLayers(parent: string): Promise<string> {
	const folder = join(parent, 'many');
	const pixel = await sharp({ create: { width: 1, height: 1, channels: 4, background: '#3568' } })
		.png()
		.toBuffer();
	for (let trait = 1; trait <= traitCount; trait++) {
		const layer = join(folder, 'layers', `${trait} Trait ${trait}`);
		await mkdir(layer, { recursive: true });
		for (let value = 1; value <= valuesPerTrait; value++) {
			await writeFile(join(layer, `Value ${value}#${value}.png`), pixel);
		}
	}
	return folder;
}

test('a plan of 2,000 values in 30 traits holds the page up for less than 50 ms at a time', async ({
	page,
	product,
}, testInfo) => {
	test.setTimeout(120_000 * timeoutFactor);
	await page.goto(product.origin);
	await signIn(page, product);
	await openFormSection(page, 'Engine');
	await page.getByRole('radio', { name: /Your own layers/ }).click();
	await openFormSection(page, 'Layers');
	await page.getByTestId('layers-folder').setInputFiles(await writeLayers(testInfo.outputPath()));
	await expect(page.getByText('All layers are on the server')).toBeVisible({ timeout: 60_000 });
	await openFormSection(page, 'Batch');
	await page.getByLabel('Custom number').fill('1000');
	await openFormSection(page, 'Plan');
	await expect(page.getByText('1,000 planned')).toBeVisible({ timeout: 30_000 });

	const browser = page.context().browser();
	await browser?.startTracing(page, { categories: ['toplevel'] });
	await page.getByRole('tab', { name: 'Traits' }).click();
	for (const trait of [3, 17, 30]) {
		await page.getByRole('radio', { name: `Trait ${trait}`, exact: true }).click();
		await page.getByLabel('Count of Value 5', { exact: true }).fill(String(trait));
		await expect(page.getByRole('row', { name: /^Value 5 / })).toContainText(String(trait));
	}
	await page.getByRole('tab', { name: 'Rules' }).click();
	await page.getByRole('tab', { name: 'Storyboard' }).click();
	await expect(page.locator('canvas[data-painted]').first()).toBeVisible();
	const tasksMs = longestTasksMs((await browser?.stopTracing())?.toString() ?? '');
	console.log(`longest tasks ${tasksMs.slice(0, 5).join(', ')} ms`);
	expect(tasksMs[0]).toBeLessThan(50 * timeoutFactor);
});
