import { type FakeComfyUi, startFakeComfyUi } from '@adx/fakes/comfyui';
import { type FakeOpenAi, startFakeOpenAi } from '@adx/fakes/openai';
import { type FakeSdWebUi, startFakeSdWebUi } from '@adx/fakes/sdwebui';
import { expect, type Page } from '@playwright/test';
import { chooseCharacters, openFormSection, signIn } from '../support/steps.ts';
import { test as base, type TestServer } from '../support/test-server.ts';

interface Services {
	readonly openai: FakeOpenAi;
	readonly sdwebui: FakeSdWebUi;
	readonly comfyui: FakeComfyUi;
}

/** What the web UI asks for. */
const login = 'me:a-secret';

/** A product whose operator allows one service of each kind. */
const test = base.extend<{ services: Services }>({
	services: async ({}, use) => {
		const [openai, sdwebui, comfyui] = await Promise.all([
			startFakeOpenAi(),
			startFakeSdWebUi({ login }),
			startFakeComfyUi(),
		]);
		await use({ openai, sdwebui, comfyui });
		await Promise.all([openai.close(), sdwebui.close(), comfyui.close()]);
	},
	productEnv: ({ services: { openai, sdwebui, comfyui } }, use) =>
		use({
			ENGINE_ADDRESSES: `openai=${openai.address},sdwebui=${sdwebui.origin},comfyui=${comfyui.origin}`,
			OPENAI_RATE_PER_MINUTE: '6000',
		}),
});

const workflow = {
	'3': { class_type: 'KSampler', inputs: { seed: '{{seed}}', steps: 20, positive: ['6', 0], negative: ['7', 0] } },
	'6': { class_type: 'CLIPTextEncode', inputs: { text: '{{prompt}}' } },
	'7': { class_type: 'CLIPTextEncode', inputs: { text: '{{negative}}' } },
	'9': { class_type: 'SaveImage', inputs: { filename_prefix: 'adx', images: ['3', 0] } },
	'10': { class_type: 'LoadImage', inputs: { image: '{{sketch}}' } },
};

const generate = (page: Page) => page.getByRole('button', { name: 'Generate ADX Characters' }).click();
const engine = (page: Page, name: RegExp) => page.getByRole('radio', { name }).click();

async function openEngines(page: Page, product: TestServer): Promise<void> {
	await page.goto(product.origin);
	await signIn(page, product);
	await chooseCharacters(page, '3 ADX');
	await openFormSection(page, 'Engine');
}

async function expectImages(page: Page): Promise<void> {
	await expect(page.getByText('Generation completed successfully!').first()).toBeVisible({ timeout: 60_000 });
}

test('a creator paints with a service of OpenAI’s wire, with a model and a key of their own', async ({
	page,
	product,
	services: { openai },
}, testInfo) => {
	await openEngines(page, product);
	await engine(page, /^OpenAI-compatible service/);
	await expect(page.getByLabel('Address of the service')).toHaveValue(openai.address);
	await page.getByLabel('Another model').fill('black-forest-labs/FLUX.1-schnell');
	await generate(page);
	await expect(page.getByText('API key is required').first()).toBeVisible();
	await page.getByLabel('API key of the service').fill('sk-a-creators-key');
	await page.screenshot({ path: testInfo.outputPath('openai-form.png') });
	await generate(page);
	await expectImages(page);
	expect(openai.requests.map(({ model, key }) => [model, key])).toEqual(
		Array.from({ length: 3 }, () => ['black-forest-labs/FLUX.1-schnell', 'sk-a-creators-key']),
	);
	await page.screenshot({ path: testInfo.outputPath('openai-done.png') });
	await page.goto(product.origin);
	await openFormSection(page, 'Engine');
	await engine(page, /^OpenAI-compatible service/);
	await expect(page.getByLabel('API key of the service')).toHaveValue('sk-a-creators-key');
	await engine(page, /^Google Gemini/);
	await expect(page.getByLabel('Google Gemini API key')).toHaveValue('');
});

test('services at home paint without a price: a web UI with a login, ComfyUI by the creator’s workflow after the storyboard', async ({
	page,
	product,
	services: { sdwebui, comfyui },
}, testInfo) => {
	await openEngines(page, product);
	await engine(page, /^Stable Diffusion web UI/);
	await page.screenshot({ path: testInfo.outputPath('web-ui-form.png') });
	await expect(page.getByText(/3 images, free/).first()).toBeVisible();
	await page.getByLabel('Login (if the service asks for one)').fill('me');
	await generate(page);
	await expect(page.getByText(/such as name:password/).last()).toBeVisible();
	await page.screenshot({ path: testInfo.outputPath('web-ui-refused.png') });
	await page.getByLabel('Login (if the service asks for one)').fill(login);
	await generate(page);
	await expectImages(page);
	expect(sdwebui.requests.map(({ key }) => key)).toEqual([login, login, login]);
	await page.getByRole('link', { name: 'Studio' }).click();
	await openFormSection(page, 'Engine');
	await engine(page, /^ComfyUI/);
	await page
		.getByRole('textbox', { name: 'Workflow' })
		.fill('{"3": {"class_type": "KSampler", "inputs": {"seed": 1}}}');
	await generate(page);
	await expect(page.getByText(/^The workflow has to name/).first()).toBeVisible();
	await page.screenshot({ path: testInfo.outputPath('comfyui-refused.png') });
	const file = { name: 'workflow.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(workflow)) };
	await page.getByLabel('Workflow file').setInputFiles(file);
	await generate(page);
	await expect(page.getByText(/^The workflow names \{\{sketch\}\}/).first()).toBeVisible();
	await page.getByRole('checkbox', { name: /^Use the storyboard as the sketch/ }).check();
	await page.screenshot({ path: testInfo.outputPath('comfyui-form.png') });
	await generate(page);
	await expect.poll(() => comfyui.requests.length, { timeout: 30_000 }).toBe(3);
	await expectImages(page);
	expect(comfyui.requests.every(({ key, pictures }) => key === '' && pictures.length === 1)).toBe(true);
});
