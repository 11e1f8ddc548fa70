import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { usePage } from '../../../test/setup.tsx';
import { stubWorkers } from '../../../test/workers.ts';
import { PlanWorkerService } from '../plan/plan-worker-service.ts';
import { fillForm, openForm, openSection, pick, recordStarts, signIn, submitArea } from './form-testing.ts';

usePage();
/** A window that these media queries hold for. */
const useWindow = (...queries: string[]) =>
	vi
		.spyOn(window, 'matchMedia')
		.mockImplementation((media) =>
			Object.assign(new EventTarget() as MediaQueryList, { matches: queries.includes(media), media }),
		);
const narrow = '(width < 64rem)';
beforeEach(() => {
	signIn('creator');
	useWindow(narrow);
});

const mainButton = { name: 'Generate ADX Characters' };

describe('the form in a narrow window', () => {
	test('its button stands in the bar at the bottom, with what it will do, and only while the form is on show', async () => {
		await openForm();
		const button = screen.getByRole('button', mainButton);
		expect(button.closest('.fixed')).toHaveClass('bottom-0', 'inset-x-0');
		expect(screen.getByRole('form', { name: 'Create characters' })).not.toContainElement(button);
		const summary = document.getElementById(button.getAttribute('aria-describedby') ?? '');
		expect(summary).toHaveTextContent('Still missing: Gemini key, races, classes, style, background');
		expect(summary).not.toHaveClass('max-lg:sr-only');
		const tabs = within(screen.getByRole('navigation', { name: 'Parts of this page' }));
		await userEvent.click(tabs.getByRole('link', { name: 'Results' }));
		await waitFor(() => expect(screen.queryByRole('button', mainButton)).toBeNull());
		await userEvent.click(tabs.getByRole('link', { name: 'Studio' }));
		expect(await screen.findByRole('button', mainButton)).toBeVisible();
	});

	test('its button ends the page where the window is only a few lines high', async () => {
		useWindow(narrow, '(height < 22rem)');
		await openForm();
		const bar = submitArea().parentElement;
		expect(bar).not.toHaveClass('fixed');
		expect(document.documentElement.style.getPropertyValue('--bottom-inset')).toBe('');
	});

	test('the preview stands beside the sections on a tablet, on a phone above the plan', async () => {
		const preview = () => document.querySelector('[data-roll]');
		await openForm();
		expect(preview()).toBeInTheDocument();
		useWindow(narrow, '(width < 48rem)');
		cleanup();
		await openForm();
		expect(preview()).toBeNull();
		await openSection('Plan');
		expect(preview()?.closest('#create-plan')).not.toBeNull();
	});

	test('leaves to assistive technology what the button says already once nothing is missing', async () => {
		await fillForm();
		await pick('radio', /Built-in forge/);
		const numbers = within(submitArea()).getByText('1 race × 1 class → 1 image, free with the forge');
		expect(numbers.parentElement).toHaveClass('max-lg:sr-only');
	});

	test('leads from the bar to each section in which something is missing, the key too', async () => {
		await openForm();
		const step = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`), current: 'step' });
		const follow = (name: string) => userEvent.click(within(submitArea()).getByRole('button', { name }));
		await follow('Gemini key');
		expect(step('Engine and key')).toBeVisible();
		expect(screen.getByRole('heading', { name: 'Engine and key' })).toHaveFocus();
		await follow('background');
		expect(step('Background')).toBeVisible();
		await follow('background');
		expect(screen.getByRole('heading', { name: 'Background' })).toHaveFocus();
		await userEvent.type(screen.getByLabelText('Google Gemini API key'), ' ');
		expect(within(submitArea()).getByRole('button', { name: 'Gemini key' })).toBeVisible();
		await userEvent.type(screen.getByLabelText('Google Gemini API key'), 'AIza');
		expect(within(submitArea()).queryByRole('button', { name: 'Gemini key' })).toBeNull();
	});

	test('says in the bar that the choices allow no plan, and leads to why', async () => {
		stubWorkers((path) => (path.endsWith('/plan-worker.ts') ? new PlanWorkerService() : { paint: () => null }));
		await fillForm();
		await openSection('Plan');
		await userEvent.click(await screen.findByRole('tab', { name: 'Traits' }, { timeout: 12_000 }));
		await userEvent.type(await screen.findByLabelText('Count of Elf'), '6');
		const pointer = await within(submitArea()).findByRole('button', { name: 'See why' });
		await openSection('Races');
		await userEvent.click(pointer);
		expect(screen.getByText('The counts of Race add up to 6, but the collection holds only 1 images.')).toHaveFocus();
		vi.unstubAllGlobals();
	});

	test('it submits the form it stands apart from, once (GEN-29)', async () => {
		const starts = recordStarts();
		await fillForm();
		await pick('radio', /Built-in forge/);
		await userEvent.dblClick(screen.getByRole('button', mainButton));
		await waitFor(() => expect(starts).toHaveLength(1));
		expect(starts[0]?.input).toMatchObject({ races: ['elf'], classes: ['wizard'], batchSize: 1 });
	});
});
