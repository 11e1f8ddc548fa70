import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPng } from '../../../lib/images/image-testing.ts';
import { usePage } from '../../../test/setup.tsx';
import { fileOf, type MergeServer, openMerger, pickWith, serveMerges } from '../page/merger-page-testing.ts';
import { mergerClient } from '../worker/merger-client.ts';
import { toFixes } from '../worker/merger-worker-testing.ts';

usePage();

let server: MergeServer;
beforeEach(async () => {
	server = serveMerges();
	await openMerger();
});
afterEach(() => {
	server.forgetPage();
	vi.unstubAllGlobals();
});

const filesOf = (name: string, count = 1) =>
	Array.from({ length: count }, (_, index) =>
		fileOf(`${name}/${index}.png`, createPng(`${name} ${index}`), 'image/png', true),
	);
const list = () => screen.getByRole('list', { name: 'Collections' });
const order = () =>
	within(list())
		.getAllByRole('heading')
		.map((heading) => heading.textContent);
const handleOf = (name: string) => screen.getByRole('button', { name: new RegExp(`^Move ${name}, `) });
const startButton = () => screen.getByRole('button', { name: 'Start Merge' });

async function pickThree(): Promise<void> {
	await pickWith(
		'folder',
		['elves', 'gnomes', 'orcs'].flatMap((name) => filesOf(`all/${name}`)),
	);
	await screen.findByText('Total: 3 images from 3 collections ready to merge');
	expect(order()).toEqual(['all/elves', 'all/gnomes', 'all/orcs']);
}

describe('the order of the collections', () => {
	test('is changed with the keys of a handle, which keeps the focus, and every move is announced', async () => {
		await pickThree();
		const handle = handleOf('all/elves');
		expect(handle).toHaveAccessibleName('Move all/elves, 1 of 3');
		handle.focus();
		await userEvent.keyboard('{ArrowUp}');
		expect(order()).toEqual(['all/elves', 'all/gnomes', 'all/orcs']);
		await userEvent.keyboard('{ArrowDown}');
		expect(order()).toEqual(['all/gnomes', 'all/elves', 'all/orcs']);
		expect(screen.getByText('all/elves is now 2 of 3')).toHaveAttribute('role', 'status');
		expect(handleOf('all/elves')).toHaveFocus();
		await userEvent.keyboard('{End}');
		expect(order()).toEqual(['all/gnomes', 'all/orcs', 'all/elves']);
		await userEvent.keyboard('{Home}');
		expect(order()).toEqual(['all/elves', 'all/gnomes', 'all/orcs']);
		expect(handleOf('all/elves')).toHaveFocus();
	});

	test.each([
		['Enter', async () => userEvent.keyboard('{Enter}')],
		['Space', async () => userEvent.keyboard(' ')],
		['a press', async () => userEvent.click(handleOf('all/elves'))],
	])('is changed with buttons that %s on a handle brings up', async (_, press) => {
		await pickThree();
		handleOf('all/elves').focus();
		await press();
		expect(handleOf('all/elves')).toHaveAttribute('aria-pressed', 'true');
		expect(screen.getByText(/^all\/elves is picked up, 1 of 3\./)).toHaveAttribute('role', 'status');
		const up = screen.getByRole('button', { name: 'Move up all/elves' });
		expect(up).toHaveAttribute('aria-disabled', 'true');
		const down = screen.getByRole('button', { name: 'Move down all/elves' });
		await userEvent.click(down);
		expect(order()).toEqual(['all/gnomes', 'all/elves', 'all/orcs']);
		expect(down).toHaveFocus();
		await userEvent.click(down);
		expect(order()).toEqual(['all/gnomes', 'all/orcs', 'all/elves']);
		expect(down).toHaveAttribute('aria-disabled', 'true');
		await userEvent.click(up);
		expect(order()).toEqual(['all/gnomes', 'all/elves', 'all/orcs']);
		expect(up).toHaveFocus();
		handleOf('all/elves').focus();
		await press();
		expect(screen.getByText('all/elves is put down, 2 of 3')).toBeInTheDocument();
		expect(handleOf('all/elves')).toHaveAttribute('aria-pressed', 'false');
		expect(screen.queryByRole('button', { name: /^Move (up|down) / })).toBeNull();
	});

	test('is put back by Escape, as it was when the handle was pressed', async () => {
		await pickThree();
		handleOf('all/elves').focus();
		await userEvent.keyboard('{Enter}{ArrowDown}{ArrowDown}');
		expect(order()).toEqual(['all/gnomes', 'all/orcs', 'all/elves']);
		await userEvent.keyboard('{Escape}');
		expect(order()).toEqual(['all/elves', 'all/gnomes', 'all/orcs']);
		expect(handleOf('all/elves')).toHaveFocus();
		expect(handleOf('all/elves')).toHaveAttribute('aria-pressed', 'false');
		expect(screen.getByText('all/elves stays where it was')).toBeInTheDocument();
	});

	test('is not changed by a drag during which a collection goes away', async () => {
		await pickThree();
		const pointer = { pointerId: 7, button: 0 };
		fireEvent.pointerDown(handleOf('all/elves'), { ...pointer, clientY: 50 });
		fireEvent.pointerMove(window, { ...pointer, clientY: 300 });
		const { collections } = mergerClient.store.getState();
		mergerClient.remove(collections.find(({ label }) => label === 'all/gnomes')!.id);
		await waitFor(() => expect(order()).toEqual(['all/elves', 'all/orcs']));
		expect(await screen.findByText('all/elves stays where it was')).toBeInTheDocument();
		fireEvent.pointerMove(window, { ...pointer, clientY: 400 });
		fireEvent.pointerUp(window, pointer);
		expect(order()).toEqual(['all/elves', 'all/orcs']);
	});

	test('is dragged without being picked up, and a drag that ends on its handle is not a press', async () => {
		await pickThree();
		const pointer = { pointerId: 7, button: 0 };
		const handle = handleOf('all/elves');
		fireEvent.pointerDown(handle, { ...pointer, clientY: 50 });
		fireEvent.pointerMove(window, { ...pointer, clientY: 60 });
		fireEvent.pointerUp(window, pointer);
		fireEvent.click(handle, { detail: 1 });
		expect(handle).toHaveAttribute('aria-pressed', 'false');
	});

	test('is shown by rows that give way by their own height and the gap between them', async () => {
		await pickThree();
		list().style.rowGap = '30px';
		for (const [place, row] of [...list().children].entries()) {
			row.getBoundingClientRect = () => ({ top: place * 100, height: 70 }) as DOMRect;
		}
		const pointer = { pointerId: 7, button: 0 };
		fireEvent.pointerDown(handleOf('all/elves'), { ...pointer, clientY: 50 });
		fireEvent.pointerMove(window, { ...pointer, clientY: 160 });
		expect([...list().children].map((row) => (row as HTMLElement).style.transform)).toEqual([
			'translateY(110px)',
			'translateY(-100px)',
			'',
		]);
		fireEvent.pointerUp(window, pointer);
	});

	test('is changed by dragging a handle, and the merge takes it', async () => {
		await pickThree();
		for (const [place, row] of [...list().children].entries()) {
			row.getBoundingClientRect = () => ({ top: place * 100, height: 88 }) as DOMRect;
		}
		const pointer = { pointerId: 7, button: 0 };
		fireEvent.pointerDown(handleOf('all/orcs'), { ...pointer, clientY: 250 });
		fireEvent.pointerMove(window, { ...pointer, clientY: 120 });
		fireEvent.pointerUp(window, pointer);
		await waitFor(() => expect(order()).toEqual(['all/elves', 'all/orcs', 'all/gnomes']));
		fireEvent.pointerDown(handleOf('all/elves'), { ...pointer, clientY: 50 });
		fireEvent.pointerMove(window, { ...pointer, clientY: 300 });
		fireEvent.keyDown(window, { key: 'Escape' });
		expect(await screen.findByText('all/elves stays where it was')).toBeInTheDocument();
		fireEvent.pointerUp(window, pointer);
		expect(order()).toEqual(['all/elves', 'all/orcs', 'all/gnomes']);

		await userEvent.type(screen.getByLabelText('Project Name'), 'Frost');
		await waitFor(() => expect(startButton()).toBeEnabled());
		await userEvent.click(startButton());
		await screen.findByText('Merge Started');
		expect(server.calls.at(-1)).toMatchObject([
			'start',
			{ inputCollections: [{ name: 'all/elves' }, { name: 'all/orcs' }, { name: 'all/gnomes' }] },
		]);
	});

	test('stays as it was put while the worker reports what it read before', async () => {
		await pickThree();
		const handle = handleOf('all/elves');
		handle.focus();
		// Reports set out every 200 ms at most; these moves happen before, between and after them.
		mergerClient.setFixes(toFixes({ unreadableFiles: 'keep' }));
		for (let round = 0; round < 5; round++) {
			await userEvent.keyboard('{End}');
			expect(order()).toEqual(['all/gnomes', 'all/orcs', 'all/elves']);
			mergerClient.setFixes(toFixes({ unreadableFiles: round % 2 === 0 ? 'keep' : 'drop' }));
			await userEvent.keyboard('{Home}');
			expect(order()).toEqual(['all/elves', 'all/gnomes', 'all/orcs']);
		}
	});

	test('of a single collection has no handle', async () => {
		await pickWith('folder', filesOf('elves'));
		await screen.findByRole('heading', { name: 'elves' });
		expect(screen.queryByRole('button', { name: /^Move / })).toBeNull();
	});
});

describe('a collection that is removed', () => {
	test('leaves the focus in the list, and the last one where the list was', async () => {
		await pickWith(
			'folder',
			['elves', 'orcs'].flatMap((name) => filesOf(`all/${name}`)),
		);
		await screen.findByText('Total: 2 images from 2 collections ready to merge');
		await userEvent.click(screen.getByRole('button', { name: 'Remove all/elves' }));
		await waitFor(() => expect(order()).toEqual(['all/orcs']));
		expect(document.activeElement).toContainElement(list());
		await userEvent.click(screen.getByRole('button', { name: 'Remove all/orcs' }));
		const none = await screen.findByText('No collections yet');
		expect(none.parentElement).toHaveFocus();
	});

	test('with all others leaves the focus there as well', async () => {
		await pickThree();
		await userEvent.click(screen.getByRole('button', { name: 'Remove all' }));
		await userEvent.click(await screen.findByRole('button', { name: 'Remove 3 collections' }));
		const none = await screen.findByText('No collections yet');
		await waitFor(() => expect(none.parentElement).toHaveFocus());
	});
});

describe('a collection that is being read', () => {
	test('says so and keeps Start Merge off with the reason, also for Enter', async () => {
		await userEvent.type(screen.getByLabelText('Project Name'), 'Frost');
		const files = filesOf('elves', 60);
		const held = files[30]!;
		const reading = Promise.withResolvers<void>();
		const read = held.arrayBuffer.bind(held);
		held.arrayBuffer = () => reading.promise.then(read);
		await pickWith('folder', files);
		expect(await screen.findAllByText(/^Reading \d+ of 60 files$/)).not.toHaveLength(0);
		expect(startButton()).toBeDisabled();
		expect(startButton()).toHaveAccessibleDescription('Wait until “elves” is read.');
		screen.getByLabelText('Project Name').focus();
		await userEvent.keyboard('{Enter}');
		expect(await screen.findByText('Not Ready Yet')).toBeVisible();
		reading.resolve();
		await waitFor(() => expect(startButton()).toBeEnabled());
		expect(server.calls).toEqual([]);
	});

	test('shows four pictures, and counts right in its preview although some cannot be read', async () => {
		// One without bytes, which gets no picture, and three that get the placeholder.
		const contents = ['', 'a', 'b', 'c'];
		const files = filesOf('elves', 34).map((file, index) => {
			const content = contents[index];
			return content === undefined ? file : fileOf(`elves/${index}.png`, content, 'image/png', true);
		});
		await pickWith('folder', files);
		await screen.findByText('Total: 30 images from 1 collections ready to merge');
		await waitFor(() => expect(list().querySelectorAll('img')).toHaveLength(4));
		await userEvent.click(screen.getByRole('button', { name: 'Preview elves' }));
		const dialog = within(await screen.findByRole('dialog', { name: 'Preview: elves' }));
		expect(await dialog.findAllByRole('img')).toHaveLength(20);
		expect(dialog.getAllByText('Cannot be read')).toHaveLength(3);
		expect(dialog.getByText('...and 13 more images')).toBeVisible();
		expect(dialog.getByText('4 files cannot be merged and are left out.')).toBeVisible();
	});
});

test('a collection that is edited is called as in its row', async () => {
	for (const count of [1, 2]) await pickWith('folder', filesOf('Alpha', count));
	await userEvent.click(await screen.findByRole('button', { name: 'Edit Alpha (2)' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Edit: Alpha (2)' }));
	expect(dialog.getByLabelText('Collection name')).toHaveValue('Alpha');
	await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
	await userEvent.click(screen.getByRole('button', { name: 'Edit Alpha' }));
	expect(await screen.findByRole('dialog', { name: 'Edit: Alpha' })).toBeVisible();
});
