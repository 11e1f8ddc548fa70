import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { api, Refusal } from '../../../test/api.ts';
import { createImage, createJob, createPlannedImage } from '../../../test/fixtures.ts';
import { serveJob } from '../../../test/job-server.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();
beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
});

const drawn = (count: number) => Array.from({ length: count }, (_, place) => createImage('job-1', place + 1));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const openJob = (search = '') => openPage(`/jobs/job-1${search}`);

describe('the images of a job', () => {
	const images = drawn(5).map((image) => ({ ...image, rarityRank: 6 - image.tokenNumber }));
	const tiles = () => screen.getAllByRole('button', { name: /^Open .+ #\d/ }).map((tile) => tile.textContent);

	test('are filtered and sorted by the address', async () => {
		serveJob(createJob(1), images);
		openJob('?sort=rarity&trait=class:wizard');
		expect(await screen.findByText('1–2 / 2')).toBeVisible();
		expect(tiles()).toEqual(['#4', '#1']);
		await press('Remove Class: Wizard');
		expect(await screen.findByText('1–5 / 5')).toBeVisible();
		expect(window.location.search).toBe('?sort=rarity');
	});

	test('a trait is chosen with the number of images that have it', async () => {
		serveJob(createJob(1), images);
		openJob();
		await userEvent.selectOptions(await screen.findByLabelText('Filter by trait'), 'Ranger (2)');
		expect(await screen.findByText('1–2 / 2')).toBeVisible();
		expect(window.location.search).toContain('trait=class%3Aranger');
	});

	test('what a cancelled job did not draw says so and stands behind what it did', async () => {
		const planned = [1, 3].map((number) => createPlannedImage('job-1', number));
		const cancelled = createJob(1, { phase: 'cancelled', progress: 2, batchSize: 4 });
		serveJob(cancelled, [planned[0]!, createImage('job-1', 2), planned[1]!, createImage('job-1', 4)]);
		openJob();
		expect(await screen.findByText('#3 not drawn')).toBeVisible();
		expect(screen.queryByText(/waiting/)).toBeNull();
		const shown = screen.getAllByText(/^#\d/).map((label) => label.textContent);
		expect(shown).toEqual(['#2', '#4', '#1 not drawn', '#3 not drawn']);
		expect(document.querySelector('main .animate-shimmer .text-text-2')).toBeNull();
	});

	test('a job of which a cleanup left some counts those, finds them by their numbers and offers nothing to draw', async () => {
		serveJob(createJob(1, { batchSize: 2 }), [createImage('job-1', 2), createImage('job-1', 5)]);
		openJob();
		expect(await screen.findByRole('button', { name: /^Open .+ #5$/ })).toBeVisible();
		expect(tiles()).toEqual(['#2', '#5']);
		expect(screen.getByText('1–2 / 2')).toBeVisible();
		expect(screen.getByText('Job #1 · 2 of 2 images')).toBeVisible();
		expect(screen.queryByRole('button', { name: /missing|failed/ })).toBeNull();
		await userEvent.type(screen.getByLabelText('Go to #'), '4{Enter}');
		expect(screen.getByText('There is no #4 here')).toBeVisible();
		await userEvent.type(screen.getByLabelText('Go to #'), '{Backspace}5{Enter}');
		expect(screen.queryByText(/There is no/)).toBeNull();
	});

	test('that a number is not among what is shown is said no longer once other images are', async () => {
		serveJob(createJob(1), [createImage('job-1', 1), createImage('job-1', 2)]);
		openJob();
		await userEvent.type(await screen.findByLabelText('Go to #'), '9{Enter}');
		expect(screen.getByText('There is no #9 here')).toBeVisible();
		await userEvent.selectOptions(screen.getByLabelText('Show'), 'rejected');
		await waitFor(() => expect(screen.queryByText(/There is no #9/)).toBeNull());
	});

	test('nothing found offers to show everything', async () => {
		serveJob(createJob(1), images);
		openJob('?show=rejected');
		await press('Show all images');
		expect(await screen.findByText('1–5 / 5')).toBeVisible();
	});

	test('Go without a number says what it wants', async () => {
		serveJob(createJob(1), images);
		openJob();
		await press('Go');
		expect(await screen.findByText('Enter a number')).toBeVisible();
		await userEvent.type(screen.getByLabelText('Go to #'), 'one{Enter}');
		expect(screen.getByText('Enter a number')).toBeVisible();
		expect(screen.getByLabelText('Go to #')).toHaveAccessibleDescription('Enter a number');
	});

	test('the size of the tiles is remembered', async () => {
		serveJob(createJob(1), images);
		openJob();
		const slider = await screen.findByRole('slider', { name: 'Tile size' });
		expect(slider).toHaveAttribute('aria-valuetext', '144 pixels');
		const columns = () =>
			document.querySelector<HTMLElement>('[style*="grid-template-columns"]')?.style.gridTemplateColumns;
		await waitFor(() => expect(columns()).toContain('repeat(5,'));
		fireEvent.change(slider, { target: { value: '3' } });
		expect(slider).toHaveAttribute('aria-valuetext', '320 pixels');
		await waitFor(() => expect(columns()).toContain('repeat(2,'));
		expect(localStorage.getItem('adx_tile_size')).toBe('320');
	});

	test('arrows move between tiles with one tab stop', async () => {
		serveJob(createJob(1), images);
		openJob();
		const first = await screen.findByRole('button', { name: /^Open .+ #1/ });
		expect(tiles()).toHaveLength(5);
		first.focus();
		await userEvent.keyboard('{ArrowRight}{ArrowRight}');
		await waitFor(() => expect(screen.getByRole('button', { name: /^Open .+ #3/ })).toHaveFocus());
		expect(screen.getByRole('button', { name: /^Open .+ #3/ })).toHaveAttribute('tabindex', '0');
		expect(first).toHaveAttribute('tabindex', '-1');
	});

	test('ten thousand come in pages, and only what is in view is fetched and in the document', async () => {
		const pages: unknown[] = [];
		const server = serveJob(createJob(1, { batchSize: 10_000, progress: 10_000 }), []);
		server.images = drawn(10_000);
		api.events.on('request:start', ({ request }) => {
			if (request.url.includes('listImages'))
				pages.push(JSON.parse(new URL(request.url).searchParams.get('input')!).json);
		});
		openJob();
		await screen.findByRole('button', { name: /^Open .+ #1$/ });
		expect(tiles().length).toBeLessThan(300);
		expect(pages).toEqual([{ jobId: 'job-1', from: 0, limit: 200 }]);
		await userEvent.type(screen.getByLabelText('Go to #'), '12000{Enter}');
		expect(await screen.findByText('There is no #12000 here')).toBeVisible();
		api.events.removeAllListeners();
	});
});

describe('choosing images', () => {
	const bar = () => screen.findByRole('region', { name: 'Chosen images' });
	const box = (number: number) => screen.getByRole('checkbox', { name: new RegExp(`^Choose .+ #${number}$`) });
	const open = async (search = '') => {
		openJob(search);
		await screen.findByRole('button', { name: /^Open .+ #1(,|$)/ });
	};

	test('Shift chooses the range, Ctrl one more, and Escape lets all go', async () => {
		serveJob(createJob(1), drawn(5));
		await open();
		await userEvent.click(box(2));
		expect(within(await bar()).getByText('1 chosen')).toBeVisible();
		const user = userEvent.setup();
		await user.keyboard('{Shift>}');
		await user.click(screen.getByRole('button', { name: /^Open .+ #4/ }));
		await user.keyboard('{/Shift}{Control>}');
		await user.click(screen.getByRole('button', { name: /^Open .+ #1/ }));
		await user.keyboard('{/Control}');
		expect(within(await bar()).getByText('4 chosen')).toBeVisible();
		expect([1, 2, 3, 4, 5].map((number) => (box(number) as HTMLInputElement).checked)).toEqual([
			true,
			true,
			true,
			true,
			false,
		]);
		expect(screen.queryByRole('dialog')).toBeNull();
		await userEvent.keyboard('{Escape}');
		expect(screen.queryByRole('region', { name: 'Chosen images' })).toBeNull();
	});

	test('Shift with arrows chooses by keys', async () => {
		serveJob(createJob(1), drawn(5));
		await open();
		screen.getByRole('button', { name: /^Open .+ #1/ }).focus();
		await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
		expect(await within(await bar()).findByText('3 chosen')).toBeVisible();
	});

	test('Ctrl+A chooses what the filter shows, and the verbs go to those alone', async () => {
		const server = serveJob(createJob(1), drawn(5));
		await open('?trait=class:wizard');
		await userEvent.keyboard('{Control>}a{/Control}');
		const region = within(await bar());
		expect(region.getByText('All 2 that match are chosen')).toBeVisible();
		await userEvent.click(region.getByRole('button', { name: 'Reject' }));
		await waitFor(() =>
			expect(server.images.map(({ mark }) => mark)).toEqual(['rejected', null, null, 'rejected', null]),
		);
		await userEvent.click(await region.findByRole('button', { name: 'Lock' }));
		expect(await region.findByRole('button', { name: 'Unlock' })).toBeVisible();
		expect(region.getByRole('button', { name: 'Regenerate' })).toHaveAttribute('aria-disabled', 'true');
		const imageIds = ['job-1-image-1', 'job-1-image-4'];
		expect(server.calls).toEqual([
			['reviewImages', { jobId: 'job-1', imageIds, mark: 'rejected' }],
			['reviewImages', { jobId: 'job-1', imageIds, locked: true }],
		]);
	});

	test('Ctrl+A in a text field is the field’s', async () => {
		serveJob(createJob(1), drawn(5));
		await open();
		await userEvent.type(screen.getByLabelText('Go to #'), '12{Control>}a{/Control}');
		expect(screen.queryByRole('region', { name: 'Chosen images' })).toBeNull();
	});

	test('Ctrl+A reaches images that have not been fetched', async () => {
		serveJob(createJob(1, { batchSize: 1_100, progress: 1_100 }), drawn(1_100));
		await open();
		expect(screen.getByRole('button', { name: 'Filter by trait' })).toBeVisible();
		await userEvent.keyboard('{Control>}a{/Control}');
		expect(await within(await bar()).findByText('All 1,100 drawn images are chosen')).toBeVisible();
	});

	test('regenerating shows what will be replaced first, locked ones left out', async () => {
		const server = serveJob(createJob(1), [{ ...drawn(5)[0]!, locked: true }, ...drawn(5).slice(1)]);
		await open();
		await userEvent.keyboard('{Control>}a{/Control}');
		await userEvent.click(within(await bar()).getByRole('button', { name: 'Regenerate' }));
		const dialog = within(await screen.findByRole('dialog', { name: 'Regenerate 4 images' }));
		expect(dialog.getAllByRole('img')).toHaveLength(4);
		await userEvent.click(dialog.getByRole('button', { name: 'Regenerate 4 images' }));
		const ids = drawn(5).map(({ id }) => id);
		await waitFor(() => expect(server.calls).toEqual([['regenerateImages', { jobId: 'job-1', imageIds: ids }]]));
	});

	test('a thousand images are decided about in one call, those that are so already left out', async () => {
		const server = serveJob(createJob(1, { batchSize: 1_000, progress: 1_000 }), drawn(1_000));
		server.images = server.images.map((image) => (image.tokenNumber > 1 ? image : { ...image, mark: 'kept' }));
		await open();
		await userEvent.keyboard('{Control>}a{/Control}');
		const region = within(await bar());
		await region.findByText('All 1,000 drawn images are chosen');
		await userEvent.click(region.getByRole('button', { name: 'Keep' }));
		await waitFor(() => expect(server.images.every(({ mark }) => mark === 'kept')).toBe(true));
		expect(server.calls).toHaveLength(1);
		expect(server.calls[0]?.[1]).toMatchObject({ mark: 'kept', imageIds: { length: 999 } });
		expect(await screen.findByRole('button', { name: /^Open .+ #2, kept$/ })).toBeVisible();
	});

	test('a refusal is told in the bar and ends the work', async () => {
		const server = serveJob(createJob(1), drawn(5));
		await open();
		await userEvent.click(box(1));
		server.refusal = new Refusal(409, 'This image has no picture yet.');
		await userEvent.click(within(await bar()).getByRole('button', { name: 'Keep' }));
		expect(await within(await bar()).findByRole('alert')).toHaveTextContent('This image has no picture yet.');
		expect(within(await bar()).getByText('1 chosen')).toBeVisible();
	});
});
