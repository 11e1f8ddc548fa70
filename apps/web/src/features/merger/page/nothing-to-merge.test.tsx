import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { dropOf, fileEntry, folderEntry } from '../../../lib/files/drop-testing.ts';
import { createPng } from '../../../lib/images/image-testing.ts';
import { UploadError } from '../../../lib/uploads/upload-api.ts';
import { openPage, usePage } from '../../../test/setup.tsx';
import { changeDraft } from '../merge-draft.ts';
import { fileOf, type MergeServer, openMerger, pickWith, serveMerges } from './merger-page-testing.ts';

usePage();

let server: MergeServer;
afterEach(() => {
	server.forgetPage();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

const picture = (path: string) => fileOf(path, createPng(path), 'image/png', true);
const json = (path: string) =>
	fileOf(path, '{"attributes":[{"trait_type":"Team","value":"Red"}]}', 'application/json', true);
const startButton = () => screen.getByRole('button', { name: 'Start Merge' });
const willBeShown = 'When it is finished, everyone who may open the gallery sees it.';
const onlyLeftOut = 'The chosen fixes leave out every image.';

test('where the server refuses every file, the start and the preview say so', async () => {
	server = serveMerges();
	server.uploads.trouble = (sha256) => (sha256 === null ? null : new UploadError('refused', '4 bytes follow.'));
	await openMerger();
	await pickWith('folder', [picture('elves/1.png'), picture('elves/2.png')]);
	act(() => changeDraft({ projectName: 'Court' }));
	expect(await screen.findByText('None of the files can be merged; their collections above say why.')).toBeVisible();
	expect(startButton()).toBeDisabled();
	expect(await screen.findByText('There is no image to merge.')).toBeVisible();
	expect(screen.queryByText(onlyLeftOut)).toBeNull();
	expect(screen.queryByText(willBeShown)).toBeNull();
	await userEvent.click(screen.getByRole('button', { name: 'Preview elves' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Preview: elves' }));
	expect(await dialog.findByText('2 files cannot be merged and are left out.')).toBeVisible();
	expect(dialog.queryByText('1.png')).toBeNull();
});

test('a merge whose fixes leave out every image cannot be started, and promises nothing', async () => {
	server = serveMerges();
	await openMerger();
	await pickWith('folder', [picture('elves/1.png')]);
	act(() => changeDraft({ projectName: 'Court' }));
	expect(await screen.findByText(willBeShown)).toBeVisible();
	await userEvent.click(await screen.findByRole('radio', { name: 'Leave out' }));
	await waitFor(() => expect(startButton()).toHaveAccessibleDescription(onlyLeftOut), { timeout: 3_000 });
	expect(startButton()).toBeDisabled();
	expect(screen.queryByText(willBeShown)).toBeNull();
});

test('until the collections are read back after a reload, nothing is said of what they lack', async () => {
	server = serveMerges();
	const { load } = server.store;
	const loading = Promise.withResolvers<void>();
	server.store.load = (ownerId) => loading.promise.then(() => load(ownerId));
	openPage('/merger');
	await screen.findByRole('heading', { level: 1, name: 'Merge' });
	act(() => changeDraft({ projectName: 'Court', renames: [{ id: 'one', from: 'Team', to: 'Side' }] }));
	expect(startButton()).toHaveAccessibleDescription('Wait until your collections are read back.');
	expect(screen.getByRole('combobox', { name: 'Old name 1' })).toHaveDisplayValue('Team');
	expect(screen.getByText('Traits can be renamed once all files are read.')).toBeVisible();
	expect(screen.queryByText(/^Changes|in no token/)).toBeNull();
	await act(async () => loading.resolve());
	await waitFor(() => expect(startButton()).toHaveAccessibleDescription('Add at least one collection.'));
	expect(screen.getByText('There is no trait to rename yet.')).toBeVisible();
	expect(screen.getByRole('combobox', { name: 'Old name 1' })).toHaveDisplayValue('Team (in no token)');
	await pickWith('folder', [picture('elves/1.png'), json('elves/1.json')]);
	await waitFor(() => expect(screen.getByRole('combobox', { name: 'Old name 1' })).not.toHaveDisplayValue(/no token/));
});

test('while what was dropped is still being listed, the page says that it is read, and asks for no collection', async () => {
	server = serveMerges();
	await openMerger();
	act(() => changeDraft({ projectName: 'Court' }));
	const listing = Promise.withResolvers<void>();
	const file = fileEntry('/elves/1.png', createPng('/elves/1.png'), 'image/png') as FileSystemFileEntry;
	const slowFile = { ...file, file: (done: FileCallback) => void listing.promise.then(() => file.file(done)) };
	fireEvent.drop(document.body, { dataTransfer: dropOf(folderEntry('/elves', [slowFile])) });
	const input = within(screen.getByRole('region', { name: 'Input Collections' }));
	expect(await input.findByText('Reading files...')).toBeVisible();
	expect(input.queryByText('No collections yet')).toBeNull();
	expect(startButton()).toHaveAccessibleDescription('Wait until the files that were picked are read.');
	const doctor = within(screen.getByRole('region', { name: 'Merge doctor' }));
	expect(doctor.getByText('Everything is checked once all files are read.')).toBeVisible();
	await userEvent.type(screen.getByLabelText('Project Name'), '{Enter}');
	expect(await screen.findByText('Not Ready Yet')).toBeVisible();
	await act(async () => listing.resolve());
	expect(await input.findByText('elves')).toBeVisible();
	expect(await input.findByText('Everything has arrived')).toBeVisible();
});
