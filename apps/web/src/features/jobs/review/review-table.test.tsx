import { requireImageTraits } from '@adx/validators/catalogue/image-traits';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { createImage, createJob, createVersion, runningJob } from '../../../test/fixtures.ts';
import { type JobServer, serveJob } from '../../../test/job-server.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();
beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
});

const five = () => [1, 2, 3, 4, 5].map((number) => createImage('job-1', number));
const verbs = (server: JobServer) =>
	server.calls.map(([verb, input]) => {
		const { imageId, mark } = input as { imageId?: string; mark?: string | null };
		return [verb, imageId?.at(-1), mark].filter((part) => part != null).join(' ');
	});
const paid = { engine: 'gemini', model: 'painter-large', needsApiKey: true } as const;

async function openReview(search = 'tab=review') {
	openPage(`/jobs/job-1?${search}`);
	await screen.findByText(/^1 of \d/);
}

/** A job whose first 200 images come at once, and the others when they are sent. */
function serveInTwoParts(images: readonly JobImage[]) {
	serveJob(createJob(1, { batchSize: images.length }), [...images]);
	const rest = Promise.withResolvers<void>();
	api.use(
		procedure('generation', 'listImages', async (input) => {
			const { from = 0, limit = images.length } = input as { from?: number; limit?: number };
			if (from > 0) await rest.promise;
			return images.slice(from, from + limit);
		}),
	);
	return { sendRest: () => rest.resolve() };
}

describe('the review', () => {
	test('?review=1 opens it', async () => {
		serveJob(createJob(1), five());
		await openReview('review=1');
		expect(screen.getByText('1 of 5 · Undecided')).toBeVisible();
		expect(screen.getByText('0 kept · 0 rejected · 5 undecided')).toBeVisible();
	});

	test('K keeps and X rejects, each saved at once, and both move on', async () => {
		const server = serveJob(createJob(1), five());
		await openReview();
		await userEvent.keyboard('kx');
		expect(await screen.findByText('1 kept · 1 rejected · 3 undecided')).toBeVisible();
		expect(screen.getByText('3 of 5 · Undecided')).toBeVisible();
		expect(verbs(server)).toEqual(['markImage 1 kept', 'markImage 2 rejected']);
	});

	test('decisions are shown before the server has answered, and outlast other answers meanwhile', async () => {
		const server = serveJob(createJob(1), five());
		const answers = [1, 2, 3].map(() => Promise.withResolvers<void>());
		let taken = 0;
		api.use(
			procedure('generation', 'markImage', async (input) => {
				const { imageId, mark } = input as { imageId: string; mark: JobImage['mark'] };
				await answers[taken++]?.promise;
				server.images = server.images.map((image) => (image.id === imageId ? { ...image, mark } : image));
				return server.images.find(({ id }) => id === imageId)!;
			}),
		);
		await openReview();
		await userEvent.keyboard('kx');
		expect(screen.getByText('1 kept · 1 rejected · 3 undecided')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Regenerate 1 rejected' })).toBeEnabled();
		await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
		expect(screen.getByText('1 of 5 · Kept')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Tabaxi Ranger #2, rejected' })).toBeVisible();
		await userEvent.keyboard('l');
		expect(await screen.findByText('1 of 5 · Kept, locked')).toBeVisible();
		await userEvent.keyboard('u');
		expect(screen.getByText('1 kept · 0 rejected · 4 undecided')).toBeVisible();
		for (const answer of answers) answer.resolve();
		await waitFor(() => expect(server.images.map(({ mark }) => mark)).toEqual(['kept', null, null, null, null]));
		expect(screen.getByText('1 kept · 0 rejected · 4 undecided')).toBeVisible();
	});

	test('rejects that come late take back the decision they are about, and no other', async () => {
		const server = serveJob(createJob(1), five());
		const first = Promise.withResolvers<void>();
		api.use(
			procedure('generation', 'markImage', async (input) => {
				const { imageId, mark } = input as { imageId: string; mark: JobImage['mark'] };
				if (imageId === server.images[0]!.id) {
					await first.promise;
					return new Refusal(409, 'The job is gone.');
				}
				server.images = server.images.map((image) => (image.id === imageId ? { ...image, mark } : image));
				return server.images.find(({ id }) => id === imageId)!;
			}),
		);
		await openReview();
		await userEvent.keyboard('kx');
		expect(screen.getByText('1 kept · 1 rejected · 3 undecided')).toBeVisible();
		first.resolve();
		expect(await within(screen.getByRole('main')).findByRole('alert')).toHaveTextContent('The job is gone.');
		expect(await screen.findByText('0 kept · 1 rejected · 4 undecided')).toBeVisible();
		await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
		expect(screen.getByText('1 of 5 · Undecided')).toBeVisible();
	});

	test('a finger that swipes over the picture moves without deciding', async () => {
		const server = serveJob(createJob(1), five());
		await openReview();
		const picture = screen.getByRole('img', { name: 'Elf Wizard #1' });
		const finger = { pointerType: 'touch', isPrimary: true, pointerId: 1 };
		fireEvent.pointerDown(picture, { ...finger, clientX: 300, clientY: 200 });
		fireEvent.pointerUp(picture, { ...finger, clientX: 100, clientY: 210 });
		expect(screen.getByText('2 of 5 · Undecided')).toBeVisible();
		expect(server.calls).toEqual([]);
	});

	test('arrows move without deciding', async () => {
		const server = serveJob(createJob(1), five());
		await openReview();
		await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
		expect(screen.getByText('2 of 5 · Undecided')).toBeVisible();
		await userEvent.keyboard('{End}');
		expect(screen.getByText('5 of 5 · Undecided')).toBeVisible();
		expect(server.calls).toEqual([]);
	});

	test('arrows belong to it as soon as its tab has opened it, by a click or by Enter', async () => {
		serveJob(createJob(1), five());
		openPage('/jobs/job-1');
		await userEvent.click(await screen.findByRole('tab', { name: 'Review' }));
		await screen.findByText('1 of 5 · Undecided');
		await userEvent.keyboard('{ArrowRight}');
		expect(screen.getByText('2 of 5 · Undecided')).toBeVisible();
		await userEvent.click(screen.getByRole('tab', { name: 'Images' }));
		await waitFor(() => expect(screen.getByRole('tab', { name: 'Images' })).toHaveAttribute('aria-selected', 'true'));
		await userEvent.keyboard('{ArrowRight}{Enter}');
		await screen.findByText('1 of 5 · Undecided');
		await userEvent.keyboard('{ArrowRight}');
		expect(screen.getByText('2 of 5 · Undecided')).toBeVisible();
		await waitFor(() => expect(document.title).toBe('Collection #1 · Review – ADX Realm'));
	});

	test('U takes decisions back one by one, to what they were before', async () => {
		const images = five();
		const server = serveJob(createJob(1), [{ ...images[0]!, mark: 'kept' }, ...images.slice(1)]);
		openPage('/jobs/job-1?tab=review');
		// Begins where nothing is decided yet.
		await screen.findByText('2 of 5 · Undecided');
		await userEvent.keyboard('{ArrowLeft}xk');
		await userEvent.keyboard('uu');
		expect(await screen.findByText('1 kept · 0 rejected · 4 undecided')).toBeVisible();
		expect(screen.getByText('1 of 5 · Kept')).toBeVisible();
		expect(verbs(server)).toEqual(['markImage 1 rejected', 'markImage 2 kept', 'markImage 2', 'markImage 1 kept']);
		expect(server.images[1]?.mark).toBeNull();
		expect(screen.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
	});

	test('U leaves alone what another window has decided meanwhile, and says so', async () => {
		const server = serveJob(createJob(1), five());
		await openReview();
		await userEvent.keyboard('k');
		await screen.findByText('1 kept · 0 rejected · 4 undecided');
		server.images = server.images.map((image) => (image.tokenNumber === 1 ? { ...image, mark: 'rejected' } : image));
		await userEvent.keyboard('u');
		expect(await within(screen.getByRole('main')).findByRole('alert')).toHaveTextContent(
			'Another window has decided otherwise: Elf Wizard #1 is rejected now.',
		);
		expect(screen.getByText('0 kept · 1 rejected · 4 undecided')).toBeVisible();
		expect(verbs(server)).toEqual(['markImage 1 kept']);
	});

	test('a decision that takes its image out of the filter shows the next one', async () => {
		serveJob(createJob(1), five());
		await openReview('tab=review&show=undecided');
		await userEvent.keyboard('k');
		expect(await screen.findByText('1 of 4 · Undecided')).toBeVisible();
		expect(screen.getAllByText('Tabaxi Ranger #2')[0]).toBeVisible();
	});

	test('a decision that is not saved is told on the page and not shown as taken', async () => {
		const server = serveJob(createJob(1), five());
		await openReview();
		server.refusal = new Refusal(503, 'down');
		await userEvent.keyboard('k');
		expect(await within(screen.getByRole('main')).findByRole('alert')).toHaveTextContent(
			'Service temporarily unavailable',
		);
		expect(screen.getByText('0 kept · 0 rejected · 5 undecided')).toBeVisible();
	});

	test('L locks, and a locked image is not made again', async () => {
		const server = serveJob(createJob(1), five());
		await openReview();
		await userEvent.keyboard('l');
		expect(await screen.findByText('1 of 5 · Undecided, locked')).toBeVisible();
		const regenerate = screen.getByRole('button', { name: 'Regenerate' });
		expect(regenerate).toHaveAttribute('aria-disabled', 'true');
		expect(regenerate).toHaveAttribute('title', 'Locked: unlock it first');
		await userEvent.keyboard('rl');
		expect(await screen.findByText('1 of 5 · Undecided')).toBeVisible();
		expect(verbs(server)).toEqual(['lockImage 1', 'unlockImage 1']);
	});

	test('R makes a free image again at once and a paid one after a question', async () => {
		const server = serveJob(createJob(1), five());
		await openReview();
		await userEvent.keyboard('r');
		expect(await screen.findByText('Another version is being made')).toBeVisible();
		expect(verbs(server)).toEqual(['regenerateImage 1']);
	});

	test('the new version comes in although the job was never seen to be at it', async () => {
		const server = serveJob(createJob(1), five());
		await openReview();
		await userEvent.keyboard('r');
		expect(await screen.findByText('Another version is being made')).toBeVisible();
		const [first, ...rest] = server.images;
		server.images = [{ ...first!, isRedrawing: false, version: 2, versionCount: 2 }, ...rest];
		server.versions = [1, 2].map((number) => createVersion(first!, number));
		expect(await screen.findByRole('button', { name: 'Version 2, chosen' })).toBeVisible();
	});

	test('R waits while the job is paused, and says so', async () => {
		serveJob(runningJob(1, { phase: 'paused', pauseReason: 'user' }), five());
		await openReview();
		const regenerate = screen.getByRole('button', { name: 'Regenerate' });
		expect(regenerate).toHaveAttribute('aria-disabled', 'true');
		expect(regenerate).toHaveAttribute('title', 'The job is paused: resume it first');
	});

	test('R on a paid image names its price and asks for the key', async () => {
		const server = serveJob(createJob(1, paid), five());
		await openReview();
		await userEvent.keyboard('r');
		const dialog = within(await screen.findByRole('dialog', { name: 'Make Elf Wizard #1 again' }));
		for (const fact of ['1 image', 'painter-large', /^about \$0\.04/]) expect(dialog.getByText(fact)).toBeVisible();
		await userEvent.type(dialog.getByLabelText('Google Gemini API key'), 'AIzaKey{Enter}');
		await waitFor(() =>
			expect(server.calls).toEqual([['regenerateImage', { imageId: 'job-1-image-1', geminiApiKey: 'AIzaKey' }]]),
		);
	});

	test('keys belong to the dialog above, not to the image below it', async () => {
		const server = serveJob(createJob(1), five());
		await openReview();
		await userEvent.keyboard('?');
		const keys = within(await screen.findByRole('dialog', { name: 'Keys' }));
		for (const text of ['Keep', 'Reject', 'Undo', 'Lock', 'Regenerate', 'Next image']) {
			expect(keys.getByText(text)).toBeVisible();
		}
		await userEvent.keyboard('kx');
		expect(server.calls).toEqual([]);
	});

	test('what is rejected is made again together, after a look at it; locked ones stay', async () => {
		const images = five().map((image) => ({
			...image,
			mark: image.tokenNumber <= 3 ? ('rejected' as const) : null,
			locked: image.tokenNumber === 3,
		}));
		const server = serveJob(createJob(1), images);
		openPage('/jobs/job-1?tab=review');
		await userEvent.click(await screen.findByRole('button', { name: 'Regenerate 2 rejected' }));
		const dialog = within(await screen.findByRole('dialog', { name: 'Regenerate 2 rejected' }));
		expect(dialog.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual([
			'Elf Wizard #1',
			'Tabaxi Ranger #2',
		]);
		await userEvent.click(dialog.getByRole('button', { name: 'Regenerate 2 images' }));
		expect(await screen.findByText(/Another version of 1 image is being made/)).toBeVisible();
		expect(server.calls).toEqual([
			['regenerateImages', { jobId: 'job-1', imageIds: ['job-1-image-1', 'job-1-image-2'] }],
		]);
	});

	test.each([
		[2, 'Regenerate rejected', 'Minted, or being minted: their tokens show these pictures'],
		[3, 'Regenerate 1 rejected', null],
	])('of %i rejected images the two that are minted stay', async (rejectedCount, name, title) => {
		const frozen = { 1: 'already_minted', 2: 'mint_under_way' } as const;
		const images = five().map((image) => ({
			...image,
			mark: image.tokenNumber <= rejectedCount ? ('rejected' as const) : null,
			frozen: frozen[image.tokenNumber as 1 | 2] ?? null,
		}));
		serveJob(createJob(1), images);
		openPage('/jobs/job-1?tab=review');
		const button = await screen.findByRole('button', { name });
		// Every image is read before they are counted.
		await waitFor(() => expect(button.getAttribute('title')).toBe(title));
	});

	test('what is rejected and being made again already is neither counted nor offered', async () => {
		const rejected = five().map((image) => ({ ...image, mark: 'rejected' as const }));
		const isRedrawing = true;
		const server = serveJob(createJob(1, { ...paid, redraws: 3 }), [
			...rejected.slice(0, 3).map((image) => ({ ...image, isRedrawing })),
			...rejected.slice(3),
		]);
		openPage('/jobs/job-1?tab=review');
		expect(await screen.findByRole('button', { name: 'Regenerate 2 rejected' })).toBeEnabled();
		server.images = rejected.map((image) => ({ ...image, isRedrawing, locked: image.tokenNumber === 5 }));
		const button = await screen.findByRole('button', { name: 'Regenerate rejected' }, { timeout: 8_000 });
		expect(button).toHaveAttribute('title', 'Those that are not locked are being made again already');
		await userEvent.click(button);
		expect(screen.queryByRole('dialog')).toBeNull();
	});

	test('what is rejected is counted, and can be made again, once every image is known', async () => {
		const images = Array.from({ length: 201 }, (_, index) =>
			createImage('job-1', index + 1, { mark: index % 100 === 0 ? 'rejected' : null }),
		);
		const { sendRest } = serveInTwoParts(images);
		openPage('/jobs/job-1?tab=review');
		expect(await screen.findByText('Loading images: 200 of 201')).toBeVisible();
		const button = screen.getByRole('button', { name: 'Regenerate rejected' });
		expect(button).toHaveAttribute('title', 'Loading images: 200 of 201');
		await userEvent.click(button);
		expect(screen.queryByRole('dialog')).toBeNull();
		sendRest();
		expect(await screen.findByText('0 kept · 3 rejected · 198 undecided')).toBeVisible();
		await userEvent.click(screen.getByRole('button', { name: 'Regenerate 3 rejected' }));
		expect(await screen.findByRole('dialog', { name: 'Regenerate 3 rejected' })).toBeVisible();
	});

	test('while images are still loading it opens at the first undecided one, and does not call one of them the last', async () => {
		const images = Array.from({ length: 203 }, (_, index) =>
			createImage('job-1', index + 1, { mark: index < 201 ? 'kept' : null }),
		);
		const { sendRest } = serveInTwoParts(images);
		openPage('/jobs/job-1?tab=review');
		expect(await screen.findByText('1 of 200 loaded so far · Kept')).toBeVisible();
		await userEvent.keyboard('{End}');
		expect(await screen.findByText('The other images are still loading')).toBeVisible();
		expect(screen.getByText('1 of 200 loaded so far · Kept')).toBeVisible();
		sendRest();
		expect(await screen.findByText('202 of 203 · Undecided')).toBeVisible();
		await userEvent.keyboard('{End}');
		expect(screen.getByText('203 of 203 · Undecided')).toBeVisible();
	});

	test('refusals are counted per trait value', async () => {
		const images = five().map((image) =>
			requireImageTraits(image.traits).class === 'wizard'
				? { ...image, state: 'failed' as const, imageUrl: null, failure: 'blocked' as const }
				: image,
		);
		serveJob(createJob(1, { ...paid, phase: 'partial', failedImages: 2, progress: 3 }), images);
		openPage('/jobs/job-1?tab=review');
		const card = within(await screen.findByRole('region', { name: 'What the model refused' }));
		expect(await card.findByText(/2 of 5 images were refused/)).toBeVisible();
		expect(card.getByRole('row', { name: /Wizard/ })).toHaveTextContent('ClassWizard2 of 2100%');
	});
});
