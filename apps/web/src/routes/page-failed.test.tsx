import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fillForm, recordStarts, submit } from '../features/create/form/form-testing.ts';
import { api, procedure } from '../test/api.ts';
import { createJob, publicConfig, signedInAs } from '../test/fixtures.ts';
import { respondWithJobs } from '../test/job-server.ts';
import { openPage, usePage } from '../test/setup.tsx';

usePage();
beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	vi.spyOn(console, 'warn').mockImplementation(() => {});
	api.use(procedure('auth', 'check', () => signedInAs('creator')));
});

// What makes them fail is an answer that no page expects, as of a server of another version.
describe('a page that fails', () => {
	test('leaves the bar with the ways to the others, and can be loaded again', async () => {
		respondWithJobs();
		api.use(procedure('generation', 'get', () => createJob(1, { races: null as never })));
		const { reload } = openPage('/jobs/job-1');
		expect(await screen.findByRole('heading', { level: 1, name: 'This page failed' })).toBeVisible();
		await userEvent.click(screen.getByRole('button', { name: 'Reload the page' }));
		expect(reload).toHaveBeenCalledOnce();
		const bar = within(screen.getByRole('navigation', { name: 'Main' }));
		await userEvent.click(bar.getByRole('link', { name: 'Create' }));
		expect(await screen.findByRole('form', { name: 'Create characters' })).toBeVisible();
	});

	test('in its plan alone lets everything else go on', async () => {
		const gemini = { ...publicConfig.gemini!, pricedAt: new Date() as never };
		const starts = recordStarts();
		api.use(procedure('auth', 'config', () => ({ ...publicConfig, gemini })));
		await fillForm();
		expect(await screen.findByText(/^The plan could not be shown\. Generating is not affected/)).toBeVisible();
		await userEvent.click(screen.getByRole('radio', { name: 'Built-in forge (free, no key)' }));
		await submit();
		expect(await screen.findByText('Generation Started')).toBeVisible();
		expect(starts).toHaveLength(1);
	});
});
