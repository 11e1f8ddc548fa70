import { generationPollMs } from '@adx/validators/limits';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { retryDelayMs } from '../../../lib/api/query-client.ts';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { createImage, runningJob } from '../../../test/fixtures.ts';
import { serveJob } from '../../../test/job-server.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();

const unreached = /^The server does not answer right now\. What you see is the last it reported/;

test('a job that the server no longer answers about keeps its page, which says so until it does', async () => {
	vi.useFakeTimers({ shouldAdvanceTime: true });
	vi.spyOn(console, 'error').mockImplementation(() => {});
	const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
	const job = runningJob(1, { progress: 1 });
	serveJob(job, [createImage('job-1', 1)]);
	let isDown = false;
	api.use(procedure('generation', 'get', () => (isDown ? new Refusal(503, 'down') : job)));
	openPage('/jobs/job-1');
	expect(await screen.findByText('Generating images...')).toBeVisible();
	expect(screen.queryByText(unreached)).toBeNull();
	isDown = true;
	await pass(generationPollMs + retryDelayMs(0));
	const notice = within((await screen.findByText(unreached)).closest('[role=alert]') as HTMLElement);
	expect(screen.getByText('Generating images...')).toBeVisible();
	isDown = false;
	await userEvent.click(notice.getByRole('button', { name: 'Try again' }));
	await waitFor(() => expect(screen.queryByText(unreached)).toBeNull());
	expect(screen.getByText('Generating images...')).toBeVisible();
});
