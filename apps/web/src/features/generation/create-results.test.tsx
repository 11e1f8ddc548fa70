import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Job } from '../../lib/trpc.ts';
import { api, procedure, Refusal } from '../../test/api.ts';
import { imageOf, jobOf, jobUnderWay, openImageOf, signedInAs } from '../../test/fixtures.ts';
import { openPage, usePage } from '../../test/setup.tsx';

usePage();

/** The API of somebody who has these jobs. */
function haveJobs(...jobs: Job[]) {
	api.use(
		procedure('auth', 'check', () => signedInAs('creator')),
		procedure('generation', 'list', () => jobs),
		procedure('generation', 'get', (input) => {
			const { jobId } = input as { jobId: string };
			return jobs.find((job) => job.id === jobId) ?? new Refusal(404, 'No such job.');
		}),
		procedure('generation', 'listImages', (input) => {
			const { jobId } = input as { jobId: string };
			const { progress = 0, batchSize = 0 } = jobs.find((job) => job.id === jobId) ?? {};
			return Array.from({ length: batchSize }, (_, place) =>
				place < progress ? imageOf(jobId, place + 1) : openImageOf(jobId, place + 1),
			);
		}),
	);
}

const status = () => within(screen.getByRole('region', { name: 'Generation status' }));

beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
});

describe('a job under way', () => {
	test('PROG-01, PROG-02, PROG-09 shows progress out of the batch size with a bar', async () => {
		haveJobs(jobUnderWay(1));
		openPage();
		const card = within(await screen.findByRole('region', { name: 'Generating ADX...' }));
		expect(card.getByText('2 / 5')).toBeVisible();
		expect(card.getByText('Generating images...')).toBeVisible();
		const bar = card.getByRole('progressbar');
		expect(bar).toHaveAttribute('aria-valuenow', '40');
		expect(bar).toHaveAttribute('aria-valuemax', '100');
	});

	test('STAT-04 the status panel says percent and images', async () => {
		haveJobs(jobUnderWay(1));
		openPage();
		expect(await screen.findByText('40% complete')).toBeVisible();
		expect(status().getByText('Collection #1: 2 of 5 images')).toBeVisible();
	});

	test('every open row shows the traits it will have', async () => {
		haveJobs(jobUnderWay(1));
		openPage();
		const grid = within(await screen.findByRole('list', { name: 'Images' }));
		expect(await grid.findAllByRole('button')).toHaveLength(2);
		expect(grid.getByText('#3 waiting').parentElement).toHaveTextContent('DragonbornPaladin#3 waiting');
	});

	test('PROG-10, AMB-24 is asked every 3 s until it is completed, and the new images come in', async () => {
		let job = jobUnderWay(1);
		let asked = 0;
		haveJobs(job);
		api.use(
			procedure('generation', 'get', () => {
				asked += 1;
				return job;
			}),
			procedure('generation', 'listImages', () =>
				[1, 2, 3, 4, 5].map((number) =>
					number <= job.progress ? imageOf('job-1', number) : openImageOf('job-1', number),
				),
			),
		);
		openPage('/?job=job-1');
		const grid = within(await screen.findByRole('list', { name: 'Images' }));
		await waitFor(() => expect(grid.getAllByRole('button')).toHaveLength(2));
		job = jobOf(1);
		expect(await screen.findByText('Generation completed successfully!', undefined, { timeout: 4_500 })).toBeVisible();
		await waitFor(() => expect(grid.getAllByRole('button')).toHaveLength(5));
		expect(screen.queryByText('Generating ADX...')).toBeNull();
		const askedWhenDone = asked;
		await new Promise((resolve) => setTimeout(resolve, 3_300));
		expect(asked).toBe(askedWhenDone);
	});
});

describe('the status panel', () => {
	test('STAT-02 with nothing chosen it is ready', async () => {
		haveJobs();
		openPage();
		expect(await screen.findByText('Ready to Create')).toBeVisible();
	});

	test('STAT-05 a completed job says so, with its images', async () => {
		haveJobs(jobOf(1));
		openPage();
		expect(await screen.findByText('Generation completed successfully!')).toBeVisible();
		expect(status().getByText('Collection #1: 5 images')).toBeVisible();
	});

	test('STAT-06 a failed job says why', async () => {
		haveJobs(jobOf(1, { status: 'failed', phase: 'failed', errorMessage: 'The key was refused.' }));
		openPage('/?job=job-1');
		expect(await screen.findByText('The key was refused.')).toBeVisible();
	});

	test('STAT-07 a job that does not exist is not found', async () => {
		haveJobs(jobOf(1));
		openPage('/?job=job-9');
		expect(await screen.findByText('No job found', undefined, { timeout: 4_000 })).toBeVisible();
	});
});

describe('previews', () => {
	const region = () => screen.findByRole('region', { name: 'Latest characters' });

	test('PREV-06 the empty state', async () => {
		haveJobs();
		openPage();
		expect(await screen.findByText('No completed characters yet')).toBeVisible();
	});

	test('PREV-02, PREV-04 shows five cards and counts the rest', async () => {
		haveJobs(...[6, 5, 4, 3, 2, 1].map((number) => jobOf(number)));
		openPage();
		const cards = within(await region());
		expect(await cards.findByText('Showing latest 5 collections • 6 total')).toBeVisible();
		expect(cards.getAllByRole('link')).toHaveLength(5);
		expect(cards.getAllByText('Elf, Half-Orc · Wizard, Blood Hunter')[0]).toBeVisible();
		expect(cards.getAllByText('bold classic · forest glade')[0]).toBeVisible();
		expect(cards.getByText(/^Job #6 · 5 images/)).toBeVisible();
	});

	test('PREV-03 five or fewer need no note', async () => {
		haveJobs(jobOf(1));
		openPage();
		expect(await within(await region()).findByRole('link')).toBeVisible();
		expect(screen.queryByText(/Showing latest/)).toBeNull();
	});
});

describe('the floating download button', () => {
	const button = { name: 'Download collection' };

	test('DL-02 is absent while nothing is completed', async () => {
		haveJobs(jobUnderWay(1));
		openPage();
		await screen.findByText('40% complete');
		expect(screen.queryByRole('button', button)).toBeNull();
	});

	test('DL-03, DL-05 asks for the archive and saves it under the project’s name', async () => {
		haveJobs(jobOf(1, { projectName: 'Ice & Fire' }));
		let asked: unknown = null;
		api.use(
			http.post('*/api/generate/zip', async ({ request }) => {
				asked = await request.json();
				return HttpResponse.arrayBuffer(new ArrayBuffer(4));
			}),
		);
		URL.createObjectURL = () => 'blob:archive';
		const names: string[] = [];
		vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
			names.push(this.download);
		});
		openPage();
		await userEvent.click(await screen.findByRole('button', button));
		await waitFor(() => expect(names).toEqual(['Ice___Fire_complete.zip']));
		expect(asked).toEqual({ jobId: 'job-1' });
	});

	test('DL-06 a failure is told by an alert and the button is ready again', async () => {
		haveJobs(jobOf(1));
		api.use(http.post('*/api/generate/zip', () => HttpResponse.json({ error: 'no' }, { status: 500 })));
		const alert = vi.spyOn(window, 'alert').mockImplementation(() => {});
		openPage();
		await userEvent.click(await screen.findByRole('button', button));
		await waitFor(() => expect(alert).toHaveBeenCalledWith('Download failed. Please try again.'));
		expect(screen.getByRole('button', button)).toBeEnabled();
	});
});

describe('the lightbox', () => {
	test('shows an image with its traits; arrows, Home and End move; Escape closes and focus returns', async () => {
		haveJobs(jobOf(1));
		openPage();
		await userEvent.click(await screen.findByRole('button', { name: 'Open Elf Wizard #1' }));
		const dialog = await screen.findByRole('dialog', { name: 'Elf Wizard #1' });
		expect(within(dialog).getByText('1 of 5')).toBeVisible();
		expect(within(dialog).getByText('1 (provisional)')).toBeVisible();
		expect(window.location.search).toContain('image=job-1-image-1');
		await userEvent.keyboard('{ArrowRight}');
		expect(await screen.findByText('2 of 5')).toBeVisible();
		await userEvent.keyboard('{End}');
		expect(await screen.findByText('5 of 5')).toBeVisible();
		await userEvent.keyboard('{Home}{ArrowLeft}');
		expect(await screen.findByText('1 of 5')).toBeVisible();
		await userEvent.keyboard('{Escape}');
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		await waitFor(() => expect(screen.getByRole('button', { name: 'Open Elf Wizard #1' })).toHaveFocus());
		expect(window.location.search).not.toContain('image=');
	});

	test('opens from its address', async () => {
		haveJobs(jobOf(1));
		openPage('/?job=job-1&image=job-1-image-3');
		expect(await screen.findByRole('dialog', { name: 'Dragonborn Paladin #3' })).toBeVisible();
	});
});

describe('the page of a job', () => {
	test('tells its state and counts', async () => {
		haveJobs(jobOf(3, { projectName: 'Frozen Court' }));
		openPage('/jobs/job-3');
		expect(await screen.findByRole('heading', { level: 1, name: 'Frozen Court' })).toBeVisible();
		expect(screen.getByText('Job #3 · 5 of 5 images')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Download collection' })).toBeVisible();
	});

	test('a job that does not exist has a way home', async () => {
		haveJobs();
		openPage('/jobs/job-9');
		expect(await screen.findByRole('heading', { name: 'No job found' }, { timeout: 4_000 })).toBeVisible();
		expect(screen.getByRole('link', { name: 'Back to Create' })).toHaveAttribute('href', '/');
	});
});

describe('statistics', () => {
	test('STS-01, STS-02 three figures, open at first', async () => {
		haveJobs();
		openPage();
		expect(await screen.findByText('1,234')).toBeVisible();
		for (const name of ['Total Generated', 'Unique Combinations', 'Success Rate'])
			expect(screen.getByText(name)).toBeVisible();
		expect(screen.getByText('99.5%')).toBeVisible();
		expect(screen.getByText('Statistics').closest('details')).toHaveAttribute('open');
	});
});
