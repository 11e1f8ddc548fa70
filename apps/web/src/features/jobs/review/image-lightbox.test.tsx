import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createImage, createJob, createVersion } from '../../../test/fixtures.ts';
import { type JobServer, respondWithJobs, serveJob } from '../../../test/job-server.ts';
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

describe('versions in the lightbox', () => {
	const twice = () =>
		five().map((image) => (image.tokenNumber === 1 ? { ...image, version: 2, versionCount: 2 } : image));

	async function openLightbox() {
		openPage('/jobs/job-1?image=job-1-image-1');
		return within(await screen.findByRole('dialog', { name: 'Elf Wizard #1' }));
	}

	test('an earlier one is chosen', async () => {
		const server = serveJob(createJob(1), twice());
		server.versions = [1, 2].map((number) => createVersion(server.images[0]!, number));
		const box = await openLightbox();
		expect(await box.findByRole('button', { name: 'Version 2, chosen' })).toHaveAttribute('aria-pressed', 'true');
		await userEvent.click(box.getByRole('button', { name: 'Choose version 1' }));
		expect(await box.findByRole('button', { name: 'Version 1, chosen' })).toBeVisible();
		expect(server.calls).toEqual([['chooseVersion', { imageId: 'job-1-image-1', version: 1 }]]);
		expect(box.getAllByRole('img', { name: 'Elf Wizard #1' })[0]).toHaveAttribute(
			'src',
			'/api/images/job-1-image-1/file?version=1&size=512',
		);
	});

	test('one that another forge drew in place of a damaged file says so', async () => {
		const server = serveJob(createJob(1), twice());
		const [first] = server.images;
		server.versions = [1, 2].map((number) => createVersion(first!, number, { seed: 'same', forgeVersion: number }));
		const box = await openLightbox();
		expect(await box.findByText(/^The file before was damaged; a newer version of the built-in forge/)).toBeVisible();
		await userEvent.click(box.getByRole('button', { name: 'Choose version 1' }));
		expect(await box.findByRole('button', { name: 'Version 1, chosen' })).toBeVisible();
		expect(box.queryByText(/^The file before was damaged/)).toBeNull();
	});

	test('of a locked image say why they cannot be chosen', async () => {
		const [first, ...rest] = five();
		const server = serveJob(createJob(1), [{ ...first!, version: 2, versionCount: 2, locked: true }, ...rest]);
		server.versions = [1, 2].map((number) => createVersion(first!, number));
		const box = await openLightbox();
		await userEvent.click(await box.findByRole('button', { name: 'Choose version 1' }));
		expect(await screen.findByText('Locked: unlock it first')).toBeVisible();
		expect(server.calls).toEqual([]);
	});

	test('of an image that is minted, or being minted, say so and stay; it is not made again', async () => {
		const [first, ...rest] = five();
		const minted = { ...first!, version: 2, versionCount: 2, locked: true, frozen: 'already_minted' as const };
		const server = serveJob(createJob(1), [minted, ...rest]);
		server.versions = [1, 2].map((number) => createVersion(first!, number));
		const box = await openLightbox();
		await userEvent.click(await box.findByRole('button', { name: 'Choose version 1' }));
		expect(await screen.findByText('Minted: its token shows this picture')).toBeVisible();
		expect(box.getByRole('button', { name: 'Regenerate' })).toHaveAttribute(
			'title',
			expect.stringContaining('Minted: its token shows this picture'),
		);
		expect(server.calls).toEqual([]);
	});

	test('a paid one tells model, attempts, finish reason, cost and prompt', async () => {
		const [first, ...rest] = five();
		const server = serveJob(createJob(1, paid), [{ ...first!, paidCalls: 3, costUsd: 0.12 }, ...rest]);
		const facts = {
			model: 'painter-large',
			prompt: 'An elf in the snow',
			finishReason: 'STOP',
			paidCalls: 3,
			costUsd: 0.12,
		};
		server.versions = [createVersion(first!, 1, facts)];
		const box = await openLightbox();
		const panel = within(await box.findByRole('region', { name: 'Painted by' }));
		for (const text of ['painter-large', '3', 'STOP', '$0.12', '3 paid calls, $0.12, measured'])
			expect(panel.getByText(text)).toBeVisible();
		expect(panel.getByText('An elf in the snow')).toBeInTheDocument();
	});

	test('a failed new version says why and that the one before stays', async () => {
		const [first, ...rest] = five();
		serveJob(createJob(1, paid), [{ ...first!, failure: 'blocked', failureMessage: 'IMAGE_SAFETY' }, ...rest]);
		const box = await openLightbox();
		expect(box.getByText('The model refused to paint it; the version before stays.')).toBeVisible();
		expect(box.getByText('IMAGE_SAFETY')).toBeVisible();
	});

	test('shows how much of the collection shares each trait', async () => {
		serveJob(createJob(1), five());
		const box = await openLightbox();
		const traits = within(box.getByRole('region', { name: 'Traits' }));
		expect((await traits.findByText('Wizard')).parentElement).toHaveTextContent('ClassWizard40% of the collection');
	});

	test('begins on the picture, where Space and Z zoom to 100% and back', async () => {
		serveJob(createJob(1), five());
		const box = await openLightbox();
		const stage = box.getByRole('region', { name: 'Picture' });
		await waitFor(() => expect(stage).toHaveFocus());
		const isZoomed = () =>
			[...stage.querySelectorAll<HTMLElement>('[style]')].some(({ style }) => style.width === '1024px');
		await userEvent.keyboard(' ');
		expect(isZoomed()).toBe(true);
		// Keys scroll what does not fit.
		expect(screen.getByRole('group', { name: 'The picture at 100%' })).toHaveFocus();
		await userEvent.keyboard('z');
		expect(isZoomed()).toBe(false);
		expect(screen.getByRole('dialog')).toBeVisible();
	});

	test('F shows the whole page in full screen, for the lightbox opens dialogs beside it', async () => {
		const shown: Element[] = [];
		Object.defineProperty(HTMLElement.prototype, 'requestFullscreen', {
			configurable: true,
			async value(this: Element) {
				shown.push(this);
			},
		});
		Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: null });
		onTestFinished(() => {
			Reflect.deleteProperty(HTMLElement.prototype, 'requestFullscreen');
			Reflect.deleteProperty(document, 'fullscreenElement');
		});
		serveJob(createJob(1), five());
		const box = await openLightbox();
		await waitFor(() => expect(box.getByRole('region', { name: 'Picture' })).toHaveFocus());
		await userEvent.keyboard('f');
		expect(shown).toEqual([document.documentElement]);
	});

	test('Space presses the button that has the focus, not the zoom', async () => {
		const server = serveJob(createJob(1), five());
		const box = await openLightbox();
		box.getByRole('button', { name: 'Keep' }).focus();
		await userEvent.keyboard(' ');
		await waitFor(() => expect(verbs(server)).toEqual(['markImage 1 kept']));
		expect(box.getByRole('region', { name: 'Picture' }).querySelector('.size-\\[1024px\\]')).toBeNull();
	});

	test('K decides, K again takes the decision back; the title says what was decided', async () => {
		const server = serveJob(createJob(1), five());
		const box = await openLightbox();
		expect(box.getByText('· Undecided')).toBeVisible();
		await userEvent.keyboard('k');
		await waitFor(() => expect(box.getByRole('button', { name: 'Keep' })).toHaveAttribute('aria-pressed', 'true'));
		expect(box.getByText('· Kept')).toBeVisible();
		await userEvent.keyboard('k');
		await waitFor(() => expect(box.getByRole('button', { name: 'Keep' })).toHaveAttribute('aria-pressed', 'false'));
		expect(verbs(server)).toEqual(['markImage 1 kept', 'markImage 1']);
	});
});

describe('the lightbox', () => {
	test('shows an image with its traits; arrows, Home and End move; Escape closes and focus returns', async () => {
		respondWithJobs(createJob(1));
		openPage('/?tab=results');
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
		const finger = { pointerType: 'touch', isPrimary: true, pointerId: 1 };
		for (const [from, to] of [
			[300, 100],
			[300, 100],
			[100, 300],
		]) {
			fireEvent.pointerDown(screen.getByRole('region', { name: 'Picture' }), { ...finger, clientX: from });
			fireEvent.pointerUp(screen.getByRole('region', { name: 'Picture' }), { ...finger, clientX: to });
		}
		expect(await screen.findByText('2 of 5')).toBeVisible();
		await userEvent.keyboard('{ArrowLeft}');
		await userEvent.keyboard('{Escape}');
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		await waitFor(() => expect(screen.getByRole('button', { name: 'Open Elf Wizard #1' })).toHaveFocus());
		expect(window.location.search).not.toContain('image=');
	});

	test('opens from its address', async () => {
		respondWithJobs(createJob(1));
		openPage('/?job=job-1&image=job-1-image-3');
		expect(await screen.findByRole('dialog', { name: 'Dragonborn Paladin #3' })).toBeVisible();
	});
});
