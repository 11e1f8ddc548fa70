import { fakeGeminiKeys } from '@adx/fakes/gemini';
import { expect, type Page } from '@playwright/test';
import { downloadBy, readZip } from '../support/export-readers.ts';
import { fillPaidForm, openFormSection, signIn } from '../support/steps.ts';
import { type TestServer, testWithGemini as test } from '../support/test-server.ts';

const { works, refused } = fakeGeminiKeys;
const generate = (page: Page) => page.getByRole('button', { name: 'Generate ADX Characters' }).click();

async function openPaidForm(page: Page, product: TestServer, batchSize: string, apiKey: string): Promise<void> {
	await page.goto(product.origin);
	await signIn(page, product);
	await fillPaidForm(page, batchSize, apiKey);
}

for (const width of [360, 1_440]) {
	test.describe(`at ${width} px`, width < 500 ? { tag: '@further' } : {}, () => {
		test.use({ viewport: { width, height: width < 500 ? 780 : 900 } });

		test('a creator paints with their own key and sees what each image took', async ({
			page,
			product,
			gemini,
		}, testInfo) => {
			await openPaidForm(page, product, '3 ADX', works);
			await generate(page);
			await expect(page.getByText('Generation completed successfully!').first()).toBeVisible({ timeout: 40_000 });
			expect([gemini.count(works), gemini.paidImages(works)]).toEqual([3, 3]);

			await page.goto(`${product.origin}/jobs/${new URL(page.url()).searchParams.get('job')}`);
			await page.getByRole('button', { name: /^Open .+ #1(,|$)/ }).click();
			const box = page.getByRole('dialog');
			await expect(box.getByText(gemini.requests[0]?.model ?? '').first()).toBeVisible();
			await page.screenshot({ path: testInfo.outputPath('painted.png') });
			await box.getByRole('button', { name: 'Regenerate' }).click();
			const asking = page.getByRole('dialog', { name: /^Make .+ again$/ });
			await asking.getByLabel('Google Gemini API key').fill(works);
			await page.screenshot({ path: testInfo.outputPath('asking-for-the-key.png') });
			await asking.getByRole('button', { name: 'Regenerate' }).click();
			await expect(box.getByRole('button', { name: 'Version 2, chosen' })).toBeVisible({ timeout: 20_000 });
			expect(gemini.count(works)).toBe(4);
		});

		test(
			'a refused key ends the order after one call, with what to do',
			{ tag: '@further' },
			async ({ page, product, gemini }, testInfo) => {
				await openPaidForm(page, product, '5 ADX', refused);
				await generate(page);
				await expect(
					page
						.getByText(/key/i)
						.filter({ hasText: /refus|not valid|rejected/i })
						.first(),
				).toBeVisible({
					timeout: 30_000,
				});
				expect(gemini.count()).toBe(1);
				await page.screenshot({ path: testInfo.outputPath('refused-key.png') });
			},
		);

		test(
			'a quota that is used up pauses the job, which goes on when it is resumed',
			{ tag: '@further' },
			async ({ page, product, gemini }, testInfo) => {
				const quota = { kind: 'quota', quota: 'day', retryAfterS: 1 } as const;
				gemini.script({ key: works, call: (call) => call > 2, answer: quota });
				await openPaidForm(page, product, '5 ADX', works);
				await generate(page);
				await expect(page.getByText(/quota of this API key is used up/).first()).toBeVisible({ timeout: 40_000 });
				await page.reload();
				await expect(page.getByText(/quota of this API key is used up/).first()).toBeVisible();
				await page.screenshot({ path: testInfo.outputPath('quota.png') });

				gemini.reset();
				await page.getByRole('button', { name: 'Resume' }).first().click();
				const asking = page.getByRole('dialog', { name: 'Resume generating' });
				await asking.getByLabel('Google Gemini API key').fill(works);
				await asking.getByRole('button', { name: 'Resume' }).click();
				await expect(page.getByText('Generation completed successfully!').first()).toBeVisible({ timeout: 40_000 });
				expect(gemini.paidImages(works)).toBe(3);
			},
		);
	});
}

test(
	'a large order is asked about first, cancelling it too, and what is left is told with its price',
	{ tag: '@further' },
	async ({ page, product, gemini }, testInfo) => {
		gemini.script({ key: works, answer: { kind: 'image' }, delayMs: 300 });
		await openPaidForm(page, product, '5 ADX', works);
		await openFormSection(page, 'Batch');
		await page.getByLabel('Custom number').fill('200');
		await generate(page);
		const order = page.getByRole('dialog', { name: 'Paint 200 images with Gemini?' });
		await expect(order.getByText(/^about \$6\.72, by prices of/)).toBeVisible();
		await expect(order.getByText(`ends in ${works.slice(-4)}`)).toBeVisible();
		await page.screenshot({ path: testInfo.outputPath('confirm-order.png') });
		expect(gemini.count()).toBe(0);
		await order.getByRole('button', { name: 'Paint 200 images' }).click();
		await expect.poll(() => gemini.count(), { timeout: 30_000 }).toBeGreaterThan(3);

		await page.goto(`${product.origin}/jobs/${new URL(page.url()).searchParams.get('job')}`);
		await page.getByRole('button', { name: 'Cancel', exact: true }).click();
		const cancelling = page.getByRole('dialog', { name: /^Cancel / });
		await expect(cancelling.getByText(/Calls that are under way are still finished and billed/)).toBeVisible();
		await page.screenshot({ path: testInfo.outputPath('confirm-cancel.png') });
		await cancelling.getByRole('button', { name: 'Cancel the job' }).click();
		await expect(page.getByText(/^Stopped after \d+ of 200 images$/)).toBeVisible({ timeout: 30_000 });
		const painted = gemini.paidImages();
		await expect(page.getByText(/ · \$0\.\d+, measured$/).first()).toBeVisible();

		await page.getByRole('button', { name: 'Draw the missing images' }).click();
		const missing = page.getByRole('dialog', { name: 'Draw the missing images' });
		await expect(missing.getByText(`${200 - painted} images`, { exact: true })).toBeVisible();
		await expect(missing.getByText(`about $${((200 - painted) * 0.0336).toFixed(2)}`, { exact: false })).toBeVisible();
		await page.screenshot({ path: testInfo.outputPath('draw-missing.png') });
	},
);

test(
	'a job that could not paint every image is checked, and leaves without them',
	{ tag: '@further' },
	async ({ page, product, gemini }, testInfo) => {
		gemini.script({ key: works, prompt: 'orc', answer: { kind: 'finish', reason: 'SAFETY' } });
		await openPaidForm(page, product, '5 ADX', works);
		await openFormSection(page, 'Plan');
		await page.getByLabel('Seed', { exact: true }).fill('frost');
		await generate(page);
		const jobId = () => new URL(page.url()).searchParams.get('job');
		await expect.poll(jobId).not.toBeNull();
		await page.goto(`${product.origin}/jobs/${jobId()}`);
		await page.getByRole('link', { name: 'Rarity and export' }).click({ timeout: 40_000 });
		await page.getByRole('tab', { name: 'Export' }).click();
		await expect(page.getByText('2 tokens checked for all targets.')).toBeVisible();
		await expect(page.getByRole('region', { name: '1 warning' })).toContainText('2 to 3 are missing.');
		const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
		await expect(card('OpenSea')).toContainText('1 warning');
		await expect(card('Metaplex')).toContainText('Ready');
		const opensea = await readZip((await downloadBy(page, 'Download OpenSea', testInfo)).bytes);
		expect((await opensea.csv('metadata.csv')).map(({ tokenID }) => tokenID)).toEqual(['1', '4']);
		const metaplex = await readZip((await downloadBy(page, 'Download Metaplex', testInfo)).bytes);
		expect(metaplex.names.filter((name) => /^\d/.test(name))).toEqual(['0.json', '0.png', '1.json', '1.png']);
	},
);
