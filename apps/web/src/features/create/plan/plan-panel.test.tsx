import type { PlanRequest } from '@adx/collection/plan/columns';
import { planRanked } from '@adx/collection/plan/ranked-plan';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { usePage } from '../../../test/setup.tsx';
import { fillForm, openForm, openSection, pick, recordStarts, signIn, submit } from '../form/form-testing.ts';
import { fillAndPlan, numberField, openTab, press, usePlanWorker } from './plan-panel-testing.ts';

usePage();
usePlanWorker();

const seedField = () => screen.getByLabelText('Seed');

/** From the results of what was started, which are shown first, to what was open before. */
async function returnToStudio() {
	await screen.findByText('Generation Started');
	await userEvent.click(screen.getByRole('link', { name: 'Studio' }));
	await screen.findByLabelText('Seed');
}

/** What the table says of a value: how many images are planned with it. */
async function plannedOf(label: string): Promise<string | null | undefined> {
	const row = (await screen.findByRole('rowheader', { name: new RegExp(`^${label}`) })).closest('tr');
	return row?.querySelector('td')?.textContent;
}

describe('the plan before spending', () => {
	test('asks for what is missing until the form is complete', async () => {
		await openForm();
		await openSection('Plan');
		// The first one in the file also compiles the panel.
		expect(
			await screen.findByText(
				/Choose races, classes, an art style and a background to see it/,
				{},
				{ timeout: 12_000 },
			),
		).toBeInTheDocument();
		expect(screen.queryByLabelText('Seed')).toBeNull();
		await press('Go to the next choice');
		expect(screen.getByRole('button', { name: /^Races/, current: 'step' })).toBeVisible();
	});

	test('asks for the number alone where only that is missing, and leads to it', async () => {
		signIn('developer');
		await fillForm();
		await userEvent.clear(screen.getByLabelText('Custom number'));
		await openSection('Plan');
		expect(await screen.findByText(/Choose a batch size to see it\.$/)).toBeVisible();
		await press('Go to the next choice');
		expect(screen.getByRole('button', { name: /^Batch and name/, current: 'step' })).toBeVisible();
	});

	test('tells the capacity, the tiers and the rarest rows, provisional for so few', async () => {
		await fillAndPlan();
		const { capacity } = planRanked(
			{
				races: ['elf', 'orc'],
				classes: ['wizard'],
				artStyle: 'bold-classic',
				backgroundType: 'forest-glade',
				batchSize: 5,
			},
			'any',
		);
		expect(screen.getByText(capacity.toLocaleString('en'))).toBeVisible();
		expect(screen.getByText(/^Provisional/)).toBeVisible();
		expect(within(screen.getByRole('list', { name: 'Rarest rows' })).getAllByRole('listitem')).toHaveLength(5);
	});

	test('says so when the batch is larger than the combinations', async () => {
		signIn('developer');
		await fillForm();
		await pick('radio', '1,000 ADX');
		await pick('radio', 'Custom');
		await pick('checkbox', 'None');
		// One race, class and affliction leave 13 divinities, 24 items and 11 stones, less than 10,000.
		await userEvent.clear(screen.getByLabelText('Custom number'));
		await userEvent.type(screen.getByLabelText('Custom number'), '10000');
		expect(await screen.findByText(/give only 3,432 unique combinations/)).toBeVisible();
	});

	test('counts every value of a trait; the last line adds up to the batch', async () => {
		await fillAndPlan();
		await openTab('Traits');
		expect(Number(await plannedOf('Elf')) + Number(await plannedOf('Orc'))).toBe(5);
		expect(screen.getByText('5 of 5')).toBeVisible();
		await pick('radio', 'Items');
		expect(screen.getByRole('rowheader', { name: /^Bone Dice/ })).toBeInTheDocument();
		expect(screen.getByText('5 of 5')).toBeVisible();
	});

	test('an exact count is planned and ordered letter for letter, under the seed that was seen', async () => {
		const starts = recordStarts();
		await fillAndPlan();
		await openTab('Traits');
		await userEvent.type(numberField('Count of Orc'), '4');
		await waitFor(async () => expect(await plannedOf('Orc')).toBe('4'));
		const seed = (seedField() as HTMLInputElement).value;
		await pick('radio', 'Built-in forge (free, no key)');
		await submit();
		await waitFor(() => expect(starts).toHaveLength(1));
		const sent = starts[0]?.input as PlanRequest & { seed: string };
		expect(sent).toMatchObject({ engine: 'forge', batchSize: 5, counts: { race: { orc: 4 } }, seed });
		expect(planRanked(sent, seed).rows.filter(({ traits }) => traits.race === 'orc')).toHaveLength(4);
	});

	test('weights steer what the counts leave over; 0 leaves a value out', async () => {
		const starts = recordStarts();
		await fillAndPlan();
		await openTab('Traits');
		await pick('radio', 'Affliction');
		await pick('radio', 'Weights');
		await userEvent.type(numberField('Weight of None'), '0');
		await waitFor(async () => expect(await plannedOf('None')).toBe('0'));
		expect(screen.getByRole('rowheader', { name: /^None.*left out/ })).toBeInTheDocument();
		expect(screen.queryByText(/cannot occur/)).toBeNull();
		await pick('radio', 'Exact counts');
		expect(screen.getByRole('rowheader', { name: /^None.*left out/ })).toBeInTheDocument();
		await pick('radio', 'Built-in forge (free, no key)');
		await submit();
		await waitFor(() => expect(starts).toHaveLength(1));
		expect(starts[0]?.input).toMatchObject({ weights: { affliction: { none: 0 } } });
		expect(starts[0]?.input).not.toHaveProperty('counts');
	});

	test('resetting a trait takes its numbers back', async () => {
		await fillAndPlan();
		await openTab('Traits');
		await userEvent.type(numberField('Count of Orc'), '4');
		await press('Reset Race');
		expect(numberField('Count of Orc')).toHaveValue(null);
		const reset = screen.getByRole('button', { name: 'Reset Race' });
		expect(reset).toHaveFocus();
		expect(reset).toHaveAttribute('aria-disabled', 'true');
	});

	test('rejects counts that no collection can meet with the sentence of the server, before anything is sent', async () => {
		await fillAndPlan();
		await openTab('Traits');
		await userEvent.type(numberField('Count of Elf'), '6');
		expect(
			await screen.findByText('The counts of Race add up to 6, but the collection holds only 5 images.'),
		).toBeVisible();
		await userEvent.clear(numberField('Count of Elf'));
		expect(await screen.findByText(/, 5 planned/)).toBeVisible();
		expect(screen.queryByText(/^The counts of Race add up/)).toBeNull();
	});

	test('rules are written in words, planned, ordered and removed', async () => {
		const starts = recordStarts();
		await fillAndPlan();
		await openTab('Rules');
		await userEvent.selectOptions(screen.getByLabelText('Other trait'), 'Magical Stone');
		await userEvent.selectOptions(screen.getByLabelText('Other value'), 'None');
		await press('Add rule');
		const sentence = 'Race Elf never together with Magical Stone None';
		expect(within(screen.getByRole('list', { name: 'Rules' })).getByText(sentence)).toBeVisible();
		expect(screen.getByText('This rule already exists.')).toBeVisible();
		await pick('radio', 'Built-in forge (free, no key)');
		await submit();
		await waitFor(() => expect(starts).toHaveLength(1));
		expect(starts[0]?.input).toMatchObject({
			rules: [
				{ kind: 'never', left: { trait: 'race', value: 'elf' }, right: { trait: 'magicalStone', value: 'none' } },
			],
		});
		await returnToStudio();
		await press(`Remove rule: ${sentence}`);
		expect(screen.getByText(/No rules yet/)).toBeVisible();
	});

	test('the focus stays at Add rule, and a removed rule hands it to the next one or to the editor', async () => {
		await fillAndPlan();
		await openTab('Rules');
		await press('Add rule');
		expect(screen.getByRole('button', { name: 'Add rule' })).toHaveFocus();
		await userEvent.selectOptions(screen.getByLabelText('Rule'), 'only together with');
		await press('Add rule');
		await press('Remove rule: Race Elf never together with Class Wizard');
		const second = screen.getByRole('button', { name: 'Remove rule: Race Elf only together with Class Wizard' });
		expect(second).toHaveFocus();
		await userEvent.click(second);
		expect(screen.getByLabelText('Trait')).toHaveFocus();
	});

	test('warns of a value that the rules leave no place', async () => {
		await fillAndPlan();
		await userEvent.click(screen.getByRole('checkbox', { name: 'Orc' }));
		await openTab('Rules');
		await userEvent.selectOptions(screen.getByLabelText('Other trait'), 'Magical Stone');
		await userEvent.selectOptions(screen.getByLabelText('Other value'), 'None');
		await press('Add rule');
		expect(
			await screen.findByText('This value cannot occur with these counts and rules: Magical Stone None'),
		).toBeVisible();
		await openTab('Traits');
		await pick('radio', 'Magical Stone');
		expect(await screen.findByText(/This value cannot occur with these counts and rules: None/)).toBeVisible();
	});

	test('no rule can name a background where every one is an invented landscape, and the plan says why', async () => {
		await fillAndPlan();
		await openTab('Rules');
		const traits = () => within(screen.getByLabelText('Trait')).getAllByRole('option', { hidden: true });
		const names = () => traits().map(({ textContent }) => textContent);
		await userEvent.selectOptions(screen.getByLabelText('Trait'), 'Background');
		expect(screen.queryByText(/invented landscape/)).toBeNull();
		await pick('radio', 'Random Original Landscapes');
		expect(await screen.findByText(/^Every background is an invented landscape/)).toBeVisible();
		expect(names()).toContain('Race');
		expect(names()).not.toContain('Background');
		expect(screen.getByLabelText('Trait')).toHaveDisplayValue('Race');
		await openTab('Traits');
		await pick('radio', 'Background');
		expect(screen.getByText(/Every invented landscape gets a name of its own\.$/)).toBeVisible();
	});
});

describe('seed, price and order', () => {
	test('prices every model, and says where no price is known', async () => {
		await fillAndPlan();
		expect(await screen.findByText(/prices of 2026-11-21/)).toBeVisible();
		expect(screen.getByRole('radio', { name: 'painter-large, $0.20, ~30 s' })).toBeChecked();
		expect(screen.getByRole('radio', { name: 'painter-small, Price not known, ~60 s' })).not.toBeChecked();
		expect(screen.queryByText(/lowest paid tier/)).toBeNull();
	});

	test('warns when the order costs more than the reported spend cap', async () => {
		signIn('developer');
		await fillForm();
		await pick('radio', '1,000 ADX');
		expect(
			await screen.findByText(/\$40.00 is more than Google was reported .* \$10 in ten minutes, \$250/),
		).toBeVisible();
	});

	test('Gemini gets the seed on show from the chosen model', async () => {
		const starts = recordStarts();
		await fillAndPlan();
		await userEvent.type(screen.getByLabelText('Google Gemini API key'), 'AIzaSecret');
		await userEvent.click(screen.getByRole('radio', { name: /^painter-small/ }));
		await userEvent.clear(seedField());
		await userEvent.type(seedField(), 'north star');
		await submit();
		await waitFor(() => expect(starts).toHaveLength(1));
		expect(starts[0]?.input).toMatchObject({
			engine: 'gemini',
			model: 'painter-small',
			geminiApiKey: 'AIzaSecret',
			seed: 'north star',
		});
		await returnToStudio();
		// The same seed again would make the same images again.
		await waitFor(() => expect(seedField()).not.toHaveValue('north star'));
	});

	test('Ctrl+Enter submits from a field of the panel too', async () => {
		const starts = recordStarts();
		await fillAndPlan();
		await pick('radio', 'Built-in forge (free, no key)');
		await userEvent.clear(seedField());
		await userEvent.type(seedField(), 'north{Control>}{Enter}{/Control}');
		await waitFor(() => expect(starts).toHaveLength(1));
		expect(starts[0]?.input).toMatchObject({ seed: 'north', engine: 'forge' });
	});

	test('rejects painting without a key, and leads to its field', async () => {
		const starts = recordStarts();
		await fillAndPlan();
		await submit();
		expect(await screen.findByText('API Key Required')).toBeVisible();
		await waitFor(() => expect(screen.getByLabelText('Google Gemini API key')).toHaveFocus());
		expect(starts).toEqual([]);
	});

	test('rejects an empty seed at its field', async () => {
		const starts = recordStarts();
		await fillAndPlan();
		await userEvent.clear(seedField());
		await pick('radio', 'Built-in forge (free, no key)');
		await submit();
		await waitFor(() => expect(seedField()).toBeInvalid());
		expect(starts).toEqual([]);
	});

	test('a new seed is another plan, kept for the button of the form too', async () => {
		const starts = recordStarts();
		await fillAndPlan();
		const before = (seedField() as HTMLInputElement).value;
		expect(before).toMatch(/^[0-9a-f]{16}$/);
		await press('New seed');
		const after = (seedField() as HTMLInputElement).value;
		expect(after).not.toBe(before);
		await pick('radio', 'Built-in forge (free, no key)');
		await submit();
		await waitFor(() => expect(starts).toHaveLength(1));
		expect(starts[0]?.input).toMatchObject({ seed: after });
	});
});
