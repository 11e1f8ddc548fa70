import { traitRenamesMax } from '@adx/validators/limits';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { useOffline } from '../../../lib/api/offline.ts';
import { dropOf, fileEntry, folderEntry } from '../../../lib/files/drop-testing.ts';
import { createPng } from '../../../lib/images/image-testing.ts';
import { UploadError } from '../../../lib/uploads/upload-api.ts';
import { Refusal } from '../../../test/api.ts';
import { usePage } from '../../../test/setup.tsx';
import { changeDraft } from '../merge-draft.ts';
import { fileOf, type MergeServer, openMerger, pickWith, serveMerges } from './merger-page-testing.ts';

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

const card = (name: string) => within(screen.getByRole('region', { name }));
const input = () => card('Input Collections');
const picture = (path: string, content = path) => fileOf(path, createPng(content), 'image/png', true);
const pictures = (folder: string, count: number) =>
	Array.from({ length: count }, (_, index) => picture(`${folder}/${index + 1}.png`));
const drop = (files: File[]) => fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], items: [], files } });

describe('what fails stays on the page', () => {
	test('every archive that cannot be read is named with its reason, until the next pick', async () => {
		await openPage();
		drop([new File(['no zip'], 'Winter.zip'), new File(['none either'], 'Summer.zip')]);
		const alert = await input().findByRole('alert');
		const reason = 'it is not a readable zip archive.';
		expect(alert).toHaveTextContent(`Failed to process folder: Winter.zip: ${reason} Summer.zip: ${reason}`);
		await pickWith('folder', pictures('elves', 1));
		await waitFor(() => expect(alert).not.toBeInTheDocument());
	});

	test('what holds further archives alone is told apart from what holds no pictures', async () => {
		await openPage();
		await pickWith('folder', [fileOf('drop/one.zip', 'x', 'application/zip', true)]);
		expect(await input().findByRole('alert')).toHaveTextContent(
			'Failed to process folder: it holds no images, only further archives: pick these instead.',
		);
	});

	test('a folder without images beside others is named', async () => {
		await openPage();
		const json = (path: string) => fileOf(path, '{"name":"One"}', 'application/json', true);
		const text = fileOf('notes/todo.txt', 'Paint more', 'text/plain', true);
		drop([picture('images/1.png'), json('json/1.json'), text]);
		expect(await screen.findByText('images: 1 image. “notes” holds no images')).toBeVisible();
		const more = fileOf('ideas/more.txt', 'Orcs', 'text/plain', true);
		drop([picture('elves/1.png'), text, more]);
		expect(await screen.findByText('elves: 1 image. 2 folders hold no images: notes, ideas')).toBeVisible();
	});

	test('a folder without any file is named, alone, beside others and beside what fails', async () => {
		await openPage();
		const dropEntries = (...entries: FileSystemEntry[]) =>
			fireEvent.drop(document.body, { dataTransfer: dropOf(...entries) });
		const empty = folderEntry('/empty', []);
		dropEntries(empty);
		expect(await input().findByRole('alert')).toHaveTextContent('Failed to process folder: “empty” holds no files.');
		const elves = folderEntry('/elves', [fileEntry('/elves/1.png', createPng('/elves/1.png'), 'image/png')]);
		dropEntries(empty, elves);
		expect(await screen.findByText('elves: 1 image. “empty” holds no files')).toBeVisible();
		expect(input().queryByRole('alert')).toBeNull();
		dropEntries(empty, folderEntry('/bare', []), folderEntry('/notes', [fileEntry('/notes/todo.txt')]));
		expect(await input().findByRole('alert')).toHaveTextContent(
			'Failed to process folder: no images (jpg, jpeg, png, gif or webp) were found in it. 2 folders hold no files: empty, bare.',
		);
	});

	test('a paused upload says why, and goes on', async () => {
		await openPage();
		server.uploads.trouble = (hash) =>
			hash ? new UploadError('storage_full', 'The disk of the realm is full.') : null;
		await pickWith('folder', pictures('elves', 2));
		expect(await screen.findByText('The disk of the realm is full.')).toBeVisible();
		server.uploads.trouble = () => null;
		await userEvent.click(screen.getByRole('button', { name: 'Try again now' }));
		expect(await screen.findByText('Everything has arrived')).toBeVisible();
	});

	test('a start that waits for the network says why at its button, and loses no count', async () => {
		await openPage();
		await pickWith('folder', pictures('elves', 2));
		await userEvent.type(screen.getByLabelText('Project Name'), 'Frost');
		await screen.findByText('Everything has arrived');
		server.uploads.trouble = () => new UploadError('unreachable', 'The server cannot be reached.');
		await userEvent.click(screen.getByRole('button', { name: 'Start Merge' }));
		const reason = 'The start waits: The server cannot be reached.';
		expect(await card('Merge Settings').findByText(reason)).toBeVisible();
		expect(input().getByText('2 of 2 images')).toBeVisible();
		act(() => useOffline.setState(true, true));
		const offline = 'The start waits: your browser is offline. It goes on by itself.';
		expect(await card('Merge Settings').findByText(offline)).toBeVisible();
		act(() => useOffline.setState(false, true));
		server.uploads.trouble = () => null;
		await userEvent.click(screen.getByRole('button', { name: 'Try again now' }));
		expect(await screen.findByText('Merge Started')).toBeVisible();
	});

	test.each([
		['what is set', () => userEvent.type(screen.getByLabelText('Project Name'), ' Court')],
		['the collections', () => pickWith('folder', pictures('orcs', 1))],
	])('a refused start is said until one changes %s', async (_, change) => {
		await openPage();
		await pickWith('folder', pictures('elves', 2));
		await userEvent.type(screen.getByLabelText('Project Name'), 'Frost');
		const start = screen.getByRole('button', { name: 'Start Merge' });
		await waitFor(() => expect(start).toBeEnabled());
		server.refusal = new Refusal(409, 'Another merge of yours is under way.', {}, 'merge_running');
		await userEvent.click(start);
		const settings = card('Merge Settings');
		expect(await settings.findByRole('alert')).toHaveTextContent('Another merge of yours is under way.');
		await change();
		await waitFor(() => expect(settings.queryByRole('alert')).toBeNull());
		expect(server.calls).toHaveLength(1);
	});

	test('a missing project name is said at its field, which takes the focus, until there is one', async () => {
		await openPage();
		const name = screen.getByLabelText('Project Name');
		await userEvent.type(screen.getByLabelText('Description'), 'Cold{Control>}{Enter}{/Control}');
		expect(name).toHaveFocus();
		expect(name).toHaveAccessibleDescription('Enter a project name.');
		expect(name).toBeInvalid();
		await userEvent.type(name, 'Frost');
		expect(name).toBeValid();
	});
});

describe('a thread that reads files and ends', () => {
	async function endThread() {
		await openPage();
		await pickWith('folder', pictures('elves', 2));
		await screen.findByText('Everything has arrived');
		act(() => void server.threads.at(-1)?.dispatchEvent(new Event('error')));
		return await screen.findByText(/^The part of this page that reads files/);
	}

	test('is told, keeps the start off with that reason, and is started again on demand', async () => {
		const notice = await endThread();
		expect(screen.getByRole('button', { name: 'Start Merge' })).toHaveAccessibleDescription(/cannot be read right now/);
		await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
		expect(notice).not.toBeInTheDocument();
		expect(await input().findByText('Total: 2 images from 1 collections ready to merge')).toBeVisible();
	});

	test('is started again by itself once the browser is online', async () => {
		const notice = await endThread();
		fireEvent.online(window);
		await waitFor(() => expect(notice).not.toBeInTheDocument());
		expect(server.threads).toHaveLength(2);
	});
});

describe('what is picked along with pictures', () => {
	test('is told by name where it is left aside, in the list to download as well', async () => {
		await openPage();
		await pickWith('folder', [
			...pictures('elves', 1),
			fileOf('elves/clip.mp4', 'film', 'video/mp4', true),
			fileOf('elves/.DS_Store', 'x', '', true),
		]);
		await userEvent.click(await input().findByText('1 other file left aside'));
		expect(input().getByText('elves/clip.mp4')).toBeVisible();
		const made: Blob[] = [];
		URL.createObjectURL = (blob) => `blob:${made.push(blob as Blob)}`;
		URL.revokeObjectURL = () => {};
		const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
		await userEvent.click(input().getByRole('button', { name: 'Show all: Files left aside in elves' }));
		const save = await screen.findByRole('button', { name: 'Download as CSV' });
		await waitFor(() => expect(save).toBeEnabled());
		await userEvent.click(save);
		await waitFor(() => expect(click).toHaveBeenCalledOnce());
		expect(await made[0]?.text()).toMatch(/^elves\/clip\.mp4,Neither a picture/m);
	});

	test('metadata that cannot be read is told by name, with what is wrong', async () => {
		await openPage();
		await pickWith('folder', [...pictures('elves', 2), fileOf('elves/2.json', '{"name":', 'application/json', true)]);
		await userEvent.click(
			await input().findByText('1 metadata file could not be read; its image counts as having none'),
		);
		expect(input().getByText('elves/2.json').parentElement).toHaveTextContent('The metadata is not JSON.');
		expect(input().getByRole('button', { name: 'Show all: Files left aside in elves' })).toBeVisible();
	});

	test('is told of loose files too', async () => {
		await openPage();
		await pickWith('files', [fileOf('1.png', createPng('one')), fileOf('notes.txt', 'x', 'text/plain')]);
		await userEvent.type(await screen.findByLabelText('Collection name'), 'Elves{Enter}');
		await userEvent.click(await screen.findByRole('button', { name: 'Add collection' }));
		expect(await input().findByText('1 other file left aside')).toBeVisible();
	});
});

test('how much was read, was here already and was sent stays once all has arrived', async () => {
	await openPage();
	await pickWith('folder', pictures('elves', 3));
	await screen.findByText('Everything has arrived');
	expect(input().getByText('3 read · 3 of 3 sent')).toBeVisible();
	await userEvent.click(screen.getByRole('button', { name: 'Remove elves' }));
	await input().findByText('No collections yet');
	await pickWith('folder', [...pictures('elves', 3), picture('elves/4.png')]);
	expect(await input().findByText('4 read · 3 were here already · 1 of 1 sent')).toBeVisible();
});

test('Remove all asks first, and removes nothing unless it is said again', async () => {
	await openPage();
	await pickWith('folder', [...pictures('all/elves', 1), ...pictures('all/orcs', 1)]);
	await input().findByText('Total: 2 images from 2 collections ready to merge');
	await userEvent.click(input().getByRole('button', { name: 'Remove all' }));
	const dialog = () => screen.queryByRole('dialog', { name: 'Remove all 2 collections?' });
	const keep = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Keep them' });
	await waitFor(() => expect(keep).toHaveFocus());
	await userEvent.click(keep);
	await waitFor(() => expect(dialog()).toBeNull());
	expect(input().getAllByRole('heading', { level: 3 })).toHaveLength(2);
	await userEvent.click(input().getByRole('button', { name: 'Remove all' }));
	await userEvent.click(await screen.findByRole('button', { name: 'Remove 2 collections' }));
	expect(await screen.findByText('Collections Removed')).toBeVisible();
	expect(await input().findByText('No collections yet')).toBeVisible();
});

test('a rename more than fit is not added, and the reason stands under the button', async () => {
	await openPage();
	await pickWith('folder', [
		...pictures('elves', 1),
		fileOf('elves/1.json', '{"attributes":[{"trait_type":"Hat","value":"Red"}]}', 'application/json', true),
	]);
	await screen.findByText('Everything has arrived');
	const renames = Array.from({ length: traitRenamesMax }, (_, index) => ({ id: `${index}`, from: '', to: '' }));
	act(() => changeDraft({ renames: renames.slice(1) }));
	const add = screen.getByRole('button', { name: 'Add a rename' });
	await waitFor(() => expect(add).not.toHaveAttribute('aria-disabled'));
	fireEvent.click(add);
	expect(add).toHaveAttribute('aria-disabled', 'true');
	expect(add).toHaveAccessibleDescription('A merge takes at most 100 renames.');
	fireEvent.click(add);
	expect(screen.getAllByLabelText(/^Old name/)).toHaveLength(traitRenamesMax);
});

test('files that are pictures by their names alone are told at once, and nobody is asked to name them', async () => {
	await openPage();
	await pickWith('files', [fileOf('notes.txt', 'x', 'text/plain'), fileOf('2.png', 'a text', 'image/png')]);
	expect(await screen.findByText('Upload Failed')).toBeVisible();
	expect(screen.getByText(/none of these 2 files is a picture .*: notes\.txt, 2\.png/)).toBeVisible();
	expect(screen.queryByRole('dialog')).toBeNull();
	await pickWith('files', [fileOf('2.png', 'a text', 'image/png'), fileOf('3.png', createPng('three'), 'image/png')]);
	expect(await screen.findByRole('dialog')).toBeVisible();
	expect(screen.queryByText(/is a picture/)).toBeNull();
});

test('without a merge so far, a button leads to what the first one needs, also in a folded card', async () => {
	await openPage();
	await pickWith('folder', pictures('elves', 1));
	await userEvent.click(await screen.findByRole('button', { name: 'Fold Input Collections' }));
	const opened = vi.spyOn(screen.getByTestId('merger-folder'), 'click');
	await userEvent.click(await screen.findByRole('button', { name: 'Choose what to merge' }));
	expect(opened).toHaveBeenCalledOnce();
	expect(screen.getByRole('button', { name: 'Select Folder' })).toHaveFocus();
});

test('nothing is said to be sent where all images are there already', async () => {
	await openPage();
	await pickWith('folder', pictures('elves', 2));
	await userEvent.type(screen.getByLabelText('Project Name'), 'Frost');
	await screen.findByText('Everything has arrived');
	const start = screen.getByRole('button', { name: 'Start Merge' });
	await waitFor(() => expect(start).toBeEnabled());
	server.uploads.trouble = () => new UploadError('unreachable', 'No line.');
	await userEvent.click(start);
	expect(await screen.findByText('No line.')).toBeVisible();
	const starting = screen.getByRole('button', { name: 'Starting...' });
	expect(starting).toHaveAttribute('aria-disabled', 'true');
	expect(starting).toHaveFocus();
	server.uploads.trouble = () => null;
	await userEvent.click(screen.getByRole('button', { name: 'Try again now' }));
	expect(await screen.findByText('Merge Started')).toBeVisible();
});
