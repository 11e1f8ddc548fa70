import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, vi } from 'vitest';
import { stubWorkers } from '../../../test/workers.ts';
import { fillForm, openSection, pick, signIn } from '../form/form-testing.ts';
import { PlanWorkerService } from './plan-worker-service.ts';

/** Plans as the worker does, paints nothing, and signs a creator in, for each test of the file. */
export function usePlanWorker(): void {
	beforeEach(() => {
		stubWorkers((path) => (path.endsWith('/plan-worker.ts') ? new PlanWorkerService() : { paint: () => null }));
		signIn('creator');
		return () => vi.unstubAllGlobals();
	});
}

export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
export const openTab = async (name: string) => userEvent.click(await screen.findByRole('tab', { name }));
export const numberField = (name: string) => screen.getByRole('spinbutton', { name });
/** The plan's line in the index of the form. */
export const planLine = () =>
	within(screen.getByRole('navigation', { name: 'Sections of the form' })).getByRole('button', { name: /^Plan/ });

/** Two races, one class, five images: small enough to count manually. */
export async function fillAndPlan() {
	await fillForm();
	await pick('checkbox', 'Orc');
	await pick('radio', '5 ADX');
	// While the plan is not on show, a line beside the form tells of it.
	expect(await screen.findByText(/, 5 planned/)).toBeVisible();
	await openSection('Plan');
}
