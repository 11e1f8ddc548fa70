import { afflictions } from '@adx/validators/catalogue/afflictions';
import { artStyles } from '@adx/validators/catalogue/art-styles';
import { backgrounds } from '@adx/validators/catalogue/backgrounds';
import { races } from '@adx/validators/catalogue/races';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { api, procedure } from '../../../test/api.ts';
import { createJob, publicConfig, runningJob } from '../../../test/fixtures.ts';
import { usePage } from '../../../test/setup.tsx';
import {
	fillForm,
	group,
	openForm,
	pick,
	pickedRaces,
	racePages,
	recordStarts,
	signIn,
	submit,
} from './form-testing.ts';

usePage();
beforeEach(() => signIn('creator'));

const radios = (name: string) => within(screen.getByRole('radiogroup', { name })).getAllByRole('radio');
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const keyField = () => screen.getByLabelText('Google Gemini API key');
const summary = () => screen.getByText(/races? × \d+ class/).textContent;

describe('the lists', () => {
	test('long lists scroll inside 20rem (GEN-03)', async () => {
		await openForm();
		// max-h-80 is 20rem; jsdom lays nothing out.
		for (const list of [screen.getByRole('group', { name: 'Races' }), screen.getByRole('group', { name: 'Classes' })]) {
			expect(list.querySelector('[role="checkbox"]')?.closest('.max-h-80')).toHaveClass('overflow-y-auto');
		}
	});

	test('what scrolls leaves room for the focus rings at its edges', async () => {
		await openForm();
		// 4 px: the ring and its distance.
		for (const name of ['Races', 'Classes'])
			expect(screen.getByRole('group', { name }).parentElement).toHaveClass('p-1');
	});

	test('the cards of the styles scroll with the page, in windows of every width', async () => {
		await openForm();
		const styles = screen.getByRole('radiogroup', { name: 'Art style' });
		for (let element: Element | null = styles; element?.tagName !== 'FORM'; element = element?.parentElement ?? null)
			expect(element?.className).not.toMatch(/max-h|overflow/);
	});

	test('races stand in the order of the list, page by page (OPT-01)', async () => {
		await openForm();
		const names: (string | null)[] = [];
		for (let page = 0; page < racePages; page++) {
			names.push(
				...group('Races')
					.getAllByRole('checkbox')
					.map((tile) => tile.textContent),
			);
			if (page < racePages - 1) await press('Next page of races');
		}
		expect(names.filter((name) => races.some(({ label }) => label === name))).toEqual(races.map(({ label }) => label));
	});

	test('each style is a card with its label and description, and one is chosen at a time (GEN-08)', async () => {
		signIn('developer', { premium: true });
		await openForm();
		const cards = radios('Art style');
		expect(cards).toHaveLength(artStyles.length);
		for (const [place, { label, description }] of artStyles.entries()) {
			expect(cards[place]).toHaveTextContent(label);
			expect(cards[place]).toHaveTextContent(description);
		}
		await userEvent.click(cards[0]!);
		await userEvent.click(cards[1]!);
		expect(cards.filter((card) => card.getAttribute('aria-checked') === 'true')).toEqual([cards[1]]);
	});

	test('the free styles are chosen without Premium (GEN-10)', async () => {
		await openForm();
		for (const label of ['Bold Classic', 'Bold Modern']) {
			const card = screen.getByRole('radio', { name: new RegExp(`^${label}\\.`) });
			await userEvent.click(card);
			expect(card).toBeChecked();
		}
	});

	test('the 14 backgrounds are a grid of which one is chosen (GEN-13, OPT-03)', async () => {
		await openForm();
		const tiles = radios('Background');
		expect(tiles.map((tile) => tile.textContent)).toEqual(backgrounds.map(({ label }) => label));
		await pick('radio', 'Castle Ruins');
		await pick('radio', 'Misty Valley');
		expect(tiles.filter((tile) => tile.getAttribute('aria-checked') === 'true')).toHaveLength(1);
	});

	test('afflictions stand on pages of 12 and 9 (GEN-15, OPT-04)', async () => {
		await openForm();
		const tiles = () => within(screen.getAllByRole('group', { name: 'Afflictions' }).at(-1)!).getAllByRole('checkbox');
		const names = (of: HTMLElement[]) =>
			of.map((tile) => tile.textContent).filter((name) => afflictions.some(({ label }) => label === name));
		expect(new Set(names(tiles())).size).toBe(12);
		await press('Next page of afflictions');
		expect(new Set(names(tiles())).size).toBe(9);
	});
});

test('Shift and Space tick everything from the tile that was ticked last, wherever the arrows went', async () => {
	await openForm();
	screen.getByRole('checkbox', { name: 'Elf' }).focus();
	await userEvent.keyboard(' {ArrowRight}{ArrowRight}{ArrowRight}{Shift>} {/Shift}');
	expect(pickedRaces(4)).toBeVisible();
	await userEvent.keyboard('{ArrowRight}{Shift>} {/Shift}');
	expect(pickedRaces(5)).toBeVisible();
});

describe('the project settings', () => {
	test('the project name is optional and goes along when there is one (GEN-19)', async () => {
		const starts = recordStarts();
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		await submit();
		await waitFor(() => expect(starts).toHaveLength(1));
		expect(starts[0]?.input).not.toHaveProperty('projectName');
		// The results of what was started come first, with the focus.
		await waitFor(() => expect(screen.getByRole('heading', { name: 'Results' })).toHaveFocus());
		await userEvent.click(screen.getByRole('link', { name: 'Studio' }));
		await userEvent.type(screen.getByLabelText('Project name (optional)'), 'Frost');
		await submit();
		await waitFor(() => expect(starts).toHaveLength(2));
		expect(starts[1]?.input).toMatchObject({ projectName: 'Frost' });
	});

	test('a double click while the first press is pending sends one order (GEN-29)', async () => {
		let sent = 0;
		let finish = () => {};
		const held = new Promise<void>((resolve) => {
			finish = resolve;
		});
		const job = runningJob(1);
		const answer = () => held.then(() => ({ jobId: job.id, job }));
		api.use(
			procedure('generation', 'start', () => {
				sent++;
				return answer();
			}),
			procedure('generation', 'get', () => job),
		);
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		await userEvent.dblClick(screen.getByRole('button', { name: 'Generate ADX Characters' }));
		await userEvent.keyboard('{Control>}{Enter}{/Control}');
		finish();
		expect(await screen.findByText('Generation Started')).toBeVisible();
		expect(sent).toBe(1);
	});

	test('the key is hidden until somebody wants to check it (GEN-22)', async () => {
		await openForm();
		expect(screen.queryByRole('button', { name: 'Show key' })).toBeNull();
		await userEvent.type(keyField(), 'AIzaSecret');
		await press('Show key');
		expect(keyField()).toHaveAttribute('type', 'text');
		await press('Show key');
		expect(keyField()).toHaveAttribute('type', 'password');
	});

	test('opted out, the key is forgotten by this browser at once and with the next order (AMB-17)', async () => {
		recordStarts();
		localStorage.setItem('adx_gemini_api_key', 'AIzaOld');
		await fillForm();
		expect(keyField()).toHaveValue('AIzaOld');
		await userEvent.click(screen.getByLabelText('Keep the key in this browser'));
		await submit();
		await screen.findByText('Generation Started');
		expect(localStorage.getItem('adx_gemini_api_key')).toBeNull();
	});
});

describe('what pressing the button will do', () => {
	test('says price and time before Gemini is paid', async () => {
		await fillForm();
		await pick('checkbox', 'Orc');
		await pick('radio', '5 ADX');
		expect(summary()).toBe('2 races × 1 class → 5 images, about $0.20, ~30 s');
	});

	test('names no price where none is known', async () => {
		const models = [{ name: 'painter-small', usdPerImage: null, usdPerInputImage: null, callSeconds: 15 }];
		const service = { ...publicConfig.gemini, models };
		const config = { ...publicConfig, engines: [{ name: 'gemini' as const, available: true, service }] };
		api.use(procedure('auth', 'config', () => config));
		await fillForm();
		expect(summary()).toBe('1 race × 1 class → 1 image, paid with your own key, ~15 s');
	});

	test('says that the forge is free before it ever finished one here', async () => {
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		expect(summary()).toBe('1 race × 1 class → 1 image, free with the forge');
	});

	test("measures the forge's time by the newest collection it finished here", async () => {
		api.use(
			procedure('generation', 'list', () => [createJob(1)]),
			procedure('generation', 'get', () => createJob(1)),
		);
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		await pick('radio', '5 ADX');
		expect(summary()).toBe('1 race × 1 class → 5 images, free with the forge, ~10 s');
	});
});

describe('the live preview', () => {
	test('is rolled again by R, but not while a name is typed', async () => {
		await openForm();
		const button = screen.getByRole('button', { name: 'Reroll' });
		expect(button).toHaveAttribute('title', 'Reroll (R)');
		const roll = () => document.querySelector('[data-roll]')?.getAttribute('data-roll');
		expect(roll()).toBe('1');
		await userEvent.keyboard('r');
		expect(roll()).toBe('2');
		await userEvent.type(screen.getByLabelText('Project name (optional)'), 'r');
		expect(roll()).toBe('2');
	});
});

describe('starting over', () => {
	test('Reset empties all but the key, and Undo brings everything back', async () => {
		await fillForm();
		await pick('radio', '5 ADX');
		await pick('radio', 'Custom');
		await pick('checkbox', 'Vampirism');
		await userEvent.type(keyField(), 'AIzaSecret');
		await press('Reset form');
		expect(pickedRaces(0)).toBeVisible();
		expect(screen.getByRole('radio', { name: '1 ADX' })).toBeChecked();
		expect(keyField()).toHaveValue('AIzaSecret');
		await press('Undo reset');
		expect(pickedRaces(1)).toBeVisible();
		expect(screen.getByRole('radio', { name: '5 ADX' })).toBeChecked();
		expect(screen.getByText('Selected: 1 / 21 afflictions')).toBeVisible();
		expect(screen.getByRole('radio', { name: 'Forest Glade' })).toBeChecked();
		expect(keyField()).toHaveValue('AIzaSecret');
	});

	test('Undo steps back once something new is chosen', async () => {
		await fillForm();
		await press('Reset form');
		await pick('checkbox', 'Orc');
		expect(screen.queryByRole('button', { name: 'Undo reset' })).toBeNull();
		expect(screen.getByRole('button', { name: 'Reset form' })).toBeVisible();
	});
});
