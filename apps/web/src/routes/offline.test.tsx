import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fillForm, pick, submit, submitArea } from '../features/create/form/form-testing.ts';
import { api, procedure } from '../test/api.ts';
import { createJob, publicConfig, signedInAs } from '../test/fixtures.ts';
import { openPage, usePage } from '../test/setup.tsx';

usePage();

const banner = /^Your browser is offline\. What you have chosen stays/;
let isConnected: boolean;
/** Whether the server runs on this machine, and answers all the same. */
let isLocal: boolean;
beforeEach(() => {
	isConnected = true;
	isLocal = false;
	vi.spyOn(console, 'error').mockImplementation(() => {});
	vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isConnected);
	api.use(
		http.all('*/trpc/*', () => (isConnected || isLocal ? undefined : HttpResponse.error())),
		procedure('auth', 'check', () => signedInAs('creator')),
		procedure('auth', 'config', () => publicConfig),
		procedure('generation', 'list', () => [createJob(1)]),
	);
});
afterEach(() => vi.restoreAllMocks());

function connect(next: boolean): void {
	isConnected = next;
	act(() => void window.dispatchEvent(new Event(next ? 'online' : 'offline')));
}

test('that the connection is gone is told at once, and no longer once it is back', async () => {
	openPage('/gallery');
	await screen.findByRole('button', { name: 'Account' });
	connect(false);
	expect(await screen.findByText(banner)).toBeVisible();
	connect(true);
	await waitFor(() => expect(screen.queryByText(banner)).toBeNull());
});

test('a server that runs on this machine needs no connection', async () => {
	isLocal = true;
	openPage('/gallery');
	await screen.findByRole('button', { name: 'Account' });
	let asked = 0;
	api.use(
		procedure('auth', 'config', () => {
			asked += 1;
			return publicConfig;
		}),
	);
	connect(false);
	await waitFor(() => expect(asked).toBe(1));
	await userEvent.click(screen.getByRole('link', { name: 'Create' }));
	await screen.findByRole('form', { name: 'Create characters' }, { timeout: 12_000 });
	expect(screen.queryByText(banner)).toBeNull();
});

test('an order without a connection says so', async () => {
	await fillForm();
	await pick('radio', 'Built-in forge (free, no key)');
	connect(false);
	await screen.findByText(banner);
	await submit();
	const sentence = 'Your browser is offline. Try again once it is connected.';
	expect(await within(submitArea()).findByText(sentence)).toBeVisible();
	expect(screen.queryByText(/^The server does not answer/)).toBeNull();
});
