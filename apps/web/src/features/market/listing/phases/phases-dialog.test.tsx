import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { api, procedureAt, Refusal } from '../../../../test/api.ts';
import { openSale, toastTitle, useCreatorSaleServer } from '../listing-testing.tsx';

const server = useCreatorSaleServer();
const wallet = (letter: string) => letter.repeat(43);

async function openPhases(changes: Parameters<typeof openSale>[1] = {}) {
	const panel = await openSale('selling', changes);
	const section = within(await panel.findByRole('region', { name: 'Phases of the sale' }));
	await userEvent.click(section.getByRole('button', { name: 'Phases' }));
	return { section, dialog: within(await screen.findByRole('dialog', { name: 'Phases of the sale' })) };
}

const set = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
/** Two phases as the server has them. */
const savedPhases = () =>
	['Early', 'Public'].map((name, place) => ({
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

test('a phase of more items than the sale has is told beside its field and not sent', async () => {
	const { section, dialog } = await openPhases({ supply: 4 });
	await userEvent.click(dialog.getByRole('button', { name: 'Add a phase' }));
	const phase = groupOf(dialog, 1);
	set(phase.getByLabelText('Name'), 'Early');
	set(phase.getByLabelText('Items in total'), '99');
	await userEvent.click(dialog.getByRole('button', { name: 'Save the phases' }));
	const total = phase.getByLabelText('Items in total');
	expect(total).toBeInvalid();
	expect(total).toHaveAccessibleDescription(/The sale has 4 items\.$/);
	expect(server.changes()).toEqual([]);
	set(total, '4');
	await userEvent.click(dialog.getByRole('button', { name: 'Save the phases' }));
	expect(await section.findByText('The phases are saved.')).toBeVisible();
	expect(server.callsOf('collections.phases')).toMatchObject([{ phases: [{ totalLimit: 4 }] }]);
});

test('a phase for the wallets of a list is not saved without a list, which a heading alone is not', async () => {
	const { section, dialog } = await openPhases();
	const save = () => userEvent.click(dialog.getByRole('button', { name: 'Save the phases' }));
	await userEvent.click(dialog.getByRole('button', { name: 'Add a phase' }));
	const phase = groupOf(dialog, 1);
	set(phase.getByLabelText('Name'), 'Early');
	await userEvent.click(phase.getByRole('checkbox'));
	const list = phase.getByLabelText('Wallets');
	for (const text of ['', 'wallet']) {
		set(list, text);
		await save();
		expect(list).toBeInvalid();
		expect(list).toHaveAccessibleDescription(
			/Enter at least one wallet\. Nobody can buy in a phase whose list is empty\.$/,
		);
	}
	expect(server.changes()).toEqual([]);
	set(list, wallet('A'));
	await save();
	expect(await section.findByText('The phases are saved.')).toBeVisible();
	expect(server.callsOf('collections.allowlist')).toMatchObject([{ wallets: [wallet('A')] }]);
});

test('a list from a file is not said to be empty, and what was wrong with it goes with it', async () => {
	const { dialog } = await openPhases();
	await userEvent.click(dialog.getByRole('button', { name: 'Add a phase' }));
	const phase = groupOf(dialog, 1);
	set(phase.getByLabelText('Name'), 'Early');
	await userEvent.click(phase.getByRole('checkbox'));
	const list = phase.getByLabelText('Wallets');
	expect(list).toHaveAccessibleDescription(/Nobody is on the list yet\.$/);
	expect(phase.getByRole('button', { name: 'Take them from a file' })).toBeVisible();
	const choose = (text: string) =>
		userEvent.upload(phase.getByLabelText('File of wallets'), new File([text], 'list.csv', { type: 'text/csv' }));
	await choose(`${wallet('A')}\nnobody`);
	expect(await phase.findByText('1 wallet, 1 line is no address of a wallet')).toBeVisible();
	expect(list).toHaveAccessibleDescription(/at most 50,000\.$/);
	await userEvent.click(dialog.getByRole('button', { name: 'Save the phases' }));
	expect(list).toHaveAccessibleDescription(/Line 2 is not a Solana address: nobody$/);
	const lost = new File(['x'], 'lost.csv', { type: 'text/csv' });
	lost.text = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
	await userEvent.upload(phase.getByLabelText('File of wallets'), lost);
	await waitFor(() => expect(list).toHaveAccessibleDescription(/‘lost\.csv’ could not be read\.$/));
	await choose('');
	await waitFor(() => expect(list).toHaveValue(''));
	expect(list).toBeValid();
	expect(list).toHaveAccessibleDescription(/Nobody is on the list yet\.$/);
	expect(dialog.queryByText('Some fields need another look.')).toBeNull();
});

test('a new phase begins at its name, and its fields say what it means to leave them empty', async () => {
	const { dialog } = await openPhases();
	const add = () => userEvent.click(dialog.getByRole('button', { name: 'Add a phase' }));
	await add();
	const first = groupOf(dialog, 1);
	expect(first.getByLabelText('Name')).toHaveFocus();
	for (const [label, hint] of [
		['Starts', 'Leave empty to start with the sale.'],
		['Ends', 'Leave empty to end with the sale.'],
		['Items per wallet', 'Leave empty to let a wallet buy any number.'],
		['Items in total', 'Leave empty to offer every item that is left.'],
	] as const) {
		expect(first.getByLabelText(label)).toHaveAccessibleDescription(hint);
	}
	await add();
	const second = groupOf(dialog, 2);
	expect(second.getByLabelText('Name')).toHaveFocus();
	expect(first.getByLabelText('Ends')).toHaveAccessibleDescription(
		'Do not leave this empty: another phase comes after this one.',
	);
	expect(second.getByLabelText('Starts')).toHaveAccessibleDescription(
		'Do not leave this empty: another phase comes before this one.',
	);
	expect(second.getByLabelText('Ends')).toHaveAccessibleDescription('Leave empty to end with the sale.');
});

test('the first field that is wrong has the focus, in whichever phase it is and whoever refuses it', async () => {
	const { dialog } = await openPhases({ phases: savedPhases() });
	const save = () => userEvent.click(dialog.getByRole('button', { name: 'Save the phases' }));
	const second = groupOf(dialog, 2);
	set(second.getByLabelText('Price (SOL)'), 'x');
	set(second.getByLabelText('Items in total'), '1.5');
	await save();
	expect(second.getByLabelText('Price (SOL)')).toHaveFocus();
	set(groupOf(dialog, 1).getByLabelText('Name'), '');
	await save();
	expect(groupOf(dialog, 1).getByLabelText('Name')).toHaveFocus();
	set(groupOf(dialog, 1).getByLabelText('Name'), 'Early');
	set(second.getByLabelText('Price (SOL)'), '0.2');
	set(second.getByLabelText('Items in total'), '');
	const message = 'It ends after the sale does.';
	server.refusals.set('collections.phases', new Refusal(400, message, { 'phases.1.endsAt': message }, 'bad_input'));
	await save();
	await waitFor(() => expect(second.getByLabelText('Ends')).toHaveFocus());
	expect(second.getByLabelText('Ends')).toBeInvalid();
});

describe('leaving', () => {
	const question = async () => within(await screen.findByRole('dialog', { name: 'Discard your changes?' }));
	// One that fades is hidden, and still takes keys.
	const isGone = (name: string) =>
		waitFor(() => expect(screen.queryByRole('dialog', { name, hidden: true })).toBeNull());
	const type = (dialog: ReturnType<typeof within>) => set(groupOf(dialog, 2).getByLabelText('Name'), 'Everybody');

	test('phases that were changed are asked about before they are lost', async () => {
		const { section, dialog } = await openPhases({ phases: savedPhases() });
		type(dialog);
		await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
		const asked = await question();
		expect(asked.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
			'Discard changes',
			'Keep editing',
		]);
		await userEvent.click(asked.getByRole('button', { name: 'Keep editing' }));
		await isGone('Discard your changes?');
		await userEvent.keyboard('{Escape}');
		await question();
		await userEvent.keyboard('{Escape}');
		await isGone('Discard your changes?');
		expect(groupOf(dialog, 2).getByLabelText('Name')).toHaveValue('Everybody');
		await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
		await userEvent.click((await question()).getByRole('button', { name: 'Discard changes' }));
		await isGone('Phases of the sale');
		await waitFor(() => expect(section.getByRole('button', { name: 'Phases' })).toHaveFocus());
		expect(server.changes()).toEqual([]);
		await userEvent.click(section.getByRole('button', { name: 'Phases' }));
		const again = within(await screen.findByRole('dialog', { name: 'Phases of the sale' }));
		expect(groupOf(again, 2).getByLabelText('Name')).toHaveValue('Public');
	});

	test('while they are saved the window stays, and shows what is refused', async () => {
		const { dialog } = await openPhases({ phases: savedPhases() });
		const answer = Promise.withResolvers<Refusal>();
		api.use(procedureAt('mint.collections.phases', () => answer.promise));
		await userEvent.click(dialog.getByRole('button', { name: 'Save the phases' }));
		await userEvent.keyboard('{Escape}');
		expect(await toastTitle('Wait until the phases are saved.')).toBeVisible();
		const cancel = dialog.getByRole('button', { name: 'Cancel' });
		expect(cancel).toHaveAccessibleDescription('Wait until the phases are saved.');
		await userEvent.click(cancel);
		answer.resolve(new Refusal(409, 'Not now.', {}, 'phases_changed'));
		expect(await dialog.findByText('Not now.')).toBeVisible();
		await userEvent.click(cancel);
		await isGone('Phases of the sale');
	});

	test('phases as they were saved are left at once', async () => {
		const { section, dialog } = await openPhases({ phases: savedPhases() });
		type(dialog);
		set(groupOf(dialog, 2).getByLabelText('Name'), 'Public');
		await userEvent.click(dialog.getByRole('button', { name: 'Add a phase' }));
		await userEvent.click(dialog.getByRole('button', { name: 'Remove Phase 3' }));
		await userEvent.keyboard('{Escape}');
		await isGone('Phases of the sale');
		await waitFor(() => expect(section.getByRole('button', { name: 'Phases' })).toHaveFocus());
	});

	test('a list that was not taken is asked about, not the phases that were', async () => {
		const { dialog } = await openPhases();
		await userEvent.click(dialog.getByRole('button', { name: 'Add a phase' }));
		const phase = groupOf(dialog, 1);
		set(phase.getByLabelText('Name'), 'Early');
		await userEvent.click(phase.getByRole('checkbox'));
		set(phase.getByLabelText('Wallets'), wallet('A'));
		server.refusals.set('collections.allowlist', new Refusal(409, 'Not now.', {}, 'sale_ended'));
		await userEvent.click(dialog.getByRole('button', { name: 'Save the phases' }));
		expect(await dialog.findByText('Not now.')).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
		await userEvent.click((await question()).getByRole('button', { name: 'Keep editing' }));
		await isGone('Discard your changes?');
		set(phase.getByLabelText('Wallets'), '');
		await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
		await isGone('Phases of the sale');
	});
});

test('what the server refuses is told beside its field; phases that are there keep their ids, and go when they are removed', async () => {
	const panel = await openSale('selling', { phases: savedPhases() });
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

test('an error stays with its phase where one before it is removed, and goes with its own', async () => {
	const { dialog } = await openPhases({ phases: savedPhases() });
	set(groupOf(dialog, 2).getByLabelText('Name'), '');
	await userEvent.click(dialog.getByRole('button', { name: 'Save the phases' }));
	expect(dialog.getByText('Some fields need another look.')).toBeVisible();
	await userEvent.click(dialog.getByRole('button', { name: 'Remove Phase 1' }));
	expect(groupOf(dialog, 1).getByLabelText('Name')).toBeInvalid();
	await userEvent.click(dialog.getByRole('button', { name: 'Remove Phase 1' }));
	expect(dialog.queryByText('Some fields need another look.')).toBeNull();
});

test('a list that the server refuses leaves the phases that are saved: the next try changes them', async () => {
	const { section, dialog } = await openPhases();
	await userEvent.click(dialog.getByRole('button', { name: 'Add a phase' }));
	const phase = groupOf(dialog, 1);
	set(phase.getByLabelText('Name'), 'Early');
	await userEvent.click(phase.getByRole('checkbox'));
	set(phase.getByLabelText('Wallets'), `wallet\n\n${wallet('A')}`);
	const message = `${wallet('A')} is not an address of Solana.`;
	server.refusals.set('collections.allowlist', new Refusal(400, message, { 'wallets.0': message }, 'bad_input'));
	await userEvent.click(dialog.getByRole('button', { name: 'Save the phases' }));
	const list = phase.getByLabelText('Wallets');
	await waitFor(() => expect(list).toHaveAccessibleDescription(new RegExp(`Line 3: ${message}$`)));
	expect(list).toHaveFocus();
	expect(dialog.getByText('Some fields need another look.')).toBeVisible();
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
