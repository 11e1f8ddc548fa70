import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { usePage } from '../../../test/setup.tsx';
import { openForm, pick, signIn } from '../form/form-testing.ts';
import { layersStore, noLayers } from './layers-store.ts';

usePage();
beforeEach(() => signIn('creator'));
afterEach(() => layersStore.setState(noLayers));

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
