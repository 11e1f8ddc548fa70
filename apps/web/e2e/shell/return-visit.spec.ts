import { expect } from '@playwright/test';
import { fillFirstForm, signIn } from '../support/steps.ts';
import { test } from '../support/test-server.ts';

test('whoever reloads in the middle of a job sees it go on in the chosen theme, and meets the gate again after logging out', async ({
	page,
	product,
}) => {
	await page.goto(product.origin);
	await signIn(page, product);
	// More than are drawn until the page is back and has asked twice.
	await fillFirstForm(page, '1,000 ADX');
	await page.getByRole('button', { name: 'Generate ADX Characters' }).click();
	const bar = page.getByRole('progressbar').first();
	await expect(bar).toBeVisible();
	await page.getByRole('button', { name: 'Switch to the light theme' }).click();
	await page.reload();
	await expect(bar).toBeVisible();
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
	const shown = async () => Number(await bar.getAttribute('aria-valuenow'));
	const before = await shown();
	await expect.poll(shown).toBeGreaterThan(before);

	await page.getByRole('button', { name: 'Account' }).click();
	await page.getByRole('menuitem', { name: /log ?out|sign out/i }).click();
	await expect(page.getByRole('heading', { name: 'Developer Access' })).toBeVisible();
	expect((await page.request.get(`${product.origin}/api/jobs`)).status()).toBe(401);
});
