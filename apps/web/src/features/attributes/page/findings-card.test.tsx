import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { dropOf, fileEntry, folderEntry } from '../../../lib/files/drop-testing.ts';
import { usePage } from '../../../test/setup.tsx';
import { artFiles, metadataFile, pictureFile } from '../worker/attributes-worker-testing.ts';
import { openAttributes, pickFolder, type RunServer, serveRuns } from './attributes-page-testing.ts';

usePage();

let server: RunServer;
afterEach(() => {
	server.forgetPage();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

const empty = (number: number) => ({ path: `art/${number}.png`, blob: new Blob([], { type: 'image/png' }) });

test('an empty image file is told, and neither counted nor planned nor sent', async () => {
	server = serveRuns();
	await openAttributes();
	await pickFolder([...artFiles(2), empty(3)]);
	await screen.findByText('2 images planned');
	expect(screen.getByText('2 images, 1 of 2 have metadata')).toBeVisible();
	expect(screen.getByText('1 image file cannot be read and is left out')).toBeVisible();
	expect(await screen.findByText('1 problem with its files')).toBeVisible();
	expect(screen.getByText('art/3.png').parentElement).toHaveTextContent('art/3.png The file is empty');
	await userEvent.click(screen.getByRole('button', { name: 'Generate Attributes' }));
	await waitFor(() => expect(server.started).toMatchObject([{ folderSize: 2 }]));
});

test('a dropped folder without any file is named, alone and beside one that is read', async () => {
	server = serveRuns();
	await openAttributes();
	const bare = folderEntry('/bare', []);
	const drop = (...entries: FileSystemEntry[]) => fireEvent.drop(document.body, { dataTransfer: dropOf(...entries) });
	drop(bare);
	const folderCard = within(screen.getByRole('region', { name: 'Folder' }));
	expect(await folderCard.findByRole('alert')).toHaveTextContent('“bare” holds no files.');
	drop(folderEntry('/art', [fileEntry('/art/1.png')]), bare, folderEntry('/void', []));
	expect(await screen.findByText('1 image planned')).toBeVisible();
	expect(folderCard.getByRole('alert')).toHaveTextContent('2 folders hold no files: bare, void.');
	drop(folderEntry('/art', [fileEntry('/art/1.png'), fileEntry('/art/2.png')]));
	expect(await screen.findByText('2 images planned')).toBeVisible();
	expect(folderCard.queryByRole('alert')).toBeNull();
});

test('a folder of which no picture can be read says so, and starts nothing', async () => {
	server = serveRuns();
	await openAttributes();
	await pickFolder([empty(1), empty(2)]);
	expect(await screen.findByText('Nothing to plan')).toBeVisible();
	expect(screen.getByText('2 image files cannot be read and are left out')).toBeVisible();
	await userEvent.click(screen.getByRole('button', { name: 'Generate Attributes' }));
	expect(await screen.findByText('Processing failed')).toBeVisible();
	expect(server.lists).toEqual([]);
});

test('a start waits for the pictures that are still being looked into, and says so', async () => {
	server = serveRuns();
	let finish = () => {};
	server.checking = new Promise((resolve) => {
		finish = resolve;
	});
	await openAttributes();
	await pickFolder([...artFiles(2), empty(3)]);
	await screen.findByText('3 images planned');
	expect(screen.getByText('3 images still to be looked into')).toBeVisible();
	await userEvent.click(screen.getByRole('button', { name: 'Generate Attributes' }));
	expect(await screen.findByText('Looking into the images...')).toBeVisible();
	expect(server.lists).toEqual([]);
	finish();
	await waitFor(() => expect(server.started).toMatchObject([{ folderSize: 2 }]));
});

test('everything that was found has its full list, of the folder and of its metadata', async () => {
	vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(540);
	vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
	vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(36);
	server = serveRuns();
	await openAttributes();
	const described = (number: number) => [
		pictureFile(`art/${number}.png`),
		metadataFile(`art/${number}.json`, '{"name": '),
	];
	const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
	await pickFolder([...numbers.map(empty), ...numbers.flatMap((number) => described(number + 12))]);
	await screen.findByText('12 images planned');
	for (const [title, first] of [
		['12 problems with its files', 'art/1.png'],
		['12 problems of existing files; the download keeps what cannot be taken over of metadata', 'art/13.json'],
	] as const) {
		await userEvent.click(await screen.findByRole('button', { name: `Show all: ${title}` }));
		const dialog = within(await screen.findByRole('dialog', { name: title }));
		expect(await dialog.findByText('12 rows')).toBeVisible();
		expect(dialog.getByRole('cell', { name: first })).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
	}
});
