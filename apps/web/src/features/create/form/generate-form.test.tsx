import { races } from '@adx/validators/catalogue/races';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { createJob, runningJob } from '../../../test/fixtures.ts';
import { usePage } from '../../../test/setup.tsx';
import {
	fillForm,
	group,
	openForm,
	openSection,
	pick,
	pickedRaces,
	racePages,
	racesPerPage,
	recordStarts,
	signIn,
	submit,
} from './form-testing.ts';

usePage();
beforeEach(() => signIn('creator'));

describe('choosing races and classes', () => {
	test('races come 20 to a page (GEN-01, GEN-04)', async () => {
		await openForm();
		expect(group('Races').getAllByRole('checkbox')).toHaveLength(racesPerPage);
		expect(screen.getByText(`Page 1 of ${racePages}`)).toBeVisible();
	});

	test('classes come on 2 pages of 20 and 4 (GEN-02, GEN-05)', async () => {
		await openForm();
		const shown = () => screen.getAllByRole('group', { name: 'Classes' }).at(-1)?.querySelectorAll('[role="checkbox"]');
		const pager = () => screen.getByRole('button', { name: 'Next page of classes' }).parentElement;
		expect(shown()).toHaveLength(20);
		expect(pager()).toHaveTextContent('Page 1 of 2');
		await userEvent.click(screen.getByRole('button', { name: 'Next page of classes' }));
		expect(shown()).toHaveLength(4);
		expect(pager()).toHaveTextContent('Page 2 of 2');
	});

	test('several can be picked, and stay picked on other pages (GEN-06, GEN-07)', async () => {
		await openForm();
		await pick('checkbox', 'Elf');
		await userEvent.click(screen.getByRole('button', { name: 'Next page of races' }));
		await pick('checkbox', 'Tortle');
		expect(pickedRaces(2)).toBeVisible();
		expect(screen.getByRole('button', { name: 'Remove Elf' })).toBeVisible();
	});

	test('searching finds across pages and keeps the selection', async () => {
		await openForm();
		await pick('checkbox', 'Elf');
		await userEvent.type(screen.getByLabelText('Search races'), 'barghest');
		await pick('checkbox', 'Barghest');
		const selectFound = screen.getByRole('button', { name: 'Select all 1 found races' });
		expect(selectFound).toHaveTextContent('Select all 1 found');
		await userEvent.clear(screen.getByLabelText('Search races'));
		expect(pickedRaces(2)).toBeVisible();
	});

	test('select page, select all and clear', async () => {
		await openForm();
		await userEvent.click(screen.getByRole('button', { name: 'Select page of races' }));
		expect(pickedRaces(20)).toBeVisible();
		await userEvent.click(screen.getByRole('button', { name: 'Select all races' }));
		expect(pickedRaces(races.length)).toBeVisible();
		await userEvent.click(screen.getByRole('button', { name: 'Clear races' }));
		expect(pickedRaces(0)).toBeVisible();
	});

	test('arrows move inside the grid, Space ticks, the page key turns the page', async () => {
		await openForm();
		// As a browser lays it out; jsdom reads no style sheet.
		screen.getByRole('group', { name: 'Races' }).style.gridTemplateColumns = '90px 90px 90px';
		screen.getByRole('checkbox', { name: 'Elf' }).focus();
		await userEvent.keyboard('{ArrowDown}{ArrowRight} ');
		expect(screen.getByRole('checkbox', { name: 'Dragonborn' })).toBeChecked();
		await userEvent.keyboard('{PageDown}');
		expect(screen.getByText(`Page 2 of ${racePages}`)).toBeVisible();
	});

	test('Shift and click ticks everything in between', async () => {
		await openForm();
		const user = userEvent.setup();
		await user.click(screen.getByRole('checkbox', { name: 'Elf' }));
		await user.keyboard('{Shift>}');
		await user.click(screen.getByRole('checkbox', { name: 'Halfling' }));
		await user.keyboard('{/Shift}');
		expect(pickedRaces(4)).toBeVisible();
	});
});

describe('art styles', () => {
	const styles = () => within(screen.getByRole('radiogroup', { name: 'Art style' })).getAllByRole('radio');

	test('a creator sees five, three of them locked (GEN-11, AMB-06)', async () => {
		await openForm();
		expect(styles()).toHaveLength(5);
		const locked = styles().filter((card) => card.getAttribute('aria-disabled') === 'true');
		expect(locked).toHaveLength(3);
	});

	test('a locked one can be focused and says Premium, but is not chosen (GEN-09, VAL-11)', async () => {
		await openForm();
		const retro = screen.getByRole('radio', { name: /^Bold Retro, Premium/ });
		expect(retro).toBeEnabled();
		expect(retro.querySelector('svg.lucide-lock')).toBeVisible();
		expect(screen.getByRole('radio', { name: /^Bold Classic/ }).querySelector('svg.lucide-lock')).toBeNull();
		await userEvent.click(retro);
		expect(retro).not.toBeChecked();
	});

	test('a developer sees all 31, the premium ones locked (GEN-12)', async () => {
		signIn('developer');
		await openForm();
		expect(styles()).toHaveLength(31);
		expect(styles().filter((card) => card.getAttribute('aria-disabled') === 'true')).toHaveLength(29);
	});

	test('premium opens all of them (AMB-06)', async () => {
		signIn('creator', { premium: true });
		await openForm();
		await userEvent.click(screen.getByRole('radio', { name: /^Comic Book/ }));
		expect(screen.getByRole('radio', { name: /^Comic Book/ })).toBeChecked();
	});
});

describe('afflictions', () => {
	test('start on Random, with the single ones disabled (GEN-14, GEN-18)', async () => {
		await openForm();
		expect(screen.getByRole('radio', { name: 'Random' })).toBeChecked();
		expect(screen.getByRole('checkbox', { name: 'Vampirism' })).toBeDisabled();
		expect(screen.getByText('Selected: 0 / 21 afflictions')).toBeVisible();
	});

	test('Custom ticks single ones or all 21 over both pages (GEN-15, GEN-16, GEN-17)', async () => {
		await openForm();
		await pick('radio', 'Custom');
		await pick('checkbox', 'Vampirism');
		expect(screen.getByText('Selected: 1 / 21 afflictions')).toBeVisible();
		await userEvent.click(screen.getByRole('button', { name: 'Select All' }));
		expect(screen.getByText('Selected: 21 / 21 afflictions')).toBeVisible();
		const boxes = () => within(screen.getAllByRole('group', { name: 'Afflictions' }).at(-1)!).getAllByRole('checkbox');
		expect(boxes()).toHaveLength(12);
		for (const box of boxes()) expect(box).toBeChecked();
		await userEvent.click(screen.getByRole('button', { name: 'Next page of afflictions' }));
		expect(boxes()).toHaveLength(9);
		for (const box of boxes()) expect(box).toBeChecked();
		await userEvent.click(screen.getByRole('button', { name: 'Clear All' }));
		expect(screen.getByText('Selected: 0 / 21 afflictions')).toBeVisible();
	});

	test('going back to Random empties the selection (GEN-18)', async () => {
		await openForm();
		await pick('radio', 'Custom');
		await pick('checkbox', 'Vampirism');
		await pick('radio', 'Random');
		expect(screen.getByText('Selected: 0 / 21 afflictions')).toBeVisible();
	});
});

describe('project settings', () => {
	test('offers 1, 3, 4 and 5, starting with 1 (GEN-20, GEN-21)', async () => {
		await openForm();
		const sizes = within(screen.getByRole('radiogroup', { name: 'Batch size' })).getAllByRole('radio');
		const isLocked = (size: HTMLElement) => size.getAttribute('aria-disabled') === 'true';
		const names = (of: HTMLElement[]) => of.map((size) => size.textContent);
		expect(names(sizes.filter((size) => !isLocked(size)))).toEqual(['1 ADX', '3 ADX', '4 ADX', '5 ADX']);
		expect(names(sizes.filter(isLocked))).toEqual(['10 ADX', '25 ADX', '100 ADX', '1,000 ADX']);
		expect(sizes[0]).toBeChecked();
		expect(screen.queryByLabelText('Custom number')).toBeNull();
	});

	test('a developer may type any number (AMB-05)', async () => {
		signIn('developer');
		await openForm();
		expect(screen.getByRole('radio', { name: '1,000 ADX' })).toBeVisible();
		expect(screen.getByLabelText('Custom number')).toHaveValue(1);
	});

	test('the key is a password field with its note, and the forge disables it (GEN-22, AMB-16)', async () => {
		await openForm();
		const key = screen.getByLabelText('Google Gemini API key');
		expect(key).toHaveAttribute('type', 'password');
		expect(key).toHaveAccessibleDescription(/stored locally .* used only for your own generations/);
		await pick('radio', 'Built-in forge (free, no key)');
		expect(key).toBeDisabled();
	});

	test('says that saved settings are off (GEN-24)', async () => {
		await openForm();
		expect(screen.getByText(/has been disabled to improve memory performance/)).toBeVisible();
	});
});

describe('submitting', () => {
	test('sends the choices once, with a key of its own, and says so (GEN-26, GEN-29)', async () => {
		const starts = recordStarts();
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		await pick('radio', '5 ADX');
		await submit();
		expect(await screen.findByText('Generation Started')).toBeVisible();
		expect(screen.getByText('Started generating 5 ADX characters')).toBeVisible();
		expect(starts).toHaveLength(1);
		expect(starts[0]?.key).toMatch(/^[0-9a-f]{32}$/);
		expect(starts[0]?.input).toEqual({
			races: ['elf'],
			classes: ['wizard'],
			artStyle: 'bold-classic',
			backgroundType: 'forest-glade',
			afflictions: [],
			batchSize: 5,
			count: 5,
			engine: 'forge',
			// The plan on show is the one that is made.
			seed: expect.stringMatching(/^[0-9a-f]{16}$/),
		});
		expect(window.location.search).toBe('?job=job-1');
	});

	test('Ctrl+Enter submits from any field', async () => {
		const starts = recordStarts();
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		await userEvent.type(screen.getByLabelText('Project name (optional)'), 'Ice{Control>}{Enter}{/Control}');
		await waitFor(() => expect(starts).toHaveLength(1));
		expect(starts[0]?.input).toMatchObject({ projectName: 'Ice' });
	});

	test('the button says Generating... and is disabled while the server answers (GEN-23)', async () => {
		let finish = () => {};
		const held = new Promise<void>((resolve) => {
			finish = resolve;
		});
		const job = runningJob(1);
		api.use(procedure('generation', 'start', () => held.then(() => ({ jobId: job.id, job }))));
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		await submit();
		const buttons = await screen.findAllByRole<HTMLButtonElement>('button', { name: 'Generating...' });
		for (const button of buttons) expect(button).toHaveAttribute('aria-disabled', 'true');
		expect(buttons.find(({ type }) => type === 'submit')).toBeDisabled();
		finish();
		expect(await screen.findByText('Generation Started')).toBeVisible();
	});

	test('the same request after a failure carries the same key', async () => {
		let tries = 0;
		const starts = recordStarts(() => (tries++ === 0 ? new Refusal(503, 'down') : null));
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		await submit();
		expect(await screen.findByText('Generation Failed')).toBeVisible();
		await submit();
		expect(await screen.findByText('Generation Started')).toBeVisible();
		expect(starts[0]?.key).toBe(starts[1]?.key);
	});

	test('a refusal is told in a toast and at its field (GEN-27)', async () => {
		const sentence = 'Larger batches need Premium.';
		recordStarts(() => new Refusal(402, sentence, { projectName: sentence }));
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		await submit();
		const toast = (await screen.findByText('Generation Failed')).closest('[role="alert"], [role="status"], li');
		expect(toast).toHaveTextContent(sentence);
		await waitFor(() => expect(screen.getByLabelText('Project name (optional)')).toHaveAccessibleDescription(sentence));
	});

	test('a refusal without a sentence gets one (GEN-27)', async () => {
		recordStarts(() => new Refusal(400, '', {}));
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		await submit();
		expect((await screen.findAllByText('Failed to start generation'))[0]).toBeVisible();
	});

	test('a paid order above the operator’s sum is sent once it is confirmed, with what it comes to', async () => {
		signIn('developer');
		const starts = recordStarts();
		await fillForm();
		const count = screen.getByLabelText('Custom number');
		await userEvent.clear(count);
		await userEvent.type(count, '126');
		await userEvent.type(screen.getByLabelText('Google Gemini API key'), 'AIzaLongEnough-wxyz');
		await submit();
		const title = { name: 'Paint 126 images with Gemini?' };
		const dialog = within(await screen.findByRole('dialog', title));
		for (const fact of [
			'126 images',
			'painter-large',
			/^about \$5\.04/,
			/^126, and up to 8 more for each image/,
			'ends in wxyz',
			/^none on/,
		]) {
			expect(dialog.getByText(fact)).toBeVisible();
		}
		await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
		expect(starts).toEqual([]);
		await submit();
		await userEvent.click(
			within(await screen.findByRole('dialog', title)).getByRole('button', { name: 'Paint 126 images' }),
		);
		await screen.findByText('Generation Started');
		expect(starts).toMatchObject([{ input: { batchSize: 126, geminiApiKey: 'AIzaLongEnough-wxyz' } }]);
	});

	test.each(['', '   '])('rejects the key %j with a toast and at the field (VAL-09, AMB-56)', async (key) => {
		const starts = recordStarts();
		await fillForm();
		if (key !== '') await userEvent.type(screen.getByLabelText('Google Gemini API key'), key);
		await submit();
		expect(await screen.findByText('API Key Required')).toBeVisible();
		expect(screen.getByText('Please provide your personal Google Gemini API key to generate images.')).toBeVisible();
		expect(screen.getAllByText('API key is required')[0]).toBeVisible();
		expect(starts).toEqual([]);
	});

	test('rejects a key with another beginning (VAL-10, AMB-04)', async () => {
		const starts = recordStarts();
		await fillForm();
		await userEvent.type(screen.getByLabelText('Google Gemini API key'), 'sk-123');
		await submit();
		const sentence = "Please provide a valid Google Gemini API key (starts with 'AIza').";
		expect(await screen.findByText('Invalid API Key')).toBeVisible();
		expect(screen.getAllByText(sentence).length).toBeGreaterThan(0);
		expect(starts).toEqual([]);
	});

	test('rejects an empty form with every message at its place (AMB-62)', async () => {
		const starts = recordStarts();
		await openForm();
		await pick('radio', 'Built-in forge (free, no key)');
		await submit();
		for (const sentence of ['Select at least one class', 'Select an art style', 'Select a background type']) {
			expect((await screen.findAllByText(sentence))[0]).toBeVisible();
		}
		expect(screen.getAllByText('Select at least one race').length).toBeGreaterThan(0);
		expect(screen.getByRole('checkbox', { name: 'Elf' })).toHaveFocus();
		expect(starts).toEqual([]);
	});

	test('the key stays in this browser unless told otherwise (AMB-17)', async () => {
		recordStarts();
		await fillForm();
		await userEvent.type(screen.getByLabelText('Google Gemini API key'), 'AIzaSecret');
		await submit();
		await screen.findByText('Generation Started');
		expect(localStorage.getItem('adx_gemini_api_key')).toBe('AIzaSecret');
		await userEvent.click(screen.getByRole('button', { name: 'Clear key' }));
		expect(localStorage.getItem('adx_gemini_api_key')).toBeNull();
		expect(screen.getByLabelText('Google Gemini API key')).toHaveValue('');
	});
});

describe('a newcomer', () => {
	const tryIt = { name: 'Try it now with the built-in forge (free, no key)' };

	test('starts five with one press, keeping what is chosen already', async () => {
		const starts = recordStarts();
		await openForm();
		await pick('checkbox', 'Dwarf');
		await userEvent.click(await screen.findByRole('button', tryIt));
		await waitFor(() => expect(starts).toHaveLength(1));
		expect(starts[0]?.input).toMatchObject({ engine: 'forge', batchSize: 5, races: ['dwarf'] });
	});

	test('keeps the offer beside the key that was asked for', async () => {
		await openForm();
		await openSection('Engine');
		expect(await screen.findByRole('button', tryIt)).toBeVisible();
	});

	test('is greeted no more once there is a job', async () => {
		api.use(
			procedure('generation', 'list', () => [createJob(1)]),
			procedure('generation', 'get', () => createJob(1)),
		);
		await openForm();
		await screen.findByRole('button', { name: 'Download collection' });
		expect(screen.queryByRole('button', tryIt)).toBeNull();
	});
});
