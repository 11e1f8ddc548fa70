import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { serveDeletion } from '../../../test/deletion-server.ts';
import { usePage } from '../../../test/setup.tsx';
import { createRun, openAttributes, type RunServer, runUnderWay, serveRuns } from './attributes-page-testing.ts';

usePage();

let server: RunServer;
afterEach(() => server.forgetPage());

const list = () => within(screen.getByRole('region', { name: 'Your runs' }));

function serveTwo() {
	server = serveRuns(
		createRun(),
		createRun({ id: 'run-2', projectName: 'Summer', createdAt: new Date('2026-11-20T10:00:00Z') }),
	);
	const facts = { id: 'run-1', name: 'Winter Court', imageCount: 120, consequences: ['Its download stops working.'] };
	return serveDeletion(
		facts,
		() => {
			server.runs = server.runs.filter(({ id }) => id !== 'run-1');
		},
		'attributes',
	);
}

async function pressDelete() {
	const [first] = await list().findAllByRole('button', { name: /^Delete run of Nov 21, 2026, / });
	expect(first).toHaveTextContent('Delete run');
	// A long name beside it takes none of its room.
	expect(first!.parentElement).toHaveClass('shrink-0');
	await userEvent.click(first!);
	const dialog = within(await screen.findByRole('dialog', { name: 'Delete this run?' }));
	expect(await dialog.findByText('Winter Court')).toBeVisible();
	expect(dialog.getByText('3.2 MB')).toBeVisible();
	expect(dialog.getByText('Its download stops working.')).toBeVisible();
	await userEvent.click(dialog.getByRole('button', { name: 'Delete run' }));
	expect(await screen.findByText('Winter Court is gone. 3.2 MB were freed.')).toBeVisible();
}

describe('deleting a run', () => {
	test('tells the space before and after, and takes it out of the list', async () => {
		const deleting = serveTwo();
		await openAttributes('run-2');
		await pressDelete();
		expect(deleting.deleted).toEqual([{ id: 'run-1' }]);
		await waitFor(() => expect(list().queryByRole('button', { name: /Winter Court/ })).toBeNull());
		expect(list().getByRole('button', { name: /Summer/ })).toBeVisible();
		expect(window.location.search).toBe('?job=run-2');
	});

	test('of the one on show leaves its address', async () => {
		serveTwo();
		await openAttributes('run-1');
		await pressDelete();
		await waitFor(() => expect(window.location.search).toBe(''));
	});

	test('leaves the keyboard at the runs that are left', async () => {
		serveTwo();
		await openAttributes('run-2');
		const [first] = await list().findAllByRole('button', { name: /^Delete run of Nov 21, 2026, / });
		first!.focus();
		await userEvent.keyboard('{Enter}');
		const confirm = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete run' });
		await waitFor(() => expect(confirm).toBeEnabled());
		confirm.focus();
		await userEvent.keyboard('{Enter}');
		await waitFor(() => expect(list().queryByRole('button', { name: /Winter Court/ })).toBeNull());
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		await waitFor(() => expect(screen.getByRole('region', { name: 'Your runs' })).toHaveFocus());
		await userEvent.tab();
		expect(list().getByRole('button', { name: /^Summer/ })).toHaveFocus();
	});

	test('is not offered while it is under way', async () => {
		server = serveRuns(runUnderWay());
		await openAttributes();
		expect(await list().findByRole('button', { name: /Winter Court/ })).toBeVisible();
		expect(list().queryByRole('button', { name: /^Delete/ })).toBeNull();
	});
});
