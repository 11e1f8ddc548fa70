import type { Page, TestInfo } from '@playwright/test';
import { createImage } from '../../merger/merger-files.ts';
import { checkScreen } from '../../visual/screen-checks.ts';

/** A screenshot to look at, and what can be asserted of any look. */
export async function inspect(page: Page, name: string, testInfo: TestInfo): Promise<void> {
	const dialog = page.getByRole('dialog');
	const isDialog = (await dialog.count()) > 0;
	// A window is as high as its content: nothing of it may be cut off in the picture.
	const heightPx = isDialog
		? await dialog.evaluate((element) => Math.max(...[...element.querySelectorAll('*')].map((one) => one.scrollHeight)))
		: 0;
	const size = page.viewportSize()!;
	if (isDialog) await page.setViewportSize({ ...size, height: Math.max(size.height, heightPx + 40) });
	await checkScreen(page, name, testInfo, { fullPage: !isDialog });
	if (isDialog) await page.setViewportSize(size);
}

/** Answers a procedure in place of the server. */
export const respondWith = (page: Page, procedure: string, data: () => unknown) =>
	page.route(`**/trpc/${procedure}*`, (route) => route.fulfill({ json: { result: { data: { json: data() } } } }));
export const refuse = (page: Page, procedure: string, status: number, message: string) =>
	page.route(`**/trpc/${procedure}*`, (route) =>
		route.fulfill({
			status,
			json: {
				error: { json: { message, code: -32_000, data: { code: 'X', httpStatus: status, reason: null, fields: {} } } },
			},
		}),
	);

/** Has the page believe that this server mints on Solana; what it would ask a chain is answered by the test. */
export async function serveSolana(page: Page): Promise<void> {
	await page.route('**/trpc/auth.config*', async (route) => {
		const response = await route.fetch();
		const { result } = await response.json();
		result.data.json.solana = { cluster: 'devnet' };
		await route.fulfill({ response, json: { result } });
	});
}

export async function servePictures(page: Page): Promise<void> {
	await page.route(/\/api\/sales\/[^/]+\/(cover|items)/, async (route) => {
		const number = Number(/items\/(\d+)/.exec(route.request().url())?.[1] ?? 5);
		await route.fulfill({ contentType: 'image/png', body: await createImage(number, 512) });
	});
}

export const latest = [11, 4, 27, 8, 19, 2].map((number) => ({
	tokenNumber: number,
	name: `Frost & Fire #${number}`,
	imageUrl: `/api/sales/sale-1/items/${number}`,
}));
