import { expect, type Locator, type Page } from '@playwright/test';
import { generate, openAttributes } from '../attributes/attribute-steps.ts';
import { openMerger } from '../merger/merger-steps.ts';
import { cutApi, fillFirstForm, openCreateTab, openFormSection, signIn } from '../support/steps.ts';
import { test } from '../support/test-server.ts';

const main = (page: Page) => page.getByRole('button', { name: 'Generate ADX Characters' });
const download = (page: Page) => page.getByRole('button', { name: 'Download collection' });
const panel = (page: Page) => page.getByRole('complementary', { name: 'Database' });
const handle = (page: Page) => panel(page).getByRole('button', { name: /^Database/ });
const deleteAll = (page: Page) => page.getByRole('button', { name: 'Delete All Images' });
const toast = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem');

const narrowWidths = [360, 768, 1_023] as const;

/** Each lies in the window as a whole, and none over another. */
async function expectApart(...locators: Locator[]): Promise<void> {
	const boxes = await Promise.all(
		locators.map((locator) =>
			locator.evaluate((element) => {
				const { left, top, right, bottom } = element.getBoundingClientRect();
				const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 30);
				return { name, left, top, right, bottom, width: innerWidth, height: innerHeight };
			}),
		),
	);
	for (const box of boxes) {
		const isInside = box.left >= 0 && box.top >= 0 && box.right <= box.width && box.bottom <= box.height;
		expect.soft(isInside, `${JSON.stringify(box)} in the window`).toBe(true);
	}
	for (const [index, one] of boxes.entries()) {
		for (const other of boxes.slice(index + 1)) {
			const isApart =
				one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
			expect.soft(isApart, `${one.name} beside ${other.name}`).toBe(true);
		}
	}
}

async function expectCentred(page: Page): Promise<void> {
	const offPx = await download(page).evaluate((element) => {
		const { left, right } = element.getBoundingClientRect();
		return Math.abs((left + right) / 2 - document.documentElement.clientWidth / 2);
	});
	expect.soft(offPx, 'pixels off the centre (DL-01)').toBeLessThan(10);
}

/** The first one has most of a row that it shares with the others. */
async function expectOneRow(wide: Locator, ...others: Locator[]): Promise<void> {
	const [first, ...rest] = await Promise.all([wide, ...others].map((locator) => locator.boundingBox()));
	expect.soft(first!.width, 'pixels of the main button').toBeGreaterThan(220);
	for (const { y, height } of rest.map((box) => box!)) {
		expect.soft(y + height, 'the bottom of its neighbour').toBeCloseTo(first!.y + first!.height, 0);
	}
}

const getBarHeightPx = (inBar: Element) => inBar.closest<HTMLElement>('.fixed')?.offsetHeight;

/** Scrolled to the end of the page, its last control can be pressed. */
async function expectEndIsFree(page: Page): Promise<void> {
	await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
	await expectApart(page.getByRole('button', { name: 'Reset form' }), main(page), handle(page));
}

test('on narrow windows main button, download, database panel and toast share the bottom without covering anything', async ({
	page,
	product,
}, testInfo) => {
	await page.goto(product.origin);
	await signIn(page, product);
	const see = (name: string) => page.screenshot({ path: testInfo.outputPath(`${name}.png`) });
	for (const width of narrowWidths) {
		await test.step(`nothing made yet, ${width} px`, async () => {
			await page.setViewportSize({ width, height: 740 });
			await expect(download(page)).toHaveCount(0);
			const missing = page.getByText(/^Still missing: Gemini key, races, classes, style, background$/);
			await expect(missing).toBeInViewport({ ratio: 1 });
			await expectApart(missing, main(page), handle(page));
			expect(await missing.evaluate(getBarHeightPx), 'pixels of the bar').toBeLessThanOrEqual(112);
			await expectEndIsFree(page);
			await main(page).click();
			await expect(toast(page)).toBeVisible();
			// It can be pressed, and stays while the pointer is on it.
			await page.getByRole('button', { name: 'Close message' }).hover();
			await expectApart(toast(page), main(page), handle(page));
			await see(`empty-${width}`);
			await page.getByRole('button', { name: 'Close message' }).click();
		});
	}

	await fillFirstForm(page, '5 ADX');
	// The form's button stands apart from it by now.
	await openFormSection(page, 'Batch');
	await page.getByLabel('Project name (optional)').press('Enter');
	await expect(page).toHaveURL(/[?&]job=/);
	await expect(download(page)).toBeVisible({ timeout: 40_000 });
	for (const width of narrowWidths) {
		await test.step(`with a job, ${width} px`, async () => {
			await page.setViewportSize({ width, height: 740 });
			await openCreateTab(page, 'Results');
			await expect(main(page)).toHaveCount(0);
			await expectApart(download(page), handle(page));
			await expectCentred(page);
			await see(`result-${width}`);

			await openCreateTab(page, 'Studio');
			await expectApart(main(page), download(page), handle(page));
			if (width < 640) await expectOneRow(main(page), download(page), handle(page));
			else await expectCentred(page);
			await expectEndIsFree(page);
			await see(`form-${width}`);

			await handle(page).click();
			await deleteAll(page).scrollIntoViewIfNeeded();
			await expectApart(deleteAll(page), main(page), download(page), handle(page));
			await main(page).click({ trial: true });
			await see(`panel-${width}`);
			await handle(page).click();
			await expect(deleteAll(page)).toBeHidden();
		});
	}

	await test.step('wide windows', async () => {
		await page.setViewportSize({ width: 1_024, height: 740 });
		await expect(main(page)).toBeInViewport({ ratio: 1 });
		await expectApart(main(page), download(page), handle(page));
		await expectCentred(page);
		await handle(page).click();
		await deleteAll(page).scrollIntoViewIfNeeded();
		await expectApart(deleteAll(page), main(page), download(page), handle(page));
		await see('wide');
	});
});

/** As tall as common laptops leave it under a browser's own bars. */
const lowWindows = [
	{ width: 1_366, height: 625 },
	{ width: 1_280, height: 600 },
] as const;

test('in low windows neither a banner, a notice nor a message pushes the main button or a section’s line out of reach', async ({
	page,
	product,
}, testInfo) => {
	// A page that is told of changes asks too seldom to notice soon that it gets no more answers.
	await page.route('**/trpc/live.changes**', (route) => route.abort());
	await page.goto(product.origin);
	await signIn(page, product);
	const index = page.getByRole('navigation', { name: 'Sections of the form' });
	const see = (name: string) => page.screenshot({ path: testInfo.outputPath(`${name}.png`) });
	const check = async (state: string) => {
		for (const size of lowWindows) {
			await test.step(`${state}, ${size.width} × ${size.height}`, async () => {
				await page.setViewportSize(size);
				// The button before has gone to the key field, which lies lower than these windows are high.
				await page.evaluate(() => window.scrollTo(0, 0));
				await expectApart(main(page), handle(page));
				for (const label of ['Engine', 'Saved Settings', 'Plan', 'Races']) {
					await openFormSection(page, label);
					await expectApart(index.getByRole('button', { name: new RegExp(`^${label}`) }), main(page), handle(page));
					expect(await page.evaluate(() => window.scrollY), `scrolled by ${label}`).toBe(0);
				}
				await see(`${state}-${size.width}`);
			});
		}
	};
	await check('nothing');
	await main(page).click();
	await expect(toast(page)).toBeVisible();
	await page.getByRole('button', { name: 'Close message' }).hover();
	await expectApart(toast(page), main(page), handle(page));
	await page.getByRole('button', { name: 'Close message' }).click();

	const restoreBy = await cutApi(page, (route) => route.abort());
	await expect(page.getByText(/^The server does not answer right now/)).toBeVisible({ timeout: 30_000 });
	await check('notice');
	await restoreBy(page.getByRole('button', { name: 'Try again' }).first());
	await expect(page.getByText(/^The server does not answer right now/)).toHaveCount(0);

	await page.context().clearCookies();
	await expect(page.getByText('Your session ended. Sign in again.')).toBeVisible({ timeout: 30_000 });
	await check('banner');
	await page.setViewportSize({ width: 768, height: 600 });
	await page.evaluate(() => window.scrollTo(0, 400));
	const steps = index.getByRole('button', { name: /^Races/ });
	await expectApart(page.getByRole('button', { name: 'Go to sign-in' }), steps, main(page));
	await steps.click({ trial: true });
});

const wideWindows = [
	{ width: 1_024, height: 700 },
	{ width: 1_440, height: 900 },
	{ width: 2_560, height: 1_300 },
] as const;

/** A message follows what is scrolled within a frame. */
const expectMessageBeside = (page: Page, button: Locator) =>
	expect
		.poll(async () => {
			const [message, other] = await Promise.all([toast(page).boundingBox(), button.boundingBox()]);
			return message!.y + message!.height <= other!.y || message!.x + message!.width <= other!.x;
		})
		.toBe(true);

test('on wide windows no message lies over the button that starts a run of attributes', async ({
	page,
	product,
}, testInfo) => {
	await openAttributes(page, product);
	for (const size of wideWindows) {
		await page.setViewportSize(size);
		await generate(page).click();
		await expect(toast(page)).toBeVisible();
		await page.getByRole('button', { name: 'Close message' }).hover();
		await expectMessageBeside(page, generate(page));
		await page.screenshot({ path: testInfo.outputPath(`attributes-${size.width}.png`) });
		await page.getByRole('button', { name: 'Close message' }).click();
	}
});

test('on wide windows no message lies over the button that starts a merge, wherever the page is scrolled', async ({
	page,
	product,
}, testInfo) => {
	await openMerger(page, product);
	const start = page.getByRole('button', { name: 'Start Merge' });
	for (const size of wideWindows) {
		await page.setViewportSize(size);
		await page.getByLabel('Project Name').press('Enter');
		await expect(toast(page)).toBeVisible();
		await page.getByRole('button', { name: 'Close message' }).hover();
		// At the window's end, where a message stands.
		await start.evaluate((button) => button.scrollIntoView({ block: 'end' }));
		await expectMessageBeside(page, start);
		await page.screenshot({ path: testInfo.outputPath(`merger-${size.width}.png`) });
		await page.getByRole('button', { name: 'Close message' }).click();
	}
});

test('a field that takes the focus by the keyboard is never behind the bar', { tag: '@further' }, async ({
	page,
	product,
}) => {
	await page.goto(product.origin);
	await signIn(page, product);
	await page.setViewportSize({ width: 360, height: 640 });
	await page.getByRole('searchbox').first().focus();
	const isInBar = async () =>
		page.locator(':focus').evaluate((element, bar) => bar?.contains(element) === true, await barOf(page));
	for (let step = 0; step < 60; step += 1) {
		await page.keyboard.press('Tab');
		if (await isInBar()) break;
		await expectApart(page.locator(':focus'), main(page));
	}
	expect(await isInBar()).toBe(true);
});

const barOf = (page: Page) => main(page).evaluateHandle((button) => button.closest('section'));

test.describe('on a phone', () => {
	test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

	test('the bar makes room for the screen’s keyboard and comes back with it gone', { tag: '@further' }, async ({
		page,
		product,
	}) => {
		await page.goto(product.origin);
		await signIn(page, product);
		await expect(main(page)).toBeVisible();
		await openFormSection(page, 'Batch');
		const name = page.getByLabel('Project name (optional)');
		await name.tap();
		await expect(main(page)).toBeVisible();
		await page.setViewportSize({ width: 360, height: 400 });
		await expect(main(page)).toBeHidden();
		await name.fill('Frost Court');
		await expect(name).toBeInViewport({ ratio: 1 });
		// The keyboard can be put away while the field keeps the focus.
		await page.setViewportSize({ width: 360, height: 740 });
		await expect(main(page)).toBeVisible();
	});
});

test('a name of a hundred letters leaves the bar its places at every width', { tag: '@further' }, async ({
	page,
	product,
}) => {
	await page.goto(product.origin);
	await signIn(page, product);
	const choices = { races: ['elf'], classes: ['wizard'], artStyle: 'bold-classic', backgroundType: 'forest-glade' };
	const order = { ...choices, engine: 'forge', batchSize: 5, projectName: 'W'.repeat(100) };
	const headers = { origin: product.origin };
	expect((await page.request.post(`${product.origin}/api/generate`, { data: order, headers })).status()).toBe(200);
	await page.goto(`${product.origin}/?tab=latest`);
	await expect(download(page)).toContainText('5 images', { timeout: 60_000 });
	for (const width of [...narrowWidths, 1_440]) {
		await page.setViewportSize({ width, height: 800 });
		await expectApart(download(page), handle(page));
		const overhangPx = await download(page).evaluate((button) => {
			const right = button.getBoundingClientRect().right;
			return Math.max(...[...button.querySelectorAll('*')].map((part) => part.getBoundingClientRect().right - right));
		});
		expect(overhangPx, `what sticks out of the button at ${width} px`).toBeLessThanOrEqual(0);
	}
});
