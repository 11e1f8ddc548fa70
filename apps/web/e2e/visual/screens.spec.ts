import { expect, type Page } from '@playwright/test';
import { signIn } from '../support/steps.ts';
import { testWithDiscord as test } from '../support/test-server.ts';
import { checkScreen } from './screen-checks.ts';
import { gateScreens, type Screen, screens } from './screens.ts';

const widths = [360, 1_440] as const;
/** So low that any page can be scrolled. */
const lowHeight = 500;

for (const width of widths) {
	test.describe(`at ${width} px`, { tag: '@looks' }, () => {
		const height = width < 500 ? 780 : 900;
		test.use({ viewport: { width, height }, actionTimeout: 15_000 });

		test('every screen of the gate fits, is accessible and reports no errors', async ({
			page,
			product,
			discord,
		}, testInfo) => {
			test.setTimeout(15 * 60_000);
			const problems = collectProblems(page);
			for (const screen of gateScreens) {
				await test.step(screen.name, async () => {
					await page.context().clearCookies();
					await page.setViewportSize({ width, height: screen.isScrolled === true ? lowHeight : height });
					await page.goto(product.origin);
					await openedPage(page);
					await screen.reach?.(page, product, discord);
					await checkScreen(page, screen.name, testInfo, { fullPage: screen.isScrolled !== true });
					await leave(page, screen, problems);
				});
			}
		});

		for (const [subject, ofSubject] of Object.entries(screens)) {
			test(`every page and state of ${subject} fits, is accessible and reports no errors`, async ({
				page,
				product,
				discord,
			}, testInfo) => {
				test.setTimeout(15 * 60_000);
				const problems = collectProblems(page);
				// Each begins with an empty form, which would stay over the ways between them.
				await page.addInitScript(() => {
					if (location.protocol.startsWith('http')) sessionStorage.removeItem('adx-create-form');
				});
				await page.goto(product.origin);
				await signIn(page, product);
				for (const screen of ofSubject) {
					await test.step(screen.name, async () => {
						await page.goto(product.origin + (screen.path ?? '/'));
						await openedPage(page);
						await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
						await screen.reach?.(page, product, discord);
						await checkScreen(page, screen.name, testInfo, { fullPage: screen.isScrolled !== true });
						await leave(page, screen, problems);
					});
				}
			});
		}
	});
}

/** Waits until the page of the address is shown. */
async function openedPage(page: Page): Promise<void> {
	await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
	await expect(page.getByText(/^(Checking access|Opening the realm)\.\.\.$/)).toHaveCount(0);
}

/** What the page throws or reports on its console as an error, as it comes. */
function collectProblems(page: Page): string[] {
	const problems: string[] = [];
	page.on('pageerror', (error) => problems.push(String(error)));
	page.on('console', (message) => {
		if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`);
	});
	return problems;
}

/**
 * Leaves the page, and judges what it reported until then: a page that goes on asking reports what its own look
 * expects. Away before the routes are, since an answer that was held back would still take the page somewhere.
 */
async function leave(page: Page, screen: Screen, problems: string[]): Promise<void> {
	await page.goto('about:blank');
	await page.unrouteAll({ behavior: 'ignoreErrors' });
	const unexpected = problems.splice(0).filter((text) => !screen.expectedErrors?.test(text));
	expect.soft(unexpected, `${screen.name}: errors of the page`).toEqual([]);
}
