import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { usePage } from '../../../test/setup.tsx';
import { fillForm, openForm, pick, recordStarts, signIn } from './form-testing.ts';

usePage();
beforeEach(() => {
	signIn('creator');
	vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
		Object.assign(new EventTarget() as MediaQueryList, { matches: media === '(width < 64rem)', media }),
	);
});

const mainButton = { name: 'Generate ADX Characters' };

describe('the form in a narrow window', () => {
	test('its button stands in the bar at the bottom, with what it will do, and only while the form is on show', async () => {
		await openForm();
		const button = screen.getByRole('button', mainButton);
		expect(button.closest('.fixed')).toHaveClass('bottom-0', 'inset-x-0');
		expect(screen.getByRole('form', { name: 'Create characters' })).not.toContainElement(button);
		expect(button.parentElement).toHaveTextContent('Still to choose: races, classes, style, background');
		const tabs = within(screen.getByRole('navigation', { name: 'Parts of this page' }));
		await userEvent.click(tabs.getByRole('link', { name: 'Results' }));
		await waitFor(() => expect(screen.queryByRole('button', mainButton)).toBeNull());
		await userEvent.click(tabs.getByRole('link', { name: 'Studio' }));
		expect(await screen.findByRole('button', mainButton)).toBeVisible();
	});

	test('GEN-29 it submits the form it stands apart from, once', async () => {
		const starts = recordStarts();
		await fillForm();
		await pick('radio', /Built-in forge/);
		await userEvent.dblClick(screen.getByRole('button', mainButton));
		await waitFor(() => expect(starts).toHaveLength(1));
		expect(starts[0]?.input).toMatchObject({ races: ['elf'], classes: ['wizard'], batchSize: 1 });
	});
});
