import { expect, type Page } from '@playwright/test';
import { openCommunityScreen, signIn } from '../support/steps.ts';
import { test, testOnSharedProduct } from '../support/test-server.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** What pages do from now on that their own Content-Security-Policy forbids, as it comes. */
async function collectViolations(page: Page): Promise<readonly string[]> {
	const violations: string[] = [];
	await page.exposeFunction('reportViolation', (text: string) => void violations.push(text));
	await page.addInitScript(() => {
		document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
			(globalThis as unknown as { reportViolation(text: string): void }).reportViolation(
				`${violatedDirective} ${blockedURI}`,
			);
		});
	});
	return violations;
}

test.describe('with no page locked', () => {
	test.use({ productEnv: { LOCKED_PAGES: '' }, contextOptions: { reducedMotion: 'no-preference' } });

	test('every address has its page, and any other the 404 page (NAV-02, NAV-03, NAV-05, NAV-06, NAV-13)', async ({
		page,
		product,
	}) => {
		const violations = await collectViolations(page);
		for (const [path, text] of Object.entries({
			'third-party-notices.md': '## react',
			'font-licenses.txt': 'SIL OPEN FONT',
		})) {
			expect(await (await page.request.get(`${product.origin}/${path}`)).text()).toContain(text);
		}
		const script = page.waitForResponse(/\/assets\/[^/]+\.js$/);
		await page.goto(`${product.origin}/gallery`);
		expect((await script).headers()).toMatchObject({
			'content-encoding': 'br',
			'cache-control': 'public, max-age=31536000, immutable',
		});
		await signIn(page, product);
		await expect(heading(page, 'Gallery')).toBeVisible();
		await page.getByRole('link', { name: 'Merge', exact: true }).click();
		await expect(page).toHaveURL(`${product.origin}/merger`);
		await expect(heading(page, 'Merge')).toBeVisible();
		await page.goto(`${product.origin}/merger`);
		await expect(heading(page, 'Merge')).toBeVisible();

		await page.goto(`${product.origin}/no/such/page`);
		await expect(page.getByText('Page Not Found')).toBeVisible();
		await page.getByRole('link', { name: 'Back to Create' }).click();
		await expect(page).toHaveURL(`${product.origin}/`);
		await expect(page.getByRole('form', { name: 'Create characters' })).toBeVisible();

		// On higher windows the whole page is in view.
		await page.setViewportSize({ width: 1_280, height: 500 });
		await page.evaluate(() => window.scrollTo(0, 300));
		await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
		await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 });
		const snow = page.locator('[data-flake]').first().locator('..');
		await expect(snow).toHaveCSS('pointer-events', 'none');
		await expect(snow).toHaveCSS('z-index', '-10');
		expect(violations).toEqual([]);
	});
});

testOnSharedProduct(
	'the gate makes way for the page of its address (NAV-14, NAV-15)',
	{ tag: '@further' },
	async ({ page, product }) => {
		const address = `${product.origin}/merger?from=mail#top`;
		await page.goto(address);
		await openCommunityScreen(page);
		await expect(page).toHaveURL(address);
		await page.getByRole('button', { name: 'Discord Bypass Password' }).click();
		await page.getByLabel('Discord bypass password').fill(product.passwords.community ?? '');
		await page.getByRole('button', { name: 'Access Platform' }).click();
		await expect(heading(page, 'Coming Soon')).toBeVisible();
		await expect(heading(page, 'Community Access')).toHaveCount(0);
		await expect(page).toHaveURL(address);
	},
);

test('where Discord is not set up, connecting says so and offers emergency access (GATE-20, GATE-21, GATE-28)', {
	tag: '@further',
}, async ({ page, product }) => {
	await page.goto(product.origin);
	await openCommunityScreen(page);
	const panel = page.getByRole('region', { name: 'High Traffic Detected' });
	await expect(panel).toHaveCount(0);
	await page.getByRole('button', { name: 'Connect with Discord' }).click();
	const toast = page.locator('li[data-tone="destructive"]');
	await expect(toast).toContainText('Authentication Error');
	await expect(toast).toContainText('Discord servers are experiencing high traffic. Try the emergency bypass below.');
	await expect(panel.getByRole('button', { name: 'Continue with Emergency Access' })).toBeEnabled();
	await expect(page.getByRole('button', { name: 'Connect with Discord' })).toBeEnabled();
	await expect(page).toHaveURL(`${product.origin}/`);
});

test('what is filled in stays when another page cannot be fetched', { tag: '@further' }, async ({ page, product }) => {
	await page.goto(product.origin);
	await signIn(page, product);
	await page.getByRole('checkbox', { name: 'Elf', exact: true }).click();
	await page.context().setOffline(true);
	await page.getByRole('link', { name: 'Attributes' }).first().click();
	await expect(page.getByRole('heading', { name: 'This page failed' })).toBeVisible();
	await page.getByRole('link', { name: 'Create' }).first().click();
	await expect(page.getByRole('checkbox', { name: 'Elf', exact: true })).toBeChecked();
	await page.getByRole('link', { name: 'Attributes' }).first().click();
	await expect(page.getByRole('heading', { name: 'This page failed' })).toBeVisible();
	await page.context().setOffline(false);
	// By itself, and by a reload where the browser remembers that the page's code failed.
	await expect(page.getByRole('heading', { level: 1, name: /Attribute/ })).toBeVisible();
	await page.getByRole('link', { name: 'Create' }).first().click();
	await expect(page.getByRole('checkbox', { name: 'Elf', exact: true })).toBeChecked();
});
