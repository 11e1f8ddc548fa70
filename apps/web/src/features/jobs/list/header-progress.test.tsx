import { useToastStore } from '@adx/ui/feedback/toast-store';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createJob, runningJob } from '../../../test/fixtures.ts';
import { respondWithJobs } from '../../../test/job-server.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();

const bar = () => document.querySelector('[data-header-progress] > *');
const large = { batchSize: 1_000, progress: 312, projectName: 'Frost Court' } as const;

test('the job under way is in sight on every page: a link, a bar and the tab’s title', async () => {
	respondWithJobs(
		createJob(3),
		runningJob(2, { status: 'pending', phase: 'queued', progress: 0 }),
		runningJob(1, large),
	);
	openPage('/gallery');
	const link = await screen.findByRole('link', { name: /312 \/ 1,000 · 31%$/ });
	expect(link).toHaveAttribute('href', '/jobs/job-1');
	expect(bar()).toHaveStyle({ transform: 'scaleX(0.31)' });
	await waitFor(() => expect(document.title).toBe('312/1,000 · 31% – Gallery'));
	respondWithJobs(createJob(1));
	// The job itself is asked for every three seconds.
	await waitFor(() => expect(bar()).toBeNull());
	expect(document.title).toBe('Gallery – ADX Realm');
});

test('a page about one of several jobs under way shows that one', async () => {
	respondWithJobs(runningJob(2, { ...large, batchSize: 400 }), runningJob(1, { ...large, batchSize: 500 }));
	openPage('/?job=job-1');
	expect(await screen.findByRole('link', { name: /312 \/ 500 · 62%$/ })).toHaveAttribute('href', '/jobs/job-1');
});

test('a job that is paused says so', async () => {
	respondWithJobs(runningJob(1, { ...large, phase: 'paused', pauseReason: 'user' }));
	openPage('/gallery');
	expect(await screen.findByRole('link', { name: /Paused ?312 \/ 1,000 · 31%$/ })).toBeVisible();
	await waitFor(() => expect(document.title).toBe('Paused · 312/1,000 · 31% – Gallery'));
});

test('jobs that are paused are told of while another one runs, and lead there', async () => {
	const paused = { phase: 'paused', pauseReason: 'user' } as const;
	respondWithJobs(runningJob(2, { ...paused, projectName: 'Ember Isle' }), runningJob(1, large));
	openPage('/gallery');
	expect(await screen.findByRole('link', { name: /312 \/ 1,000 · 31%$/ })).toHaveAttribute('href', '/jobs/job-1');
	// One for wide windows, one for narrow ones.
	for (const link of await screen.findAllByRole('link', { name: '1 paused: Ember Isle' })) {
		expect(link).toHaveAttribute('href', '/jobs/job-2');
		expect(link).toHaveAttribute('title', '1 paused: Ember Isle');
	}
});

test('a paused job that is shown is counted with the others only where its numbers have no room', async () => {
	const paused = { phase: 'paused', pauseReason: 'user' } as const;
	respondWithJobs(runningJob(2, { ...paused, projectName: 'Ember Isle' }), runningJob(1, { ...large, ...paused }));
	openPage('/?job=job-1');
	expect(await screen.findByRole('link', { name: '1 more paused: Ember Isle' })).toHaveClass('max-lg:hidden');
	const both = screen.getByRole('link', { name: '2 paused: Frost Court, Ember Isle' });
	expect(both).toHaveClass('lg:hidden');
	expect(both).toHaveAttribute('href', '/jobs/job-1');
});

test('nothing is there while nothing is under way', async () => {
	respondWithJobs(createJob(1));
	openPage('/?tab=results');
	await screen.findByText('Generation completed successfully!');
	expect(bar()).toBeNull();
	expect(screen.queryByRole('link', { name: /^Images made/ })).toBeNull();
});

const notice = () => screen.findByText(/^Frost Court: /);

test.each([
	[{ status: 'completed', phase: 'done', progress: 1_000 }, 'Generation Ended', '1,000 of 1,000 images'],
	[{ status: 'completed', phase: 'partial', progress: 400 }, 'Generation Ended', '400 of 1,000 images'],
	[{ status: 'failed', phase: 'failed', progress: 0, errorMessage: 'No way.' }, 'Generation Failed', 'No way.'],
] as const)('the end of a job is told while another page is looked at: %o', async (end, title, text) => {
	respondWithJobs(runningJob(1, large));
	openPage('/gallery');
	await screen.findByRole('link', { name: /^(Frost Court)?Images made/ });
	respondWithJobs(createJob(1, { ...large, ...end }));
	expect(await notice()).toHaveTextContent(`Frost Court: ${text}`);
	expect(screen.getByText(title)).toBeVisible();
});

test('on its own page, where it is in view, it is not told again, and neither are jobs that ended before', async () => {
	respondWithJobs(createJob(2, { projectName: 'Frost Court' }), runningJob(1, large));
	openPage('/?job=job-1');
	await waitFor(() => expect(bar()).not.toBeNull());
	respondWithJobs(createJob(2, { projectName: 'Frost Court' }), createJob(1, large));
	await waitFor(() => expect(bar()).toBeNull());
	expect(useToastStore.getState().recent).toEqual([]);
});
