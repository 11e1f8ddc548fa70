import { showToast, useToastStore } from '@adx/ui/feedback/toast-store';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { api, procedure } from '../test/api.ts';
import { signedInAs } from '../test/fixtures.ts';
import { openPage, usePage } from '../test/setup.tsx';

usePage();

beforeEach(() => {
	api.use(procedure('auth', 'check', () => signedInAs('creator')));
});

const bell = () => screen.findByRole('button', { name: 'Recent messages' });
const list = () => screen.findByRole('dialog', { name: 'Recent messages' });

describe('recent messages', () => {
	test('the bell opens what came and went, newest first, each with its kind in words', async () => {
		openPage('/gallery');
		const button = await bell();
		act(() => showToast({ title: 'Token Created' }));
		act(() => showToast({ title: 'Not Paused', description: 'The job has ended.', tone: 'destructive' }));
		await userEvent.click(button);
		// The list says what the toast says.
		expect(screen.getAllByText('Not Paused')).toHaveLength(1);
		const items = within(await list()).getAllByRole('listitem');
		expect(items.map(({ textContent }) => textContent?.replace(/\d\d:\d\d$/, ''))).toEqual([
			'Error: Not PausedThe job has ended.',
			'Note: Token Created',
		]);
		await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
		expect(await screen.findByText(/^No messages yet\./)).toBeVisible();
		await userEvent.keyboard('{Escape}');
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(button).toHaveFocus();
	});

	test('says so while there are none', async () => {
		openPage('/gallery');
		await userEvent.click(await bell());
		expect(within(await list()).getByText(/^No messages yet\./)).toBeVisible();
		expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
	});

	test('F8 opens and closes it, and the focus is back where it was', async () => {
		openPage('/gallery');
		await bell();
		const link = screen.getByRole('link', { name: 'Create' });
		link.focus();
		await userEvent.keyboard('[F8]');
		expect(await list()).toBeVisible();
		await userEvent.keyboard('[F8]');
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(link).toHaveFocus();
	});

	test('a dialog on top keeps its keys', async () => {
		openPage('/gallery');
		await userEvent.click(await screen.findByRole('button', { name: 'Account' }));
		await userEvent.click(await screen.findByRole('menuitem', { name: /^Premium/ }));
		await screen.findByRole('dialog', { name: 'Premium' });
		await userEvent.keyboard('[F8]');
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(screen.getAllByRole('dialog')).toHaveLength(1);
	});

	test('F8 leads to a toast on show first, and from there to the list (TST-04)', async () => {
		openPage('/gallery');
		await bell();
		act(() => showToast({ title: 'Here' }));
		// The place of toasts comes after the page's first frame, and the key does not lead there before.
		await screen.findByText('Here');
		await userEvent.keyboard('[F8]');
		expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toContainElement(
			document.activeElement as HTMLElement,
		);
		expect(screen.queryByRole('dialog')).toBeNull();
		await userEvent.keyboard('[F8]');
		expect(within(await list()).getByText('Here')).toBeVisible();
	});

	test('the next person at this browser does not see them', async () => {
		openPage('/gallery');
		act(() => showToast({ title: 'Mine' }));
		await userEvent.click(await screen.findByRole('button', { name: 'Account' }));
		await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }));
		api.use(procedure('auth', 'check', () => signedInAs('creator')));
		await screen.findByRole('heading', { name: 'Developer Access' });
		expect(useToastStore.getState().recent.map(({ title }) => title)).not.toContain('Mine');
	});
});
