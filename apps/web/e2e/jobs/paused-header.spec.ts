import { expect } from '@playwright/test';
import { signIn } from '../support/steps.ts';
import { test } from '../support/test-server.ts';

const order = {
	races: ['elf'],
	classes: ['wizard'],
	artStyle: 'bold-classic',
	backgroundType: 'random-original-landscapes',
	batchSize: 2_000,
	engine: 'forge',
};

test('the bar of every page says in words that a job is paused, from 640 pixels on', { tag: '@further' }, async ({
	page,
	product,
}) => {
	const { origin } = product;
	await page.goto(origin);
	await signIn(page, product);
	const started = await page.request.post(`${origin}/api/generate`, { data: order, headers: { origin } });
	const { jobId } = (await started.json()) as { jobId: string };
	const paused = await page.request.post(`${origin}/api/generate/${jobId}/pause`, { data: {}, headers: { origin } });
	expect(paused.ok(), await paused.text()).toBe(true);
	await page.goto(`${origin}/gallery`);
	const link = page.getByRole('link', { name: /^Paused: / });
	for (const width of [640, 700, 768, 1_023]) {
		await page.setViewportSize({ width, height: 740 });
		await expect(link).toBeInViewport();
		const [box, word] = await Promise.all([
			link.boundingBox(),
			link.getByText('Paused', { exact: true }).boundingBox(),
		]);
		expect.soft(word!.y, `top of the word at ${width} pixels`).toBe(box!.y);
		expect.soft(word!.x + word!.width, `end of the word at ${width} pixels`).toBeLessThanOrEqual(box!.x + box!.width);
		expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
	}
});
