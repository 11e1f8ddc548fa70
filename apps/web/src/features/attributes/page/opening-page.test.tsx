import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { usePage } from '../../../test/setup.tsx';
import { attributesClient } from '../worker/attributes-client.ts';
import { openAttributes, type RunServer, serveRuns } from './attributes-page-testing.ts';

usePage();

let server: RunServer;
afterEach(() => {
	vi.restoreAllMocks();
	server.forgetPage();
	vi.unstubAllGlobals();
});

const generateButton = () => screen.getByRole('button', { name: 'Generate Attributes' });

test('says No folder selected while the page still opens, where no folder was ever chosen (ATT-06, ERR-20)', async () => {
	server = serveRuns();
	vi.spyOn(attributesClient, 'open').mockImplementation(() => {});
	await openAttributes();
	expect(generateButton()).toHaveAccessibleDescription('Select a folder first');
	await userEvent.click(generateButton());
	expect(await screen.findAllByText('No folder selected')).not.toHaveLength(0);
});

test('speaks of no folder while the one of before a reload is looked for, which may be gone', async () => {
	server = serveRuns();
	sessionStorage.setItem('adx_attributes_draft', JSON.stringify({ ownerId: 'user-1', folderId: 'gone' }));
	const open = attributesClient.open.bind(attributesClient);
	const opened = vi.spyOn(attributesClient, 'open').mockImplementation(() => {});
	await openAttributes();
	expect(generateButton()).toHaveAccessibleDescription('The page is still opening');
	await userEvent.click(generateButton());
	expect(await screen.findByText('Page not ready yet')).toBeVisible();
	act(() => open(...opened.mock.calls[0]!));
	await waitFor(() => expect(generateButton()).toHaveAccessibleDescription('Select a folder first'));
});
