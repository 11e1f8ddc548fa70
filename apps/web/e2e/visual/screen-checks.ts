import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What can be asserted of any look. Soft, so that one run reports on every one. */
export async function checkScreen(page: Page, name: string): Promise<void> {
	const overflowPx = await page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement;
		return scrollWidth - clientWidth;
	});
	expect.soft(overflowPx, `${name}: pixels to scroll sideways`).toBe(0);
	// The pages have no frames, whose results would be put together in a further page; and nothing is reported of what passed.
	const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
	const { violations } = await axe.analyze();
	const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
	expect.soft(found, `${name}: accessibility`).toEqual([]);
}

/** The theme of all that is loaded from now on. */
export async function chooseTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
	await page.addInitScript((chosen) => {
		// A blank page has no storage.
		if (location.protocol === 'http:') localStorage.setItem('adx_theme', chosen);
	}, theme);
}
