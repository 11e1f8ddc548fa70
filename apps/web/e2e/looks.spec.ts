import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { type Product, test } from './product.ts';
import { chooseFirstOrder, signIn } from './steps.ts';

const widths = [360, 1_440] as const;
const themes = ['dark', 'light'] as const;

/** Brings the page from a fresh load of the product into one state. */
interface Look {
	readonly name: string;
	/** Opened by somebody who has access already. */
	readonly inside: boolean;
	readonly path?: string;
	readonly reach?: (page: Page, product: Product) => Promise<void>;
	/** Answers that a browser reports on its console although they are what the state is about. */
	readonly expectedErrors?: RegExp;
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const roleSelection = async (page: Page) => press(page, 'Other Access Options');

/** In this order in one browser: the gate first, and last what keeps the server busy. */
const looks: readonly Look[] = [
	{ name: 'gate-developer', inside: false },
	{
		name: 'gate-wrong-password',
		inside: false,
		expectedErrors: /401/,
		reach: async (page) => {
			await page.getByLabel(/password/i).fill('wrong');
			await press(page, 'Access Developer Tools');
			await expect(page.getByText(/invalid|wrong|incorrect/i).first()).toBeVisible();
		},
	},
	{ name: 'gate-roles', inside: false, reach: roleSelection },
	{
		name: 'gate-creator',
		inside: false,
		reach: async (page) => {
			await roleSelection(page);
			await press(page, /I am a creator/);
		},
	},
	{
		name: 'gate-community',
		inside: false,
		reach: async (page) => {
			await roleSelection(page);
			await press(page, /I am a community member/);
			await press(page, 'Discord Bypass Password');
		},
	},
	{ name: 'create-empty', inside: true },
	{ name: 'create-errors', inside: true, reach: (page) => press(page, 'Generate ADX Characters') },
	{ name: 'create-filled', inside: true, reach: (page) => chooseFirstOrder(page, '5 ADX') },
	{ name: 'create-done', inside: true, reach: generateFive },
	{
		name: 'lightbox',
		inside: true,
		reach: openFirstImage,
	},
	{
		name: 'job',
		inside: true,
		reach: async (page, { origin }) => {
			const [newest] = (await (await page.request.get(`${origin}/api/jobs`)).json()) as { id: string }[];
			await page.goto(`${origin}/jobs/${newest?.id}`);
			await expect(imageTiles(page).first()).toBeVisible();
		},
	},
	{ name: 'gallery', inside: true, path: '/gallery' },
	{ name: 'merger', inside: true, path: '/merger' },
	{ name: 'attributes', inside: true, path: '/attributes' },
	{ name: 'not-found', inside: true, path: '/no/such/page' },
	{
		name: 'create-progress',
		inside: true,
		reach: async (page) => {
			await chooseFirstOrder(page, '100 ADX');
			await press(page, 'Generate ADX Characters');
			await expect(page.getByRole('progressbar').first()).toBeVisible();
		},
	},
];

const imageTiles = (page: Page) => page.getByRole('button', { name: /^Open .+ #\d/ });

async function generateFive(page: Page): Promise<void> {
	await chooseFirstOrder(page, '5 ADX');
	await press(page, 'Generate ADX Characters');
	// Until then the page may show an earlier job.
	await expect(page).toHaveURL(/[?&]job=/);
	await expect(page.getByText('Generation completed successfully!').first()).toBeVisible({ timeout: 40_000 });
	await expect(imageTiles(page).first()).toBeVisible();
}

async function openFirstImage(page: Page): Promise<void> {
	const resultTab = page.getByRole('button', { name: 'Result', exact: true });
	// Only narrow screens show form and result by turns.
	if (await resultTab.isVisible()) await resultTab.click();
	await imageTiles(page).first().click();
	const picture = page.getByRole('dialog').getByRole('img').first();
	await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
}

for (const width of widths) {
	for (const theme of themes) {
		test.describe(`at ${width} px in the ${theme} theme`, { tag: '@heavy' }, () => {
			test.use({ viewport: { width, height: width < 500 ? 780 : 900 }, actionTimeout: 15_000 });
			test('every page and state fits, is accessible and reports no errors', async ({ page, product }, testInfo) => {
				test.setTimeout(8 * 60_000);
				const problems = collectProblems(page);
				await page.addInitScript((chosen) => localStorage.setItem('adx_theme', chosen), theme);
				await page.emulateMedia({ reducedMotion: 'reduce' });
				let isInside = false;
				for (const look of looks) {
					await test.step(look.name, async () => {
						await page.goto(product.origin);
						if (look.inside && !isInside) {
							await signIn(page, product);
							isInside = true;
						}
						await page.goto(product.origin + (look.path ?? '/'));
						await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
						await look.reach?.(page, product);
						await page.screenshot({ path: testInfo.outputPath(`${look.name}.png`), fullPage: true });
						await inspect(page, look, problems.splice(0));
					});
				}
			});
		});
	}
}

/** What the page throws or reports on its console as an error, as it comes. */
function collectProblems(page: Page): string[] {
	const problems: string[] = [];
	page.on('pageerror', (error) => problems.push(String(error)));
	page.on('console', (message) => {
		if (message.type() === 'error') problems.push(message.text());
	});
	return problems;
}

/** Soft, so that one run tells about every look. */
async function inspect(page: Page, look: Look, problems: readonly string[]): Promise<void> {
	const overflowPx = await page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement;
		return scrollWidth - clientWidth;
	});
	expect.soft(overflowPx, `${look.name}: pixels to scroll sideways`).toBe(0);
	const { violations } = await new AxeBuilder({ page }).analyze();
	const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
	expect.soft(found, `${look.name}: accessibility`).toEqual([]);
	const unexpected = problems.filter((text) => !look.expectedErrors?.test(text));
	expect.soft(unexpected, `${look.name}: errors of the page`).toEqual([]);
}
