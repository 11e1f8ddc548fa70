import { expect, type Page, type TestInfo } from '@playwright/test';
import { downloadBy, readCars, readCsv, readZip, sha256Hex } from '../support/export-readers.ts';
import { fillFirstForm, nameProject, signIn } from '../support/steps.ts';
import { type TestServer, testOnSharedProduct as test } from '../support/test-server.ts';
import { checkScreen } from '../visual/screen-checks.ts';

interface Token {
	readonly tokenNumber: number;
	readonly name: string;
	readonly rank: number;
	readonly attributes: readonly { readonly trait_type: string; readonly value: string }[];
}

async function generateFive(page: Page, projectName: string): Promise<void> {
	await fillFirstForm(page, '5 ADX');
	await nameProject(page, projectName);
	await page.getByRole('button', { name: 'Generate ADX Characters' }).click();
	await expect(page.getByText('Generation completed successfully!').first()).toBeVisible({ timeout: 40_000 });
}

/** Traits for art that stays with its creator; answers the collection's id. */
async function addAttributes(page: Page, { origin }: TestServer, folderSize: number): Promise<string> {
	const started = await page.request.post(`${origin}/api/attribute-generator`, {
		headers: { origin },
		// Another seed may leave no token alone at the top, and so none legendary.
		data: { folderSize, seed: 'rarity' },
	});
	const { id } = ((await started.json()) as { job: { id: string } }).job;
	const status = async () => (await (await page.request.get(`${origin}/api/attribute-generator/${id}`)).json()).status;
	await expect.poll(status).toBe('completed');
	return id;
}

/** Fits, and is accessible; leaves a picture of it. */
async function inspect(page: Page, name: string, testInfo: TestInfo): Promise<void> {
	await page.evaluate(() => window.scrollTo(0, 0));
	await checkScreen(page, name, testInfo);
}

test('a creator reads why a token is rare, and takes the collection away for a marketplace', async ({
	page,
	product,
}, testInfo) => {
	await page.goto(product.origin);
	await signIn(page, product);
	await generateFive(page, 'Rare Frost');
	const jobId = new URL(page.url()).searchParams.get('job');
	await page.goto(`${product.origin}/jobs/${jobId}`);
	await page.getByRole('link', { name: 'Rarity and export' }).click();

	await expect(page.getByRole('heading', { level: 1, name: 'Rarity of Rare Frost' })).toBeVisible();
	await expect(page.getByText('Provisional', { exact: true })).toBeVisible();
	const response = await page.request.get(`${product.origin}/api/collections/${jobId}/rarity`);
	const { tokens } = (await response.json()) as { tokens: readonly Token[] };
	const rows = page.getByRole('list', { name: 'Tokens, the rarest first' }).locator('> li');
	await expect(rows).toHaveCount(5);
	for (const [place, { name, rank }] of tokens.entries()) {
		await expect(rows.nth(place)).toContainText(`Rank ${rank}`);
		await expect(rows.nth(place)).toContainText(name);
		const picture = rows.nth(place).locator('img');
		await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
	}
	await rows.first().getByRole('button').click();
	const why = rows.first().getByRole('definition');
	await expect(why.first()).toBeVisible();

	const csv = readCsv((await downloadBy(page, 'Download CSV', testInfo)).bytes);
	expect(csv.map(({ Token, Rank }) => [Number(Token), Number(Rank)])).toEqual(
		tokens.map(({ tokenNumber, rank }) => [tokenNumber, rank]).sort(([left = 0], [right = 0]) => left - right),
	);

	await page.getByRole('tab', { name: 'Traits' }).click();
	const race = page.getByRole('table', { name: 'Race' });
	const counts = await race.getByRole('row').getByRole('cell').filter({ hasNotText: '%' }).allTextContents();
	expect(counts.map(Number).reduce((sum, count) => sum + count, 0)).toBe(5);

	await page.getByRole('tab', { name: 'Export' }).click();
	await expect(page.getByText('Nothing stands in the way: 5 tokens checked for all targets.')).toBeVisible();
	await readExports(page, tokens, testInfo);
	await page.reload();
	await expect(page.getByRole('tab', { name: 'Export', selected: true })).toBeVisible();
});

/** Takes the collection away for every target, and compares what is in the files with what the page showed. */
async function readExports(page: Page, tokens: readonly Token[], testInfo: TestInfo): Promise<void> {
	const byNumber = tokens.toSorted((left, right) => left.tokenNumber - right.tokenNumber);
	const plain = await downloadBy(page, 'Download Plain folder', testInfo);
	expect(plain.download.suggestedFilename()).toBe('Rare_Frost-plain.zip');
	const folder = await readZip(plain.bytes);
	const pictures: Buffer[] = [];
	for (const { tokenNumber, name } of byNumber) {
		const { image } = await folder.json<{ image: string }>(`metadata/${tokenNumber}.json`);
		const picture = await folder.bytes(`images/${image.split('/').at(-1)}`);
		pictures.push(picture);
		expect(picture.subarray(1, 4).toString(), name).toBe('PNG');
	}

	const metaplex = await readZip((await downloadBy(page, 'Download Metaplex', testInfo)).bytes);
	expect(metaplex.names).toHaveLength(12);
	for (const [place, { name, attributes }] of byNumber.entries()) {
		const own = await metaplex.json<Token & { image: string }>(`${place}.json`);
		expect(own).toMatchObject({ name, image: `${place}.png` });
		expect(own.attributes).toEqual(attributes.map(({ trait_type, value }) => ({ trait_type, value })));
		expect((await metaplex.bytes(`${place}.png`)).equals(pictures[place]!), name).toBe(true);
	}
	expect(await metaplex.json('collection.json')).toMatchObject({ name: 'Rare Frost', image: 'collection.png' });

	const opensea = await readZip((await downloadBy(page, 'Download OpenSea', testInfo)).bytes);
	const rows = await opensea.csv('metadata.csv');
	expect(rows.map(({ tokenID, name }) => [Number(tokenID), name])).toEqual(
		byNumber.map(({ tokenNumber, name }) => [tokenNumber, name]),
	);
	for (const [place, { file_name, ...cells }] of rows.entries()) {
		expect((await opensea.bytes(`media/${file_name}`)).equals(pictures[place]!), file_name).toBe(true);
		for (const { trait_type, value } of byNumber[place]!.attributes) {
			expect(cells[`attributes[${trait_type}]`], `${file_name} ${trait_type}`).toBe(value);
		}
	}

	const contract = await readZip((await downloadBy(page, 'Download Contract', testInfo)).bytes);
	expect(contract.names).toEqual(['contract.json']);
	const collection = await contract.json<{ name: string; image: string }>('contract.json');
	expect(collection).toMatchObject({ name: 'Rare Frost', image: expect.stringMatching(/^ipfs:\/\/baf/) });

	const car = await readZip((await downloadBy(page, /^Download IPFS/, testInfo)).bytes);
	const { images, metadata, imagesRoot } = await readCars(await car.bytes('roots.json'), car.bytes);
	for (const [place, picture] of pictures.entries()) expect(images.hashes, `${place}`).toContain(sha256Hex(picture));
	const addresses = metadata.documents.map(({ image }) => image);
	for (const { tokenNumber } of byNumber) expect(addresses).toContain(`ipfs://${imagesRoot}/${tokenNumber}.png`);
}

for (const width of [360, 1_440]) {
	test(
		`the rarity page fits and is accessible at ${width} px`,
		{ tag: '@looks' },
		async ({ page, product }, testInfo) => {
			await page.setViewportSize({ width, height: width < 500 ? 780 : 900 });
			await page.goto(product.origin);
			await signIn(page, product);
			// With its number longer than Solana takes, so that there is something to find.
			await generateFive(page, 'Rare Frost of the Northern Ice');
			const jobId = new URL(page.url()).searchParams.get('job');
			await page.goto(`${product.origin}/collections/${jobId}/rarity`);
			await page.getByRole('button', { name: /^Why / }).first().click();
			await page.getByText('How the ranking works').click();
			await expect(page.getByRole('definition').last()).toBeVisible();
			const rows = page.getByRole('list', { name: 'Tokens, the rarest first' }).locator('> li');
			await expect(rows).toHaveCount(5);
			await rows.last().scrollIntoViewIfNeeded();
			await expect(rows.last().getByRole('button')).toBeInViewport();
			await inspect(page, 'ranking', testInfo);
			await page.getByRole('tab', { name: 'Traits' }).click();
			await expect(page.getByRole('table', { name: 'Race' })).toBeVisible();
			await inspect(page, 'traits', testInfo);
			await page.getByRole('tab', { name: 'Export' }).click();
			await expect(page.getByRole('region', { name: '1 error' })).toBeVisible();
			await inspect(page, 'exports', testInfo);

			await page.goto(`${product.origin}/collections/${await addAttributes(page, product, 120)}/rarity`);
			await expect(page.getByText('Legendary').first()).toBeVisible();
			await expect(page.getByText('Provisional', { exact: true })).toHaveCount(0);
			await inspect(page, 'attributed', testInfo);
			await page.getByRole('tab', { name: 'Traits' }).click();
			await page
				.getByRole('button', { name: /^Show all/ })
				.first()
				.click();
			await inspect(page, 'attributed-traits', testInfo);
			await page.getByRole('tab', { name: 'Export' }).click();
			await expect(page.getByText(/npm run export/)).toBeVisible();
			await inspect(page, 'attributed-exports', testInfo);
		},
	);
}
