import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createPng } from '../../../lib/images/image-testing.ts';
import { UploadError } from '../../../lib/uploads/upload-api.ts';
import { Refusal } from '../../../test/api.ts';
import { watchSaving } from '../../../test/saved-files.ts';
import { usePage } from '../../../test/setup.tsx';
import { mergerClient } from '../worker/merger-client.ts';
import { fileOf, type MergeServer, openMerger, pickWith, serveMerges } from './merger-page-testing.ts';

usePage();

let server: MergeServer;
afterEach(() => {
	server.forgetPage();
	vi.unstubAllGlobals();
});

async function openWith(...args: Parameters<typeof serveMerges>): Promise<MergeServer> {
	server = serveMerges(...args);
	await openMerger();
	return server;
}

const card = (name: string) => screen.getByRole('region', { name });
const startButton = () => screen.getByRole('button', { name: 'Start Merge' });
const nameField = () => screen.getByLabelText('Project Name');
const folderFiles = (name: string, count: number) =>
	Array.from({ length: count }, (_, index) => [
		fileOf(`${name}/images/${index}.png`, createPng(`${name} ${index}`), 'image/png', true),
		fileOf(
			`${name}/json/${index}.json`,
			`{"name":"${index}","attributes":[{"trait_type":"Hut","value":"${index}"}]}`,
			'application/json',
			true,
		),
	]).flat();
const summary = (text: string) => screen.findByText(text);

/** Goes through both steps of naming loose files. */
async function nameFiles(name: string, description = '') {
	const dialog = await screen.findByRole('dialog', { name: 'Name the collection' });
	await userEvent.type(within(dialog).getByLabelText('Collection name'), `${name}{Enter}`);
	const field = await screen.findByLabelText('Description (optional)');
	if (description !== '') await userEvent.type(field, description);
	await userEvent.click(screen.getByRole('button', { name: 'Add collection' }));
}

async function zipOf(files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>): Promise<Blob> {
	const writer = new ZipWriter(new BlobWriter('application/zip'), { useWebWorkers: false, level: 0 });
	for (const [path, content] of Object.entries(files)) {
		await writer.add(path, typeof content === 'string' ? new TextReader(content) : new Uint8ArrayReader(content));
	}
	return writer.close();
}

const loose = () => [fileOf('1.png', createPng('one')), fileOf('2.png', createPng('two'))];

describe('Input Collections', () => {
	test('the card has Select Files and Select Folder (MRG-02)', async () => {
		await openWith();
		const input = within(card('Input Collections'));
		expect(input.getByRole('button', { name: 'Select Files' })).toBeEnabled();
		expect(input.getByRole('button', { name: 'Select Folder' })).toBeEnabled();
		expect(await input.findByText('No collections yet')).toBeVisible();
	});

	test('files are named and described in two steps (UPL-01, UPL-02, UPL-12, AMB-51)', async () => {
		await openWith();
		await pickWith('files', loose());
		await nameFiles('Elves', 'From the woods');
		expect(await screen.findByText('Collection Added')).toBeVisible();
		const row = within(await screen.findByRole('list', { name: 'Collections' }));
		expect(row.getByRole('heading', { name: 'Elves' })).toBeVisible();
		expect(row.getByText('From the woods')).toBeVisible();
	});

	test.each(['name', 'description'])('Cancel in the step of the %s aborts (UPL-01, AMB-51)', async (step) => {
		await openWith();
		await pickWith('files', loose());
		const dialog = await screen.findByRole('dialog');
		if (step === 'description') await userEvent.type(within(dialog).getByLabelText('Collection name'), 'Elves{Enter}');
		await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(await screen.findByText('No collections yet')).toBeVisible();
		expect(server.uploads.sent).toEqual([]);
	});

	test('rejects an empty name beside its field (UPL-01)', async () => {
		await openWith();
		await pickWith('files', loose());
		await screen.findByRole('dialog');
		await userEvent.click(screen.getByRole('button', { name: 'Next' }));
		expect(await screen.findByText('Enter a name')).toBeVisible();
	});

	test('several folders at once: one toast, and the summary literally (UPL-12, MRG-05, AMB-27)', async () => {
		await openWith();
		const files = [...folderFiles('all/elves', 2), ...folderFiles('all/orcs', 3)];
		await pickWith('folder', files);
		expect(await screen.findByText('Collections Added')).toBeVisible();
		expect(await summary('Total: 5 images from 2 collections ready to merge')).toBeVisible();
		expect(screen.getAllByText('all with metadata')).toHaveLength(2);
	});

	test('the summary is literal for one as well (MRG-05)', async () => {
		await openWith();
		await pickWith('folder', folderFiles('elves', 1));
		expect(await summary('Total: 1 images from 1 collections ready to merge')).toBeVisible();
	});

	test('shows that everything arrived, and removes with a toast (MRG-03, MRG-04, UPL-13)', async () => {
		await openWith();
		await pickWith('folder', folderFiles('elves', 2));
		expect(await screen.findByText('Everything has arrived')).toBeVisible();
		expect(server.uploads.stored.size).toBe(2);
		await userEvent.click(screen.getByRole('button', { name: 'Remove elves' }));
		expect(await screen.findByText('Collection Removed')).toBeVisible();
		expect(await screen.findByText('No collections yet')).toBeVisible();
	});

	test('a collection gets another name and description', async () => {
		await openWith();
		await pickWith('folder', folderFiles('build', 1));
		await userEvent.click(await screen.findByRole('button', { name: 'Edit build' }));
		const name = screen.getByLabelText('Collection name');
		await userEvent.clear(name);
		await userEvent.keyboard('{Enter}');
		expect(name).toHaveAccessibleDescription('Enter a name');
		await userEvent.type(name, 'Elves{Enter}');
		expect(await screen.findByRole('heading', { name: 'Elves' })).toBeVisible();
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(screen.queryByRole('heading', { name: 'build' })).toBeNull();
	});

	test('a bar with counts while it is read and sent (MRG-03, UPL-11)', async () => {
		await openWith();
		await pickWith('folder', folderFiles('elves', 60));
		const bar = await screen.findByRole('progressbar', { name: /^Reading \d+ of 60 files$/ });
		expect(bar).toHaveAttribute('aria-valuemax', '100');
		expect(await screen.findByRole('progressbar', { name: 'Upload' })).toHaveAttribute(
			'aria-valuetext',
			expect.stringMatching(/^\d+ of \d+ images$/),
		);
		expect(await summary('Total: 60 images from 1 collections ready to merge')).toBeVisible();
	});

	test('the preview shows the first 20, then how many more there are (MRG-04, MRG-06)', async () => {
		await openWith();
		await pickWith('folder', folderFiles('elves', 23));
		await summary('Total: 23 images from 1 collections ready to merge');
		await userEvent.click(screen.getByRole('button', { name: 'Preview elves' }));
		const dialog = within(await screen.findByRole('dialog', { name: 'Preview: elves' }));
		expect(await dialog.findAllByRole('img')).toHaveLength(20);
		expect(dialog.getByText('...and 3 more images')).toBeVisible();
	});

	test('up to 20 images have no trailing line (MRG-07)', async () => {
		await openWith();
		await pickWith('folder', folderFiles('elves', 20));
		await summary('Total: 20 images from 1 collections ready to merge');
		await userEvent.click(screen.getByRole('button', { name: 'Preview elves' }));
		const dialog = within(await screen.findByRole('dialog'));
		expect(await dialog.findAllByRole('img')).toHaveLength(20);
		expect(dialog.queryByText(/more images/)).toBeNull();
	});

	test('rejects a folder without images, naming what was wrong (ERR-09)', async () => {
		await openWith();
		await pickWith('folder', [fileOf('docs/notes.txt', 'x', 'text/plain', true)]);
		expect(await screen.findByText('Upload Failed')).toBeVisible();
		expect(within(card('Input Collections')).getByRole('alert')).toHaveTextContent(
			'Failed to process folder: no images',
		);
	});

	test('rejects files of which none is an image (ERR-09, UPL-03)', async () => {
		await openWith();
		await pickWith('files', [fileOf('notes.txt', 'x', 'text/plain')]);
		expect(await screen.findByText('Upload Failed')).toBeVisible();
		expect(screen.getByText('Failed to process uploaded files')).toBeVisible();
		expect(within(card('Input Collections')).getByRole('alert')).toHaveTextContent(
			'Failed to process uploaded files: “notes.txt” is not a picture (jpg, jpeg, png, gif or webp).',
		);
		expect(screen.queryByRole('dialog')).toBeNull();
	});

	test('what is wrong with the files of a collection is saved as a list', async () => {
		await openWith();
		await pickWith('folder', [...folderFiles('elves', 1), fileOf('elves/=2.png', '', 'image/png', true)]);
		await userEvent.click(await screen.findByRole('button', { name: 'Show all: Files left aside in elves' }));
		const save = await screen.findByRole('button', { name: 'Download as CSV' });
		await waitFor(() => expect(save).toBeEnabled());
		const { names, contents } = watchSaving();
		await userEvent.click(save);
		await waitFor(() => expect(names).toEqual(['elves-problems.csv']));
		expect(await contents[0]?.text()).toBe('File,Problem\r\nelves/=2.png,The file is empty\r\n');
	});

	test('a drop anywhere on the page is taken: an archive by its name, single files after naming', async () => {
		await openWith();
		const archive = new File(
			[await zipOf({ 'images/1.png': createPng('frozen'), 'metadata/1.json': '{"name":"1"}' })],
			'Winter.zip',
		);
		const files = [archive, fileOf('1.png', createPng('one'))];
		fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], items: [], files } });
		await nameFiles('Elves');
		expect(await summary('Total: 2 images from 2 collections ready to merge')).toBeVisible();
		expect(screen.getByRole('heading', { name: 'Winter' })).toBeVisible();
	});

	test('a browser that cannot read in the background is told so', async () => {
		server = serveMerges();
		vi.stubGlobal('Worker', undefined);
		await openMerger();
		expect(await screen.findByRole('alert')).toHaveTextContent('This browser cannot read files');
		expect(screen.getByRole('button', { name: 'Select Files' })).toBeDisabled();
	});
});

describe('Merge Settings', () => {
	test('Start Merge is disabled without a name or a collection, and says why (MRG-08, MRG-09)', async () => {
		await openWith();
		const settings = within(card('Merge Settings'));
		expect(settings.getByLabelText('Project Name')).toBeVisible();
		expect(settings.getByLabelText('Description')).toBeVisible();
		expect(startButton()).toBeDisabled();
		expect(startButton()).toHaveAccessibleDescription('Enter a project name. Add at least one collection.');
		await userEvent.type(nameField(), 'Frost');
		expect(startButton()).toHaveAccessibleDescription('Add at least one collection.');
		await pickWith('folder', folderFiles('elves', 1));
		await waitFor(() => expect(startButton()).toBeEnabled());
		await userEvent.clear(nameField());
		expect(startButton()).toBeDisabled();
		await userEvent.type(nameField(), '   ');
		expect(startButton()).toBeDisabled();
	});

	test('rejects Enter without a name with the toast (ERR-18)', async () => {
		await openWith();
		await userEvent.type(nameField(), ' {Enter}');
		expect(await screen.findByText('Project Name Required')).toBeVisible();
		expect(screen.getByText('Please enter a project name')).toBeVisible();
	});

	test('rejects Enter without a collection with the toast (ERR-19)', async () => {
		await openWith();
		await userEvent.type(nameField(), 'Frost{Enter}');
		expect(await screen.findByText('No Collections')).toBeVisible();
		expect(screen.getByText('Please add at least one collection to merge')).toBeVisible();
	});

	test('a double press starts one merge of what was chosen, and selects it (MRG-09, MRG-10)', async () => {
		await openWith();
		await pickWith('folder', folderFiles('elves', 2));
		await userEvent.type(nameField(), 'Frost');
		await userEvent.type(screen.getByLabelText('Description'), 'Cold');
		await userEvent.click(screen.getByRole('radio', { name: /^Shuffle/ }));
		await userEvent.type(screen.getByLabelText('Seed'), 'winter');
		await userEvent.click(screen.getByRole('radio', { name: /^Keep. The old name/ }));
		const add = screen.getByRole('button', { name: 'Add a rename' });
		// Which traits there are is known once the files are read.
		await waitFor(() => expect(add).not.toHaveAttribute('aria-disabled'));
		await userEvent.click(add);
		await userEvent.selectOptions(screen.getByLabelText('Old name 1'), 'Hut');
		await userEvent.type(screen.getByLabelText('New name 1'), 'Hat');
		await waitFor(() => expect(startButton()).toBeEnabled());
		act(() => {
			startButton().click();
			startButton().click();
		});
		expect(await screen.findByText('Merge Started')).toBeVisible();
		await waitFor(() => expect(window.location.search).toBe('?job=merge-1'));
		const starts = server.calls.filter(([verb]) => verb === 'start');
		expect(starts).toHaveLength(1);
		expect(starts[0]?.[1]).toMatchObject({
			projectName: 'Frost',
			description: 'Cold',
			inputCollections: [{ name: 'elves', imageCount: 2 }],
			options: { order: 'shuffle', seed: 'winter', naming: 'keep', fixes: { renames: { Hut: 'Hat' } } },
		});
		expect(within(card('Merge Progress')).getByText('Processing')).toBeVisible();
	});

	test('both steps fold to a line as the merge starts, and open again by their button or by new files', async () => {
		await openWith();
		await pickWith('folder', folderFiles('elves', 2));
		await userEvent.type(nameField(), 'Frost');
		await waitFor(() => expect(startButton()).toBeEnabled());
		await userEvent.click(startButton());
		const input = within(card('Input Collections'));
		const settings = within(card('Merge Settings'));
		const showSettings = await settings.findByRole('button', { name: 'Show Merge Settings', expanded: false });
		expect(showSettings).toHaveFocus();
		expect(settings.getByText('Frost. Order: Keep. Names: New.')).toBeVisible();
		expect(screen.queryByRole('button', { name: 'Start Merge' })).toBeNull();
		const total = 'Total: 2 images from 1 collections ready to merge';
		expect(input.getByText(total, { ignore: '[role=status]' })).toBeVisible();
		expect(input.queryByRole('button', { name: 'Select Files' })).toBeNull();

		await userEvent.click(showSettings);
		expect(nameField()).toBeVisible();
		expect(nameField()).toHaveValue('Frost');
		await pickWith('folder', folderFiles('orcs', 1));
		expect(await input.findByRole('heading', { name: 'orcs' })).toBeVisible();
		await userEvent.click(input.getByRole('button', { name: 'Fold Input Collections', expanded: true }));
		expect(input.getByRole('heading', { name: 'orcs', hidden: true })).not.toBeVisible();
	});

	test('pending while the images are still on their way; cancelled it is as before (MRG-09)', async () => {
		await openWith();
		server.uploads.trouble = (hash) => (hash ? new UploadError('unreachable', 'No line.') : null);
		await pickWith('folder', folderFiles('elves', 2));
		await userEvent.type(nameField(), 'Frost');
		await waitFor(() => expect(startButton()).toBeEnabled());
		await userEvent.click(startButton());
		const sending = await screen.findByRole('button', { name: 'Sending images...' });
		expect(sending).toHaveAttribute('aria-disabled', 'true');
		expect(sending).toHaveFocus();
		screen.getByRole('button', { name: 'Cancel' }).focus();
		await userEvent.keyboard('{Enter}');
		expect(startButton()).toBeEnabled();
		expect(startButton()).toHaveFocus();
		server.uploads.trouble = () => null;
		await userEvent.click(screen.getByRole('button', { name: 'Try again now' }));
		await screen.findByText('Everything has arrived');
		expect(server.calls).toEqual([]);
	});

	test('started while the images are on their way, it starts although somebody went to another page', async () => {
		await openWith();
		server.uploads.trouble = (hash) => (hash ? new UploadError('unreachable', 'No line.') : null);
		await pickWith('folder', folderFiles('elves', 2));
		await userEvent.type(nameField(), 'Frost');
		await waitFor(() => expect(startButton()).toBeEnabled());
		await userEvent.click(startButton());
		await userEvent.click(screen.getByRole('link', { name: 'Create' }));
		await screen.findByRole('form', { name: 'Create characters' });
		server.uploads.trouble = () => null;
		act(() => mergerClient.resume());
		expect(await screen.findByText('Merge Started')).toBeVisible();
		expect(window.location.pathname + window.location.search).toBe('/');
		expect(server.calls).toHaveLength(1);
	});

	test('rejects with the server’s own text (ERR-10, ERR-11)', async () => {
		await openWith();
		await pickWith('folder', folderFiles('elves', 2));
		await userEvent.type(nameField(), 'Frost');
		await waitFor(() => expect(startButton()).toBeEnabled());
		server.refusal = new Refusal(409, 'Another merge of yours is under way.', {}, 'merge_running');
		await userEvent.click(startButton());
		expect(await screen.findByText('Merge Failed')).toBeVisible();
		const settings = within(card('Merge Settings'));
		expect(settings.getByRole('alert')).toHaveTextContent('Another merge of yours is under way.');
		await waitFor(() => expect(startButton()).toBeEnabled());
		await userEvent.click(startButton());
		await screen.findByText('Merge Started');
		expect(settings.queryByRole('alert')).toBeNull();
	});

	test('the merge doctor offers cures, and the chosen one goes along', async () => {
		await openWith();
		await pickWith('folder', [
			fileOf('elves/1.png', createPng('same'), 'image/png', true),
			fileOf('elves/2.png', createPng('same'), 'image/png', true),
			fileOf('elves/3.png', 'no picture', 'image/png', true),
		]);
		const doctor = within(await screen.findByRole('region', { name: 'Merge doctor' }));
		const duplicates = within(await doctor.findByRole('radiogroup', { name: /repeats? the bytes of another/ }));
		await userEvent.click(duplicates.getByRole('radio', { name: 'Keep only the first' }));
		expect(await summary('Total: 2 images from 1 collections ready to merge')).toBeVisible();
		const unreadable = within(doctor.getByRole('radiogroup', { name: /unreadable/ }));
		await userEvent.click(unreadable.getByRole('radio', { name: 'Keep on purpose' }));
		expect(await summary('Total: 3 images from 1 collections ready to merge')).toBeVisible();
		await userEvent.type(nameField(), 'Frost');
		await userEvent.click(startButton());
		await screen.findByText('Merge Started');
		expect(server.calls[0]?.[1]).toMatchObject({
			inputCollections: [{ imageCount: 3 }],
			options: { fixes: { duplicateImages: 'drop', unreadableFiles: 'keep' } },
		});
		expect(server.uploads.sent.map(([, as]) => as)).toEqual(['image', 'unreadable', 'manifest']);
	});

	test('what was typed is still there after looking at another page', async () => {
		await openWith();
		await userEvent.type(nameField(), 'Frost');
		await pickWith('folder', folderFiles('elves', 2));
		await summary('Total: 2 images from 1 collections ready to merge');
		await userEvent.click(screen.getByRole('link', { name: 'Create' }));
		await waitFor(() => expect(screen.queryByLabelText('Project Name', { selector: '[maxlength="100"]' })).toBeNull());
		await userEvent.click(screen.getByRole('link', { name: 'Merge' }));
		expect(await screen.findByDisplayValue('Frost')).toBeVisible();
		expect(screen.getByText('Total: 2 images from 1 collections ready to merge')).toBeVisible();
	});
});
