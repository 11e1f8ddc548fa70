import { engines } from '@adx/validators/engines/engines';
import { modelNotInPlan } from '@adx/validators/generation/pause-messages';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createJob, createPlannedImage, runningJob } from '../../../test/fixtures.ts';
import { serveJob } from '../../../test/job-server.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();

const apiKeyRefused = engines.gemini.service.keyRefused.ended;
const keysUrl = 'https://aistudio.google.com/apikey';
const paid = { engine: 'gemini', model: 'painter-large', needsApiKey: true, progress: 0, totalImages: 0 } as const;
const failed = createJob(1, { ...paid, status: 'failed', phase: 'failed', errorMessage: apiKeyRefused });
const images = [1, 2, 3, 4, 5].map((number) => createPlannedImage('job-1', number));

test.each([
	['on its own page', '/jobs/job-1'],
	['on the Create page', '/?job=job-1'],
])('a job whose key was refused leads to where keys are checked and replaced, %s', async (_where, path) => {
	serveJob(failed, images);
	openPage(path);
	expect(await screen.findByText(apiKeyRefused)).toBeVisible();
	expect(apiKeyRefused).toMatch(/Check or replace the key/);
	expect(screen.getByRole('link', { name: 'Open Google AI Studio' })).toHaveAttribute('href', keysUrl);
});

test('a job whose key has a plan without the model says what can be done, and leads there too', async () => {
	serveJob({ ...failed, errorMessage: modelNotInPlan }, images);
	openPage('/jobs/job-1');
	expect(await screen.findByText(modelNotInPlan)).toBeVisible();
	expect(modelNotInPlan).toMatch(/Choose another model in a new order, or a key whose plan has it/);
	expect(screen.getByRole('link', { name: 'Open Google AI Studio' })).toHaveAttribute('href', keysUrl);
});

test('so does one that the key has paused, and the dialog that asks for another', async () => {
	serveJob(runningJob(1, { ...paid, phase: 'paused', pauseReason: 'key_refused' }), images);
	openPage('/jobs/job-1');
	expect(await screen.findByRole('link', { name: 'Open Google AI Studio' })).toHaveAttribute('href', keysUrl);
	await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Resume generating' }));
	expect(dialog.getByRole('link', { name: 'Get or replace a key' })).toHaveAttribute('href', keysUrl);
});

test('a dialog that is sent without a key leads to the field, which keeps no spaces around what was pasted', async () => {
	const server = serveJob(runningJob(1, { ...paid, phase: 'paused', pauseReason: 'key_refused' }), images);
	openPage('/jobs/job-1');
	await userEvent.click(await screen.findByRole('button', { name: 'Resume' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Resume generating' }));
	const field = dialog.getByLabelText('Google Gemini API key');
	await userEvent.click(dialog.getByRole('button', { name: 'Resume' }));
	expect(field).toHaveAccessibleDescription(expect.stringContaining('API key is required'));
	expect(field).toHaveFocus();
	await userEvent.type(field, '  AIzaPasted ');
	// What was said of another key is not said of this one.
	expect(field).not.toHaveAccessibleDescription(expect.stringContaining('API key is required'));
	await userEvent.tab();
	expect(field).toHaveValue('AIzaPasted');
	expect(server.calls).toEqual([]);
});

test('one that failed for another reason does not', async () => {
	serveJob({ ...failed, errorMessage: 'Cancelled' }, images);
	openPage('/jobs/job-1');
	expect(await screen.findByText('Cancelled', { selector: '[role=status]' })).toBeVisible();
	expect(screen.queryByRole('link', { name: 'Open Google AI Studio' })).toBeNull();
});
