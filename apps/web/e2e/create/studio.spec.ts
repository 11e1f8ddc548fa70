import { expect, type Page } from '@playwright/test';
import { cutApi, fillFirstForm, openCreateTab, openFormSection, signIn } from '../support/steps.ts';
import { type TestServer, test, testOnSharedProduct } from '../support/test-server.ts';

const main = (page: Page) => page.getByRole('button', { name: 'Generate ADX Characters' });
const index = (page: Page) => page.getByRole('navigation', { name: 'Sections of the form' });
const labels = [
	'Engine',
	'Batch',
	'Races',
	'Classes',
	'Art style',
	'Background',
	'Afflictions',
	'Saved Settings',
	'Plan',
] as const;

const jobCount = 20;

/** Starts so many jobs of five for the creator of this page. */
async function startJobs(page: Page, { origin }: TestServer): Promise<void> {
	for (let number = 1; number <= jobCount; number += 1) {
		const data = {
			races: ['elf', 'orc'],
			classes: ['wizard', 'ranger'],
			artStyle: 'bold-classic',
			backgroundType: 'random-all',
			batchSize: 5,
			engine: 'forge',
			projectName: number % 4 === 0 ? 'x'.repeat(60) : `Frost Court ${number}`,
		};
		const response = await page.request.post(`${origin}/api/generate`, { data, headers: { origin } });
		expect(response.ok(), await response.text()).toBe(true);
	}
}

/** In windows of 1440 × 900; what comes later than the page is waited for by what the caller expects of it. */
async function expectTwoScreens(page: Page, name: string): Promise<void> {
	const heightPx = await page.evaluate(() => document.documentElement.scrollHeight);
	expect.soft(heightPx, `${name}: the page's height`).toBeLessThanOrEqual(1_800);
}

test('no part of the Create page is higher than two screens, with twenty jobs under way and with all of them done', async ({
	page,
	product,
}) => {
	test.setTimeout(240_000);
	await page.goto(product.origin);
	await signIn(page, product);
	await startJobs(page, product);
	await openCreateTab(page, 'Results');
	await expect(page.getByRole('region', { name: 'Other jobs under way' }).getByRole('listitem')).not.toHaveCount(0);
	await expect(page.getByRole('region', { name: 'Generation status' }).getByRole('link')).not.toHaveCount(0);
	await expectTwoScreens(page, 'results under way');

	const areDone = async () => {
		const jobs = (await (await page.request.get(`${product.origin}/api/jobs`)).json()) as { status: string }[];
		return jobs.filter(({ status }) => status === 'completed').length;
	};
	await expect.poll(areDone, { timeout: 120_000 }).toBe(jobCount);
	await page.goto(`${product.origin}/?tab=results`);
	await expect(page.getByRole('list', { name: 'Images' }).getByRole('listitem')).toHaveCount(5);
	await expectTwoScreens(page, 'results');
	await openCreateTab(page, 'Latest');
	await expect(page.getByText('Showing latest 5 collections • 20 total')).toBeVisible();
	await expectTwoScreens(page, 'latest');
	await openCreateTab(page, 'Mint');
	await expect(page.getByText('Collections 1–3 of 20')).toBeVisible();
	await expectTwoScreens(page, 'mint');

	await openCreateTab(page, 'Studio');
	await fillFirstForm(page, '5 ADX');
	for (const label of labels) {
		await openFormSection(page, label);
		await expectTwoScreens(page, label);
	}
	for (const tab of ['Overview', 'Traits', 'Rules', 'Storyboard']) {
		await page.getByRole('tab', { name: tab }).click();
		await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
		await expectTwoScreens(page, `plan, ${tab}`);
	}
});

testOnSharedProduct(
	'what was opened in the plan is as it was after a look at another section',
	{ tag: '@further' },
	async ({ page, product }) => {
		await page.goto(product.origin);
		await signIn(page, product);
		await fillFirstForm(page, '100 ADX');
		await openFormSection(page, 'Plan');
		await page.getByRole('tab', { name: 'Storyboard' }).click();
		const board = page.getByRole('region', { name: 'Storyboard' });
		await expect(board.locator('canvas[data-painted]').first()).toBeVisible();
		await board.evaluate((element) => element.scrollTo(0, 600));
		const captions = () => board.locator('figcaption').allInnerTexts();
		await expect.poll(async () => (await captions())[0]).not.toMatch(/^#1\s/);
		await expect.poll(() => board.locator('canvas:not([data-painted])').count()).toBe(0);
		const before = await captions();
		await openFormSection(page, 'Races');
		await expect(board).toBeHidden();
		await openFormSection(page, 'Plan');
		await expect(board).toBeVisible();
		await expect.poll(captions).toEqual(before);
		expect(await board.evaluate(({ scrollTop }) => scrollTop)).toBe(600);
	},
);

/** The field lies between what sticks to the top of the window and the bar at its bottom. */
async function expectUncovered(field: ReturnType<Page['locator']>): Promise<void> {
	const isFree = () =>
		field.evaluate((element) => {
			const { left, top, right, bottom } = element.getBoundingClientRect();
			const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
			return at !== null && (element.contains(at) || at.contains(element));
		});
	await expect.poll(isFree).toBe(true);
}

testOnSharedProduct(
	'zoomed to 200 %, every section and its messages are reached beside the main button',
	{ tag: '@further' },
	async ({ page, product }, testInfo) => {
		await page.setViewportSize({ width: 720, height: 450 });
		await page.goto(product.origin);
		await signIn(page, product);
		for (const label of labels) {
			await openFormSection(page, label);
			await expect(main(page)).toBeInViewport({ ratio: 1 });
			await main(page).click({ trial: true });
			await index(page)
				.getByRole('button', { name: new RegExp(`^${label}`) })
				.click({ trial: true });
			const sidewaysPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
			expect(sidewaysPx, label).toBeLessThanOrEqual(0);
		}
		await openFormSection(page, 'Races');
		await page.evaluate(() => window.scrollTo(0, 300));
		await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300);
		const freePx = await index(page).evaluate((element) => {
			const bottomOf = (bar: Element | null) => bar?.getBoundingClientRect().bottom ?? 0;
			const top = Math.max(bottomOf(document.querySelector('header')), bottomOf(element));
			return (document.querySelector('.fixed.bottom-0')?.getBoundingClientRect().top ?? 0) - top;
		});
		expect(freePx, 'pixels between the bars, of 450').toBeGreaterThanOrEqual(300);
		await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
		await main(page).click();
		const key = page.getByLabel('Google Gemini API key');
		await expect(key).toBeFocused();
		await expectUncovered(key);
		await page.screenshot({ path: testInfo.outputPath('errors.png') });
		await page.getByRole('radio', { name: /Built-in forge/ }).click();
		await main(page).click();
		await expect(page.getByRole('checkbox', { name: 'Elf', exact: true })).toBeFocused();
		await expectUncovered(page.locator(':focus'));
	},
);

testOnSharedProduct(
	'on a phone a section opens from the top of the page or right below its index, with no tab cut in between',
	{ tag: '@further' },
	async ({ page, product }) => {
		await page.setViewportSize({ width: 360, height: 740 });
		await page.goto(product.origin);
		await signIn(page, product);
		for (const label of [...labels, ...labels.toReversed()]) {
			await openFormSection(page, label);
			const [scrolledPx, tabsEndPx] = await page.evaluate(() => {
				const tabs = document.querySelector('nav[aria-label="Parts of this page"]');
				const header = document.querySelector('header');
				const bottomOf = (element: Element | null) => element?.getBoundingClientRect().bottom ?? 0;
				return [window.scrollY, bottomOf(tabs) - bottomOf(header)];
			});
			if (scrolledPx > 0) expect.soft(tabsEndPx, `${label}: pixels of the tabs in view`).toBeLessThanOrEqual(0);
			await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
		}
	},
);

for (const width of [768, 1_023, 1_440]) {
	testOnSharedProduct(
		`at ${width} px the preview stands beside every section, and no caption of the rarest rows is cut`,
		{ tag: '@further' },
		async ({ page, product }) => {
			await page.setViewportSize({ width, height: 900 });
			await page.goto(product.origin);
			await signIn(page, product);
			await fillFirstForm(page, '5 ADX');
			const preview = page.locator('[data-roll] canvas');
			for (const label of labels) {
				await openFormSection(page, label);
				await expect(preview).toHaveCount(1);
				await expect(preview).toBeInViewport({ ratio: 1 });
			}
			const captions = page.getByRole('list', { name: 'Rarest rows' }).locator('figcaption');
			await expect(captions).toHaveCount(5);
			const cut = await captions
				.locator('span')
				.evaluateAll((parts) =>
					parts
						.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
						.map(({ textContent }) => textContent),
				);
			expect(cut).toEqual([]);
		},
	);
}

testOnSharedProduct(
	'on a server that takes four seconds for each answer nothing is promised before it is known',
	{ tag: '@further' },
	async ({ page, product }) => {
		await page.goto(product.origin);
		await signIn(page, product);
		await fillFirstForm(page, '3 ADX');
		await main(page).click();
		await expect(page.getByText('Generation completed successfully!').first()).toBeVisible({ timeout: 60_000 });
		const job = new URL(page.url()).search;

		await page.route('**/trpc/**', async (route) => {
			await new Promise((resolve) => setTimeout(resolve, 4_000));
			await route.continue().catch(() => {});
		});
		const promises: string[] = [];
		await page.exposeFunction('reportPromise', (text: string) => void promises.push(text));
		await page.addInitScript(() => {
			const wrong = /Ready to Create|No completed characters yet|New here\?/;
			new MutationObserver(() => {
				const found = wrong.exec(document.body?.innerText ?? '');
				if (found !== null) (globalThis as unknown as { reportPromise(text: string): void }).reportPromise(found[0]);
			}).observe(document, { childList: true, subtree: true, characterData: true });
		});
		await page.goto(`${product.origin}/${job}`);
		await expect(page.getByText('Checking access...')).toBeVisible();
		await expect(page.getByRole('status', { name: 'Loading generation status' })).toBeVisible({ timeout: 20_000 });
		await expect(page.getByText('Generation completed successfully!').first()).toBeVisible({ timeout: 30_000 });
		await openCreateTab(page, 'Latest');
		await expect(page.getByRole('region', { name: 'Latest characters' }).getByRole('link').first()).toBeVisible();
		await openCreateTab(page, 'Studio');
		await fillFirstForm(page, '1 ADX');
		await main(page).click();
		await expect(page.getByRole('button', { name: 'Generating...' })).toBeDisabled();
		// Who does not wait is not brought back.
		await openCreateTab(page, 'Latest');
		await expect(page.getByText('Generation Started', { exact: true }).first()).toBeVisible({ timeout: 20_000 });
		expect(new URL(page.url()).searchParams.get('tab')).toBe('latest');
		expect(promises).toEqual([]);
		await page.unrouteAll({ behavior: 'ignoreErrors' });
	},
);

testOnSharedProduct(
	'offline, what is chosen stays, an order says what became of it, and there is a way on',
	{ tag: '@further' },
	async ({ page, product }) => {
		await page.goto(product.origin);
		await signIn(page, product);
		await fillFirstForm(page, '1 ADX');
		const restoreBy = await cutApi(page, (route) => route.abort('internetdisconnected'));
		await main(page).click();
		const refused = page.getByRole('region', { name: 'Main action' }).getByRole('alert');
		await expect(refused).toContainText('Service temporarily unavailable');
		await expect(main(page)).toBeEnabled();
		const notice = page.getByText(/^The server does not answer right now/);
		await expect(notice).toBeVisible({ timeout: 30_000 });
		await expect(main(page)).toBeInViewport({ ratio: 1 });
		await openCreateTab(page, 'Results');
		await expect(page.getByText('Ready to Create')).toHaveCount(0);
		await restoreBy(page.getByRole('button', { name: 'Try again' }).first());
		await expect(notice).toHaveCount(0);
		await openCreateTab(page, 'Studio');
		await expect(index(page).getByRole('button', { name: /^Races/ })).toContainText('Elf, Orc');
		await main(page).click();
		await expect(page.getByText('Generation completed successfully!').first()).toBeVisible({ timeout: 60_000 });
	},
);
