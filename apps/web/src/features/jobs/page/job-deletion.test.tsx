import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { type DeletionServer, serveDeletion } from '../../../test/deletion-server.ts';
import { createImage, createJob, runningJob } from '../../../test/fixtures.ts';
import { serveJob } from '../../../test/job-server.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();
beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** From the deletion on nobody finds the job. */
function serveNoJob() {
	api.use(
		procedure('generation', 'get', () => new Refusal(404, 'No such job.', {}, 'not_found')),
		procedure('generation', 'list', () => []),
	);
}

function openJob(changes: Parameters<typeof serveDeletion>[0] = {}): DeletionServer {
	serveJob(createJob(1, { projectName: 'Frost Court' }), [createImage('job-1', 1)]);
	const facts = { id: 'job-1', name: 'Frost Court', imageCount: 1_200, consequences: ['Its page stops working.'] };
	const server = serveDeletion({ ...facts, ...changes }, serveNoJob, 'generation');
	openPage('/jobs/job-1');
	return server;
}

async function ask() {
	await press('Delete job');
	const dialog = within(await screen.findByRole('dialog', { name: 'Delete this job?' }));
	await dialog.findByText('Frost Court');
	return dialog;
}

describe('deleting a job', () => {
	test('tells the space first, then what was freed, and leads to the list', async () => {
		const server = openJob();
		const dialog = await ask();
		expect(dialog.getByText('Images')).toBeVisible();
		expect(dialog.getByText('1,200')).toBeVisible();
		expect(dialog.getByText('3.2 MB')).toBeVisible();
		expect(dialog.getByText('Its page stops working.')).toBeVisible();
		expect(dialog.getByRole('button', { name: 'Keep it' })).toHaveFocus();
		await userEvent.dblClick(dialog.getByRole('button', { name: 'Delete job' }));
		expect(await screen.findByText('Job Deleted')).toBeVisible();
		expect(screen.getByText('Frost Court is gone. 3.2 MB were freed.')).toBeVisible();
		expect(server.deleted).toEqual([{ jobId: 'job-1' }]);
		await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/?tab=latest'));
		expect(screen.queryByText('Job deleted')).toBeNull();
	});

	test('says why it cannot be deleted, and deletes nothing', async () => {
		const message = 'An image of this job is minted. The token needs what is kept here about its image.';
		const server = openJob({ blockers: [{ reason: 'already_minted', message }] });
		const dialog = await ask();
		expect(dialog.getByText(message)).toBeVisible();
		expect(dialog.queryByRole('button', { name: 'Delete job' })).toBeNull();
		expect(dialog.queryByRole('button', { name: 'Check again' })).toBeNull();
		await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
		expect(server.deleted).toEqual([]);
	});

	test('is not offered while the job runs, or makes other versions', async () => {
		const server = serveJob(runningJob(1), [createImage('job-1', 1)]);
		openPage('/jobs/job-1');
		await screen.findByRole('button', { name: 'Pause' });
		expect(screen.queryByRole('button', { name: 'Delete job' })).toBeNull();
		act(() => {
			server.job = createJob(1, { redraws: 1 });
		});
		expect(await screen.findByText('Another version of 1 image is being made.', {}, { timeout: 10_000 })).toBeVisible();
		expect(screen.queryByRole('button', { name: 'Delete job' })).toBeNull();
	});
});

test('a page whose job another tab deleted says so at the next poll', async () => {
	serveJob(runningJob(1, { projectName: 'Frost Court' }), [createImage('job-1', 1)]);
	openPage('/jobs/job-1');
	await screen.findByRole('button', { name: 'Pause' });
	serveNoJob();
	expect(await screen.findByRole('heading', { name: 'Job deleted' }, { timeout: 10_000 })).toBeVisible();
	expect(screen.getByText('Frost Court was deleted, in another tab or by another person.')).toBeVisible();
	expect(screen.getByRole('link', { name: 'Back to Create' })).toBeVisible();
});

test('a page whose job another tab deleted says so as soon as something is done on it', async () => {
	const server = serveJob(createJob(1, { projectName: 'Frost Court', phase: 'partial', imagesToRetry: 1 }), []);
	openPage('/jobs/job-1');
	const retry = await screen.findByRole('button', { name: /^Draw the missing/ });
	server.refusal = new Refusal(404, 'No such job.', {}, 'not_found');
	serveNoJob();
	await userEvent.click(retry);
	expect(await screen.findByRole('heading', { name: 'Job deleted' })).toBeVisible();
});
