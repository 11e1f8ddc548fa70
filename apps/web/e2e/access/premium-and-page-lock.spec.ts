import { expect, type Page } from '@playwright/test';
import { fillFirstForm, openFormSection, signIn } from '../support/steps.ts';
import { testOnSharedProduct as test, test as testAlone } from '../support/test-server.ts';

const generate = (page: Page) => page.getByRole('button', { name: 'Generate ADX Characters' }).click();
const retro = (page: Page) => page.getByRole('radio', { name: /^Bold Retro/, includeHidden: true });
const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage));
const isPremiumKey = (key: string) => key.startsWith('adx_premium');
const openAccountItem = async (page: Page, name: RegExp) => {
	await page.getByRole('button', { name: 'Account' }).click();
	await page.getByRole('menuitem', { name }).click();
};

test('a developer unlocks Premium, orders a premium style, and removes Premium again (LOCK-02, VAL-15, AMB-57)', async ({
	page,
	product,
}) => {
	await page.goto(product.origin);
	await signIn(page, product);
	await fillFirstForm(page, '3 ADX');
	await openFormSection(page, 'Art style');
	// By keyboard: the runner clicks nothing that is aria-disabled.
	await retro(page).press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Premium' });
	await dialog.getByLabel('Premium passphrase').fill('not this one');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Invalid Password', { exact: true }).first()).toBeVisible();
	await expect(dialog.getByLabel('Premium passphrase')).toHaveValue('');
	await dialog.getByLabel('Premium passphrase').fill(product.passwords.premium ?? '');
	await page.keyboard.press('Enter');
	await expect(dialog.getByText('Premium active', { exact: true })).toBeVisible();
	await dialog.getByRole('button', { name: 'Close' }).click();

	await retro(page).click();
	await expect(retro(page)).toBeChecked();
	await generate(page);
	await expect(page.getByText('Generation completed successfully!').first()).toBeVisible({ timeout: 40_000 });
	await page.goto(`${product.origin}/merger`);
	await expect(page.getByRole('heading', { level: 1, name: 'Merge' })).toBeVisible();

	// All three values, as a browser holds them that has paid and used a passphrase.
	await page.evaluate(() => {
		localStorage.setItem('adx_premium', 'true');
		localStorage.setItem('adx_premium_signature', '5tx');
	});
	expect((await storedKeys(page)).filter(isPremiumKey)).toHaveLength(3);
	await openAccountItem(page, /^Premium Active/);
	await dialog.getByRole('button', { name: 'Remove premium' }).click();
	await expect(dialog).toBeHidden();
	await expect(page.getByRole('heading', { level: 1, name: 'Coming Soon' })).toBeVisible();
	await page.goto(product.origin);
	await expect(retro(page)).toHaveAttribute('aria-disabled', 'true');
	expect((await storedKeys(page)).filter(isPremiumKey)).toEqual([]);
});

test('rejects a forged premium flag: the page says that Premium ended, and the server refuses the order (AMB-31)', {
	tag: '@further',
}, async ({ page, product }) => {
	await page.goto(product.origin);
	await signIn(page, product);
	await page.evaluate(() => localStorage.setItem('adx_premium_bypass', 'true'));
	await page.reload();
	await openFormSection(page, 'Art style');
	await expect(
		page
			.getByText(/Your Premium has ended/)
			.filter({ visible: true })
			.first(),
	).toBeVisible();
	await expect(retro(page)).toHaveAttribute('aria-disabled', 'true');
	const order = {
		races: ['elf'],
		classes: ['wizard'],
		artStyle: 'bold-retro',
		backgroundType: 'forest-glade',
		batchSize: 1,
		engine: 'forge',
	};
	const refused = await page.request.post(`${product.origin}/api/generate`, { data: order });
	expect(refused.status()).toBe(402);
	expect(await refused.json()).toMatchObject({ reason: 'premium_style' });
});

test('the locked pages open with the admin password, for this session (LOCK-01, LOCK-03, AMB-35)', async ({
	page,
	product,
}) => {
	await page.goto(product.origin);
	await signIn(page, product);
	await page.getByRole('link', { name: 'Gallery' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Coming Soon' })).toBeVisible();
	const field = page.getByLabel('Admin password');
	await field.fill('wrong');
	await page.keyboard.press('Enter');
	const refusal = page.locator('li[data-tone="destructive"]');
	await expect(refusal.getByText('Invalid Password', { exact: true })).toBeVisible();
	await expect(refusal.getByText('Please try again', { exact: true })).toBeVisible();
	await expect(field).toHaveValue('');
	await field.fill(product.passwords.admin ?? '');
	await page.keyboard.press('Enter');
	await expect(page.locator('li[data-tone="success"]').getByText('Access Granted', { exact: true })).toBeVisible();
	await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible();

	await page.reload();
	await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible();
	await page.getByRole('link', { name: 'Merge', exact: true }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Merge' })).toBeVisible();
	await openAccountItem(page, /^Log out/);
	await signIn(page, product);
	await expect(page.getByRole('heading', { level: 1, name: 'Coming Soon' })).toBeVisible();
});

testAlone('a script works with a token from the tokens page until it is revoked', async ({ page, product }) => {
	await page.goto(product.origin);
	await signIn(page, product);
	await openAccountItem(page, /^Access tokens/);
	await expect(page.getByText('No access tokens yet')).toBeVisible();
	await page.getByLabel('Name').fill('Nightly backup');
	await page.getByRole('button', { name: 'Create token' }).click();
	const token = await page.getByText(/^adx_\S+$/).innerText();
	await expect(page.getByText(`curl -H 'Authorization: Bearer ${token}' ${product.origin}/api/jobs`)).toBeVisible();

	const askJobs = () => fetch(`${product.origin}/api/jobs`, { headers: { authorization: `Bearer ${token}` } });
	const answer = await askJobs();
	expect(answer.status).toBe(200);
	expect(await answer.json()).toEqual([]);
	await page.reload();
	await expect(page.getByText('Nightly backup', { exact: true })).toBeVisible();
	await expect(page.getByText(token)).toHaveCount(0);
	await expect(page.getByText('Never', { exact: true })).toHaveCount(0);

	await page.getByRole('button', { name: 'Revoke Nightly backup' }).click();
	await page.getByRole('button', { name: 'Revoke token' }).click();
	await expect(page.getByText('No access tokens yet')).toBeVisible();
	expect((await askJobs()).status).toBe(401);
});
