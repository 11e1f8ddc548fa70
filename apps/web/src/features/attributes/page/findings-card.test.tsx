import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { dropOf, fileEntry, folderEntry } from '../../../lib/files/drop-testing.ts';
import { usePage } from '../../../test/setup.tsx';
import { artFiles, metadataFile, pictureFile } from '../worker/attributes-worker-testing.ts';
import { createRun, openAttributes, pickFolder, type RunServer, serveRuns } from './attributes-page-testing.ts';

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
	// What stands in its metadata and how its traits are written are two more.
	expect(await screen.findByText('3 problems with its files')).toBeVisible();
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
	expect(await screen.findByText('Nothing was started')).toBeVisible();
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
	expect(screen.getByText('3 images still to be checked')).toBeVisible();
	await userEvent.click(screen.getByRole('button', { name: 'Generate Attributes' }));
	expect(await screen.findByText('Looking into the images...')).toBeVisible();
	expect(server.lists).toEqual([]);
	finish();
	await waitFor(() => expect(server.started).toMatchObject([{ folderSize: 2 }]));
});

test('everything that was found has its full list, the files and what stands in them together', async () => {
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
	const title = '24 problems with its files';
	await userEvent.click(await screen.findByRole('button', { name: `Show all: ${title}` }));
	const dialog = within(await screen.findByRole('dialog', { name: title }));
	expect(await dialog.findByText('24 rows')).toBeVisible();
	expect(dialog.getByRole('cell', { name: 'art/1.png' })).toBeVisible();
	await userEvent.type(dialog.getByRole('searchbox'), '13.json');
	expect(await dialog.findByRole('cell', { name: 'The metadata is not JSON.' })).toBeVisible();
});

describe('what is wrong with metadata', () => {
	const twice = { attributes: ['Red', 'Blue'].map((value) => ({ trait_type: 'Hat', value })) };
	const art = () => [
		...artFiles(3),
		pictureFile('art/4.png'),
		metadataFile('art/4.json', twice),
		// What differs in spelling is known once traits are planned.
		pictureFile('art/5.png'),
		metadataFile('art/5.json', { attributes: [{ trait_type: 'hat', value: 'Red' }] }),
	];
	const folderCard = () => within(screen.getByRole('region', { name: 'Folder' }));

	test('stands with the folder before anything is started, and a run of it tells nothing else', async () => {
		server = serveRuns();
		await openAttributes();
		await pickFolder(art());
		await screen.findByText('5 images planned');
		const title = /^(\d) problems with its files$/;
		const count = Number(title.exec((await folderCard().findByText(title)).textContent ?? '')?.[1]);
		expect(folderCard().getByText('art/4.json').parentElement).toHaveTextContent("The trait 'Hat' occurs twice.");
		expect(folderCard().getByText(/'hat' is written so once, mostly 'Hat'/)).toBeVisible();
		expect(folderCard().getByText('The metadata is not JSON.')).toBeVisible();
		await userEvent.click(screen.getByRole('button', { name: 'Generate Attributes' }));
		await waitFor(() => expect(server.runs).toHaveLength(1));
		const findings = Array.from({ length: count }, (_, place) => ({ filename: `${place}.json`, problem: 'wrong' }));
		server.runs = [createRun({ id: 'run-1', findings, findingCount: count })];
		// The run's card and its row in the list say so.
		expect((await screen.findAllByText('Completed', {}, { timeout: 10_000 }))[0]).toBeVisible();
		expect(screen.queryByRole('region', { name: 'Findings of this run' })).toBeNull();
		expect(folderCard().getByText(title)).toHaveTextContent(`${count} problems with its files`);
	});

	test('is told of a run whose folder is not on show', async () => {
		server = serveRuns(createRun({ findings: [{ filename: 'art/9.json', problem: 'wrong' }], findingCount: 300 }));
		await openAttributes('run-1');
		const card = within(await screen.findByRole('region', { name: 'Findings of this run' }));
		expect(card.getByText('art/9.json')).toBeVisible();
		expect(card.getByText(/^The first 1 are listed here/)).toBeVisible();
	});

	test('stays told while the weights allow no plan', async () => {
		server = serveRuns();
		await openAttributes();
		await pickFolder([pictureFile('art/1.png'), metadataFile('art/1.json', twice)]);
		await screen.findByText('1 image planned');
		for (const field of screen.getAllByRole('spinbutton')) fireEvent.change(field, { target: { value: '0' } });
		expect(await within(screen.getByRole('region', { name: 'Preview' })).findByRole('alert')).toBeVisible();
		expect(folderCard().getByText('1 problem with its files')).toBeVisible();
	});
});
