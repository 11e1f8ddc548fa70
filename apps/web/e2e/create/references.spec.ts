import { type FakeOpenAi, startFakeOpenAi } from '@adx/fakes/openai';
import { expect, type Locator, type Page, type TestInfo } from '@playwright/test';
import sharp from 'sharp';
import { chooseCharacters, openFormSection, signIn } from '../support/steps.ts';
import { test as base } from '../support/test-server.ts';

/** A product whose operator allows a service of OpenAI's wire. */
const test = base.extend<{ openai: FakeOpenAi }>({
	openai: async ({}, use) => {
		const openai = await startFakeOpenAi();
		await use(openai);
		await openai.close();
	},
	productEnv: ({ openai }, use) =>
		use({ ENGINE_ADDRESSES: `openai=${openai.address}`, OPENAI_RATE_PER_MINUTE: '6000' }),
});

const createPicture = async (name: string, background: string) => ({
	name,
	mimeType: 'image/png',
	buffer: await sharp({ create: { width: 640, height: 480, channels: 3, background } })
		.png()
		.toBuffer(),
});

async function fillForm(page: Page): Promise<void> {
	await chooseCharacters(page, '3 ADX');
	await openFormSection(page, 'Engine');
	await page.getByRole('radio', { name: /^OpenAI-compatible service/ }).click();
	await page.getByLabel('API key of the service').fill('sk-a-creators-key');
}

/** At both widths in both themes. */
async function look(page: Page, testInfo: TestInfo, { name, at }: { readonly name: string; readonly at: Locator }) {
	for (const theme of ['dark', 'light']) {
		await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme);
		for (const width of [360, 1_440]) {
			await page.setViewportSize({ width, height: 900 });
			await at.scrollIntoViewIfNeeded();
			await page.screenshot({ path: testInfo.outputPath(`references-${name}-${theme}-${width}.png`) });
		}
	}
}

test('a creator keeps one character alike by pictures that go with every call', async ({
	page,
	product,
	openai,
}, testInfo) => {
	await page.goto(product.origin);
	await signIn(page, product);
	await fillForm(page);
	const files = page.getByTestId('reference-files');
	await files.setInputFiles({ name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
	await expect(page.getByText(/^‘drawing\.svg’ was not added\./)).toBeVisible();
	await files.setInputFiles([await createPicture('front.png', '#a33'), await createPicture('side.png', '#3a3')]);
	await expect(page.getByRole('img', { name: 'Reference 2: side.png' })).toBeVisible();
	await page.getByRole('checkbox', { name: /^Style lock/ }).check();
	await page.getByRole('checkbox', { name: /^Use the storyboard as the sketch/ }).check();
	await look(page, testInfo, { name: 'form', at: page.getByRole('group', { name: /^References/ }) });
	await page.getByRole('button', { name: 'Generate ADX Characters' }).click();
	await expect(page.getByText('Generation completed successfully!').first()).toBeVisible({ timeout: 60_000 });
	expect(openai.requests.map(({ kind, references }) => [kind, references.length])).toEqual(Array(3).fill(['edit', 3]));
	expect(openai.requests[0]?.prompt).toContain('take the palette, the line and the shading from these images');
	const [sketch, front] = openai.requests[0]?.references ?? [];
	expect(await sharp(sketch).metadata()).toMatchObject({ format: 'png', width: 1_024, height: 1_024 });
	expect(await sharp(front).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 });

	const [job] = (await (await page.request.get(`${product.origin}/api/jobs`)).json()) as { readonly id: string }[];
	await page.goto(`${product.origin}/jobs/${job?.id}?tab=review`);
	const panel = page.getByRole('region', { name: 'References' });
	await expect(panel.getByRole('img')).toHaveCount(2);
	await page.getByRole('button', { name: /^Keep/ }).click();
	await page.getByRole('button', { name: /^Previous/ }).click();
	await panel.getByRole('button', { name: 'More like this' }).click();
	await expect(panel.getByRole('img')).toHaveCount(3);
	await expect(panel.getByRole('checkbox', { name: /^Style lock/ })).toBeChecked();
	await look(page, testInfo, { name: 'review', at: panel });
	await page.setViewportSize({ width: 1_440, height: 900 });
	// It is one of them now.
	await expect(page.getByText(/1 of 3 · Kept · drift \d%/)).toBeVisible();
	await page.getByLabel('Sort').selectOption('Furthest from references');
	await expect(page.getByText(/3 of 3 · Kept · drift \d%/)).toBeVisible();
	await page.getByRole('tab', { name: 'Images' }).click();
	await look(page, testInfo, { name: 'images', at: page.getByRole('button', { name: /drift/ }).first() });
	await page.getByRole('tab', { name: 'Review' }).click();
	await panel.getByRole('button', { name: 'Remove reference 1' }).click();
	await expect(panel.getByRole('img')).toHaveCount(2);
	await page.reload();
	await expect(panel.getByRole('img')).toHaveCount(2);
});
