import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fillForm, openSection, recordStarts, submit } from '../features/create/form/form-testing.ts';
import { api, procedure } from '../test/api.ts';
import { createJob, signedInAs } from '../test/fixtures.ts';
import { respondWithJobs } from '../test/job-server.ts';
import { openPage, usePage } from '../test/setup.tsx';
import { stubWorkers } from '../test/workers.ts';

usePage();
beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	vi.spyOn(console, 'warn').mockImplementation(() => {});
	api.use(procedure('auth', 'check', () => signedInAs('creator')));
	return () => vi.unstubAllGlobals();
});

// What makes them fail is an answer that no page expects, as of a server of another version.
describe('a page that fails', () => {
	test('leaves the bar with the ways to the others, and can be loaded again', async () => {
		respondWithJobs();
		api.use(
			procedure('generation', 'get', () => createJob(1, { races: null as never })),
			http.get('/healthz', () => HttpResponse.text('ok')),
		);
		const { reload } = openPage('/jobs/job-1');
		expect(await screen.findByRole('heading', { level: 1, name: 'This page failed' })).toBeVisible();
		await userEvent.click(screen.getByRole('button', { name: 'Reload the page' }));
		await waitFor(() => expect(reload).toHaveBeenCalledOnce());
		const bar = within(screen.getByRole('navigation', { name: 'Main' }));
		await userEvent.click(bar.getByRole('link', { name: 'Create' }));
		expect(await screen.findByRole('form', { name: 'Create characters' })).toBeVisible();
	});

	test('in its plan alone lets everything else go on', async () => {
		const summary = { capacity: 'more than a number', size: 1, traits: [], rarest: [], tiers: {} };
		stubWorkers(() => ({ plan: () => ({ kind: 'planned', summary }), rows: () => [], paint: () => null }));
		const starts = recordStarts();
		await fillForm();
		await openSection('Plan');
		expect(await screen.findByText(/^The plan could not be shown\. Generating is not affected/)).toBeVisible();
		await userEvent.click(screen.getByRole('radio', { name: 'Built-in forge (free, no key)' }));
		await submit();
		expect(await screen.findByText('Generation Started')).toBeVisible();
		expect(starts).toHaveLength(1);
	});
});
