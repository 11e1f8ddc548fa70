import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createPng } from '../../../lib/images/image-testing.ts';
import { watchSaving } from '../../../test/saved-files.ts';
import { usePage } from '../../../test/setup.tsx';
import { emptySettings } from '../merge-draft.ts';
import { DoctorPanel } from './doctor-panel.tsx';
import { fileOf, type MergeServer, openMerger, pickWith, serveMerges } from './merger-page-testing.ts';

usePage();

let server: MergeServer;
afterEach(() => {
	server.forgetPage();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

/** Opens the page, on which a virtual list has room for what is in it. */
async function openPage(): Promise<void> {
	vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(540);
	vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
	vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(36);
	server = serveMerges();
	await openMerger();
}

const picture = (path: string) => fileOf(path, createPng(path), 'image/png', true);
const pictures = (folder: string, count: number) =>
	Array.from({ length: count }, (_, index) => picture(`${folder}/${index + 1}.png`));

test('every finding has its full list, to be searched and saved as CSV', async () => {
	await openPage();
	await pickWith('folder', [...pictures('elves', 30), ...pictures('orcs', 10), picture('orcs/=1+1.png')]);
	const title = '41 images without metadata';
	await userEvent.click(await screen.findByRole('button', { name: `Show all: ${title}` }));
	const dialog = within(await screen.findByRole('dialog', { name: title }));
	expect(await dialog.findByText('41 rows')).toBeVisible();
	expect(dialog.getByRole('cell', { name: 'elves/1.png' })).toBeVisible();
	await userEvent.type(dialog.getByRole('searchbox', { name: 'Search the list' }), 'ORCS/10');
	expect(await dialog.findByText('1 of 41 rows')).toBeVisible();
	const saved = watchSaving();
	await userEvent.click(dialog.getByRole('button', { name: 'Download as CSV' }));
	expect(saved.names).toEqual(['merge-doctor-missingMetadata.csv']);
	const lines = (await saved.contents[0]!.text()).split('\r\n');
	expect(lines).toHaveLength(43);
	expect(lines.slice(0, 2)).toEqual(['File,Collection,Problem', 'elves/1.png,elves,has no metadata']);
	await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('while files are read again nothing is said of what was found before', () => {
	const findings = [{ kind: 'missingMetadata', count: 41, examples: [] }] as const;
	const props = {
		findings,
		traits: [],
		hasCollections: true,
		inputs: 'picked' as const,
		refusedCount: 0,
		draft: { ...emptySettings, ownerId: '' },
		isTried: false,
	};
	const { rerender } = render(<DoctorPanel {...props} isReading={false} />);
	expect(screen.getByText('41 images without metadata')).toBeInTheDocument();
	rerender(<DoctorPanel {...props} isReading />);
	expect(screen.getByText('Everything is checked once all files are read.')).toBeVisible();
	expect(screen.queryByText('41 images without metadata')).toBeNull();
});

test('keys pressed in a list start no merge', async () => {
	await openPage();
	await pickWith('folder', pictures('elves', 2));
	await userEvent.type(screen.getByLabelText('Project Name'), 'Frost');
	await userEvent.click(await screen.findByRole('button', { name: /^Show all: 2 images without metadata/ }));
	const dialog = within(await screen.findByRole('dialog'));
	await userEvent.type(await dialog.findByRole('searchbox'), '1{Control>}{Enter}{/Control}');
	expect(await dialog.findByText('1 of 2 rows')).toBeVisible();
	expect(server.calls).toEqual([]);
});

const traits = (path: string, names: readonly string[]) =>
	fileOf(
		path,
		JSON.stringify({ attributes: names.map((trait_type) => ({ trait_type, value: 'Red' })) }),
		'application/json',
		true,
	);

test('a rename chooses from the traits that exist and tells what it changes', async () => {
	await openPage();
	const add = screen.getByRole('button', { name: 'Add a rename' });
	expect(add).toHaveAccessibleDescription('There is no trait to rename yet.');
	await pickWith('folder', [
		...pictures('elves', 3),
		traits('elves/1.json', ['Hat', 'Cape ']),
		traits('elves/2.json', ['Hat']),
		traits('elves/3.json', ['Cap', 'Hat']),
	]);
	await waitFor(() => expect(add).not.toHaveAttribute('aria-disabled'));
	await userEvent.click(add);
	const old = screen.getByLabelText('Old name 1');
	const options = within(old).getAllByRole('option');
	expect(options.map(({ textContent }) => textContent)).toEqual([
		'Choose a trait',
		'Hat (3 tokens)',
		'Cap (1 token)',
		'Cape  (1 token)',
	]);
	await userEvent.selectOptions(old, 'Hat');
	await userEvent.type(screen.getByLabelText('New name 1'), 'Hat ');
	expect(await screen.findByText('This is its name already.')).toBeVisible();
	await userEvent.clear(screen.getByLabelText('New name 1'));
	await userEvent.type(screen.getByLabelText('New name 1'), 'Cap');
	expect(await screen.findByText('Changes 3 tokens.')).toBeVisible();
	expect(await screen.findByText(/^1 token has another trait of that name then/)).toBeVisible();
	await userEvent.click(add);
	expect(within(screen.getByLabelText('Old name 2')).queryByRole('option', { name: /^Hat/ })).toBeNull();
	await userEvent.selectOptions(screen.getByLabelText('Old name 2'), 'Cape ');
	await userEvent.type(screen.getByLabelText('New name 2'), 'Cloak');
	expect(await screen.findByText('Changes 1 token.')).toBeVisible();
	await userEvent.type(screen.getByLabelText('Project Name'), 'Frost');
	await userEvent.click(screen.getByRole('button', { name: 'Start Merge' }));
	await screen.findByText('Merge Started');
	expect(server.calls[0]?.[1]).toMatchObject({ options: { fixes: { renames: { Hat: 'Cap', 'Cape ': 'Cloak' } } } });
});

test('images whose metadata has no trait are found by themselves, stay so, and get ‘None’ where that is chosen', async () => {
	await openPage();
	await pickWith('folder', [
		...pictures('frost', 3),
		traits('frost/1.json', ['Hat', 'Cape']),
		traits('frost/2.json', ['Hat']),
		traits('frost/3.json', []),
	]);
	expect(await screen.findByText("1 token of 2 lacks 'Cape'.")).toBeVisible();
	const choices = within(
		await screen.findByRole('radiogroup', { name: 'What to do: 1 image without traits, while others have some' }),
	);
	expect(choices.getByRole('radio', { name: 'Keep without traits' })).toBeChecked();
	await userEvent.click(choices.getByRole('radio', { name: 'Add ‘None’ for each trait' }));
	await userEvent.type(screen.getByLabelText('Project Name'), 'Frost');
	await userEvent.click(screen.getByRole('button', { name: 'Start Merge' }));
	await screen.findByText('Merge Started');
	expect(server.calls[0]?.[1]).toMatchObject({ options: { fixes: { missingTraits: 'keep', noTraits: 'none' } } });
});

test('a trait in several spellings is one to rename while names are unified, and several while they are kept', async () => {
	await openPage();
	await pickWith('folder', [
		...pictures('elves', 3),
		traits('elves/1.json', ['Hat']),
		traits('elves/2.json', ['Hat']),
		traits('elves/3.json', ['hat']),
	]);
	const add = screen.getByRole('button', { name: 'Add a rename' });
	await waitFor(() => expect(add).not.toHaveAttribute('aria-disabled'));
	await userEvent.click(add);
	const options = () =>
		within(screen.getByLabelText('Old name 1'))
			.getAllByRole('option')
			.map(({ textContent }) => textContent);
	expect(options()).toEqual(['Choose a trait', 'Hat (3 tokens)']);
	const names = within(screen.getByRole('radiogroup', { name: /trait name is spelled in different ways$/ }));
	await userEvent.click(names.getByRole('radio', { name: 'Keep as they are' }));
	await waitFor(() => expect(options()).toEqual(['Choose a trait', 'Hat (2 tokens)', 'hat (1 token)']));
	await userEvent.selectOptions(screen.getByLabelText('Old name 1'), 'hat');
	await userEvent.click(names.getByRole('radio', { name: 'Use the most common spelling' }));
	await waitFor(() => expect(options()).toEqual(['Choose a trait', 'Hat (3 tokens)']));
	expect(screen.getByLabelText('Old name 1')).toHaveDisplayValue('Hat (3 tokens)');
	await userEvent.type(screen.getByLabelText('New name 1'), 'Cap');
	expect(await screen.findByText('Changes 3 tokens.')).toBeVisible();
});

test('on a narrow screen a finding is a line with what is done about it, and opens', async () => {
	vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
		Object.assign(new EventTarget() as MediaQueryList, { matches: media === '(width < 40rem)', media }),
	);
	await openPage();
	await pickWith('folder', pictures('elves', 2));
	const doctor = within(await screen.findByRole('region', { name: 'Merge doctor' }));
	const line = await doctor.findByText('2 images without metadata');
	expect(line.parentElement).toHaveTextContent('2 images without metadataKeep without traits');
	const leaveOut = doctor.getByRole('radio', { name: 'Leave out', hidden: true });
	expect(leaveOut).not.toBeVisible();
	await userEvent.click(line);
	expect(leaveOut).toBeVisible();
	await userEvent.click(leaveOut);
	expect(line.parentElement).toHaveTextContent('2 images without metadataLeave out');
});

test('the full list stays open where a phone is turned', async () => {
	const narrow = Object.assign(new EventTarget(), { matches: false, media: '(width < 40rem)' });
	vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
		media === narrow.media
			? (narrow as unknown as MediaQueryList)
			: Object.assign(new EventTarget() as MediaQueryList, { matches: false, media }),
	);
	await openPage();
	await pickWith('folder', pictures('elves', 2));
	await userEvent.click(await screen.findByRole('button', { name: 'Show all: 2 images without metadata' }));
	const dialog = within(await screen.findByRole('dialog'));
	await userEvent.type(await dialog.findByRole('searchbox'), '1.png');
	expect(await dialog.findByText('1 of 2 rows')).toBeVisible();
	narrow.matches = true;
	act(() => void narrow.dispatchEvent(new Event('change')));
	expect(screen.getByText('2 images without metadata', { selector: 'summary *' })).toBeInTheDocument();
	expect(dialog.getByText('1 of 2 rows')).toBeVisible();
});

test('a new rename has the focus, and one without a trait says so', async () => {
	await openPage();
	await pickWith('folder', [...pictures('elves', 1), traits('elves/1.json', ['Hat'])]);
	const add = screen.getByRole('button', { name: 'Add a rename' });
	await waitFor(() => expect(add).not.toHaveAttribute('aria-disabled'));
	await userEvent.click(add);
	const old = screen.getByLabelText('Old name 1');
	expect(old).toHaveFocus();
	expect(old).not.toBeInvalid();
	await userEvent.type(screen.getByLabelText('New name 1'), 'Cap');
	expect(old).toBeInvalid();
	expect(old).toHaveAccessibleDescription('Choose the trait to rename');
	await userEvent.selectOptions(old, 'Hat');
	expect(old).toBeValid();
	expect(screen.queryByText('Choose the trait to rename')).toBeNull();
});

test.each([
	{
		filled: 'Old name 2',
		missing: 'New name 2',
		problem: 'Enter the new name',
		begin: () => userEvent.selectOptions(screen.getByLabelText('Old name 2'), 'Cape'),
		complete: () => userEvent.type(screen.getByLabelText('New name 2'), 'Cloak'),
	},
	{
		filled: 'New name 2',
		missing: 'Old name 2',
		problem: 'Choose the trait to rename',
		begin: () => userEvent.type(screen.getByLabelText('New name 2'), 'Cloak'),
		complete: () => userEvent.selectOptions(screen.getByLabelText('Old name 2'), 'Cape'),
	},
])('a rename with its $filled alone keeps the merge from starting, and says why', async (rename) => {
	const { missing, problem, begin, complete } = rename;
	await openPage();
	await pickWith('folder', [...pictures('elves', 1), traits('elves/1.json', ['Hat', 'Cape'])]);
	await userEvent.type(screen.getByLabelText('Project Name'), 'Frost');
	const add = screen.getByRole('button', { name: 'Add a rename' });
	await waitFor(() => expect(add).not.toHaveAttribute('aria-disabled'));
	// One that is left empty is none.
	await userEvent.click(add);
	await userEvent.click(add);
	const start = screen.getByRole('button', { name: 'Start Merge' });
	await waitFor(() => expect(start).toBeEnabled());
	await begin();
	expect(start).toHaveAccessibleDescription(`Rename 2: ${problem}.`);
	expect(start).toBeDisabled();
	const preflight = within(screen.getByRole('region', { name: 'Preflight' }));
	expect(await preflight.findByText(/Without renames that are not filled in yet\.$/)).toBeVisible();
	await userEvent.click(screen.getByRole('button', { name: 'Go to the field' }));
	const field = screen.getByLabelText(missing);
	expect(field).toHaveFocus();
	expect(field).toBeInvalid();
	expect(field).toHaveAccessibleDescription(problem);
	await userEvent.click(screen.getByLabelText('Project Name'));
	await userEvent.keyboard('{Enter}');
	expect(await screen.findByText('A field is not right yet')).toBeVisible();
	expect(screen.getByLabelText(missing)).toHaveFocus();
	expect(server.calls).toEqual([]);
	await complete();
	expect(field).toBeValid();
	await waitFor(() => expect(start).toBeEnabled());
	await userEvent.click(start);
	await screen.findByText('Merge Started');
	expect(server.calls[0]?.[1]).toMatchObject({ options: { fixes: { renames: { Cape: 'Cloak' } } } });
});

test('a new name is missed once its field is left, and not while the trait is being chosen', async () => {
	await openPage();
	await pickWith('folder', [...pictures('elves', 1), traits('elves/1.json', ['Hat'])]);
	const add = screen.getByRole('button', { name: 'Add a rename' });
	await waitFor(() => expect(add).not.toHaveAttribute('aria-disabled'));
	await userEvent.click(add);
	await userEvent.selectOptions(screen.getByLabelText('Old name 1'), 'Hat');
	const field = screen.getByLabelText('New name 1');
	expect(field).toBeValid();
	await userEvent.click(field);
	await userEvent.tab();
	expect(field).toBeInvalid();
	expect(field).toHaveAccessibleDescription('Enter the new name');
});

test('the keyboard goes on at the renames where one is removed', async () => {
	await openPage();
	await pickWith('folder', [...pictures('elves', 1), traits('elves/1.json', ['Hat'])]);
	const add = screen.getByRole('button', { name: 'Add a rename' });
	await waitFor(() => expect(add).not.toHaveAttribute('aria-disabled'));
	await userEvent.click(add);
	await userEvent.selectOptions(screen.getByLabelText('Old name 1'), 'Hat');
	screen.getByRole('button', { name: 'Do not rename Hat' }).focus();
	await userEvent.keyboard('{Enter}');
	await waitFor(() => expect(screen.queryByLabelText('Old name 1')).toBeNull());
	expect(add.closest('fieldset')).toHaveFocus();
	await userEvent.tab();
	expect(add).toHaveFocus();
});

test('what has nothing to choose is counted apart, and the fields of a rename have equal labels', async () => {
	await openPage();
	const nameless = JSON.stringify({ attributes: [{ value: 'Legendary' }, { trait_type: 'Hat', value: 'Tall' }] });
	const odd = fileOf('elves/2.json', nameless, 'application/json', true);
	await pickWith('folder', [...pictures('elves', 3), traits('elves/1.json', ['Hat']), odd]);
	const doctor = within(screen.getByRole('region', { name: 'Merge doctor' }));
	expect(await doctor.findByText('1 thing to decide, 1 thing to know')).toBeVisible();
	expect(doctor.getByText("elves/2.json loses the nameless value 'Legendary'.")).toBeVisible();
	expect(doctor.getByText(/^Correct this in the files, remove their collection above/)).toBeVisible();
	await userEvent.click(doctor.getByRole('button', { name: 'Add a rename' }));
	const [old, fresh] = ['Old name 1', 'New name 1'].map((label) => doctor.getByText(label, { selector: 'label' }));
	expect(old!.className).toBe(fresh!.className);
});
