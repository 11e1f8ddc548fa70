import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { afterEach, expect, test, vi } from 'vitest';
import { createPng } from '../../../lib/images/image-testing.ts';
import { usePage } from '../../../test/setup.tsx';
import { addArchive } from '../inputs/add-archive.ts';
import { currentDraft } from '../merge-draft.ts';
import { fileOf, type MergeServer, openMerger, pickWith, serveMerges } from '../page/merger-page-testing.ts';

usePage();

let server: MergeServer;
afterEach(() => {
	server.forgetPage();
	vi.restoreAllMocks();
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

/** Puts a whole text into a field, at its end. */
async function fill(label: string, text: string): Promise<void> {
	await userEvent.click(screen.getByLabelText(label));
	await userEvent.paste(text);
}

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
	await fill('Project Name', 'Court');
	const symbols = await finding(/^Tokens have no symbol/);
	await userEvent.click(symbols.getByRole('button', { name: 'Set a symbol for all' }));
	await userEvent.keyboard('ice');
	const descriptions = await finding(/^Tokens have no description/);
	await userEvent.click(descriptions.getByRole('button', { name: 'Write one description for all' }));
	await userEvent.keyboard('Of the court');
	expect(await panel().findByText('Nothing stands in the way: 1 token checked for all targets.')).toBeVisible();
});

test('names that are too long with their number are mended by a press, and the merge is started so', async () => {
	await openPage();
	await pickWith('folder', hashLips(2));
	await fill('Project Name', 'The Winter Court of the Ice King');
	const names = await finding(/^Solana takes names of 32 bytes, the number in them included/);
	await userEvent.click(names.getByText('For example'));
	expect(names.getByText('build/0.png: 35 bytes.')).toBeVisible();
	expect(names.getByText('Metaplex')).toBeVisible();
	expect(screen.getByText(/The preflight found 1 error; you can start the merge anyway\./)).toBeVisible();
	await userEvent.click(names.getByRole('button', { name: 'Name them “The Winter Court of the Ice #{number}”' }));
	expect(screen.getByRole('region', { name: 'Preflight' })).toHaveFocus();
	expect(
		screen.getByRole('radio', {
			name: 'New. By the pattern “The Winter Court of the Ice #{number}”, without the name above',
		}),
	).toBeChecked();
	await waitFor(() => expect(panel().queryByText(/32 bytes/)).toBeNull());
	const description = await finding(/^Descriptions are placeholders/);
	await userEvent.click(description.getByRole('button', { name: 'Write one description for all' }));
	const field = screen.getByLabelText('Description of every token');
	expect(field).toHaveFocus();
	await userEvent.paste('{name}, of {number}');
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
	await fill('Project Name', 'Court');
	await userEvent.click(screen.getByText('Token metadata'));
	await fill('Symbol', 'ice');
	await fill('Royalty in percent', '5');
	await userEvent.click(screen.getByRole('button', { name: 'Add a creator' }));
	expect(screen.getByLabelText('Share 1 (%)')).toHaveValue('100');
	await fill('Address 1', '0x12');
	const start = screen.getByRole('button', { name: 'Start Merge' });
	await waitFor(() => expect(start).toHaveAccessibleDescription('Creator 1: Not a Solana address.'));
	expect(start).toBeDisabled();
	expect(screen.queryByText('Creator 1: Not a Solana address')).toBeNull();
	await userEvent.click(screen.getByRole('button', { name: 'Go to the field' }));
	expect(screen.getByText('Creator 1: Not a Solana address')).toBeVisible();
	expect(screen.getByLabelText('Address 1')).toHaveFocus();
	await userEvent.click(screen.getByLabelText('Project Name'));
	await userEvent.keyboard('{Enter}');
	expect(await screen.findByText('A field is not right yet')).toBeVisible();
	expect(screen.getByLabelText('Address 1')).toHaveFocus();
	expect(server.calls).toEqual([]);
	await userEvent.clear(screen.getByLabelText('Address 1'));
	await fill('Address 1', '4'.repeat(44));
	await pressStart();
	await screen.findByText('Merge Started');
	const creators = [{ address: '4'.repeat(44), share: 100 }];
	expect(startedWith()?.options).toMatchObject({ metadata: { symbol: 'ICE', royaltyPercentage: 5, creators } });
	expect(screen.getByLabelText('Royalty in percent')).toHaveValue('5');
	expect(screen.getByLabelText('Address 1')).toHaveValue('4'.repeat(44));
});

test('an address that is pasted with spaces around it is kept whole', async () => {
	await openPage();
	await userEvent.click(screen.getByText('Token metadata'));
	await userEvent.click(screen.getByRole('button', { name: 'Add a creator' }));
	const field = screen.getByLabelText('Address 1');
	await userEvent.click(field);
	await userEvent.paste(` ${'4'.repeat(44)} `);
	expect(field).toHaveValue('4'.repeat(44));
});

test('of several creators the wrong field is marked as it is left, and gets the focus', async () => {
	await openPage();
	await pickWith('folder', hashLips(1));
	await fill('Project Name', 'Court');
	await userEvent.click(screen.getByText('Token metadata'));
	await userEvent.click(screen.getByRole('button', { name: 'Add a creator' }));
	await fill('Address 1', '4'.repeat(44));
	await userEvent.click(screen.getByRole('button', { name: 'Add a creator' }));
	await fill('Address 2', '0x12');
	expect(screen.queryByText('Creator 2: Not a Solana address')).toBeNull();
	await userEvent.click(screen.getByLabelText('Share 2 (%)'));
	expect(screen.getByText('Creator 2: Not a Solana address')).toBeVisible();
	expect(screen.getByLabelText('Address 2')).toBeInvalid();
	await fill('Share 2 (%)', '50');
	for (const label of ['Address 1', 'Share 1 (%)', 'Share 2 (%)']) expect(screen.getByLabelText(label)).toBeValid();
	await userEvent.click(screen.getByRole('button', { name: 'Go to the field' }));
	expect(screen.getByLabelText('Address 2')).toHaveFocus();
	await userEvent.clear(screen.getByLabelText('Address 2'));
	await fill('Address 2', '5'.repeat(44));
	expect(screen.getByText('The shares add up to 150, not to 100')).toBeVisible();
	expect(screen.getByLabelText('Address 2')).toBeValid();
	expect(screen.getByLabelText('Share 1 (%)')).toBeInvalid();
	expect(screen.getByLabelText('Share 2 (%)')).toBeInvalid();
});

test('a wrong address is reported at its own row, also below one that is still empty', async () => {
	await openPage();
	await userEvent.click(screen.getByText('Token metadata'));
	// The share of the first one is there already, so that it counts as begun.
	await userEvent.click(screen.getByRole('button', { name: 'Add a creator' }));
	await userEvent.click(screen.getByRole('button', { name: 'Add a creator' }));
	await fill('Address 2', '0x12');
	await userEvent.click(screen.getByLabelText('Share 2 (%)'));
	expect(screen.getByLabelText('Address 2')).toBeInvalid();
	expect(screen.getByLabelText('Address 2')).toHaveAccessibleDescription('Creator 2: Not a Solana address');
	expect(screen.getByLabelText('Address 1')).toHaveAccessibleDescription('Creator 1: Not a Solana address');
	expect(screen.getByLabelText('Share 1 (%)')).toBeValid();
	expect(screen.getByLabelText('Share 2 (%)')).toBeValid();
});

test('the project name says what the longest name takes on Solana, and warns above its limit', async () => {
	await openPage();
	await pickWith('folder', hashLips(12));
	const name = screen.getByLabelText('Project Name');
	expect(name).not.toHaveAccessibleDescription();
	await fill('Project Name', 'Ice');
	await waitFor(() =>
		expect(name).toHaveAccessibleDescription('The longest token name takes 7 of the 32 bytes that Solana allows.'),
	);
	await fill('Project Name', ' Kings of the Far Nörth Wind');
	expect(name).toHaveAccessibleDescription(
		'The longest token name takes 36 bytes; Solana allows 32. Other targets take it.',
	);
	expect(screen.getByText(/^The longest token name takes 36/)).toHaveClass('text-warn');
	await userEvent.click(screen.getByText('Token metadata'));
	await fill('Token names', 'Ice');
	await fill('Project Name', 's');
	expect(name).toHaveAccessibleDescription(
		'The longest token name takes 3 of the 32 bytes that Solana allows. The project name takes 33 bytes; Solana allows 32 for the collection’s name, too.',
	);
	await userEvent.clear(name);
	await fill('Project Name', 'Ice');
	expect(name).toHaveAccessibleDescription('The longest token name takes 3 of the 32 bytes that Solana allows.');
	await userEvent.click(screen.getByRole('radio', { name: /^Keep\. The old name/ }));
	expect(name).not.toHaveAccessibleDescription();
	// 'Your Collection #11', which is known once the preflight has read it.
	await waitFor(() =>
		expect(name).toHaveAccessibleDescription('The longest token name takes 19 of the 32 bytes that Solana allows.'),
	);
});

test.each([
	['Token names', 'Elf {foo}'],
	['Description of every token', 'Of {rarity}'],
])('a placeholder of %s that nobody fills is said at once, and keeps the merge from starting', async (label, text) => {
	await openPage();
	await pickWith('folder', hashLips(1).slice(0, 1));
	await fill('Project Name', 'Court');
	await userEvent.click(screen.getByText('Token metadata'));
	await fill('Symbol', 'ICE');
	await fill('Description', 'A court');
	expect(await panel().findByText(/^Nothing stands in the way/)).toBeVisible();
	await fill(label, text);
	expect(screen.getByText('Only {number} and {name} are filled in')).toBeVisible();
	expect(screen.getByLabelText(label)).toBeInvalid();
	expect(panel().getByRole('status')).toHaveTextContent(/Without what is not right yet in the token metadata\.$/);
	expect(screen.getByRole('button', { name: 'Start Merge' })).toHaveAccessibleDescription(
		`${label}: Only {number} and {name} are filled in.`,
	);
	expect(screen.getByRole('button', { name: 'Start Merge' })).toBeDisabled();
});

test('a mend is pressed once for the draft that it mends, and waits for the check of any other', async () => {
	await openPage();
	await pickWith('folder', hashLips(2));
	await fill('Project Name', 'Court');
	await userEvent.click(screen.getByText('Token metadata'));
	await fill('Token names', 'Elf');
	const names = await finding(/^Tokens have the same name/);
	await userEvent.dblClick(names.getByRole('button', { name: 'Name them “Elf #{number}”' }));
	expect(currentDraft().namePattern).toBe('Elf #{number}');
	expect(panel().getByRole('status')).toHaveTextContent('Checking the collection for all targets...');
	expect(names.getByRole('button', { name: 'Name them “Elf #{number}”' })).toBeDisabled();
	await waitFor(() => expect(panel().queryByText(/^Tokens have the same name/)).toBeNull());
	expect(currentDraft().namePattern).toBe('Elf #{number}');
});

test('a finding of more than its examples has its full list, and on a narrow screen is a line that opens', async () => {
	vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
		Object.assign(new EventTarget() as MediaQueryList, { matches: media === '(width < 40rem)', media }),
	);
	// A virtual list has room for what is in it.
	vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(540);
	vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
	vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(36);
	await openPage();
	await pickWith('folder', hashLips(9));
	await fill('Project Name', 'Court');
	const line = await panel().findByText(/^Descriptions are placeholders/);
	const showAll = () => panel().queryByRole('button', { name: 'Show all: Descriptions are placeholders.' });
	expect(showAll()).not.toBeVisible();
	await userEvent.click(line);
	await userEvent.click(showAll()!);
	const dialog = within(await screen.findByRole('dialog', { name: 'Descriptions are placeholders.' }));
	expect(await dialog.findByText('9 rows')).toBeVisible();
	expect(dialog.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Found']);
	expect(dialog.getByRole('cell', { name: 'build/7.png: Remember to replace this description' })).toBeVisible();
	await userEvent.type(dialog.getByRole('searchbox', { name: 'Search the list' }), 'build/7.');
	expect(await dialog.findByText('1 of 9 rows')).toBeVisible();
});

test('a fault in what came from a job is not to be mended in a folder, until one is picked as well', async () => {
	await openPage();
	const writer = new ZipWriter(new BlobWriter('application/zip'), { useWebWorkers: false, level: 0 });
	const metadata = { name: 'Elf', external_url: 'http://elves.example/1', attributes: [{ value: 'Nameless' }] };
	await writer.add('images/1.png', new Uint8ArrayReader(createPng('elf')));
	await writer.add('metadata/1.json', new TextReader(JSON.stringify(metadata)));
	await addArchive('Elves', await writer.close(), 'job:1', null);
	await fill('Project Name', 'Court');
	const download = 'in the download of that job or merge, remove its collection above and pick the folder in its place';
	expect((await finding(/^URIs begin with http:/)).getByText(/^Correct these addresses/)).toHaveTextContent(
		`Correct these addresses ${download}: a merge leaves them as they are.`,
	);
	const doctor = within(screen.getByRole('region', { name: 'Merge doctor' }));
	expect(doctor.getByText(/^Correct this/)).toHaveTextContent(
		`Correct this ${download}, or merge as it was understood.`,
	);
	await pickWith('folder', hashLips(1));
	expect(await doctor.findByText(/^Correct this in the files, those of a job or merge in its download/)).toBeVisible();
	expect((await finding(/^URIs begin with http:/)).getByText(/in the files, those of a job or merge/)).toBeVisible();
});

test('no green mark stands beside a note that there are findings, which the merge doctor shows', async () => {
	await openPage();
	const same = createPng('same');
	const files = [0, 1].map((index) => fileOf(`build/${index}.png`, same, 'image/png', true));
	await pickWith('folder', [...files, fileOf('build/2.png', createPng('other'), 'image/png', true)]);
	await fill('Project Name', 'Court');
	const status = await panel().findByText(/What the merge doctor shows is decided there/);
	expect(status.querySelector('svg')).toBeNull();
});

test('nothing is sent of what was not set', async () => {
	await openPage();
	await pickWith('folder', hashLips(1));
	await fill('Project Name', 'Court');
	await pressStart();
	await screen.findByText('Merge Started');
	expect(startedWith()?.options).not.toHaveProperty('metadata');
});

test('a new creator has the focus, and the keyboard goes on at the creators where one is removed', async () => {
	await openPage();
	await userEvent.click(screen.getByText('Token metadata'));
	const add = screen.getByRole('button', { name: 'Add a creator' });
	await userEvent.click(add);
	expect(screen.getByLabelText('Address 1')).toHaveFocus();
	await userEvent.click(add);
	expect(screen.getByLabelText('Address 2')).toHaveFocus();
	for (const left of [1, 0]) {
		screen.getByRole('button', { name: 'Remove creator 1' }).focus();
		await userEvent.keyboard('{Enter}');
		expect(screen.queryAllByLabelText(/^Address \d$/)).toHaveLength(left);
		expect(screen.getByRole('group', { name: 'Creators' })).toHaveFocus();
	}
	await userEvent.tab();
	expect(add).toHaveFocus();
});

test('a symbol is shown in capitals as it is typed, and one that is too long says so, uncut', async () => {
	await openPage();
	await userEvent.click(screen.getByText('Token metadata'));
	const symbol = screen.getByLabelText('Symbol');
	await userEvent.type(symbol, 'ace');
	await userEvent.type(symbol, 'i', { initialSelectionStart: 1, initialSelectionEnd: 1 });
	expect(symbol).toHaveValue('AICE');
	expect(symbol).toHaveProperty('selectionStart', 2);
	await userEvent.clear(symbol);
	await userEvent.click(symbol);
	await userEvent.paste('frostcourts');
	expect(symbol).toHaveValue('FROSTCOURTS');
	expect(screen.getByText('At most 10 characters')).toBeVisible();
});
