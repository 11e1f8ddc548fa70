import { expect } from '@playwright/test';
import { signIn } from '../support/steps.ts';
import { testOnSharedProduct } from '../support/test-server.ts';

testOnSharedProduct(
	'as Create opens, React DOM makes no error with a stack, and no element inherits the height of the bar',
	{ tag: '@further' },
	async ({ page, product }) => {
		await page.addInitScript(() => {
			const messages: string[] = [];
			const UsualError = globalThis.Error;
			globalThis.Error = new Proxy(UsualError, {
				apply: (target, self, args: [string]) => {
					messages.push(args[0]);
					return Reflect.apply(target, self, args);
				},
			});
			Object.assign(globalThis, { errorMessages: messages });
		});
		await page.goto(product.origin);
		await signIn(page, product);
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		expect(await page.evaluate(() => (globalThis as unknown as { errorMessages: string[] }).errorMessages)).toEqual([]);
		const insetOf = (selector: string) =>
			page.evaluate((of) => getComputedStyle(document.querySelector(of)!).getPropertyValue('--bottom-inset'), selector);
		await expect.poll(() => insetOf('html')).toMatch(/^[1-9]\d*px$/);
		expect(await insetOf('body')).toBe('0px');
	},
);
