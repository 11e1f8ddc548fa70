import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { usePage } from '../../../test/setup.tsx';
import { artFiles } from '../worker/attributes-worker-testing.ts';
import { openAttributes, pickFolder, type RunServer, serveRuns } from './attributes-page-testing.ts';

usePage();

let server: RunServer;
afterEach(() => server.forgetPage());

const textOnly = [{ path: 'notes/readme.txt', blob: new Blob(['no picture']) }];
const noImages = 'There is no PNG, JPEG, GIF or WebP in it.';
const folderCard = () => within(screen.getByRole('region', { name: 'Folder' }));
const pressGenerate = () => userEvent.click(screen.getByRole('button', { name: 'Generate Attributes' }));

test('‘No folder selected’ leaves with what is picked or set, and never covers why a pick came to nothing (ERR-20)', async () => {
	server = serveRuns();
	await openAttributes();
	await pressGenerate();
	expect(folderCard().getByRole('alert')).toHaveTextContent('No folder selected');
	await userEvent.type(screen.getByLabelText('Project Name'), 'Court');
	expect(folderCard().queryByRole('alert')).toBeNull();
	await pressGenerate();
	await pickFolder(textOnly);
	await waitFor(() => expect(folderCard().getByRole('alert')).toHaveTextContent(noImages));
	await pressGenerate();
	expect(folderCard().getByRole('alert')).toHaveTextContent(noImages);
});

test('what was said of a folder goes with it', async () => {
	server = serveRuns();
	await openAttributes();
	await pressGenerate();
	await pickFolder(artFiles(3));
	await screen.findByText('3 images planned');
	await pickFolder(textOnly);
	expect(await folderCard().findByRole('alert')).toHaveTextContent(noImages);
	await userEvent.click(screen.getByRole('button', { name: 'Remove folder' }));
	expect(folderCard().queryByRole('alert')).toBeNull();
});
