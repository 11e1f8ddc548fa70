import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FakeOpenAi, startFakeOpenAi } from '@adx/fakes/openai';
import { expect, type Page } from '@playwright/test';
import JSZip from 'jszip';
import sharp from 'sharp';
import { chooseCharacters, openFormSection, signIn } from '../support/steps.ts';
import { test as base, testOnSharedProduct } from '../support/test-server.ts';

type Files = Readonly<Record<string, Buffer | string>>;

const draw = (colour: string, sizePx = 64) =>
	sharp({ create: { width: sizePx, height: sizePx, channels: 4, background: colour } })
		.png()
		.toBuffer();

const odd = await draw('#888888');

/** A picture that says another size of itself. */
function withSide(sizePx: number): Buffer {
	const bytes = Buffer.from(odd);
	for (const at of [16, 20]) bytes.writeUInt32BE(sizePx, at);
	return bytes;
}

/** A PNG that says it moves, right behind its size. */
const movingPng = Buffer.concat([
	odd.subarray(0, 33),
	Buffer.from([0, 0, 0, 8]),
	Buffer.from('acTL'),
	Buffer.alloc(12, 1),
	odd.subarray(33),
]);
const movingGif = await sharp([await draw('red', 80), await draw('blue', 80)], { join: { animated: true } })
	.gif()
	.toBuffer();

async function createGood(): Promise<Files> {
	return {
		'layers/Background/Blue#3.png': await draw('#2244cc'),
		'layers/Background/Red#1.png': await draw('#cc2222'),
		'layers/Eyes/Green#1.png': await draw('#00ff0080'),
		'layers/Eyes/Gold#2.png': await draw('#ffcc0080'),
	};
}

async function writeFolder(parent: string, files: Files): Promise<string> {
	const folder = join(parent, 'mine');
	await rm(folder, { recursive: true, force: true });
	for (const [path, content] of Object.entries(files)) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), content);
	}
	return folder;
}

const config =
	'const layerConfigurations = [{ growEditionSizeTo: 2, layersOrder: [{ name: "Eyes" }, { name: "Hat" }] }];';

/** What is changed of a good folder, and what the page says of it. */
const unusable: readonly (readonly [change: Files, sentence: string])[] = [
	[{ 'src/config.js': config }, "'layersOrder' names a layer that has no folder: 'Hat'."],
	[{ 'layers/Eyes/Odd#-1.png': odd }, "In 'Eyes' the weight of 'Odd' is below 0. It counts as 0: no image gets it."],
	[
		{ 'layers/Eyes/Wide#1.png': withSide(16_000) },
		"'mine/layers/Eyes/Wide#1.png' is 16,000 × 16,000 px; a layer may have 4,096 px.",
	],
	[{ 'layers/Eyes/Wink#1.png': movingPng }, "'mine/layers/Eyes/Wink#1.png' is animated, and a layer may not move."],
	[{ 'layers/Eyes/Wink#1.png': movingGif }, "'mine/layers/Eyes/Wink#1.png' is a GIF, not a PNG."],
	[
		{ 'layers/Eyes/Wink#1.gif': movingGif },
		"'mine/layers/Eyes/Wink#1.gif': a layer may not move, so GIF files are not read. Use PNG.",
	],
	[
		{ 'layers/Eyes/Wink#1.webp': 'RIFF' },
		"'mine/layers/Eyes/Wink#1.webp': WebP files are not layers. Save them as PNG.",
	],
];
const usable: readonly (readonly [change: Files, sentence: string])[] = [
	[{ 'layers/Eyes/Odd#0.png': odd }, "No image gets 'Odd' of 'Eyes': the weight is 0."],
	[{ 'layers/Eyes/Odd#1e9.png': odd }, "In 'Eyes' the weight of 'Odd' is above 1,000,000. It counts as 1,000,000."],
	[{ 'layers/Eyes/Odd#abc.png': odd }, "In 'Eyes' the weight of 'Odd#abc' is not a number; it counts as 1."],
	[
		{ 'layers/Eyes/green#5.png': odd },
		"More than one value of 'Eyes' has the name of 'green'. One is called 'green (2)'.",
	],
];

async function openLayers(page: Page): Promise<void> {
	await openFormSection(page, 'Engine');
	await page.getByRole('radio', { name: /Your own layers/ }).click();
	await openFormSection(page, 'Layers');
}

testOnSharedProduct('each fault of a folder of layers is said in a sentence', async ({ page, product }, testInfo) => {
	await page.goto(product.origin);
	await signIn(page, product);
	await openLayers(page);
	const findings = page.getByRole('region', { name: 'Findings' });
	const pick = async (files: Files) =>
		page.getByTestId('layers-folder').setInputFiles(await writeFolder(testInfo.outputPath(), files));
	const good = await createGood();
	for (const [change, sentence] of unusable) {
		await pick({ ...good, ...change });
		await expect(findings).toContainText(sentence);
		await expect(findings).toContainText('Nothing can be drawn from this as it is.');
	}
	for (const [change, sentence] of usable) {
		await pick({ ...good, ...change });
		await expect(findings).toContainText(sentence);
		await expect(page.getByText(/^All layers are on the server/)).toBeVisible();
	}
	// Only the server reads a picture to its end.
	await pick({
		...good,
		'layers/Eyes/Page#1.png': Buffer.concat([await draw('#123456'), Buffer.from('PK\x05\x06 and more')]),
	});
	const refused = page.getByRole('alert').filter({ hasText: /^Not all layers could be sent\./ });
	await expect(refused).toContainText("'mine/layers/Eyes/Page#1.png': 13 bytes follow after this picture’s end.");
	await page.getByRole('button', { name: 'Generate ADX Characters' }).click();
	await expect(page.getByText('Please complete the form').first()).toBeVisible();
	await expect(refused).toBeVisible();
	expect(page.url()).toBe(`${product.origin}/`);
});

testOnSharedProduct(
	'an archive with too many layers, or paths that lead out, is not read',
	async ({ page, product }) => {
		await page.goto(product.origin);
		await signIn(page, product);
		await openLayers(page);
		const pick = async (files: Files) => {
			const zip = new JSZip();
			for (const [path, content] of Object.entries(files)) zip.file(path, content, { createFolders: false });
			const buffer = await zip.generateAsync({ type: 'nodebuffer' });
			await page.getByTestId('layers-files').setInputFiles({ name: 'mine.zip', mimeType: 'application/zip', buffer });
		};
		await pick({ ...(await createGood()), '../../etc/layers/Eyes/Out#1.png': await draw('#fff') });
		await expect(
			page.getByText(
				"Nothing was read from 'mine.zip': the path '../../etc/layers/Eyes/Out#1.png' in it leads out of the archive.",
			),
		).toBeVisible();
		const one = await draw('#fff');
		await pick(
			Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`layers/L${index % 9}/${index}.png`, one])),
		);
		await expect(page.getByRole('region', { name: 'Findings' })).toContainText(
			'There are 10,001 pictures; at most 10,000 can be read.',
			{ timeout: 60_000 },
		);
	},
);

/** A product whose operator allows a service that takes references. */
const testWithReferences = base.extend<{ openai: FakeOpenAi }>({
	openai: async ({}, use) => {
		const openai = await startFakeOpenAi();
		await use(openai);
		await openai.close();
	},
	productEnv: ({ openai }, use) => use({ ENGINE_ADDRESSES: `openai=${openai.address}` }),
});

testWithReferences('each fault of a reference is said in a sentence', async ({ page, product }) => {
	await page.goto(product.origin);
	await signIn(page, product);
	await chooseCharacters(page, '3 ADX');
	await openFormSection(page, 'Engine');
	await page.getByRole('radio', { name: /^OpenAI-compatible service/ }).click();
	const cases: readonly (readonly [name: string, buffer: Buffer, sentence: string])[] = [
		['drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'SVG drawings cannot be used.'],
		['letter.png', Buffer.from('%PDF-1.7'), 'PDF files cannot be used.'],
		['bomb.png', withSide(16_000), 'This picture has 256 megapixels (16000 x 16000); 24 are allowed.'],
		['moving.gif', movingGif, 'This picture is animated. Use a still picture.'],
		['tiny.png', await draw('#123', 20), 'This picture has 20 x 20 px. Use one of at least 64 px on its shorter side.'],
		[
			'page.png',
			Buffer.concat([await draw('#123', 80), Buffer.from('<script>alert(1)</script>')]),
			'25 bytes follow after this picture’s end.',
		],
	];
	for (const [name, buffer, sentence] of cases) {
		await page.getByTestId('reference-files').setInputFiles({ name, mimeType: 'image/png', buffer });
		await expect(page.getByRole('alert').filter({ hasText: `‘${name}’ was not added. ${sentence}` })).toBeVisible();
	}
	await expect(page.getByRole('img', { name: /^Reference/ })).toHaveCount(0);
});
