import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { markSessionEnded } from '../../../lib/api/session-ended.ts';
import { api, procedure } from '../../../test/api.ts';
import { createImage, createJob, publicConfig, signedInAs } from '../../../test/fixtures.ts';
import { serveJob } from '../../../test/job-server.ts';
import { openPage, usePage } from '../../../test/setup.tsx';
import { fillForm, pick, recordStarts, submit, submitArea } from '../form/form-testing.ts';

usePage();

/** A server of 200 images a day, of which so many are left. */
function limitTo(imagesLeftToday: number) {
	const server = { imagesLeftToday };
	api.use(
		procedure('auth', 'config', () => ({ ...publicConfig, dailyGenerationLimit: 200 })),
		procedure('auth', 'check', () => signedInAs('developer', server)),
	);
	return server;
}

const orderImages = (count: number) =>
	fireEvent.change(screen.getByLabelText('Custom number'), { target: { value: `${count}` } });

test('what is left of the daily limit stands beside the price, and less of it after an order', async () => {
	const server = limitTo(8);
	recordStarts(() => {
		server.imagesLeftToday = 3;
		return null;
	});
	await fillForm();
	await pick('radio', 'Built-in forge (free, no key)');
	expect(submitArea()).toHaveTextContent('8 of 200 left today');
	orderImages(9);
	expect(submitArea()).toHaveTextContent('Only 8 of 200 left today');
	orderImages(5);
	expect(submitArea()).not.toHaveTextContent('Only');
	await submit();
	await screen.findByText('Generation Started');
	await userEvent.click(screen.getByRole('link', { name: 'Studio' }));
	await waitFor(() => expect(submitArea()).toHaveTextContent('Only 3 of 200 left today'));
});

test('that others have ordered of a shared limit is said', async () => {
	const server = { ...limitTo(8), imagesLeftAreShared: true };
	api.use(procedure('auth', 'check', () => signedInAs('developer', server)));
	await fillForm();
	expect(submitArea()).toHaveTextContent('8 of 200 left today, shared by all who use this password from your network');
});

test('a server without a limit says nothing of one', async () => {
	limitTo(8);
	api.use(procedure('auth', 'config', () => publicConfig));
	await fillForm();
	expect(submitArea()).not.toHaveTextContent('left today');
});

test('the question before a large order says what is left, asked again then, and warns', async () => {
	const server = limitTo(150);
	const starts = recordStarts();
	await fillForm();
	orderImages(126);
	await userEvent.type(screen.getByLabelText('Google Gemini API key'), 'AIzaLongEnough-wxyz');
	server.imagesLeftToday = 8;
	await submit();
	const dialog = within(await screen.findByRole('dialog', { name: 'Paint 126 images with Gemini?' }));
	expect(await dialog.findByText(/^8 of 200 left today on this server/)).toBeVisible();
	expect(dialog.getByRole('alert')).toHaveTextContent(
		'Only 8 of today’s 200 images are left: this server will refuse an order of 126.',
	);
	const paint = dialog.getByRole('button', { name: 'Paint 126 images' });
	expect(paint).toHaveAttribute('aria-disabled', 'true');
	await userEvent.click(paint);
	expect(starts).toEqual([]);
	await userEvent.click(dialog.getByRole('button', { name: 'Order fewer' }));
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a server that has ended the session is not asked for a large order: signing in again comes first', async () => {
	limitTo(150);
	await fillForm();
	orderImages(126);
	await userEvent.type(screen.getByLabelText('Google Gemini API key'), 'AIzaLongEnough-wxyz');
	act(() => void markSessionEnded());
	await submit();
	const alerts = await screen.findAllByRole('alert');
	expect(alerts.map((alert) => alert.textContent)).toContain('Your session ended. Sign in again.');
	expect(screen.queryByRole('dialog')).toBeNull();
});

test('the question before an order tells the limit also where the session ends meanwhile', async () => {
	limitTo(150);
	await fillForm();
	orderImages(126);
	await userEvent.type(screen.getByLabelText('Google Gemini API key'), 'AIzaLongEnough-wxyz');
	api.use(procedure('auth', 'check', () => ({ authenticated: false, hasMageAccess: false, user: null })));
	await submit();
	const dialog = within(await screen.findByRole('dialog', { name: 'Paint 126 images with Gemini?' }));
	expect(await dialog.findByText(/^200 images on this server, and/)).toBeVisible();
});

test('new versions count towards it, and what was ordered before does not', async () => {
	const paid = { engine: 'gemini', model: 'painter-large', needsApiKey: true } as const;
	const server = serveJob(
		createJob(1, { ...paid, phase: 'partial', failedImages: 1, progress: 4 }),
		[1, 2, 3, 4].map((number) => createImage('job-1', number, { mark: 'rejected' })),
	);
	limitTo(1);
	openPage('/jobs/job-1?tab=review');
	await userEvent.click(await screen.findByRole('button', { name: 'Retry 1 failed' }));
	const retry = within(await screen.findByRole('dialog', { name: 'Try the failed images again' }));
	expect(retry.getByText(/^these are counted already/)).toBeVisible();
	expect(retry.queryByRole('alert')).toBeNull();
	await userEvent.click(retry.getByRole('button', { name: 'Cancel' }));
	await userEvent.click(await screen.findByRole('button', { name: 'Regenerate 4 rejected' }));
	const redraw = within(await screen.findByRole('dialog', { name: 'Regenerate 4 rejected' }));
	expect(redraw.getByRole('alert')).toHaveTextContent('Only 1 of today’s 200 images is left');
	await userEvent.type(redraw.getByLabelText('Google Gemini API key'), 'AIzaLongEnough-wxyz{Enter}');
	expect(redraw.getByRole('button', { name: 'Regenerate 4 images' })).toHaveAttribute('aria-disabled', 'true');
	expect(server.calls).toEqual([]);
});
