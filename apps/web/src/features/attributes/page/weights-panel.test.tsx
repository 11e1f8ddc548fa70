import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { usePage } from '../../../test/setup.tsx';
import { artFiles } from '../worker/attributes-worker-testing.ts';
import { openAttributes, pickFolder, type RunServer, serveRuns } from './attributes-page-testing.ts';

usePage();

let server: RunServer;
afterEach(() => server.forgetPage());

test('a weight that is marked wrong keeps the run from starting, and gets the focus', async () => {
	server = serveRuns();
	await openAttributes();
	await pickFolder(artFiles(5));
	await screen.findByText('5 images planned');
	const weight = screen.getAllByRole('spinbutton')[0]!;
	fireEvent.change(weight, { target: { value: '-1' } });
	expect(weight).toBeInvalid();
	await userEvent.click(screen.getByRole('button', { name: 'Generate Attributes' }));
	expect((await screen.findAllByText('A weight is not right yet.'))[0]).toBeVisible();
	expect(weight).toHaveFocus();
	expect(server.started).toEqual([]);
});
