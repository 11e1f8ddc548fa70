import { expect, type Page } from '@playwright/test';
import { fillFirstForm, openFormSection, signIn } from '../support/steps.ts';
import { testOnSharedProduct as test } from '../support/test-server.ts';

interface RowFacts {
	readonly tokenNumber: number;
	readonly dna: string;
	readonly traits: Readonly<Record<string, string>>;
}

const planned = (page: Page, text: string) => expect(page.getByText(`, ${text} planned`)).toBeVisible();
const pick = (page: Page, name: string | RegExp) => page.getByRole('radio', { name, exact: true }).click();

test('a steered plan is counted, sketched and ordered: the job has exactly the rows that were seen', async ({
	page,
	product,
}) => {
	await page.goto(product.origin);
	await signIn(page, product);
	await fillFirstForm(page, '5 ADX');
	await openFormSection(page, 'Plan');
	await planned(page, '5');

	await page.getByRole('tab', { name: 'Traits' }).click();
	const counts = page.getByRole('table', { name: 'Race: planned images' });
	await pick(page, 'Weights');
	await page.getByRole('spinbutton', { name: 'Weight of Orc' }).fill('0');
	const orcs = counts.getByRole('row', { name: /^Orc/ });
	await expect(orcs.getByRole('cell').first()).toHaveText('0');
	await pick(page, 'Magical Stone');
	await pick(page, 'Exact counts');
	await page.getByRole('spinbutton', { name: 'Count of None' }).fill('4');
	const stones = page.getByRole('table', { name: 'Magical Stone: planned images' });
	await expect(stones.getByRole('row', { name: /^None/ }).getByRole('cell').first()).toHaveText('4');
	await expect(stones.getByRole('row', { name: /^Total/ })).toContainText('5 of 5');

	await page.getByRole('tab', { name: 'Storyboard' }).click();
	const board = page.getByRole('region', { name: 'Storyboard' });
	await expect(board.locator('canvas[data-painted]')).toHaveCount(5);
	const captions = await board.locator('figcaption').allInnerTexts();
	const seed = await page.getByRole('textbox', { name: 'Seed' }).inputValue();

	const started = page.waitForResponse((response) => response.url().includes('/trpc/generation.start'));
	await page.getByRole('button', { name: 'Generate ADX Characters' }).click();
	await expect(page.getByText('Started generating 5 ADX characters').first()).toBeVisible();
	const sent = (await started).request().postDataJSON() as { json: Record<string, unknown> };
	const { engine: _engine, count: _count, ...body } = sent.json;
	expect(body).toMatchObject({ seed, weights: { race: { orc: 0 } }, counts: { magicalStone: { none: 4 } } });

	const jobId = new URL(page.url()).searchParams.get('job') ?? '';
	const images = (await (await page.request.get(`${product.origin}/api/images/${jobId}`)).json()) as RowFacts[];
	expect(images.map(({ traits }) => traits.race)).toEqual(Array(5).fill('elf'));
	expect(images.filter(({ traits }) => traits.magicalStone === 'none')).toHaveLength(4);
	expect(images.map(({ tokenNumber, traits }) => `#${tokenNumber} ${traits.rarity} Elf Wizard`)).toEqual(
		captions.map((caption) => caption.replaceAll(/\s+/g, ' ')),
	);
	const origin = { Origin: product.origin };
	const response = await page.request.post(`${product.origin}/api/generate/plan`, { data: body, headers: origin });
	const plan = (await response.json()) as { rows: RowFacts[] };
	expect(plan.rows.map(({ dna }) => dna)).toEqual(images.map(({ dna }) => dna));
	expect(plan.rows.map(({ traits }) => traits)).toEqual(images.map(({ traits }) => traits));
});

test('rejects painting without a key, and on a small screen leads from the plan to the field', {
	tag: '@further',
}, async ({ page, product }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(product.origin);
	await signIn(page, product);
	await fillFirstForm(page, '5 ADX');
	await page.getByRole('radio', { name: /^Google Gemini/ }).click();
	await openFormSection(page, 'Plan');
	await planned(page, '5');
	await page.getByRole('button', { name: 'Generate ADX Characters' }).click();
	await expect(page.getByText('API Key Required', { exact: true }).first()).toBeVisible();
	await expect(page.getByLabel('Google Gemini API key')).toBeFocused();
});
