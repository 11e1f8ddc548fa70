import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { fillFirstForm, nameProject, openFormSection, signIn } from '../support/steps.ts';
import { test as productTest, type TestServer } from '../support/test-server.ts';
import { type Character, generate, merge, type Order, readCharacters, type Trait } from './collections.ts';
import { saveStill } from './picture-files.ts';

const test = productTest.extend<{ folder: string }>({
	folder: async ({}, use) => {
		const folder = await mkdtemp(join(tmpdir(), 'adx-pictures-'));
		await use(folder);
		await rm(folder, { recursive: true, force: true });
	},
});
// The pages that start locked need no password in between.
test.use({ productEnv: { LOCKED_PAGES: '' } });

const orders = {
	frost: {
		projectName: 'Frost Court',
		races: ['elf', 'sea-elf', 'drow', 'owlin', 'dragonborn', 'tabaxi'],
		classes: ['wizard', 'ranger', 'paladin', 'cleric'],
		artStyle: 'bold-classic',
		backgroundType: 'random-all',
		batchSize: 100,
	},
	ember: {
		projectName: 'Ember Legion',
		races: ['orc', 'tiefling', 'minotaur', 'goblin', 'hobgoblin'],
		classes: ['fighter', 'barbarian', 'warlock', 'blood-hunter'],
		artStyle: 'comic-book',
		backgroundType: 'volcanic-crater',
		batchSize: 48,
	},
	wild: {
		projectName: 'Wildwood',
		races: ['firbolg', 'satyr', 'harengon', 'fairy', 'leonin', 'tortle'],
		classes: ['druid', 'bard', 'ranger', 'monk'],
		artStyle: 'classic-fantasy',
		backgroundType: 'forest-glade',
		batchSize: 24,
	},
} as const satisfies Record<string, Order>;

test('pictures of the product', async ({ page, product, folder }) => {
	await page.goto(product.origin);
	await signIn(page, product);
	await unlockPremium(page, product);
	// First of all: the page greets those who have no job yet with a card of its own.
	const wild = await readCharacters(page, product, await generate(page, product, orders.wild));
	const ember = await readCharacters(page, product, await generate(page, product, orders.ember));
	const frost = await generate(page, product, orders.frost);

	await showStudio(page, product);
	await saveStill(page, 'studio');
	await showPlan(page);
	await saveStill(page, 'plan');
	await showReview(page, product, frost);
	await saveStill(page, 'review');

	const court = await merge(page, product, 'The Winter Court', {
		'Frost Court': await readCharacters(page, product, frost),
		'Ember Legion': ember,
	});
	await page.goto(`${product.origin}/collections/${court}`);
	await expect(page.getByRole('button', { name: /^Open #1 / })).toBeVisible();
	await saveStill(page, 'collection');
	await page.goto(`${product.origin}/collections/${court}/rarity`);
	await page.getByRole('button', { name: /^Why / }).first().click();
	await saveStill(page, 'rarity');
	await showMerger(page, product, await writeForeignBuild(folder, wild));
	await saveStill(page, 'merger');
});

/** All art styles and batch sizes without padlocks. */
async function unlockPremium(page: Page, { origin, passwords }: TestServer): Promise<void> {
	const data = { kind: 'premium', password: passwords.premium };
	const answer = await page.request.post(`${origin}/api/auth/password`, { headers: { origin }, data });
	expect(answer.status(), await answer.text()).toBe(200);
	await page.reload();
}

async function showStudio(page: Page, { origin }: TestServer): Promise<void> {
	await page.goto(`${origin}/?tab=studio`);
	await fillFirstForm(page, '100 ADX');
	await nameProject(page, 'Frost Court');
	await openFormSection(page, 'Background');
	await page.getByRole('radio', { name: 'Arctic Tundra' }).click();
	await openFormSection(page, 'Classes');
	for (const name of ['Ranger', 'Paladin']) await page.getByRole('checkbox', { name, exact: true }).click();
	await openFormSection(page, 'Races');
	for (const name of ['Dragonborn', 'Tabaxi']) await page.getByRole('checkbox', { name, exact: true }).click();
}

async function showPlan(page: Page): Promise<void> {
	await openFormSection(page, 'Plan');
	await page.getByRole('textbox', { name: 'Seed' }).fill('frost-court');
	await page.getByRole('tab', { name: 'Storyboard' }).click();
	await expect(page.getByRole('region', { name: 'Storyboard' }).locator('canvas[data-painted]').first()).toBeVisible();
}

async function showReview(page: Page, { origin }: TestServer, jobId: string): Promise<void> {
	await page.goto(`${origin}/jobs/${jobId}`);
	await page.getByRole('tab', { name: 'Review' }).click();
	await expect(page.getByText('1 of 100 · Undecided')).toBeVisible();
	for (const key of ['k', 'k', 'x', 'k', 'k', 'x', 'k']) await page.keyboard.press(key);
	await expect(page.getByText(/^8 of 100/)).toBeVisible();
}

async function showMerger(page: Page, { origin }: TestServer, build: string): Promise<void> {
	await page.goto(`${origin}/merger`);
	await page.getByRole('button', { name: 'Add from your collections' }).click();
	const dialog = page.getByRole('dialog');
	for (const name of ['Frost Court', 'Ember Legion']) {
		await dialog.getByRole('button', { name: `Add ${name}` }).click();
		await expect(dialog.getByRole('button', { name: `${name}: Already added` })).toBeVisible({ timeout: 60_000 });
	}
	await dialog.getByRole('button', { name: 'Done' }).click();
	await page.getByTestId('merger-folder').setInputFiles(build);
	await page.getByLabel('Project Name').fill('The Long Winter');
	await expect(page.getByText('Everything has arrived')).toBeVisible({ timeout: 120_000 });
	await expect(page.getByText('Collection Added', { exact: true })).toHaveCount(0, { timeout: 30_000 });
	await expect(page.getByRole('region', { name: 'Preflight' })).toContainText('tokens checked');
	await page
		.getByRole('region', { name: 'Your merges' })
		.getByRole('button', { name: /^The Winter Court/ })
		.click();
	await expect(page.getByRole('button', { name: 'Download Frozen Collection' })).toBeVisible();
	await page.getByRole('region', { name: 'Merge doctor' }).evaluate((doctor) => {
		window.scrollTo(0, doctor.getBoundingClientRect().top + window.scrollY - 66);
	});
}

/** A build of another generator with what goes wrong in such builds. Returns its folder. */
async function writeForeignBuild(parent: string, characters: readonly Character[]): Promise<string> {
	const build = join(parent, 'Wildwood');
	for (const part of ['images', 'json']) await mkdir(join(build, part), { recursive: true });
	for (const [place, { image, metadata }] of characters.entries()) {
		const edition = place + 1;
		const json = {
			name: `Your Collection #${edition}`,
			description: 'Remember to replace this description',
			image: `ipfs://NewUriToReplace/${edition}.png`,
			edition,
			attributes: edition < 6 ? metadata.attributes.map(shoutRace) : metadata.attributes,
		};
		await writeFile(join(build, 'images', `${edition}.png`), image);
		if (edition !== 7) await writeFile(join(build, 'json', `${edition}.json`), JSON.stringify(json));
	}
	return build;
}

/** The same race in another spelling. */
const shoutRace = ({ trait_type, value }: Trait): Trait => ({
	trait_type,
	value: trait_type === 'Race' ? value.toUpperCase() : value,
});
