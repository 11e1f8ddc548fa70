import { expect, type Page } from '@playwright/test';
import {
	fillFirstForm,
	getFormSection,
	nameProject,
	openCreateTab,
	openFormSection,
	signIn,
} from '../support/steps.ts';
import { test } from '../support/test-server.ts';
import { generate } from './collections.ts';
import { Film } from './film.ts';
import { saveFilm } from './picture-files.ts';

const widthPx = 1_200;
const arrivalFramesMax = 9;

// Wide enough for the three columns of the studio; one thread, so that pictures arrive one after another.
test.use({ viewport: { width: 1_280, height: 800 }, productEnv: { WORKER_CONCURRENCY: '1', LOG_LEVEL: 'error' } });

test('moving picture from the choices to the zip', async ({ page, product }) => {
	await page.goto(product.origin);
	await signIn(page, product);
	// The page greets those who have no job yet with a card of its own.
	await generate(page, product, {
		projectName: 'Wildwood',
		races: ['satyr'],
		classes: ['druid'],
		artStyle: 'bold-classic',
		backgroundType: 'forest-glade',
		batchSize: 12,
	});
	await page.goto(`${product.origin}/?tab=studio`);
	await fillFirstForm(page, '25 ADX');
	await nameProject(page, 'Frost Court');
	await openFormSection(page, 'Plan');
	await page.getByRole('textbox', { name: 'Seed' }).fill('frost-court');
	await openFormSection(page, 'Races');
	await expect(page.getByText('Developer Access Granted', { exact: true })).toHaveCount(0, { timeout: 30_000 });
	await page.evaluate(() => window.scrollTo(0, 0));

	const film = new Film(page);
	await choose(film, page);
	await plan(film, page);
	await draw(film, page);
	await download(film, page);
	await saveFilm(film.frames, 'plan-to-zip', widthPx);
});

async function choose(film: Film, page: Page): Promise<void> {
	await film.caption('Choose races, classes and a background');
	await film.hold(900);
	for (const name of ['Dragonborn', 'Tabaxi']) {
		await film.press(page.getByRole('checkbox', { name, exact: true }), 500);
	}
	await film.press(getFormSection(page, 'Classes'), 400);
	for (const name of ['Ranger', 'Paladin']) {
		await film.press(page.getByRole('checkbox', { name, exact: true }), 400);
	}
	await film.press(getFormSection(page, 'Background'), 400);
	await film.press(page.getByRole('radio', { name: 'Arctic Tundra' }), 900);
}

async function plan(film: Film, page: Page): Promise<void> {
	await film.caption('See the plan before anything is drawn');
	await film.press(getFormSection(page, 'Plan'), 1_600);
	await film.press(page.getByRole('tab', { name: 'Storyboard' }), 1_800);
}

async function draw(film: Film, page: Page): Promise<void> {
	await film.caption('Generate');
	await film.point(page.getByRole('button', { name: 'Generate ADX Characters' }), 700);
	await page.getByRole('button', { name: 'Generate ADX Characters' }).click();
	await expect(page).toHaveURL(/[?&]job=/);
	await openCreateTab(page, 'Results');
	await film.caption('Pictures arrive one by one');
	await film.hidePointer();
	const isDone = page.getByText('Generation completed successfully!').first();
	const arriving = new Film(page);
	for (let drawn = -1; !(await isDone.isVisible()); ) {
		const now = await page.evaluate(countPictures);
		if (now === drawn) continue;
		drawn = now;
		await arriving.snap(260);
	}
	const step = Math.max(1, arriving.frames.length / arrivalFramesMax);
	film.frames.push(
		...arriving.frames.filter((_, place) => Math.floor(place / step) !== Math.floor((place - 1) / step)),
	);
	await film.hold(1_400);
}

async function download(film: Film, page: Page): Promise<void> {
	await film.caption('Take everything away in one zip');
	const button = page.getByRole('button', { name: /download/i }).last();
	await film.point(button, 800);
	const downloading = page.waitForEvent('download');
	await button.click();
	const name = (await downloading).suggestedFilename();
	await film.caption(`Saved: ${name}`);
	await film.hold(3_000);
}

/** Runs in the page. */
function countPictures(): number {
	return [...document.images].filter(({ naturalWidth }) => naturalWidth > 0).length;
}
