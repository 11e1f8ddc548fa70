import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { usePage } from '../../../test/setup.tsx';
import { artFiles } from '../worker/attributes-worker-testing.ts';
import { openAttributes, pickFolder, type RunServer, serveRuns } from './attributes-page-testing.ts';

usePage();

let server: RunServer;
afterEach(() => server.forgetPage());

/** Opens the page with a folder, whose pictures are looked into once `checking` has come. */
async function openWithFolder(checking = Promise.resolve()) {
	server = serveRuns();
	server.checking = checking;
	await openAttributes();
	await pickFolder(artFiles(5));
	await screen.findByText('5 images planned');
}

test('Generate Attributes keeps the focus while it starts and once the run is there, and starts nothing more meanwhile', async () => {
	let goOn = () => {};
	await openWithFolder(
		new Promise((resolve) => {
			goOn = resolve;
		}),
	);
	const generate = screen.getByRole('button', { name: 'Generate Attributes' });
	generate.focus();
	await userEvent.keyboard('{Enter}');
	expect(generate).toHaveAttribute('aria-busy', 'true');
	expect(generate).toHaveFocus();
	await userEvent.keyboard('{Enter}');
	goOn();
	expect(await screen.findAllByText('Processing started')).not.toHaveLength(0);
	expect(await screen.findByRole('button', { name: 'Generate Attributes' })).toHaveFocus();
	expect(server.started).toHaveLength(1);
});

test.each(['Reset Class', 'Reset all weights'])(
	'%s gives the focus to the trait on show, not to nothing',
	async (name) => {
		await openWithFolder();
		await userEvent.type(screen.getByRole('spinbutton', { name: 'Weight of Wizard' }), '0');
		screen.getByRole('button', { name }).focus();
		await userEvent.keyboard('{Enter}');
		expect(screen.getByRole('button', { name })).toBeDisabled();
		expect(screen.getByRole('radio', { name: 'Class', checked: true })).toHaveFocus();
	},
);
