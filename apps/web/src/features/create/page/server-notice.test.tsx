import { downloadButtonPollMs } from '@adx/validators/limits';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { retryDelayMs } from '../../../lib/api/query-client.ts';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { createJob, publicConfig, signedInAs, stats } from '../../../test/fixtures.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();

/** Whether the server answers what it is asked besides who this is. */
let isDown: boolean;
/** How it refuses while it is down. */
let refusal: Refusal;
beforeEach(() => {
	isDown = true;
	refusal = new Refusal(503, 'down');
	vi.spyOn(console, 'error').mockImplementation(() => {});
	api.use(
		procedure('auth', 'check', () => signedInAs('creator')),
		procedure('auth', 'config', () => (isDown ? refusal : publicConfig)),
		procedure('generation', 'list', () => (isDown ? refusal : [createJob(1)])),
		procedure('generation', 'get', () => (isDown ? refusal : createJob(1))),
		procedure('database', 'stats', () => (isDown ? refusal : stats)),
		procedure('database', 'listSettings', () => (isDown ? refusal : [])),
	);
});

const unreached = /^The server does not answer right now/;
const findNotice = async (text: RegExp) =>
	within((await screen.findByText(text)).closest('[role=alert]') as HTMLElement);

test('a server that does not answer as the page opens is told, and asked for everything again on demand', async () => {
	openPage('/?tab=results');
	const notice = await findNotice(unreached);
	const status = within(await screen.findByRole('region', { name: 'Generation status' }));
	expect(await status.findByText('Status unknown')).toBeVisible();
	expect(status.queryByText('Ready to Create')).toBeNull();
	expect(await screen.findByRole('button', { name: 'Load the presets again' })).toBeVisible();
	isDown = false;
	await userEvent.click(notice.getByRole('button', { name: 'Try again' }));
	expect(await screen.findByText('Generation completed successfully!')).toBeVisible();
	expect(await screen.findByText('No presets yet.')).toBeVisible();
	await waitFor(() => expect(screen.queryByText(unreached)).toBeNull());
	// The button has gone with it.
	await waitFor(() => expect(screen.getByRole('main')).toContainElement(document.activeElement as HTMLElement));
});

test('the card of the status has a way to ask again as well', async () => {
	openPage('/?tab=results');
	const status = within(await screen.findByRole('region', { name: 'Generation status' }));
	const again = await status.findByRole('button', { name: 'Try again' });
	isDown = false;
	await userEvent.click(again);
	expect(await status.findByText('Generation completed successfully!')).toBeVisible();
});

test('one that goes away later is told without a press, and the notice goes once it is back', async () => {
	vi.useFakeTimers({ shouldAdvanceTime: true });
	const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
	isDown = false;
	openPage('/?tab=results');
	await screen.findByText('Generation completed successfully!');
	expect(screen.queryByText(unreached)).toBeNull();
	isDown = true;
	await pass(downloadButtonPollMs + retryDelayMs(0));
	expect(await screen.findByText(unreached)).toBeVisible();
	expect(screen.getByText('Generation completed successfully!')).toBeVisible();
	isDown = false;
	await pass(downloadButtonPollMs);
	await waitFor(() => expect(screen.queryByText(unreached)).toBeNull());
});

test('settings that failed alone are told, and fetched again on demand', async () => {
	let isConfigDown = true;
	isDown = false;
	api.use(procedure('auth', 'config', () => (isConfigDown ? refusal : publicConfig)));
	openPage('/?tab=results');
	const notice = await findNotice(/^What this server offers could not be loaded/);
	isConfigDown = false;
	await userEvent.click(notice.getByRole('button', { name: 'Try again' }));
	await waitFor(() => expect(screen.queryByText(/^What this server offers/)).toBeNull());
});

test('a refusal with words of its own is no silence of the server', async () => {
	refusal = new Refusal(429, 'Too many requests.');
	api.use(procedure('auth', 'config', () => publicConfig));
	openPage('/?tab=results');
	const status = within(await screen.findByRole('region', { name: 'Generation status' }));
	expect(await status.findByText('Too many requests.')).toBeVisible();
	expect(screen.queryByText(unreached)).toBeNull();
});
