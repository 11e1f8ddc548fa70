import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { usePage } from '../../../test/setup.tsx';
import { openSection, pick, recordStarts, submit } from '../form/form-testing.ts';
import { fillAndPlan, numberField, openTab, planLine, press, usePlanWorker } from './plan-panel-testing.ts';

usePage();
usePlanWorker();

test('a number that is not allowed takes the one before it back, with what was wrong about that', async () => {
	await fillAndPlan();
	await openTab('Traits');
	const count = numberField('Count of Elf');
	await userEvent.type(count, '9000');
	const sentence = 'The counts of Race add up to 9,000, but the collection holds only 5 images.';
	expect((await screen.findAllByText(sentence))[0]).toBeVisible();
	fireEvent.change(count, { target: { value: '-5' } });
	await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
	expect(count).toHaveAccessibleDescription('Whole number from 0 to 10,000');
});

test('a count that is not allowed keeps the order back, and has the focus until it is reset', async () => {
	const starts = recordStarts();
	await fillAndPlan();
	await pick('radio', 'Built-in forge (free, no key)');
	await openTab('Traits');
	fireEvent.change(numberField('Count of Elf'), { target: { value: '1.5' } });
	await openSection('Races');
	expect(planLine()).toHaveTextContent('A number is not right yet');
	await submit();
	expect((await screen.findAllByText('A number in the plan is not right yet: Count of Elf.'))[0]).toBeVisible();
	await waitFor(() => expect(numberField('Count of Elf')).toHaveFocus());
	expect(starts).toEqual([]);
	await press('Reset Race');
	expect(numberField('Count of Elf')).toBeValid();
	expect(planLine()).not.toHaveTextContent('A number is not right yet');
	await submit();
	await waitFor(() => expect(starts).toHaveLength(1));
});

test.each([
	{ place: 'another tab', leave: () => openTab('Rules') },
	{ place: 'another trait', leave: () => pick('radio', 'Class') },
	{ place: 'weights', leave: () => pick('radio', 'Weights') },
])(
	'a count that is not allowed keeps the order back from $place, and is shown with what was typed',
	async ({ leave }) => {
		const starts = recordStarts();
		await fillAndPlan();
		await pick('radio', 'Built-in forge (free, no key)');
		await openTab('Traits');
		await userEvent.type(numberField('Count of Elf'), '4');
		await userEvent.type(numberField('Count of Elf'), '.5');
		await leave();
		expect(screen.queryByRole('spinbutton', { name: 'Count of Elf' })).toBeNull();
		expect(planLine()).toHaveTextContent('A number is not right yet');
		await submit();
		await waitFor(() => expect(numberField('Count of Elf')).toHaveFocus());
		expect(numberField('Count of Elf')).toHaveValue(4.5);
		expect(starts).toEqual([]);
		await userEvent.clear(numberField('Count of Elf'));
		expect(planLine()).not.toHaveTextContent('A number is not right yet');
		await submit();
		await waitFor(() => expect(starts).toHaveLength(1));
	},
);

test('the traits of numbers that are not right say so, and a reset of another takes none back', async () => {
	await fillAndPlan();
	await openTab('Traits');
	fireEvent.change(numberField('Count of Elf'), { target: { value: '1.5' } });
	await pick('radio', 'Class');
	expect(screen.getByRole('radio', { name: 'Race, a number is not right yet' })).toBeVisible();
	fireEvent.change(numberField('Count of Wizard'), { target: { value: '1.5' } });
	await press('Reset Class');
	expect(numberField('Count of Wizard')).toHaveValue(null);
	await pick('radio', 'Race, a number is not right yet');
	expect(numberField('Count of Elf')).toHaveValue(1.5);
});

test('what is wrong in a field goes with it', async () => {
	await fillAndPlan();
	await openTab('Traits');
	fireEvent.change(numberField('Count of Orc'), { target: { value: '-1' } });
	await waitFor(() => expect(planLine()).toHaveTextContent('A number is not right yet'));
	await openSection('Races');
	await pick('checkbox', 'Orc');
	await waitFor(() => expect(planLine()).not.toHaveTextContent('A number is not right yet'));
});
