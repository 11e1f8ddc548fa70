import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { toIsoTime } from '../../../lib/format/local-time.ts';
import { Refusal } from '../../../test/api.ts';
import { openSale, useCreatorSaleServer } from './listing-testing.tsx';

const server = useCreatorSaleServer();

async function openTimes(changes: Parameters<typeof openSale>[1] = {}) {
	const dialog = await openSale('selling', changes);
	const form = within(await dialog.findByRole('region', { name: 'Start and end of the sale' }));
	const type = (label: 'Sale starts' | 'Sale ends', value: string) =>
		fireEvent.change(form.getByLabelText(label), { target: { value } });
	const save = () => userEvent.click(form.getByRole('button', { name: 'Save start and end' }));
	return { dialog, form, type, save };
}

test('a start and an end are sent in UTC, and only what was changed', async () => {
	const { form, type, save } = await openTimes();
	await save();
	expect(form.getByText('Nothing has changed.')).toBeVisible();
	type('Sale ends', '2030-05-01T18:00');
	await save();
	expect(await form.findByText('Start and end are saved.')).toBeVisible();
	type('Sale starts', '2030-04-01T18:00');
	type('Sale ends', '');
	await save();
	expect(await form.findByText('Start and end are saved.')).toBeVisible();
	expect(server.changes()).toEqual([
		['collections.update', { jobId: 'merge-1', endsAt: toIsoTime('2030-05-01T18:00') }],
		['collections.update', { jobId: 'merge-1', startsAt: toIsoTime('2030-04-01T18:00'), endsAt: null }],
	]);
	expect(form.getByLabelText('Sale starts')).toHaveValue('2030-04-01T18:00');
	expect(form.getByLabelText('Sale ends')).toHaveValue('');
});

test('what nobody entered here follows another tab, and is not sent over it', async () => {
	const { form, save } = await openTimes();
	server.sale = { ...server.sale, endsAt: toIsoTime('2031-05-01T18:00') };
	await waitFor(() => expect(form.getByLabelText('Sale ends')).toHaveValue('2031-05-01T18:00'));
	await save();
	expect(form.getByText('Nothing has changed.')).toBeVisible();
	expect(server.changes()).toEqual([]);
});

test('what the server refuses stands at its field until that is changed', async () => {
	const { form, type, save } = await openTimes({ startsAt: '2030-04-01T18:00:30.000Z' });
	const message = 'It ends before it starts';
	server.refusals.set('collections.update', new Refusal(400, message, { endsAt: message }, 'bad_input'));
	type('Sale ends', '2029-05-01T18:00');
	await save();
	const field = form.getByLabelText('Sale ends');
	await waitFor(() => expect(field).toHaveFocus());
	expect(field).toHaveAccessibleDescription(expect.stringContaining(message));
	type('Sale ends', '2031-05-01T18:00');
	expect(field).not.toHaveAccessibleDescription(expect.stringContaining(message));
});

test('what the form itself refuses has the focus, and nothing is sent', async () => {
	const { form, type, save } = await openTimes();
	// ISO 8601 has four digits for the year.
	type('Sale ends', '20300-05-01T18:00');
	await save();
	const field = form.getByLabelText('Sale ends');
	expect(field).toHaveFocus();
	expect(field).toHaveAccessibleDescription(expect.stringContaining('Enter a date and a time'));
	expect(server.changes()).toEqual([]);
});

test('an empty field says what it means', async () => {
	const { form } = await openTimes();
	expect(form.getByLabelText('Sale starts')).toHaveAccessibleDescription('Leave empty to start as soon as possible.');
	expect(form.getByLabelText('Sale ends')).toHaveAccessibleDescription(
		'Leave empty to end when the last item is sold.',
	);
});

test('one whose time is over can be given a later end or another phase, or be ended for good; then nothing more is asked', async () => {
	const { dialog, form, type, save } = await openTimes({ state: 'ended', endsAt: '2026-01-01T00:00:00.000Z' });
	expect(
		dialog.getByText(/^The time of this sale is over, and nobody can buy\. It goes on with a later end/),
	).toBeVisible();
	expect(dialog.getByRole('button', { name: 'Phases' })).toBeEnabled();
	type('Sale ends', '2031-05-01T18:00');
	await save();
	expect(await form.findByText('Start and end are saved.')).toBeVisible();
	await userEvent.click(dialog.getByRole('button', { name: 'End the sale' }));
	const question = within(await screen.findByRole('dialog', { name: 'End this sale?' }));
	await userEvent.click(question.getByRole('button', { name: 'End the sale' }));
	expect(await dialog.findByText('You ended this sale. Its page stays, and nobody can buy.')).toBeVisible();
	expect(dialog.queryByRole('region', { name: 'Start and end of the sale' })).toBeNull();
	expect(dialog.queryByRole('button', { name: 'Phases' })).toBeNull();
});
