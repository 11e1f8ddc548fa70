import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { api, procedure } from '../../../test/api.ts';
import { signedInAs } from '../../../test/fixtures.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();

async function openMenu(check = signedInAs('creator')) {
	api.use(procedure('auth', 'check', () => check));
	openPage('/gallery');
	await userEvent.click(await screen.findByRole('button', { name: 'Account' }));
	return screen.findByRole('menu');
}

describe('the account menu', () => {
	test('names the person, their role, Premium, the access tokens, their data and the way out (AMB-57)', async () => {
		const menu = await openMenu(signedInAs('developer', { name: 'Frostwen', premium: true }));
		expect(menu).toHaveTextContent('FrostwenDeveloper');
		const items = screen.getAllByRole('menuitem').map((item) => item.textContent);
		expect(items).toEqual(['Premium Active', 'Access tokens', 'Your data', 'Log out']);
		expect(menu).not.toHaveTextContent('Session ends');
	});

	test('says that Premium is locked for a creator without it', async () => {
		const menu = await openMenu();
		expect(menu).toHaveTextContent('Signed inCreator');
		expect(screen.getByRole('menuitem', { name: 'Premium Locked' })).toBeVisible();
	});

	test('tells the end of a session that is less than an hour away', async () => {
		const expiresAt = new Date(Date.now() + 40 * 60_000);
		const menu = await openMenu(signedInAs('creator', { expiresAt }));
		const minutes = String(expiresAt.getMinutes()).padStart(2, '0');
		expect(menu).toHaveTextContent(new RegExp(`Session ends at \\d\\d:${minutes}`));
	});

	test('leads to the access tokens by a click, and the focus with it', async () => {
		api.use(procedure('auth', 'listTokens', () => []));
		await openMenu();
		await userEvent.click(screen.getByRole('menuitem', { name: 'Access tokens' }));
		const heading = await screen.findByRole('heading', { level: 1, name: 'Access tokens' });
		await waitFor(() => expect(heading).toHaveFocus());
	});

	test('leads to the person’s data, and the focus with it, also from the same page', async () => {
		api.use(procedure('auth', 'listTokens', () => []));
		await openMenu();
		await userEvent.click(screen.getByRole('menuitem', { name: 'Your data' }));
		const heading = await screen.findByRole('heading', { level: 2, name: 'Your data' });
		await waitFor(() => expect(heading).toHaveFocus());
		await userEvent.click(screen.getByRole('button', { name: 'Account' }));
		await userEvent.click(await screen.findByRole('menuitem', { name: 'Access tokens' }));
		await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
		await userEvent.click(screen.getByRole('button', { name: 'Account' }));
		await userEvent.click(await screen.findByRole('menuitem', { name: 'Your data' }));
		await waitFor(() => expect(heading).toHaveFocus());
	});

	test('leads to the access tokens by keyboard alone', async () => {
		api.use(procedure('auth', 'listTokens', () => []));
		await openMenu();
		await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
		await waitFor(() => expect(window.location.pathname).toBe('/tokens'));
		await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Access tokens' })).toHaveFocus());
	});
});
