import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { usePage } from '../../../test/setup.tsx';
import { artFiles, metadataFile } from '../worker/attributes-worker-testing.ts';
import { openAttributes, pickFolder, type RunServer, serveRuns } from './attributes-page-testing.ts';

usePage();

let server: RunServer;
afterEach(() => {
	server.forgetPage();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

test('an empty image file is told, and counts all the same', async () => {
	server = serveRuns();
	await openAttributes();
	await pickFolder([...artFiles(2), { path: 'art/3.png', blob: new Blob([], { type: 'image/png' }) }]);
	await screen.findByText('3 images planned');
	expect(await screen.findByText('1 problem with its files')).toBeVisible();
	expect(screen.getByText('art/3.png').parentElement).toHaveTextContent('art/3.png The file is empty');
});

test('everything that was found has its full list, of the folder and of its metadata', async () => {
	vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(540);
	vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
	vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(36);
	server = serveRuns();
	await openAttributes();
	const empty = (number: number) => ({ path: `art/${number}.png`, blob: new Blob([], { type: 'image/png' }) });
	const broken = (number: number) => metadataFile(`art/${number}.json`, '{"name": ');
	const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
	await pickFolder([...numbers.map(empty), ...numbers.map(broken)]);
	await screen.findByText('12 images planned');
	for (const [title, first] of [
		['12 problems with its files', 'art/1.png'],
		['12 problems of existing metadata; nothing of it is lost', 'art/1.json'],
	] as const) {
		await userEvent.click(await screen.findByRole('button', { name: `Show all: ${title}` }));
		const dialog = within(await screen.findByRole('dialog', { name: title }));
		expect(await dialog.findByText('12 rows')).toBeVisible();
		expect(dialog.getByRole('cell', { name: first })).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
	}
});
