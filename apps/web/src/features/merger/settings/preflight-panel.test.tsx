import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createPng } from '../../../lib/images/image-testing.ts';
import { usePage } from '../../../test/setup.tsx';
import { fileOf, type MergeServer, openMerger, pickWith, serveMerges } from '../page/merger-page-testing.ts';

usePage();

let server: MergeServer;
afterEach(() => {
	server.forgetPage();
	vi.unstubAllGlobals();
});

async function openPage(): Promise<void> {
	server = serveMerges();
	await openMerger();
}

/** A folder of tokens that say what HashLips writes until somebody replaces it. */
const hashLips = (count: number) =>
	Array.from({ length: count }, (_, index) => {
		const metadata = {
			name: `Your Collection #${index}`,
			description: 'Remember to replace this description',
			image: `ipfs://NewUriToReplace/${index}.png`,
			attributes: [{ trait_type: 'Hat', value: `Hat ${index}` }],
		};
		return [
			fileOf(`build/${index}.png`, createPng(`${index}`), 'image/png', true),
			fileOf(`build/${index}.json`, JSON.stringify(metadata), 'application/json', true),
		];
	}).flat();

const panel = () => within(screen.getByRole('region', { name: 'Preflight' }));
const finding = async (problem: RegExp) => {
	const text = await panel().findByText(problem);
	return within(text.closest('li')!);
};
const startedWith = () => server.calls.find(([verb]) => verb === 'start')?.[1] as { options: object } | undefined;

/** Presses it as soon as all files are read. */
async function pressStart(): Promise<void> {
	const start = screen.getByRole('button', { name: 'Start Merge' });
	await waitFor(() => expect(start).toBeEnabled());
	await userEvent.click(start);
}

test('says what it waits for, and that nothing stands in the way', async () => {
	await openPage();
	expect(panel().getByRole('status')).toHaveTextContent(/^Once there are collections and a project name/);
	await pickWith('folder', hashLips(1).slice(0, 1));
	expect(panel().getByRole('status')).toHaveTextContent(/^(Once there are|Checks everything once)/);
	await userEvent.type(screen.getByLabelText('Project Name'), 'Court');
	expect(await panel().findByText('Nothing stands in the way: 1 token checked for all targets.')).toBeVisible();
});

test('names that are too long with their number are mended by a press, and the merge is started so', async () => {
	await openPage();
	await pickWith('folder', hashLips(2));
	await userEvent.type(screen.getByLabelText('Project Name'), 'The Winter Court of the Ice King');
	const names = await finding(/^Solana takes names of 32 bytes, the number in them included/);
	await userEvent.click(names.getByText('For example'));
	expect(names.getByText('build/0.png: 35 bytes.')).toBeVisible();
	expect(names.getByText('Metaplex')).toBeVisible();
	expect(screen.getByText(/The preflight found 1 error; the merge can be started all the same\./)).toBeVisible();
	await userEvent.click(names.getByRole('button', { name: 'Name them “The Winter Court of the Ice #{number}”' }));
	expect(screen.getByRole('region', { name: 'Preflight' })).toHaveFocus();
	await waitFor(() => expect(panel().queryByText(/32 bytes/)).toBeNull());
	const description = await finding(/^Descriptions are still to be written/);
	await userEvent.click(description.getByRole('button', { name: 'Write one description for all' }));
	const field = screen.getByLabelText('Description of every token');
	expect(field).toHaveFocus();
	await userEvent.type(field, '{{name}, of {{number}');
	await waitFor(() => expect(panel().queryByText(/^Descriptions are/)).toBeNull());
	expect(panel().queryByText(/ipfs:/)).toBeNull();
	await pressStart();
	await screen.findByText('Merge Started');
	expect(startedWith()?.options).toMatchObject({
		metadata: { namePattern: 'The Winter Court of the Ice #{number}', descriptionPattern: '{name}, of {number}' },
	});
});

test('what is wrong in a field is said, keeps the merge from starting, and gets the focus', async () => {
	await openPage();
	await pickWith('folder', hashLips(1));
	await userEvent.type(screen.getByLabelText('Project Name'), 'Court');
	await userEvent.click(screen.getByText('What every token says'));
	await userEvent.type(screen.getByLabelText('Symbol'), 'ice');
	await userEvent.type(screen.getByLabelText('Royalty in percent'), '5');
	await userEvent.click(screen.getByRole('button', { name: 'Add a creator' }));
	expect(screen.getByLabelText('Share 1 (%)')).toHaveValue('100');
	await userEvent.type(screen.getByLabelText('Address 1'), '0x12');
	await pressStart();
	expect(await screen.findByText('A field is not right yet')).toBeVisible();
	expect(screen.getAllByText('Creator 1: Not an address of Solana')[0]).toBeVisible();
	expect(screen.getByLabelText('Address 1')).toHaveFocus();
	expect(server.calls).toEqual([]);
	await userEvent.clear(screen.getByLabelText('Address 1'));
	await userEvent.type(screen.getByLabelText('Address 1'), '4'.repeat(44));
	await pressStart();
	await screen.findByText('Merge Started');
	const creators = [{ address: '4'.repeat(44), share: 100 }];
	expect(startedWith()?.options).toMatchObject({ metadata: { symbol: 'ICE', royaltyPercentage: 5, creators } });
});

test('nothing is sent of what was not set', async () => {
	await openPage();
	await pickWith('folder', hashLips(1));
	await userEvent.type(screen.getByLabelText('Project Name'), 'Court');
	await pressStart();
	await screen.findByText('Merge Started');
	expect(startedWith()?.options).not.toHaveProperty('metadata');
});
