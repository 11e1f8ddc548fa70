import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropOf, fileEntry, folderEntry } from '../../../lib/files/drop-testing.ts';
import { usePage } from '../../../test/setup.tsx';
import { stubWorkers } from '../../../test/workers.ts';
import { openForm, pick, signIn } from '../form/form-testing.ts';
import { layersClient } from './layers-client.ts';
import { layersStore, noLayers } from './layers-store.ts';

usePage();
beforeEach(() => signIn('creator'));
afterEach(() => {
	vi.unstubAllGlobals();
	layersStore.setState(noLayers);
});

const line = () =>
	within(screen.getByRole('navigation', { name: 'Sections of the form' })).getByRole('button', { name: /^Layers/ });

const read = (folder: string, { isUsable = true } = {}) =>
	layersStore.setState({
		...noLayers,
		phase: 'read',
		view: { id: folder, name: folder, pictureCount: 1, pixels: null, sets: [], findings: [], isUsable },
	});

test('a folder whose pictures the server refused is missing until another is chosen, whatever section is open', async () => {
	await openForm();
	await pick('radio', /Your own layers/);
	expect(screen.getByText(/^Still missing/)).toHaveTextContent('layers');
	read('apes');
	await waitFor(() => expect(screen.queryByText(/^Still missing/)).toBeNull());
	layersStore.setState({ uploadProblem: "'apes/Hat/Cap.png': It cannot be read." });
	expect(await screen.findByText(/^Still missing/)).toHaveTextContent('layers');
	expect(line()).toHaveTextContent('Not all layers could be sent.');
	// Nothing of this one is sent.
	read('dogs', { isUsable: false });
	await waitFor(() => expect(line()).not.toHaveTextContent('Not all layers could be sent.'));
	expect(screen.getByText(/^Still missing/)).toHaveTextContent('layers');
	read('cats');
	await waitFor(() => expect(screen.queryByText(/^Still missing/)).toBeNull());
});

test('a form that is reset has the folder again once own layers are chosen', async () => {
	await openForm();
	await pick('radio', /Your own layers/);
	read('apes');
	await waitFor(() => expect(screen.queryByText(/^Still missing/)).toBeNull());
	await userEvent.click(screen.getByRole('button', { name: 'Reset form' }));
	await pick('radio', /Your own layers/);
	await waitFor(() => expect(screen.queryByText(/^Still missing/)).toBeNull());
});

test('a folder that is dropped anywhere is read, where own layers are chosen', async () => {
	const reading = vi.spyOn(layersClient, 'pick').mockResolvedValue(null);
	const drop = () => {
		const art = folderEntry('/apes', [folderEntry('/apes/Hat', [fileEntry('/apes/Hat/Cap.png')])]);
		return fireEvent.drop(document.body, { dataTransfer: dropOf(art) });
	};
	await openForm();
	drop();
	expect(reading).not.toHaveBeenCalled();
	await pick('radio', /Your own layers/);
	expect(await screen.findByText('Bring a folder of layers')).toBeInTheDocument();
	fireEvent.dragEnter(document.body, { dataTransfer: { types: ['Files'] } });
	expect(await screen.findByText('Drop the folder of layers, or its zip, anywhere')).toBeInTheDocument();
	// The browser does not leave the page for the file.
	expect(drop()).toBe(false);
	expect(reading).toHaveBeenCalledOnce();
	expect(await reading.mock.calls[0]?.[0]).toMatchObject({ folderFiles: [{ path: 'apes/Hat/Cap.png' }] });
});

test('a file that is no zip is named, with what to choose instead', async () => {
	stubWorkers(() => ({}));
	await openForm();
	await pick('radio', /Your own layers/);
	const input = await screen.findByTestId('layers-files');
	// Browsers let anyone choose a file that the dialog does not offer.
	fireEvent.change(input, { target: { files: [new File(['soon'], 'notes.txt', { type: 'text/plain' })] } });
	expect(await screen.findByText(/^'notes\.txt'/)).toHaveTextContent(
		"'notes.txt' is neither a zip nor a folder. Choose the folder that holds one folder for each layer, or a zip of it.",
	);
	expect(screen.queryByRole('region', { name: 'What was read' })).toBeNull();
});
