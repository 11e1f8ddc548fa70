import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { api, procedure } from '../../../test/api.ts';
import { signedOut } from '../../../test/fixtures.ts';
import { usePage } from '../../../test/setup.tsx';
import { artFiles } from '../worker/attributes-worker-testing.ts';
import { openAttributes, pickFolder, type RunServer, serveRuns } from './attributes-page-testing.ts';

usePage();

let server: RunServer;
afterEach(() => {
	server?.forgetPage();
	vi.unstubAllGlobals();
});

test('a list that is refused since the session has ended says so above the page, which keeps the folder', async () => {
	server = serveRuns();
	await openAttributes();
	await pickFolder(artFiles(3));
	await screen.findByText('3 images planned');
	server.listRefusal = new Error('Authentication required. Please log in with Discord.');
	api.use(procedure('auth', 'check', () => signedOut));
	await userEvent.click(screen.getByRole('button', { name: 'Generate Attributes' }));
	expect(await screen.findByText('Your session ended. Sign in again.')).toBeVisible();
	const settings = within(screen.getByRole('region', { name: 'Settings' }));
	expect(settings.getByRole('alert')).toHaveTextContent(/^Authentication required\./);
	expect(screen.getByText('3 images planned')).toBeVisible();
});
