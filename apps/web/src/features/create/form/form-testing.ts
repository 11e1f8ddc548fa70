import { races } from '@adx/validators/catalogue/races';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { api, procedure, type Refusal } from '../../../test/api.ts';
import { runningJob, signedInAs } from '../../../test/fixtures.ts';
import { findForm, openPage } from '../../../test/setup.tsx';

/** For tests: steps in the Create form, as somebody takes them who reads its labels. */
export function signIn(role: 'creator' | 'developer', changes = {}) {
	api.use(procedure('auth', 'check', () => signedInAs(role, changes)));
}

/** For tests: answers starts and keeps what was sent, with its idempotency key. */
export function recordStarts(answer: () => Refusal | null = () => null) {
	const starts: { input: unknown; key: string | null }[] = [];
	api.use(
		procedure('generation', 'start', (input, request) => {
			starts.push({ input, key: request.headers.get('Idempotency-Key') });
			const job = runningJob(1);
			return answer() ?? { jobId: job.id, job };
		}),
		procedure('generation', 'get', () => runningJob(1)),
	);
	return starts;
}

/** For tests: races by the page, counted from the list, which grows. */
export const racesPerPage = 20;
export const racePages = Math.ceil(races.length / racesPerPage);
export const pickedRaces = (count: number) => screen.getByText(`${count} of ${races.length}`);

export const submit = () => userEvent.click(screen.getByRole('button', { name: 'Generate ADX Characters' }));
/** For tests: the button that orders, whether or not an order is under way, with what is said beside it. */
export const submitArea = () =>
	screen.getByRole('button', { name: /^(Generate ADX Characters|Generating\.\.\.)$/ }).closest('section')!;
export const group = (name: string) => within(screen.getByRole('group', { name }));
export const pick = (role: 'checkbox' | 'radio', name: string | RegExp) =>
	userEvent.click(screen.getByRole(role, { name }));

/** For tests: opens a section of the form by its line in the index. */
export const openSection = (label: string) =>
	userEvent.click(
		within(screen.getByRole('navigation', { name: 'Sections of the form' })).getByRole('button', {
			name: new RegExp(`^${label}`),
		}),
	);

export async function openForm() {
	openPage();
	await findForm();
}

export async function fillForm() {
	await openForm();
	await pick('checkbox', 'Elf');
	await pick('checkbox', 'Wizard');
	await pick('radio', /^Bold Classic/);
	await pick('radio', 'Forest Glade');
}
