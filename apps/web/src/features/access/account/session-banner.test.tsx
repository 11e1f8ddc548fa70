import { showToast } from '@adx/ui/feedback/toast-store';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isSessionEnded } from '../../../lib/api/session-ended.ts';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { createJob, signedInAs, signedOut } from '../../../test/fixtures.ts';
import { openPage, restorePage, usePage } from '../../../test/setup.tsx';

usePage();

const ended = 'Your session ended. Sign in again.';
const signInFirst = () => new Refusal(401, 'Sign in first.', {}, 'sign_in_required');

const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name });
const findBanner = () => screen.findByText(ended);

/** A session that the server forgets between the check and the first call of the page. */
function endWhileWorking() {
	let check = signedInAs('creator');
	let isChecked = false;
	api.use(
		procedure('auth', 'check', () => {
			isChecked = true;
			return check;
		}),
		procedure('generation', 'list', () => {
			// One that the page of the test before sent may still arrive.
			if (isChecked) check = signedOut;
			return signInFirst();
		}),
	);
}

async function logOut() {
	await userEvent.click(await screen.findByRole('button', { name: 'Account' }));
	await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }));
}

describe('access once granted', () => {
	test('the server’s word opens the application at the same address (GATE-32, NAV-15)', async () => {
		api.use(procedure('auth', 'check', () => signedInAs('creator')));
		openPage('/gallery');
		expect(await findTitle('Coming Soon')).toBeVisible();
		expect(window.location.pathname).toBe('/gallery');
	});

	test('a stored mage flag shows the developer’s interface, and a banner when the server disagrees (GATE-34, GATE-35, AMB-31)', async () => {
		localStorage.setItem('adx_mage_bypass', 'true');
		openPage('/gallery');
		expect(await screen.findByRole('link', { name: 'Attributes' })).toBeVisible();
		expect(screen.getByRole('alert')).toHaveTextContent(ended);
	});

	test('a session that ends while working shows the banner, which clears the flags and opens the gate', async () => {
		localStorage.setItem('adx_discord_bypass', 'true');
		endWhileWorking();
		openPage();
		expect(await findBanner()).toBeVisible();
		expect((await findBanner()).closest('[role="alert"]')).toHaveClass('sticky');
		await userEvent.click(screen.getByRole('button', { name: 'Go to sign-in' }));
		expect(await findTitle('Developer Access')).toBeVisible();
		expect(localStorage.getItem('adx_discord_bypass')).toBeNull();
	});

	test('one stray 401 while the check still says signed in leaves the page alone', async () => {
		const asked = vi.fn(() => signedInAs('creator'));
		let refusalsLeft = 2;
		api.use(
			procedure('auth', 'check', asked),
			procedure('generation', 'list', () => {
				// Twice, since a query tries once more by itself.
				refusalsLeft -= 1;
				return refusalsLeft >= 0 ? signInFirst() : [];
			}),
		);
		openPage();
		await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect(asked).toHaveBeenCalledTimes(2);
		expect(isSessionEnded()).toBe(false);
		expect(screen.queryByText(ended)).toBeNull();
		expect(await screen.findByRole('form', { name: 'Create characters' })).toBeVisible();
	});

	test('the banner goes when a later check grants access again', async () => {
		let check = signedInAs('creator');
		const listed = vi.fn(() => []);
		api.use(
			procedure('auth', 'check', () => check),
			procedure('generation', 'list', listed),
		);
		openPage();
		await screen.findByRole('form', { name: 'Create characters' });
		check = signedOut;
		restorePage();
		await findBanner();
		check = signedInAs('creator');
		const before = listed.mock.calls.length;
		restorePage();
		await waitFor(() => expect(screen.queryByText(ended)).toBeNull());
		expect(isSessionEnded()).toBe(false);
		await waitFor(() => expect(listed.mock.calls.length).toBeGreaterThan(before));
	});

	describe('a developer’s flag over the living session of a community member', () => {
		const loggedOut = vi.fn();
		beforeEach(() => {
			loggedOut.mockReset();
			localStorage.setItem('adx_mage_bypass', 'true');
			api.use(procedure('auth', 'check', () => signedInAs('creator')));
		});

		test('is left by the banner, which ends that session too', async () => {
			api.use(
				procedure('auth', 'logout', () => {
					loggedOut();
					return { ok: true as const };
				}),
			);
			openPage('/gallery');
			await findBanner();
			await userEvent.click(screen.getByRole('button', { name: 'Go to sign-in' }));
			expect(await findTitle('Developer Access')).toBeVisible();
			await waitFor(() => expect(loggedOut).toHaveBeenCalledOnce());
			expect(localStorage.getItem('adx_mage_bypass')).toBeNull();
		});

		test('is left although the server cannot end that session, which is only logged (GATE-45)', async () => {
			const log = vi.spyOn(console, 'error').mockImplementation(() => {});
			api.use(procedure('auth', 'logout', () => new Refusal(500, 'broken')));
			openPage('/gallery');
			await findBanner();
			await userEvent.click(screen.getByRole('button', { name: 'Go to sign-in' }));
			expect(await findTitle('Developer Access')).toBeVisible();
			await waitFor(() => expect(log).toHaveBeenCalledWith('Logging out failed', expect.anything()));
			expect(document.querySelector('[data-tone]')).toBeNull();
			expect(screen.getByRole('heading', { level: 1, name: 'Developer Access' })).toBeVisible();
		});
	});

	test('logging out asks the server, forgets the flags and shows the gate (GATE-44)', async () => {
		localStorage.setItem('adx_mage_bypass', 'true');
		const loggedOut = vi.fn();
		api.use(
			procedure('auth', 'check', () => signedInAs('developer')),
			procedure('auth', 'logout', () => {
				loggedOut();
				return { ok: true as const };
			}),
		);
		openPage('/gallery');
		act(() => showToast({ title: 'Developer Access Granted' }));
		await logOut();
		expect(await findTitle('Developer Access')).toBeVisible();
		expect(screen.queryByText('Developer Access Granted')).toBeNull();
		expect(screen.queryByText(ended)).toBeNull();
		expect(loggedOut).toHaveBeenCalledOnce();
		expect(localStorage.getItem('adx_mage_bypass')).toBeNull();
	});

	test('rejects showing the next person what the one before made', async () => {
		let check = signedInAs('creator');
		api.use(
			procedure('auth', 'check', () => check),
			procedure('auth', 'signInWithPassword', () => {
				check = signedInAs('creator', { id: 'user-2' });
				return check;
			}),
			procedure('generation', 'list', () => [createJob(1, { projectName: 'Private Court' })]),
			procedure('generation', 'get', () => createJob(1, { projectName: 'Private Court' })),
		);
		openPage('/?tab=latest');
		await screen.findAllByText(/Private Court/);
		await logOut();
		await findTitle('Developer Access');
		api.use(procedure('generation', 'list', () => []));
		await userEvent.click(screen.getByRole('button', { name: 'Other Access Options' }));
		await userEvent.click(screen.getByRole('button', { name: /I am a community member/ }));
		await userEvent.click(screen.getByRole('button', { name: 'Discord Bypass Password' }));
		await userEvent.type(screen.getByLabelText('Discord bypass password'), 'Snow{Enter}');
		expect(await screen.findByText('No completed characters yet')).toBeVisible();
		expect(screen.queryByText(/Private Court/)).toBeNull();
	});

	test('a failing logout is only logged (GATE-45)', async () => {
		const log = vi.spyOn(console, 'error').mockImplementation(() => {});
		api.use(
			procedure('auth', 'check', () => signedInAs('creator')),
			procedure('auth', 'logout', () => new Refusal(500, 'broken')),
		);
		openPage('/gallery');
		await logOut();
		await waitFor(() => expect(log).toHaveBeenCalledWith('Logging out failed', expect.anything()));
		expect(document.querySelector('[data-tone]')).toBeNull();
		expect(screen.getByRole('heading', { level: 1, name: 'Coming Soon' })).toBeVisible();
	});
});

describe('a member who came through Discord and has no flag', () => {
	test('is let in by the session alone, on every load (GATE-32)', async () => {
		api.use(procedure('auth', 'check', () => signedInAs('creator', { name: 'wanda_wizard' })));
		openPage('/gallery');
		expect(await screen.findByRole('link', { name: 'Create' })).toBeVisible();
		expect(localStorage.length).toBe(0);
	});

	test('keeps the page under a banner when a call says that the session is gone', async () => {
		endWhileWorking();
		openPage();
		expect(await findBanner()).toBeVisible();
		expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
		await userEvent.click(screen.getByRole('button', { name: 'Go to sign-in' }));
		expect(await findTitle('Developer Access')).toBeVisible();
		expect(screen.queryByText(ended)).toBeNull();
	});

	test('keeps the page under a banner when a later check says so', async () => {
		let check = signedInAs('creator');
		api.use(procedure('auth', 'check', () => check));
		openPage('/gallery');
		await screen.findByRole('link', { name: 'Create' });
		check = signedOut;
		restorePage();
		expect(await findBanner()).toBeVisible();
		expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
	});

	test('meets the banner when the community took the role away', async () => {
		let check = signedInAs('creator', { name: 'wanda_wizard' });
		api.use(
			procedure('auth', 'check', () => check),
			procedure('generation', 'list', () => {
				check = { ...check, hasMageAccess: false };
				return new Refusal(403, 'This account holds none of the roles.', {}, 'no_access');
			}),
		);
		openPage();
		expect(await findBanner()).toBeVisible();
	});

	test('is logged out by the account menu (GATE-44)', async () => {
		api.use(procedure('auth', 'check', () => signedInAs('developer')));
		openPage('/gallery');
		await logOut();
		expect(await findTitle('Developer Access')).toBeVisible();
		expect(screen.queryByText(ended)).toBeNull();
	});

	test('leaves no Gemini key to the next person on this browser when logging out', async () => {
		localStorage.setItem('adx_gemini_api_key', 'AIzaTheirs');
		api.use(procedure('auth', 'check', () => signedInAs('developer')));
		openPage('/gallery');
		await logOut();
		expect(await findTitle('Developer Access')).toBeVisible();
		expect(localStorage.getItem('adx_gemini_api_key')).toBeNull();
	});
});

test('a failing access check leaves whoever was let in before where they are (GATE-45)', async () => {
	const log = vi.spyOn(console, 'error').mockImplementation(() => {});
	localStorage.setItem('adx_discord_bypass', 'true');
	api.use(http.all('*/trpc/auth.check', () => HttpResponse.error()));
	openPage('/gallery');
	expect(await screen.findByRole('link', { name: 'Create' })).toBeVisible();
	await waitFor(() => expect(log).toHaveBeenCalledWith('The access check failed', expect.anything()));
	expect(screen.queryByText(ended)).toBeNull();
	expect(screen.queryByText('Service temporarily unavailable. Please try again in a moment.')).toBeNull();
	expect(document.querySelector('[data-tone]')).toBeNull();
});
