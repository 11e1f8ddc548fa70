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
	{
		name: 'create-progress',
		inside: true,
		reach: async (page) => {
			await chooseFirstOrder(page, '100 ADX');
			await press(page, 'Generate ADX Characters');
			await expect(page.getByRole('progressbar').first()).toBeVisible();
		},
	},
	{ name: 'create-done', inside: true, reach: generateFive },
	{
		name: 'lightbox',
		inside: true,
		reach: async (page) => {
			await generateFive(page);
			await openFirstImage(page);
		},
	},
	{
		name: 'job',
		inside: true,
		reach: async (page, { origin }) => {
			await generateFive(page);
			const [newest] = (await (await page.request.get(`${origin}/api/jobs`)).json()) as { id: string }[];
			await page.goto(`${origin}/jobs/${newest?.id}`);
			await expect(imageTiles(page).first()).toBeVisible();
		},
	},
	{ name: 'gallery', inside: true, path: '/gallery' },
	{ name: 'merger', inside: true, path: '/merger' },
	{ name: 'attributes', inside: true, path: '/attributes' },
	{ name: 'not-found', inside: true, path: '/no/such/page' },
];

const imageTiles = (page: Page) =>
	page.getByRole('link', { name: /#\d/ }).or(page.getByRole('button', { name: /#\d/ }));

async function generateFive(page: Page): Promise<void> {
	await chooseFirstOrder(page, '5 ADX');
	await press(page, 'Generate ADX Characters');
	await expect(page.getByText('Generation completed successfully!').first()).toBeVisible({ timeout: 40_000 });
	await expect(imageTiles(page).first()).toBeVisible();
}

async function openFirstImage(page: Page): Promise<void> {
	await imageTiles(page).first().click();
	const picture = page.getByRole('dialog').getByRole('img').first();
	await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
}

for (const width of widths) {
	for (const theme of themes) {
		test.describe(`at ${width} px in the ${theme} theme`, { tag: '@heavy' }, () => {
			test.use({ viewport: { width, height: width < 500 ? 780 : 900 } });
			for (const look of looks) {
				test(`${look.name} fits, is accessible and reports no errors`, async ({ page, product }, testInfo) => {
					const problems: string[] = [];
					page.on('pageerror', (error) => problems.push(String(error)));
					page.on('console', (message) => {
						if (message.type() === 'error' && !look.expectedErrors?.test(message.text())) problems.push(message.text());
					});
					await page.addInitScript((chosen) => localStorage.setItem('adx_theme', chosen), theme);
					await page.emulateMedia({ reducedMotion: 'reduce' });
					await page.goto(product.origin);
					if (look.inside) await signIn(page, product);
					if (look.path !== undefined) await page.goto(product.origin + look.path);
					await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
					await look.reach?.(page, product);
					await page.screenshot({ path: testInfo.outputPath(`${look.name}-${width}-${theme}.png`), fullPage: true });

					const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
					expect(scrollWidth, 'width that is scrolled to').toBeLessThanOrEqual(clientWidth);
					const { violations } = await new AxeBuilder({ page }).analyze();
					expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
					expect(problems).toEqual([]);
				});
			}
		});
	}
}
