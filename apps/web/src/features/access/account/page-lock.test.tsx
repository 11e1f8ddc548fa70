import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { publicConfig, signedInAs, signedOut } from '../../../test/fixtures.ts';
import { openPage, restorePage, usePage } from '../../../test/setup.tsx';
import { usePasswordServer } from './password-server-testing.ts';

usePage();

const server = usePasswordServer({ premium: 'right premium', admin: 'right admin' });

const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name });
const field = () => screen.getByLabelText('Admin password');

describe('the lock in front of a page', () => {
	test.each(['/merger', '/gallery'])('%s is a Coming Soon page with the admin password (MRG-01)', async (path) => {
		openPage(path);
		expect(await findTitle('Coming Soon')).toBeVisible();
		expect(field()).toHaveAttribute('type', 'password');
		expect(screen.queryByText(/being built/)).toBeNull();
	});

	test('the admin password opens every locked page for the session (LOCK-01, AMB-35)', async () => {
		openPage('/merger');
		await findTitle('Coming Soon');
		await userEvent.type(field(), 'right admin{Enter}');
		expect(await screen.findByText('Access Granted')).toBeVisible();
		expect(await findTitle('Merge')).toBeVisible();
		expect(document.getElementById('content')).toHaveFocus();
		await userEvent.click(screen.getByRole('link', { name: 'Gallery' }));
		expect(await findTitle('Gallery')).toBeVisible();
		expect({ ...localStorage }).toEqual({});
	});

	test('what the admin password opened stays in view when the session ends', async () => {
		openPage('/merger');
		await findTitle('Coming Soon');
		await userEvent.type(field(), 'right admin{Enter}');
		await findTitle('Merge');
		server.check = signedOut;
		restorePage();
		expect(await screen.findByText('Your session ended. Sign in again.')).toBeVisible();
		expect(await findTitle('Merge')).toBeVisible();
		await userEvent.click(screen.getByRole('link', { name: 'Gallery' }));
		expect(await findTitle('Gallery')).toBeVisible();
	});

	test('asks for no password that an ended session could not use', async () => {
		openPage('/merger');
		await findTitle('Coming Soon');
		server.check = signedOut;
		restorePage();
		expect(await screen.findByText(/Sign in again to open it/)).toBeVisible();
		expect(await findTitle('Coming Soon')).toBeVisible();
		expect(screen.queryByLabelText('Admin password')).toBeNull();
		expect(screen.queryByRole('button', { name: 'Unlock with Premium' })).toBeNull();
	});

	test('takes a password that was pasted with white space around it (LOCK-01)', async () => {
		openPage('/merger');
		await findTitle('Coming Soon');
		await userEvent.click(field());
		await userEvent.paste('  right admin\t');
		await userEvent.keyboard('{Enter}');
		expect(await findTitle('Merge')).toBeVisible();
	});

	test('rejects a wrong password with a toast and clears the field (LOCK-03, ERR-17, AMB-35)', async () => {
		openPage('/gallery');
		await findTitle('Coming Soon');
		await userEvent.type(field(), 'wrong{Enter}');
		const title = await screen.findByText('Invalid Password');
		expect(title.closest('[data-tone]')).toHaveAttribute('data-tone', 'destructive');
		expect(screen.getByText('Please try again')).toBeVisible();
		expect(field()).toHaveValue('');
		expect(field()).toHaveFocus();
		expect(screen.getByRole('heading', { level: 1, name: 'Coming Soon' })).toBeVisible();
	});

	test('rejects further tries with the sentence of the server (AMB-60)', async () => {
		api.use(procedure('auth', 'signInWithPassword', () => new Refusal(429, 'Wait 15 minutes.')));
		openPage('/gallery');
		await findTitle('Coming Soon');
		await userEvent.type(field(), 'wrong{Enter}');
		expect(await screen.findByText('Too Many Attempts')).toBeVisible();
	});

	test('premium passes it (LOCK-02)', async () => {
		server.check = signedInAs('creator', { premium: true });
		openPage('/merger');
		expect(await findTitle('Merge')).toBeVisible();
	});

	test('the premium passphrase opens it on the spot (LOCK-02)', async () => {
		openPage('/gallery');
		await findTitle('Coming Soon');
		await userEvent.click(screen.getByRole('button', { name: 'Unlock with Premium' }));
		await userEvent.type(await screen.findByLabelText('Premium passphrase'), 'right premium{Enter}');
		await screen.findByText('Premium Activated');
		await userEvent.click(screen.getByRole('button', { name: 'Close' }));
		expect(await findTitle('Gallery')).toBeVisible();
	});

	test('developers need one of the two as well (AMB-35)', async () => {
		server.check = signedInAs('developer');
		openPage('/gallery');
		expect(await findTitle('Coming Soon')).toBeVisible();
	});

	test('rejects a forged premium flag (AMB-31)', async () => {
		localStorage.setItem('adx_premium_bypass', 'true');
		openPage('/gallery');
		expect(await findTitle('Coming Soon')).toBeVisible();
		expect(screen.getByText(/Your Premium has ended/)).toBeVisible();
	});

	test('an empty list locks nothing (AMB-35)', async () => {
		api.use(procedure('auth', 'config', () => ({ ...publicConfig, lockedPages: [] })));
		openPage('/merger');
		expect(await findTitle('Merge')).toBeVisible();
	});

	test('locks only the pages that are listed', async () => {
		api.use(procedure('auth', 'config', () => ({ ...publicConfig, lockedPages: ['merger' as const] })));
		openPage('/gallery');
		expect(await findTitle('Gallery')).toBeVisible();
		await userEvent.click(screen.getByRole('link', { name: 'Merge' }));
		await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Coming Soon'));
	});
});
