import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { usePage } from '../../../test/setup.tsx';
import { stubWorkers } from '../../../test/workers.ts';
import { PlanWorkerService } from '../plan/plan-worker-service.ts';
import { fillForm, openForm, openSection, pick, recordStarts, signIn } from './form-testing.ts';

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
		const summary = within(button.parentElement!).getByText('Still to choose: races, classes, style, background');
		expect(summary).not.toHaveClass('max-lg:sr-only');
		const tabs = within(screen.getByRole('navigation', { name: 'Parts of this page' }));
		await userEvent.click(tabs.getByRole('link', { name: 'Results' }));
		await waitFor(() => expect(screen.queryByRole('button', mainButton)).toBeNull());
		await userEvent.click(tabs.getByRole('link', { name: 'Studio' }));
		expect(await screen.findByRole('button', mainButton)).toBeVisible();
	});

	test('leaves to assistive technology what the button says already once nothing is missing', async () => {
		await fillForm();
		await pick('radio', /Built-in forge/);
		const { parentElement: bar } = screen.getByRole('button', mainButton);
		expect(within(bar!).getByText('1 race × 1 class → 1 image, free with the forge')).toHaveClass('max-lg:sr-only');
	});

	test('says in the bar why the choices allow no plan', async () => {
		stubWorkers((path) => (path.endsWith('/plan-worker.ts') ? new PlanWorkerService() : { paint: () => null }));
		await fillForm();
		await openSection('Plan');
		await userEvent.click(await screen.findByRole('tab', { name: 'Traits' }, { timeout: 12_000 }));
		await userEvent.type(await screen.findByLabelText('Count of Elf'), '6');
		const { parentElement: bar } = screen.getByRole('button', mainButton);
		const sentence = 'The counts of Race add up to 6, but the collection holds only 1 images.';
		expect(await within(bar!).findByText(sentence)).not.toHaveClass('max-lg:sr-only');
		vi.unstubAllGlobals();
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
