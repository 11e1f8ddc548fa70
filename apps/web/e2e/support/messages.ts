import { expect, type Page } from '@playwright/test';

/** Every message that was shown since the page was loaded. */
export async function readMessages(page: Page): Promise<string> {
	await page.getByRole('button', { name: 'Recent messages' }).click();
	const messages = page.getByRole('dialog', { name: 'Recent messages' });
	await expect(messages.getByRole('listitem').first()).toBeVisible();
	const text = await messages.innerText();
	await page.keyboard.press('Escape');
	await expect(messages).toBeHidden();
	return text;
}
