import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { usePage } from '../../../test/setup.tsx';
import { artFiles } from '../worker/attributes-worker-testing.ts';
import { openAttributes, pickFolder, type RunServer, serveRuns } from './attributes-page-testing.ts';

usePage();

let server: RunServer;
afterEach(() => server.forgetPage());

/** Opens the page with a folder whose weights can be set. */
async function openWeights(): Promise<void> {
	server = serveRuns();
	await openAttributes();
	await pickFolder(artFiles(5));
	await screen.findByText('5 images planned');
}

test('a weight that is marked wrong keeps the run from starting, and gets the focus', async () => {
	await openWeights();
	await userEvent.click(screen.getByRole('radio', { name: 'Class' }));
	const getWeight = (value: string) => screen.getByRole('spinbutton', { name: `Weight of ${value}` });
	const button = screen.getByRole('button', { name: 'Generate Attributes' });
	expect(button).toHaveAccessibleDescription('5 images, exactly as the preview shows');
	fireEvent.change(getWeight('Wizard'), { target: { value: '-1' } });
	expect(getWeight('Wizard')).toBeInvalid();
	const sentence = 'The weight of Wizard (Class) is not right yet.';
	expect(button).toHaveAccessibleDescription(sentence);
	await userEvent.click(button);
	expect(await screen.findByText('Nothing was started')).toBeVisible();
	expect(screen.getAllByText(sentence)).toHaveLength(2);
	expect(getWeight('Wizard')).toHaveFocus();
	expect(server.started).toEqual([]);
	fireEvent.change(getWeight('Bard'), { target: { value: '-1' } });
	expect(button).toHaveAccessibleDescription('The weights of Wizard (Class), Bard (Class) are not right yet.');
	// It is shown again, with what was typed.
	await userEvent.click(screen.getByRole('radio', { name: 'Affliction' }));
	expect(screen.queryByRole('spinbutton', { name: 'Weight of Wizard' })).toBeNull();
	await userEvent.click(button);
	const first = screen.getAllByRole('spinbutton').find((field) => field.matches(':invalid, [aria-invalid]'));
	expect(first).toHaveFocus();
	fireEvent.change(getWeight('Wizard'), { target: { value: '' } });
	fireEvent.change(getWeight('Bard'), { target: { value: '3' } });
	await waitFor(() => expect(button).toHaveAccessibleDescription('5 images, exactly as the preview shows'));
});

test.each(['Reset Class', 'Reset all weights'])('%s takes a wrong weight out of its field as well', async (reset) => {
	await openWeights();
	await userEvent.click(screen.getByRole('radio', { name: 'Class' }));
	const getWeight = () => screen.getAllByRole('spinbutton')[0]!;
	const button = screen.getByRole('button', { name: reset });
	expect(button).toBeDisabled();
	fireEvent.change(getWeight(), { target: { value: '-1' } });
	await userEvent.click(button);
	expect(getWeight()).toHaveDisplayValue('');
	expect(getWeight()).toBeValid();
	expect(button).toBeDisabled();
});

test('a slider says its weight with at most two decimals, as the field beside it', async () => {
	await openWeights();
	const slider = screen.getAllByRole('slider')[0]!;
	fireEvent.change(screen.getAllByRole('spinbutton')[0]!, { target: { value: '12.345' } });
	expect(slider).toHaveAttribute('aria-valuetext', '12.35');
	fireEvent.change(slider, { target: { value: '40' } });
	expect(slider).toHaveAttribute('aria-valuetext', '40');
	expect(screen.getAllByRole('spinbutton')[0]).toHaveValue(40);
});
