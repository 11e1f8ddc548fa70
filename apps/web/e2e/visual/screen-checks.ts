import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, type TestInfo } from '@playwright/test';

const themes = ['dark', 'light'] as const;

type Theme = (typeof themes)[number];

interface ScreenshotOptions {
	/** What the screenshots show; the page unless given. */
	of?: Page | Locator;
	/** Whether they show the page in its whole length, or what is in view. */
	fullPage?: boolean;
}

/**
 * Checks a look in both themes, and leaves a screenshot of each to look at, but in CI, where nobody would. Soft, so that
 * one run reports on every look. The themes differ by their colours alone, so all of axe's rules but the contrasts
 * are checked once.
 */
export async function checkScreen(
	page: Page,
	name: string,
	testInfo: TestInfo,
	{ of: shown = page, fullPage = true }: ScreenshotOptions = {},
): Promise<void> {
	const overflowPx = await page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement;
		return scrollWidth - clientWidth;
	});
	expect.soft(overflowPx, `${name}: pixels to scroll sideways`).toBe(0);
	for (const theme of themes) {
		await setTheme(page, theme);
		if (!process.env.CI) {
			const path = testInfo.outputPath(`${name}-${theme}.png`);
			await ('viewportSize' in shown ? shown.screenshot({ path, fullPage }) : shown.screenshot({ path }));
		}
		// The pages have no frames, whose results would be put together in a further page; and nothing is reported of what passed.
		const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
		if (theme !== themes[0]) axe.withRules('color-contrast');
		const { violations } = await axe.analyze();
		const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
		expect.soft(found, `${name}, ${theme}: accessibility`).toEqual([]);
	}
	await setTheme(page, themes[0]);
}

async function setTheme(page: Page, theme: Theme): Promise<void> {
	await page.evaluate((chosen) => {
		document.documentElement.dataset.theme = chosen;
	}, theme);
}
