import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Refusal } from '../../../../test/api.ts';
import { openSale, useCreatorSaleServer } from '../listing-testing.tsx';

const server = useCreatorSaleServer();
const wallet = (letter: string) => letter.repeat(43);

async function openPhases() {
	const panel = await openSale('selling');
	const section = within(await panel.findByRole('region', { name: 'Phases of the sale' }));
	await userEvent.click(section.getByRole('button', { name: 'Phases' }));
	return { section, dialog: within(await screen.findByRole('dialog', { name: 'Phases of the sale' })) };
}

const set = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const groupOf = (dialog: ReturnType<typeof within>, number: number) =>
	within(dialog.getByRole('group', { name: `Phase ${number}` }));

test('phases are added, each from where the last one ends, and saved together with their lists', async () => {
	const { section, dialog } = await openPhases();
	expect(dialog.getByText('No phases: everybody can buy at the price of the sale.')).toBeVisible();
	await userEvent.click(dialog.getByRole('button', { name: 'Add a phase' }));
	const first = groupOf(dialog, 1);
	set(first.getByLabelText('Name'), 'Early');
	set(first.getByLabelText('Price (SOL)'), '0.05');
	set(first.getByLabelText('Ends'), '2030-01-02T18:00');
	set(first.getByLabelText('Items per wallet'), '2');
	await userEvent.click(first.getByRole('checkbox', { name: 'Only the wallets of a list may buy' }));
	set(first.getByLabelText('Wallets'), `wallet\n${wallet('A')}\n${wallet('B')}\n${wallet('A')}`);
	expect(first.getByText('2 wallets, 1 line repeats an earlier one')).toBeVisible();
	await userEvent.click(dialog.getByRole('button', { name: 'Add a phase' }));
	const second = groupOf(dialog, 2);
	expect(second.getByLabelText('Starts')).toHaveValue('2030-01-02T18:00');
	set(second.getByLabelText('Name'), 'Public');
	await userEvent.click(dialog.getByRole('button', { name: 'Save the phases' }));
	expect(await section.findByText('The phases are saved.')).toBeVisible();
	expect(section.getByText('2 phases.')).toBeVisible();
	const endsAt = new Date('2030-01-02T18:00').toISOString();
	const open = { startsAt: null, endsAt: null, walletLimit: null, totalLimit: null, hasAllowlist: false };
	expect(server.changes()).toEqual([
		[
			'collections.phases',
			{
				jobId: 'merge-1',
				phasesTag: 'tag-0',
				phases: [
					{ ...open, name: 'Early', price: 0.05, endsAt, walletLimit: 2, hasAllowlist: true },
					{ ...open, name: 'Public', price: 0.1, startsAt: endsAt },
				],
			},
		],
		[
			'collections.allowlist',
			{ jobId: 'merge-1', phaseId: 'phase-1', wallets: [wallet('A'), wallet('B')], append: false },
		],
	]);
});

test('nonsense is told beside its field and not sent', async () => {
	const { dialog } = await openPhases();
	await userEvent.click(dialog.getByRole('button', { name: 'Add a phase' }));
	const phase = groupOf(dialog, 1);
	set(phase.getByLabelText('Price (SOL)'), 'x');
	set(phase.getByLabelText('Starts'), '2030-01-02T18:00');
	set(phase.getByLabelText('Ends'), '2030-01-01T18:00');
	set(phase.getByLabelText('Items in total'), '1.5');
	await userEvent.click(phase.getByRole('checkbox'));
	set(phase.getByLabelText('Wallets'), `${wallet('A')}\nnobody`);
	await userEvent.click(dialog.getByRole('button', { name: 'Save the phases' }));
	for (const text of [
		'Give it a name',
		'Enter a price',
		'Enter a whole number',
		'Line 2 is not a Solana address: nobody',
		'Some fields need another look.',
	]) {
		expect(dialog.getByText(text)).toBeVisible();
	}
	set(phase.getByLabelText('Name'), 'Early');
	set(phase.getByLabelText('Price (SOL)'), '0.1000000001');
	set(phase.getByLabelText('Items in total'), '');
	set(phase.getByLabelText('Wallets'), '');
	await userEvent.click(dialog.getByRole('button', { name: 'Save the phases' }));
	expect(dialog.getByText('It ends before it starts')).toBeVisible();
	expect(dialog.getByText('At most nine decimals')).toBeVisible();
	expect(server.changes()).toEqual([]);
});

test('what the server refuses is told beside its field; phases that are there keep their ids, and go when they are removed', async () => {
	const phases = ['Early', 'Public'].map((name, place) => ({
		id: `p${place}`,
		name,
		priceLamports: '100000000',
		price: 0.1,
		startsAt: place === 0 ? null : '2030-01-02T17:00:00.000Z',
		endsAt: place === 0 ? '2030-01-02T17:00:00.000Z' : null,
		walletLimit: null,
		totalLimit: null,
		allowlistCount: place === 0 ? 7 : null,
	}));
	const panel = await openSale('selling', { phases });
	await userEvent.click(await panel.findByRole('button', { name: 'Phases' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Phases of the sale' }));
	expect(
		groupOf(dialog, 1).getByText(/^One a line.* The list has 7 wallets; what you enter replaces it\.$/),
	).toBeVisible();
	const message = 'Another one costs more.';
	server.refusals.set('collections.phases', new Refusal(400, message, { 'phases.1.price': message }, 'bad_input'));
	await userEvent.click(dialog.getByRole('button', { name: 'Save the phases' }));
	await waitFor(() => expect(groupOf(dialog, 2).getByLabelText('Price (SOL)')).toBeInvalid());
	await userEvent.click(dialog.getByRole('button', { name: 'Remove Phase 2' }));
	await userEvent.click(dialog.getByRole('button', { name: 'Save the phases' }));
	expect(await panel.findByText('The phases are saved.')).toBeVisible();
	expect(server.changes().at(-1)).toMatchObject([
		'collections.phases',
		{ phases: [{ id: 'p0', name: 'Early', startsAt: null, hasAllowlist: true }] },
	]);
	expect(server.callsOf('collections.allowlist')).toEqual([]);
});

test('a list that the server refuses leaves the phases that are saved: the next try changes them', async () => {
	const { section, dialog } = await openPhases();
	await userEvent.click(dialog.getByRole('button', { name: 'Add a phase' }));
	const phase = groupOf(dialog, 1);
	set(phase.getByLabelText('Name'), 'Early');
	await userEvent.click(phase.getByRole('checkbox'));
	set(phase.getByLabelText('Wallets'), wallet('A'));
	const message = `${wallet('A')} is not an address of Solana.`;
	server.refusals.set('collections.allowlist', new Refusal(400, message, { 'wallets.0': message }, 'bad_input'));
	await userEvent.click(dialog.getByRole('button', { name: 'Save the phases' }));
	expect(await dialog.findByText(message)).toBeVisible();
	set(phase.getByLabelText('Wallets'), wallet('B'));
	const tag = server.sale.phasesTag;
	await userEvent.click(dialog.getByRole('button', { name: 'Save the phases' }));
	expect(await section.findByText('The phases are saved.')).toBeVisible();
	expect(server.callsOf('collections.phases').at(-1)).toMatchObject({ phasesTag: tag, phases: [{ id: 'phase-1' }] });
	expect(server.callsOf('collections.allowlist').at(-1)).toMatchObject({ wallets: [wallet('B')] });
});

test('what another tab changed meanwhile is not overwritten', async () => {
	const { section, dialog } = await openPhases();
	const message = 'The phases were changed meanwhile, in another tab maybe. Nothing was saved; open them again.';
	server.refusals.set('collections.phases', new Refusal(409, message, {}, 'phases_changed'));
	server.sale = { ...server.sale, phasesTag: 'tag-of-the-other-tab' };
	await userEvent.click(dialog.getByRole('button', { name: 'Save the phases' }));
	expect(await dialog.findByText(message)).toBeVisible();
	await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
	// Long before the page asks by itself.
	await waitFor(() => expect(server.callsOf('collections.get').length).toBeGreaterThan(1), { timeout: 5_000 });
	await userEvent.click(section.getByRole('button', { name: 'Phases' }));
	const again = within(await screen.findByRole('dialog', { name: 'Phases of the sale' }));
	await userEvent.click(again.getByRole('button', { name: 'Save the phases' }));
	expect(await section.findByText('The phases are saved.')).toBeVisible();
	expect(server.callsOf('collections.phases').map((input) => (input as { phasesTag: string }).phasesTag)).toEqual([
		'tag-0',
		'tag-of-the-other-tab',
	]);
});
