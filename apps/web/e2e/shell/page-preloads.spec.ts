import { expect } from '@playwright/test';
import { signIn } from '../support/steps.ts';
import { testOnSharedProduct } from '../support/test-server.ts';

testOnSharedProduct(
	'a signed-in browser fetches what a page names once, and uses all of it',
	{ tag: '@further' },
	async ({ page, product }) => {
		await page.goto(product.origin);
		await signIn(page, product);
		const asked: string[] = [];
		const warnings: string[] = [];
		page.on('request', (request) => asked.push(request.url()));
		page.on('console', (message) => {
			if (message.text().includes('preload')) warnings.push(message.text());
		});
		const response = await page.goto(`${product.origin}/gallery`);
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		const link = response?.headers().link ?? '';
		const named = [...link.matchAll(/<([^>]+)>/g)].map(([, path = '']) => `${product.origin}${path}`);
		expect(named.length).toBeGreaterThan(8);
		for (const url of named) expect([url, asked.filter((each) => each === url).length]).toEqual([url, 1]);
		// Chromium warns a few seconds after the page has loaded.
		await page.waitForTimeout(6_000);
		expect(warnings).toEqual([]);
	},
);
