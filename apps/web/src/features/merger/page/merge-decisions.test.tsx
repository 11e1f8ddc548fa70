import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { createPng } from '../../../lib/images/image-testing.ts';
import { usePage } from '../../../test/setup.tsx';
import { changeDraft, currentDraft, emptySettings, openDraft } from '../merge-draft.ts';
import { mergerClient } from '../worker/merger-client.ts';
import { fileOf, type MergeServer, openMerger, pickWith, serveMerges } from './merger-page-testing.ts';

usePage();

let server: MergeServer;
afterEach(() => server.forgetPage());

/** Pictures that differ, each with these traits. */
const alike = (folder: string, count: number, hat = 'Red') =>
	Array.from({ length: count }, (_, index) => {
		const path = `${folder}/${index + 1}`;
		const metadata = { attributes: [{ trait_type: 'Hat', value: hat }] };
		return [
			fileOf(`${path}.png`, createPng(path), 'image/png', true),
			fileOf(`${path}.json`, JSON.stringify(metadata), 'application/json', true),
		];
	}).flat();

async function openPage(): Promise<void> {
	server = serveMerges();
	await openMerger();
	await userEvent.type(screen.getByLabelText('Project Name'), 'Frost');
}

const sameTraits = (fix: string) =>
	within(screen.getByRole('radiogroup', { name: /the traits of another$/ })).getByRole('radio', { name: fix });

async function keepOnlyTheFirst(): Promise<void> {
	await screen.findByRole('radiogroup', { name: /the traits of another$/ });
	await userEvent.click(sameTraits('Keep only the first'));
	expect(sameTraits('Keep only the first')).toBeChecked();
}

const isReady = () => waitFor(() => expect(screen.getByRole('button', { name: 'Start Merge' })).toBeEnabled());

test('all that was set stays once the merge has started, for a second try', async () => {
	await openPage();
	await userEvent.click(screen.getByRole('radio', { name: /^Only you/ }));
	await pickWith('folder', alike('elves', 3));
	await keepOnlyTheFirst();
	await isReady();
	await userEvent.click(screen.getByRole('button', { name: 'Start Merge' }));
	await screen.findByText('Merge Started');
	expect(server.calls[0]?.[1]).toMatchObject({ hidden: true, options: { fixes: { duplicateTraits: 'drop' } } });
	await userEvent.click(screen.getByRole('button', { name: 'Show Merge Settings' }));
	expect(screen.getByRole('radio', { name: /^Only you/ })).toBeChecked();
	expect(sameTraits('Keep only the first')).toBeChecked();
	await isReady();
	await userEvent.click(screen.getByRole('button', { name: 'Start Merge' }));
	await waitFor(() => expect(server.calls).toHaveLength(2));
	expect(server.calls[1]).toEqual(server.calls[0]);
});

test('all that was set stays while a collection, also the only one, is removed and picked again', async () => {
	await openPage();
	await pickWith('folder', alike('elves', 3));
	await keepOnlyTheFirst();
	await userEvent.click(screen.getByRole('radio', { name: /^Only you/ }));
	await userEvent.click(screen.getByRole('button', { name: 'Remove elves' }));
	await screen.findByText('No collections yet');
	await pickWith('folder', alike('elves', 3));
	await screen.findByRole('radiogroup', { name: /the traits of another$/ });
	expect(sameTraits('Keep only the first')).toBeChecked();
	expect(screen.getByRole('radio', { name: /^Only you/ })).toBeChecked();
	expect(screen.getByLabelText('Project Name')).toHaveValue('Frost');
});

test('a merge that was started takes its settings along: with other collections a new one begins', async () => {
	await openPage();
	await pickWith('folder', [...alike('elves', 3), ...alike('all/orcs', 2)]);
	await keepOnlyTheFirst();
	await userEvent.click(screen.getByRole('button', { name: 'Add a rename' }));
	await userEvent.selectOptions(screen.getByLabelText('Old name 1'), 'Hat');
	await userEvent.type(screen.getByLabelText('New name 1'), 'Headgear');
	await isReady();
	await userEvent.click(screen.getByRole('button', { name: 'Start Merge' }));
	await screen.findByText('Merge Started');
	await userEvent.click(screen.getByRole('button', { name: 'Show Merge Settings' }));
	expect(screen.getByLabelText('New name 1')).toHaveValue('Headgear');
	await userEvent.click(screen.getByRole('button', { name: 'Show Input Collections' }));
	await userEvent.click(screen.getByRole('button', { name: 'Remove elves' }));
	expect(
		await screen.findByText('These are the settings of a new merge: those of “Frost” went with it.'),
	).toBeVisible();
	expect(screen.getByLabelText('Project Name')).toHaveValue('');
	expect(screen.queryByLabelText('New name 1')).toBeNull();
	// What is set from here on is the new merge's, and stays with its collections.
	await userEvent.type(screen.getByLabelText('Project Name'), 'Ember');
	await userEvent.click(screen.getByRole('button', { name: /^Remove .*orcs/ }));
	await screen.findByText('No collections yet');
	expect(screen.getByLabelText('Project Name')).toHaveValue('Ember');
});

test('all that was set is there again in another tab, as the collections are', async () => {
	await openPage();
	await pickWith('folder', alike('elves', 3));
	await keepOnlyTheFirst();
	await userEvent.type(screen.getByLabelText('Description'), 'Cold');
	cleanup();
	sessionStorage.clear();
	mergerClient.close();
	// What another owner of this browser sets stays theirs.
	openDraft('somebody-else');
	expect(currentDraft()).toMatchObject(emptySettings);
	changeDraft({ projectName: 'Theirs' });
	await openMerger();
	await screen.findByRole('radiogroup', { name: /the traits of another$/ });
	expect(screen.getByLabelText('Project Name')).toHaveValue('Frost');
	expect(screen.getByLabelText('Description')).toHaveValue('Cold');
	expect(sameTraits('Keep only the first')).toBeChecked();
});

test.each([
	[['elves'], 'Remove both'],
	[['elves', 'orcs'], 'Remove 2 collections'],
])('all that was set goes with all of its collections, here %s', async (names, confirm) => {
	await openPage();
	await pickWith(
		'folder',
		names.flatMap((name) => alike(`all/${name}`, 3)),
	);
	await keepOnlyTheFirst();
	await userEvent.click(screen.getByRole('button', { name: 'Add a rename' }));
	await userEvent.selectOptions(screen.getByLabelText('Old name 1'), 'Hat');
	await userEvent.type(screen.getByLabelText('New name 1'), 'Headgear');
	await userEvent.click(screen.getByRole('radio', { name: /^Only you/ }));
	await userEvent.click(screen.getByRole('button', { name: 'Remove all' }));
	await userEvent.click(await screen.findByRole('button', { name: confirm }));
	await screen.findByText('No collections yet');
	expect(currentDraft()).toMatchObject(emptySettings);
	expect(screen.getByRole('radio', { name: /^Everyone here/ })).toBeChecked();
	await userEvent.type(screen.getByLabelText('Project Name'), 'Ember');
	await pickWith('folder', alike('dwarves', 3));
	await screen.findByRole('radiogroup', { name: /the traits of another$/ });
	expect(sameTraits('Keep all')).toBeChecked();
	expect(screen.queryByLabelText('New name 1')).toBeNull();
	expect(await screen.findByText('3 images from 1 collection will become one.')).toBeVisible();
});

test('an image that is left out counts neither as a repeat of traits, nor as lacking one, nor as renamed', async () => {
	await openPage();
	const [picture, metadata] = alike('elves', 1);
	const again = [
		fileOf('elves/2.png', createPng('elves/1'), 'image/png', true),
		fileOf(
			'elves/2.json',
			JSON.stringify({ attributes: [{ trait_type: 'Hat', value: 'Red' }] }),
			'application/json',
			true,
		),
	];
	await pickWith('folder', [picture!, metadata!, ...again, ...alike('elves/blue', 1, 'Blue')]);
	expect(await screen.findByRole('radiogroup', { name: /the traits of another$/ })).toBeVisible();
	await userEvent.click(screen.getByRole('button', { name: 'Add a rename' }));
	expect(screen.getByRole('option', { name: 'Hat (3 tokens)' })).toBeInTheDocument();
	const sameBytes = within(screen.getByRole('radiogroup', { name: /repeats the bytes of another$/ }));
	await userEvent.click(sameBytes.getByRole('radio', { name: 'Keep only the first' }));
	await waitFor(() => expect(screen.queryByRole('radiogroup', { name: /the traits of another$/ })).toBeNull());
	expect(screen.getByRole('option', { name: 'Hat (2 tokens)' })).toBeInTheDocument();
	expect(sameBytes.getByRole('radio', { name: 'Keep only the first' })).toBeChecked();
});

test('the start says how many images will become one, and how many are left out', async () => {
	await openPage();
	await pickWith('folder', [...alike('elves', 3), ...alike('elves/blue', 1, 'Blue')]);
	expect(await screen.findByText(/^4 images from \d collections? will become one\.$/)).toBeVisible();
	await keepOnlyTheFirst();
	expect(await screen.findByText(/^2 of 4 images from .* will become one; 2 are left out\.$/)).toBeVisible();
	await userEvent.click(sameTraits('Keep all'));
	expect(screen.getByText(/^4 images from \d collections? will become one\.$/)).toBeVisible();
});

test('files that are not a picture and empty ones are counted at the start, and told alike by doctor and server', async () => {
	await openPage();
	const broken = fileOf('elves/8.png', 'no picture', 'image/png', true);
	const empty = fileOf('elves/9.png', '', 'image/png', true);
	await pickWith('folder', [...alike('elves', 3), broken, empty]);
	expect(await screen.findByText('3 of 5 images from 1 collection will become one; 2 are left out.')).toBeVisible();
	const doctor = within(screen.getByRole('region', { name: 'Merge doctor' }));
	expect(doctor.getByText('1 unreadable file')).toBeVisible();
	expect(doctor.getByText('1 file is not taken; its collection above says why.')).toBeVisible();
	await isReady();
	await userEvent.click(screen.getByRole('button', { name: 'Start Merge' }));
	await screen.findByText('Merge Started');
	expect(server.calls[0]?.[1]).toMatchObject({ leftOut: { unreadableFiles: 1, refusedFiles: 1 } });
});
