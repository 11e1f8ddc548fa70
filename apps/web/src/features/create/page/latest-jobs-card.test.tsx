import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { freshMs } from '../../../lib/api/query-client.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { api, procedure } from '../../../test/api.ts';
import { createImage, createJob, runningJob } from '../../../test/fixtures.ts';
import { respondWithJobs } from '../../../test/job-server.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();
beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
});

describe('previews', () => {
	const region = () => screen.findByRole('region', { name: 'Latest characters' });

	test('the empty state (PREV-06)', async () => {
		respondWithJobs();
		openPage('/?tab=latest');
		expect(await screen.findByText('No completed characters yet')).toBeVisible();
	});

	test('shows five cards and counts the rest (PREV-02, PREV-04)', async () => {
		respondWithJobs(...[6, 5, 4, 3, 2, 1].map((number) => createJob(number)));
		openPage('/?tab=latest');
		const cards = within(await region());
		expect(await cards.findByText('Showing latest 5 collections • 6 total')).toBeVisible();
		expect(cards.getAllByRole('link')).toHaveLength(5);
		expect(cards.getAllByText('Elf, Half-Orc · Wizard, Blood Hunter')[0]).toBeVisible();
		expect(cards.getAllByText('Bold Classic · Forest Glade')[0]).toBeVisible();
		const completedOn = formatDate(new Date('2026-11-21T10:00:10Z'));
		expect(cards.getByText(`Job #6 · 5 images · ${completedOn}`)).toBeVisible();
		const [cover] = cards.getAllByRole('link').map((link) => link.querySelector('img'));
		expect(cover).toHaveAttribute('src', '/api/images/job-6-image-1/file?version=1&size=512');
	});

	test('failed jobs and those without images are left out (PREV-01, PREV-05)', async () => {
		respondWithJobs(
			runningJob(5, { phase: 'paused', pauseReason: 'user', batchSize: 2_000, progress: 1_200 }),
			runningJob(4, { progress: 0 }),
			runningJob(3),
			createJob(2, { status: 'failed', phase: 'failed' }),
			createJob(1),
		);
		openPage('/?tab=latest');
		const cards = within(await region());
		expect(await cards.findByText(/^Job #3 · 2 images · generating/)).toBeVisible();
		expect(cards.getByText(/^Job #5 · 1,200 images · paused/)).toBeVisible();
		expect(cards.getAllByRole('link')).toHaveLength(3);
	});

	test('the images are asked for by their job and stay fresh for five minutes (PREV-07)', async () => {
		respondWithJobs(createJob(2), createJob(1));
		const asked: string[] = [];
		api.use(
			procedure('generation', 'listImages', (input) => {
				const { jobId, limit } = input as { jobId: string; limit: number };
				if (limit === 4) asked.push(jobId);
				return [createImage(jobId, 1, { version: 7 })];
			}),
		);
		openPage('/?tab=latest');
		const cover = () => document.querySelector('img[src="/api/images/job-2-image-1/file?version=7&size=512"]');
		await waitFor(() => expect(cover()).not.toBeNull());
		await userEvent.click(screen.getByRole('link', { name: 'Gallery' }));
		await userEvent.click(await screen.findByRole('link', { name: 'Create' }));
		await userEvent.click(await screen.findByRole('link', { name: 'Latest' }));
		await waitFor(() => expect(cover()).not.toBeNull());
		expect(asked.toSorted()).toEqual(['job-1', 'job-2']);
		expect(freshMs).toBe(300_000);
	});

	test('every job can be reached, whatever became of it', async () => {
		const lost = { status: 'failed', progress: 0, totalImages: 0, errorMessage: 'The key was refused.' } as const;
		respondWithJobs(
			...[8, 7, 6, 5, 4, 3].map((number) => createJob(number)),
			createJob(2, { ...lost, phase: 'failed' }),
			createJob(1, { ...lost, phase: 'cancelled' }),
		);
		openPage('/?tab=latest');
		const cards = within(await region());
		// The two counts are of different jobs.
		expect(await cards.findByText('Showing latest 5 collections • 6 total')).toBeVisible();
		await userEvent.click(await cards.findByRole('button', { name: 'Show all 8, with 1 failed and 1 cancelled' }));
		const all = within(cards.getByRole('list', { name: 'All collections' }));
		const links = all.getAllByRole('link');
		expect(links.map((link) => link.getAttribute('href'))).toEqual(
			[8, 7, 6, 5, 4, 3, 2, 1].map((number) => `/jobs/job-${number}`),
		);
		expect(links.at(6)).toHaveTextContent('Failed');
		expect(links.at(7)).toHaveTextContent('Cancelled');
		await userEvent.click(cards.getByRole('button', { name: 'Show the latest only' }));
		expect(cards.getAllByRole('link')).toHaveLength(5);
	});

	test('five or fewer need no note (PREV-03)', async () => {
		respondWithJobs(createJob(1));
		openPage('/?tab=latest');
		expect(await within(await region()).findByRole('link')).toBeVisible();
		expect(screen.queryByText(/Showing latest/)).toBeNull();
	});
});
