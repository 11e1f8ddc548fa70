import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { api, procedure } from '../../test/api.ts';
import { createJob, runningJob } from '../../test/fixtures.ts';
import { respondWithJobs } from '../../test/job-server.ts';
import { watchSaving } from '../../test/saved-files.ts';
import { openPage, usePage } from '../../test/setup.tsx';

usePage();
beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
});

describe('the floating download button', () => {
	const button = { name: 'Download collection' };

	test('is absent while nothing is completed (DL-02)', async () => {
		respondWithJobs(runningJob(1));
		openPage('/?tab=results');
		await screen.findByText('40% complete');
		expect(screen.queryByRole('button', button)).toBeNull();
	});

	test('floats at the bottom centre (DL-01)', async () => {
		respondWithJobs(createJob(1));
		openPage();
		const floating = await screen.findByRole('button', button);
		expect(floating.closest('.fixed')).toHaveClass('inset-x-0', 'bottom-0');
		// A long name is cut inside the button, not at the window.
		expect(
			within(floating)
				.getByText(/5 images$/)
				.closest('.grid'),
		).toHaveClass('min-w-0', 'grid-cols-[minmax(0,1fr)]');
		expect(floating.parentElement?.parentElement).toHaveClass('justify-center', 'col-start-2');
	});

	test('it asks for the jobs every 5 s (DL-04)', async () => {
		vi.useFakeTimers({
			shouldAdvanceTime: true,
			toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
		});
		respondWithJobs(createJob(1));
		let asked = 0;
		api.use(
			procedure('generation', 'list', () => {
				asked += 1;
				return [createJob(1)];
			}),
		);
		openPage();
		await screen.findByRole('button', button);
		const before = asked;
		await act(() => vi.advanceTimersByTimeAsync(5_100));
		await waitFor(() => expect(asked).toBe(before + 1));
	});

	test('names what it will save', async () => {
		respondWithJobs(createJob(1, { projectName: 'Frost Court', batchSize: 5_728 }));
		openPage();
		const named = await screen.findByRole('button', button);
		expect(named).toHaveTextContent('Download collectionFrost Court · 5,728 images');
		expect(named).toHaveAccessibleDescription('Frost Court, 5,728 images');
	});

	test('says Downloading... while it is busy (DL-03)', async () => {
		respondWithJobs(createJob(1));
		let finish = () => {};
		const held = new Promise<void>((resolve) => {
			finish = resolve;
		});
		let asked = 0;
		api.use(
			http.post('*/api/generate/zip', async () => {
				asked += 1;
				await held;
				return HttpResponse.json({}, { status: 500 });
			}),
		);
		vi.spyOn(window, 'alert').mockImplementation(() => {});
		openPage();
		await userEvent.click(await screen.findByRole('button', button));
		const busy = screen.getByRole('button', { name: 'Downloading...' });
		expect(busy).toHaveAttribute('aria-disabled', 'true');
		expect(busy).toHaveFocus();
		await userEvent.click(busy);
		finish();
		expect(await screen.findByRole('button', button)).not.toHaveAttribute('aria-disabled');
		expect(asked).toBe(1);
		expect(busy).toHaveFocus();
	});

	test('without a project name the file is ADX_Collection_complete.zip (DL-05)', async () => {
		respondWithJobs(createJob(1));
		api.use(http.post('*/api/generate/zip', () => HttpResponse.arrayBuffer(new ArrayBuffer(4))));
		const { names } = watchSaving();
		openPage();
		await userEvent.click(await screen.findByRole('button', button));
		await waitFor(() => expect(names).toEqual(['ADX_Collection_complete.zip']));
	});

	test('so is a connection that breaks (DL-06)', async () => {
		respondWithJobs(createJob(1));
		api.use(http.post('*/api/generate/zip', () => HttpResponse.error()));
		const alert = vi.spyOn(window, 'alert').mockImplementation(() => {});
		openPage();
		await userEvent.click(await screen.findByRole('button', button));
		await waitFor(() => expect(alert).toHaveBeenCalledWith('Download failed. Please try again.'));
		expect(screen.getByRole('button', button)).toBeEnabled();
	});

	test('asks for the archive and saves it under the project’s name (DL-05)', async () => {
		respondWithJobs(createJob(1, { projectName: 'Ice & Fire' }));
		let asked: unknown = null;
		api.use(
			http.post('*/api/generate/zip', async ({ request }) => {
				asked = await request.json();
				return HttpResponse.arrayBuffer(new ArrayBuffer(4));
			}),
		);
		const { names } = watchSaving();
		openPage();
		await userEvent.click(await screen.findByRole('button', button));
		await waitFor(() => expect(names).toEqual(['Ice___Fire_complete.zip']));
		expect(asked).toEqual({ jobId: 'job-1' });
	});

	test('which pictures are lost is told in the words of the server (AMB-23)', async () => {
		respondWithJobs(createJob(1));
		const error = 'One file of this download is missing or damaged in storage: images/2.png.';
		const refusal = () => HttpResponse.json({ error, reason: 'file_damaged' }, { status: 502 });
		api.use(http.post('*/api/generate/zip', refusal));
		const alert = vi.spyOn(window, 'alert').mockImplementation(() => {});
		openPage();
		await userEvent.click(await screen.findByRole('button', button));
		await waitFor(() => expect(alert).toHaveBeenCalledWith(error));
	});

	test('a failure is told by an alert and the button is ready again (DL-06)', async () => {
		respondWithJobs(createJob(1));
		api.use(http.post('*/api/generate/zip', () => HttpResponse.json({ error: 'no' }, { status: 500 })));
		const alert = vi.spyOn(window, 'alert').mockImplementation(() => {});
		openPage();
		await userEvent.click(await screen.findByRole('button', button));
		await waitFor(() => expect(alert).toHaveBeenCalledWith('Download failed. Please try again.'));
		expect(screen.getByRole('button', button)).toBeEnabled();
	});
});
