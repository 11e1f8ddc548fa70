import { expect, type Page } from '@playwright/test';
import { signIn } from '../support/steps.ts';
import { test } from '../support/test-server.ts';

const order = {
	races: ['elf'],
	classes: ['wizard'],
	artStyle: 'bold-classic',
	backgroundType: 'forest-glade',
	batchSize: 500,
	engine: 'forge',
	seed: 'live',
};

/** Counts what a page asks about its job, and which streams it opens. */
function countCalls(page: Page) {
	const calls = { job: 0, streams: 0 };
	page.on('request', (request) => {
		if (request.url().includes('/trpc/generation.get')) calls.job += 1;
		if (request.url().includes('/trpc/live.changes')) calls.streams += 1;
	});
	return calls;
}

test('tabs hear what changes by one stream without asking, and ask again when it is cut', { tag: '@further' }, async ({
	page,
	context,
	product,
}) => {
	const first = countCalls(page);
	await page.goto(product.origin);
	await signIn(page, product);
	await expect.poll(() => first.streams).toBe(1);
	const post = async (path: string, data: object = {}) => {
		const response = await context.request.post(`${product.origin}${path}`, { data });
		expect(response.status()).toBe(200);
		return (await response.json()) as { readonly jobId: string };
	};
	const { jobId } = await post('/api/generate', order);
	await post(`/api/generate/${jobId}/pause`);

	const tab = await context.newPage();
	const calls = countCalls(tab);
	await tab.goto(`${product.origin}/jobs/${jobId}`);
	const paused = tab.getByText('Paused', { exact: true }).first();
	await expect(paused).toBeVisible();
	// A paused job would be asked for every three seconds, until the other tab passes on a sign of life.
	const isQuietFor = async (ms: number) => {
		const before = calls.job;
		await tab.waitForTimeout(ms);
		return calls.job === before;
	};
	await expect.poll(() => isQuietFor(7_000), { timeout: 40_000 }).toBe(true);
	await post(`/api/generate/${jobId}/resume`);
	await expect(paused).toBeHidden({ timeout: 2_000 });
	await post(`/api/generate/${jobId}/pause`);
	await expect(paused).toBeVisible({ timeout: 2_000 });
	expect([first.streams, calls.streams]).toEqual([1, 0]);

	await expect.poll(() => isQuietFor(4_000), { timeout: 20_000 }).toBe(true);
	await context.route('**/trpc/live.changes**', (route) => route.abort());
	await page.close();
	await expect.poll(() => calls.streams).toBeGreaterThan(0);
	const before = calls.job;
	await expect.poll(() => calls.job - before, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);

	await context.unroute('**/trpc/live.changes**');
	await expect.poll(() => isQuietFor(7_000), { timeout: 60_000 }).toBe(true);
	await post(`/api/generate/${jobId}/cancel`);
	await expect(paused).toBeHidden({ timeout: 2_000 });
});
