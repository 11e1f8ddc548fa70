import { countDamagedImages } from '@adx/validators/generation/job-counts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { createImage, createJob, layerTraits, ofLayers } from '../../../test/fixtures.ts';
import { serveJob } from '../../../test/job-server.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();

const why =
	'Composed of your own layers, it would be the very same picture: change the layers or the plan and order again';

/** A finished job of own layers with three images. */
function serve(changes: Readonly<Record<number, Partial<JobImage>>> = {}) {
	const images = [1, 2, 3].map((number) => createImage('job-1', number, { traits: layerTraits, ...changes[number] }));
	const job = createJob(1, { ...ofLayers, batchSize: 3, progress: 3 });
	const damaged = images.filter(({ isDamaged }) => isDamaged);
	return serveJob({ ...job, damagedImages: countDamagedImages(job, damaged) }, images);
}

const saysWhy = async (name: string | RegExp) =>
	expect(await screen.findByRole('button', { name })).toHaveAttribute('title', expect.stringContaining(why));

test('the review says why an image of own layers is not made again, also to who presses R', async () => {
	const server = serve({ 2: { mark: 'rejected' } });
	openPage('/jobs/job-1?tab=review');
	await saysWhy('Regenerate');
	expect(screen.queryByRole('button', { name: /Regenerate.* rejected/ })).toBeNull();
	expect(await screen.findByText(`Rejected images stay in the archive. ${why}.`)).toBeVisible();
	expect(screen.queryByRole('button', { name: 'More like this' })).toBeNull();
	await userEvent.keyboard('r');
	expect(await screen.findByText(why)).toBeVisible();
	expect(screen.queryByRole('dialog')).toBeNull();
	expect(server.calls).toEqual([]);
});

test('the review offers to compose what is rejected and lost', async () => {
	const server = serve({ 2: { mark: 'rejected', isDamaged: true }, 3: { mark: 'rejected' } });
	openPage('/jobs/job-1?tab=review');
	await userEvent.click(await screen.findByRole('button', { name: 'Regenerate 1 rejected' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Regenerate 1 rejected' }));
	await userEvent.click(dialog.getByRole('button', { name: 'Regenerate 1 image' }));
	await waitFor(() =>
		expect(server.calls).toEqual([['regenerateImages', { jobId: 'job-1', imageIds: ['job-1-image-2'] }]]),
	);
});

test('so does the lightbox', async () => {
	const server = serve();
	openPage('/jobs/job-1?image=job-1-image-1');
	const box = within(await screen.findByRole('dialog', { name: 'Image #1' }));
	expect(box.getByRole('button', { name: 'Regenerate' })).toHaveAttribute('title', expect.stringContaining(why));
	await userEvent.keyboard('r');
	expect(await screen.findByText(why)).toBeVisible();
	expect(server.calls).toEqual([]);
});

test('and so does what is chosen on the page of the job', async () => {
	const server = serve();
	openPage('/jobs/job-1');
	await userEvent.click(await screen.findByRole('checkbox', { name: /#1/ }));
	const bar = within(await screen.findByRole('region', { name: 'Chosen images' }));
	expect(bar.getByText(`Regenerate: ${why}`)).toBeVisible();
	await userEvent.click(bar.getByRole('button', { name: 'Regenerate' }));
	expect(screen.queryByRole('dialog')).toBeNull();
	expect(server.calls).toEqual([]);
});

test('a lost one can be made again, to the same picture, at once and without a price', async () => {
	const server = serve({ 1: { isDamaged: true } });
	openPage('/jobs/job-1?tab=review');
	expect(await screen.findByText(/Made again of your layers, it becomes the same picture/)).toBeVisible();
	await userEvent.click(screen.getByRole('button', { name: 'Make it again' }));
	await waitFor(() =>
		expect(server.calls).toEqual([['regenerateImage', { imageId: 'job-1-image-1', ifDamaged: true }]]),
	);
});

test('all lost ones are made again by one button that says so', async () => {
	const server = serve({ 1: { isDamaged: true }, 3: { isDamaged: true } });
	openPage('/jobs/job-1');
	const notice = within(await screen.findByRole('region', { name: 'Missing or damaged pictures' }));
	expect(notice.getByText(/What is made again of your layers becomes the same picture/)).toBeVisible();
	await userEvent.click(notice.getByRole('button', { name: 'Make 2 again' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Regenerate 2 missing or damaged' }));
	expect(dialog.getByText('What is lost is composed of your layers again, to the same picture.')).toBeVisible();
	await userEvent.click(dialog.getByRole('button', { name: 'Regenerate 2 images' }));
	const imageIds = ['job-1-image-1', 'job-1-image-3'];
	await waitFor(() =>
		expect(server.calls).toEqual([['regenerateImages', { jobId: 'job-1', imageIds, ifDamaged: true }]]),
	);
});
