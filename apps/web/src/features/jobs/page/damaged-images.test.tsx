import { countDamagedImages } from '@adx/validators/generation/job-counts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Job, JobImage } from '../../../lib/api/trpc.ts';
import { Refusal } from '../../../test/api.ts';
import { createImage, createJob } from '../../../test/fixtures.ts';
import { serveJob } from '../../../test/job-server.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();

const paid: Partial<Job> = { engine: 'gemini', model: 'painter-large', needsApiKey: false };
const lost = { isDamaged: true } as const;

/** A painted job of five, of which these images are lost in the ways given. */
function serve(changes: Readonly<Record<number, Partial<JobImage>>>) {
	const images = [1, 2, 3, 4, 5].map((number) => createImage('job-1', number, changes[number]));
	const job = createJob(1, paid);
	const damaged = images.filter(({ isDamaged }) => isDamaged);
	return serveJob({ ...job, damagedImages: countDamagedImages(job, damaged) }, images);
}

const notice = async () => within(await screen.findByRole('region', { name: 'Missing or damaged pictures' }));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('all lost pictures of a job are made again by one button, with price, and only while they are lost', async () => {
	const server = serve({ 2: lost, 4: lost });
	openPage('/jobs/job-1');
	const shown = await notice();
	expect(shown.getByRole('status')).toHaveTextContent('2 pictures are missing or damaged in storage.');
	await press('Make 2 again');
	const dialog = within(await screen.findByRole('dialog', { name: 'Regenerate 2 missing or damaged' }));
	expect(dialog.getByText(/^The traits stay\. What is lost cannot be painted the same again/)).toBeVisible();
	expect(dialog.getByText('2 images')).toBeVisible();
	expect(dialog.getByText(/^about \$/)).toBeVisible();
	await userEvent.click(dialog.getByRole('button', { name: 'Regenerate 2 images' }));
	const imageIds = ['job-1-image-2', 'job-1-image-4'];
	await waitFor(() =>
		expect(server.calls).toEqual([['regenerateImages', { jobId: 'job-1', imageIds, ifDamaged: true }]]),
	);
});

test('the notice says of those that cannot be made again why, and offers nothing where none can', async () => {
	serve({
		1: { ...lost, frozen: 'already_minted' },
		2: { ...lost, locked: true },
		3: { ...lost, isRedrawing: true },
	});
	openPage('/jobs/job-1');
	const shown = await notice();
	expect(shown.getByText(/1 is minted or being minted and cannot be made again/)).toHaveTextContent(
		/1 is locked: unlock first\. 1 is being made again\.$/,
	);
	expect(shown.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Show them']);
	await userEvent.click(shown.getByRole('button', { name: 'Show them' }));
	await waitFor(() => expect(screen.getAllByRole('button', { name: /^Open .*missing or damaged/ })).toHaveLength(3));
	expect(screen.queryByRole('button', { name: /^Open Elf Wizard #4/ })).toBeNull();
});

test('a tile says that its picture is lost, and asks the server for none', async () => {
	serve({ 2: lost });
	openPage('/jobs/job-1');
	const tile = await screen.findByRole('button', { name: /#2, missing or damaged in storage$/ });
	expect(tile).toHaveTextContent('Missing or damaged');
	expect(tile.querySelector('img')).toBeNull();
	expect(tile.className).not.toContain('animate-shimmer');
});

test('its dialog offers to make it again, and shows the smaller copy where that is left', async () => {
	const server = serve({ 2: lost });
	openPage('/jobs/job-1?image=job-1-image-2');
	const lightbox = within(await screen.findByRole('dialog', { name: /#2$/ }));
	const about = within(lightbox.getByRole('region', { name: 'Missing or damaged in storage' }));
	expect(about.queryByText(/smaller copy/)).toBeNull();
	fireEvent.load(lightbox.getByAltText(/#2, a smaller copy$/));
	expect(about.getByText(/Below is a smaller copy of it\.$/)).toBeVisible();
	expect(lightbox.getByRole('button', { name: /^Download/ })).toHaveAttribute('aria-disabled', 'true');
	await userEvent.click(about.getByRole('button', { name: 'Make it again' }));
	const dialog = within(await screen.findByRole('dialog', { name: /^Make .* #2 again$/ }));
	expect(dialog.getByText(/What is lost cannot be painted the same again/)).toBeVisible();
	server.refusal = new Refusal(409, 'The stored pictures are intact again.', {}, 'nothing_to_retry');
	await userEvent.click(dialog.getByRole('button', { name: 'Regenerate' }));
	expect(await dialog.findByRole('alert')).toHaveTextContent('The stored pictures are intact again.');
	expect(server.calls).toEqual([['regenerateImage', { imageId: 'job-1-image-2', ifDamaged: true }]]);
});

test.each([
	['already_minted', /its token shows exactly this picture, so it cannot be made again/],
	['mint_under_way', /cannot be made again unless that fails/],
] as const)('the dialog of a picture that is %s offers nothing and says why', async (frozen, words) => {
	serve({ 2: { ...lost, frozen } });
	openPage('/jobs/job-1?image=job-1-image-2');
	const about = within(await screen.findByRole('region', { name: 'Missing or damaged in storage' }));
	expect(about.getByText(words)).toBeVisible();
	expect(about.queryByRole('button')).toBeNull();
});

test('the dialog of a locked picture says to unlock it first', async () => {
	serve({ 2: { ...lost, locked: true } });
	openPage('/jobs/job-1?image=job-1-image-2');
	const about = within(await screen.findByRole('region', { name: 'Missing or damaged in storage' }));
	expect(about.getByRole('button', { name: 'Make it again' })).toHaveAttribute('aria-disabled', 'true');
	expect(about.getByText('Locked: unlock it first.')).toBeVisible();
});

test('a picture that cannot be loaded has the page ask whether it is lost', async () => {
	const server = serve({});
	openPage('/jobs/job-1');
	const tile = await screen.findByRole('button', { name: /^Open .*#3$/ });
	expect(screen.queryByRole('region', { name: 'Missing or damaged pictures' })).toBeNull();
	server.images = server.images.map((image) => (image.tokenNumber === 3 ? { ...image, ...lost } : image));
	server.job = { ...server.job, damagedImages: { all: 1, toRegenerate: 1, frozen: 0, locked: 0 } };
	fireEvent.error(tile.querySelector('img')!);
	expect((await notice()).getByRole('status')).toHaveTextContent('1 picture is missing or damaged in storage.');
	expect(await screen.findByRole('button', { name: /#3, missing or damaged in storage$/ })).toBeVisible();
	expect(await screen.findByRole('button', { name: 'Make 1 again' })).not.toHaveAttribute('aria-disabled', 'true');
});
