import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setLive } from '../../lib/api/live/live-state.ts';
import { createQueryClient } from '../../lib/api/query-client.ts';
import { createApiClient, type Job, trpc } from '../../lib/api/trpc.ts';
import { api, procedure, Refusal } from '../../test/api.ts';
import { createImage, createJob, createPlannedImage, runningJob, stats } from '../../test/fixtures.ts';
import { usePage } from '../../test/setup.tsx';
import { useStats } from './database/database-queries.ts';
import { pollWhileRegenerating, useJob, useJobImages, useJobs } from './job-queries.ts';

usePage();

beforeEach(() => {
	vi.useFakeTimers({
		shouldAdvanceTime: true,
		toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
	});
});

/** What stands around every page, with a memory of its own that outlives the hooks. */
function createShell() {
	const queryClient = createQueryClient();
	const apiClient = createApiClient(window.location.origin);
	return ({ children }: { readonly children: ReactNode }) => (
		<trpc.Provider client={apiClient} queryClient={queryClient}>
			<QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
		</trpc.Provider>
	);
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Answers a procedure of jobs and counts how often it is asked. */
function count(name: 'get' | 'list' | 'listImages', answer: () => never) {
	const seen = { asked: 0 };
	api.use(
		procedure('generation', name, () => {
			seen.asked += 1;
			return answer();
		}),
	);
	return seen;
}

describe('the list of jobs', () => {
	test.each([
		['the page asks every 30 s (PROG-11)', 'page', 30_000],
		['the download button asks every 5 s (DL-04)', 'download-button', 5_000],
	] as const)('%s', async (_title, asker, intervalMs) => {
		const seen = count('list', () => [createJob(1)] as never);
		const { result } = renderHook(() => useJobs(asker), { wrapper: createShell() });
		await waitFor(() => expect(result.current.data).toHaveLength(1));
		expect(seen.asked).toBe(1);
		await pass(intervalMs - 1_000);
		expect(seen.asked).toBe(1);
		await pass(1_200);
		await waitFor(() => expect(seen.asked).toBe(2));
		await pass(intervalMs + 500);
		await waitFor(() => expect(seen.asked).toBe(3));
	});
});

describe('images of which another version is being made', () => {
	test('are asked for every 3 s, while the page is told of changes as well', () => {
		const lists = [false, true].map((isRedrawing) => ({ state: { data: [createImage('job-1', 1, { isRedrawing })] } }));
		setLive(true);
		try {
			expect(lists.map(pollWhileRegenerating)).toEqual([false, 3_000]);
		} finally {
			setLive(false);
		}
	});
});

describe('a job', () => {
	test.each([
		['completed', createJob(1)],
		['failed', createJob(1, { status: 'failed', phase: 'failed', errorMessage: 'No more.' })],
	])('is asked every 3 s until it is %s, and not after (PROG-10)', async (status, ended) => {
		let job: Job = runningJob(1);
		const seen = count('get', () => job as never);
		const { result } = renderHook(() => useJob('job-1'), { wrapper: createShell() });
		await waitFor(() => expect(result.current.data?.status).toBe('generating'));
		expect(seen.asked).toBe(1);
		await pass(2_500);
		expect(seen.asked).toBe(1);
		await pass(700);
		await waitFor(() => expect(seen.asked).toBe(2));
		job = ended;
		await pass(3_200);
		await waitFor(() => expect(result.current.data?.status).toBe(status));
		expect(seen.asked).toBe(3);
		await pass(60_000);
		expect(seen.asked).toBe(3);
	});

	test('that is paused has the statistics asked for again: images of it were stored', async () => {
		let job: Job = runningJob(1);
		count('get', () => job as never);
		const asked = vi.fn(() => stats);
		api.use(procedure('database', 'stats', asked));
		renderHook(() => [useJob('job-1'), useStats()], { wrapper: createShell() });
		await waitFor(() => expect(asked).toHaveBeenCalledOnce());
		job = runningJob(1, { phase: 'paused', pauseReason: 'day_quota' });
		await pass(3_200);
		await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
	});

	test('is not asked before there is an id (PROG-10)', async () => {
		const seen = count('get', () => createJob(1) as never);
		renderHook(() => useJob(null), { wrapper: createShell() });
		await pass(10_000);
		expect(seen.asked).toBe(0);
	});

	test('that does not exist is not asked for again and again', async () => {
		const seen = count('get', () => new Refusal(404, 'No such job.') as never);
		const { result } = renderHook(() => useJob('job-9').error, { wrapper: createShell() });
		await pass(2_000);
		await waitFor(() => expect(result.current).not.toBeNull());
		const askedUntilThen = seen.asked;
		await pass(30_000);
		expect(seen.asked).toBe(askedUntilThen);
	});
});

describe('the images of a job', () => {
	test('are not asked for again within five minutes, and after them they are (PREV-07, AMB-24)', async () => {
		const seen = count('listImages', () => [createImage('job-1', 1)] as never);
		const wrapper = createShell();
		const look = () => renderHook(() => useJobImages(createJob(1), 4), { wrapper });
		const first = look();
		await waitFor(() => expect(first.result.current.data).toHaveLength(1));
		first.unmount();
		await pass(4 * 60_000 + 50_000);
		const second = look();
		expect(second.result.current.data).toHaveLength(1);
		await pass(1_000);
		expect(seen.asked).toBe(1);
		second.unmount();
		await pass(15_000);
		const third = look();
		expect(third.result.current.data).toHaveLength(1);
		await waitFor(() => expect(seen.asked).toBe(2));
	});

	test('are asked for again as their job advances (AMB-24)', async () => {
		const seen = count('listImages', () => [createImage('job-1', 1)] as never);
		const { rerender } = renderHook(({ job }) => useJobImages(job, 4), {
			wrapper: createShell(),
			initialProps: { job: runningJob(1) },
		});
		await waitFor(() => expect(seen.asked).toBe(1));
		rerender({ job: runningJob(1, { progress: 3 }) });
		await waitFor(() => expect(seen.asked).toBe(2));
	});

	test('of a large job too are asked for with every image, but once a second at most (AMB-24)', async () => {
		const seen = count('listImages', () => [createPlannedImage('job-1', 1)] as never);
		const large = (progress: number) => ({ job: runningJob(1, { batchSize: 10_000, progress }) });
		const { rerender } = renderHook(({ job }) => useJobImages(job, 4), {
			wrapper: createShell(),
			initialProps: large(0),
		});
		await waitFor(() => expect(seen.asked).toBe(1));
		rerender(large(1));
		await waitFor(() => expect(seen.asked).toBe(2));
		for (let progress = 2; progress < 10; progress++) rerender(large(progress));
		await pass(500);
		expect(seen.asked).toBe(2);
		await pass(700);
		await waitFor(() => expect(seen.asked).toBe(3));
		await pass(3_000);
		expect(seen.asked).toBe(3);
	});
});
