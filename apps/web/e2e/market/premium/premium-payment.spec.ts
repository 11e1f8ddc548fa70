import { hasAnvil } from '@adx/contracts/evm/anvil-testing';
import { expect } from '@playwright/test';
import { formatEther, hexToString, parseEther } from 'viem';
import { logOut, openFormSection, signIn } from '../../support/steps.ts';
import { connectInDialog, openPremium, premiumDialog, testWithPrice as test } from './premium-steps.ts';

test.skip(!hasAnvil, 'There is no anvil for this platform.');
test.use({ actionTimeout: 15_000 });

test('Premium is paid for with a wallet, lasts over reload and sign-out, and opens for nobody else (AMB-48, VAL-13)', async ({
	page,
	product,
	payment: { client, treasury },
	wallet,
	browser,
}) => {
	test.setTimeout(120_000);
	await page.goto(product.origin);
	await signIn(page, product);
	await openFormSection(page, 'Art style');
	const retro = page.getByRole('radio', { name: /^Bold Retro/, includeHidden: true });
	await expect(retro).toHaveAttribute('aria-disabled', 'true');
	const before = await client.getBalance({ address: treasury });

	const dialog = await openPremium(page);
	await expect(dialog.getByText('5 MATIC', { exact: true })).toBeVisible();
	await connectInDialog(dialog);
	wallet.rejectNext('eth_sendTransaction');
	await dialog.getByRole('button', { name: 'Pay with wallet' }).click();
	await expect(dialog.getByText('You closed the request. Nothing was paid.')).toBeVisible();
	await dialog.getByRole('button', { name: 'Pay with wallet' }).click();
	await expect(dialog.getByText('1 of 3 confirmations')).toBeVisible();
	await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '1 of 3 confirmations');
	expect(formatEther((await client.getBalance({ address: treasury })) - before)).toBe('5');

	// A user who leaves the page meanwhile finds the payment where it was.
	await page.reload();
	await openPremium(page);
	await expect(dialog.getByText('1 of 3 confirmations')).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(dialog).toHaveCount(0);
	await client.mine({ blocks: 2 });
	await expect(page.getByText('Premium Activated', { exact: true }).first()).toBeVisible({ timeout: 20_000 });
	await openFormSection(page, 'Art style');
	await retro.click();
	await expect(retro).toBeChecked();
	const hash = await page.evaluate(() => localStorage.getItem('adx_premium_signature'));
	const transaction = await client.getTransaction({ hash: hash as `0x${string}` });
	const { user } = (await (await page.request.get(`${product.origin}/api/auth/check`)).json()) as {
		user: { id: string };
	};
	expect(hexToString(transaction.input)).toBe(user.id);
	expect(await page.evaluate(() => localStorage.getItem('adx_premium'))).toBe('true');
	const readWaiting = () => Object.keys(localStorage).filter((key) => key.startsWith('adx_premium_payment'));
	expect(await page.evaluate(readWaiting)).toEqual([]);

	await page.reload();
	await expect(retro).not.toHaveAttribute('aria-disabled', 'true');
	await logOut(page);
	await signIn(page, product);
	await expect(retro).not.toHaveAttribute('aria-disabled', 'true');
	await openPremium(page);
	await expect(dialog.getByText(/^Paid for on Polygon on /)).toBeVisible();
	await expect(dialog.getByRole('link', { name: 'View on Explorer' })).toHaveAttribute(
		'href',
		`https://explorer.example/tx/${hash}`,
	);

	// Somebody else, who has only seen the hash.
	const stranger = await browser.newContext();
	const theirs = await stranger.newPage();
	await theirs.goto(product.origin);
	await signIn(theirs, product);
	const theirDialog = await openPremium(theirs);
	await theirDialog.getByText('Paid already, or paying manually').click();
	await theirDialog.getByLabel('Transaction hash on Polygon').fill(hash ?? '');
	await theirDialog.getByRole('button', { name: 'Check payment' }).click();
	await expect(
		theirDialog
			.getByText('This payment has already opened Premium for another account. A payment counts once.')
			.first(),
	).toBeVisible();
	await stranger.close();

	// Switched off, and on again by its owner.
	await dialog.getByRole('button', { name: 'Remove premium' }).click();
	await expect(dialog).toHaveCount(0);
	await expect(retro).toHaveAttribute('aria-disabled', 'true');
	await openPremium(page);
	await dialog.getByRole('button', { name: 'Switch Premium on again' }).click();
	await expect(dialog.getByText('Premium active', { exact: true })).toBeVisible();
});

test('a manual payment opens Premium, and one that is too small is told (AMB-48)', { tag: '@further' }, async ({
	page,
	product,
	payment: { client, treasury },
}) => {
	await page.goto(product.origin);
	await signIn(page, product);
	const dialog = await openPremium(page);
	await dialog.getByText('Paid already, or paying manually').click();
	await expect(dialog.getByText(treasury)).toBeVisible();
	const field = dialog.getByLabel('Transaction hash on Polygon');
	const pay = async (value: string) => {
		const [account] = await client.requestAddresses();
		const hash = await client.sendTransaction({ account: account!, to: treasury, value: parseEther(value) });
		await client.mine({ blocks: 3 });
		return hash;
	};
	await field.fill(await pay('4'));
	await field.press('Enter');
	await expect(dialog.getByText('This transaction paid 4 MATIC, and Premium costs 5 MATIC.').first()).toBeVisible();
	await expect(field).toBeFocused();
	await field.fill(await pay('5'));
	await field.press('Enter');
	await expect(premiumDialog(page).getByText('Premium active', { exact: true })).toBeVisible();
});
