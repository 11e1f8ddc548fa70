import { onlineManager } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { showStoredToast } from '../../../lib/storage/toast-after-reload.ts';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { publicConfig, signedInAs, signedOut } from '../../../test/fixtures.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();

const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name });
const toneOf = (toast: HTMLElement) => toast.closest('[data-tone]')?.getAttribute('data-tone');

async function openRoleSelection() {
	openPage();
	await userEvent.click(await screen.findByRole('button', { name: 'Other Access Options' }));
}

async function openCommunity() {
	await openRoleSelection();
	await userEvent.click(screen.getByRole('button', { name: /I am a community member/ }));
}

describe('the gate before access', () => {
	test('says it is checking while the server is asked (GATE-01)', async () => {
		openPage();
		expect(screen.getByRole('status')).toHaveTextContent('Checking access...');
		await findTitle('Developer Access');
	});

	test.each([
		['check', 'config'],
		['config', 'check'],
	] as const)('goes on checking while %s is out and %s has answered (GATE-02)', async (late, early) => {
		let release = () => {};
		const released = new Promise<void>((resolve) => {
			release = resolve;
		});
		const answered = vi.fn();
		const answers = { check: signedOut, config: publicConfig };
		api.use(
			procedure('auth', late, () => released.then(() => answers[late])),
			procedure('auth', early, () => {
				answered();
				return answers[early];
			}),
		);
		openPage();
		await waitFor(() => expect(answered).toHaveBeenCalled());
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(screen.getByRole('status')).toHaveTextContent('Checking access...');
		expect(screen.queryByRole('heading', { name: 'Developer Access' })).toBeNull();
		release();
		await findTitle('Developer Access');
	});

	test('starts on the developer screen (GATE-03, GATE-23, GATE-24)', async () => {
		openPage();
		expect(await findTitle('Developer Access')).toBeVisible();
		expect(screen.getByText('Enter your developer password to access advanced features')).toBeVisible();
		expect(screen.getByLabelText('Developer password')).toHaveAttribute('type', 'password');
		expect(screen.getByRole('button', { name: 'Access Developer Tools' })).toBeEnabled();
	});

	test('starts on role selection where the server is configured so (AMB-13)', async () => {
		api.use(procedure('auth', 'config', () => ({ ...publicConfig, gateStart: 'role' as const })));
		openPage();
		expect(await findTitle('Welcome to the ADX Realm')).toBeVisible();
	});

	test('role selection offers three paths (GATE-05, GATE-06, GATE-07, GATE-08, GATE-09)', async () => {
		await openRoleSelection();
		expect(await findTitle('Welcome to the ADX Realm')).toBeVisible();
		expect(screen.getByText('Choose your path to begin your journey')).toBeVisible();
		expect(screen.getByRole('button', { name: 'I am a creator Build NFT collections' })).toBeVisible();
		expect(screen.getByRole('button', { name: 'I am a community member Connect with Discord' })).toBeVisible();
		expect(screen.getByRole('button', { name: 'I am a developer Access developer tools' })).toBeVisible();
	});

	test('the creator screen has a text, a pointer to the community path and the way back (GATE-10, GATE-11, GATE-12, AMB-14)', async () => {
		await openRoleSelection();
		await userEvent.click(screen.getByRole('button', { name: /I am a creator/ }));
		expect(await findTitle('Creator Mode')).toBeVisible();
		expect(screen.getByText('Advanced creator tools are coming soon')).toBeVisible();
		expect(screen.getByText(/generate, customize and deploy NFT collections/)).toBeVisible();
		expect(screen.getByText(/‘I am a community member’/)).toBeVisible();
		expect(screen.getAllByRole('button')).toHaveLength(1);
		await userEvent.click(screen.getByRole('button', { name: 'Back to Role Selection' }));
		expect(await findTitle('Welcome to the ADX Realm')).toBeVisible();
	});

	test('the community screen names the six roles (GATE-13, GATE-14, GATE-16, GATE-22)', async () => {
		await openCommunity();
		expect(await findTitle('Community Access')).toBeVisible();
		expect(screen.getByText('Connect your Discord account to access the platform')).toBeVisible();
		const roles = screen.getAllByRole('listitem').map((item) => item.textContent);
		expect(roles).toEqual(['Acolyte', 'Master', 'Intent Master', 'Grand Master', 'Wizard', 'Community']);
		expect(screen.getByRole('button', { name: 'Back to Role Selection' })).toBeVisible();
	});

	test('the bypass field opens and closes again (GATE-17, GATE-18, GATE-19)', async () => {
		await openCommunity();
		expect(screen.queryByLabelText('Discord bypass password')).toBeNull();
		await userEvent.click(screen.getByRole('button', { name: 'Discord Bypass Password' }));
		expect(screen.getByLabelText('Discord bypass password')).toHaveFocus();
		expect(screen.getByRole('button', { name: 'Access Platform' })).toBeVisible();
		await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
		expect(screen.queryByLabelText('Discord bypass password')).toBeNull();
		expect(screen.getByRole('button', { name: 'Discord Bypass Password' })).toHaveFocus();
	});

	test('every screen leads back to the roles (GATE-25, GATE-26)', async () => {
		await openRoleSelection();
		for (const [path, title, back] of [
			[/I am a creator/, 'Creator Mode', 'Back to Role Selection'],
			[/I am a community member/, 'Community Access', 'Back to Role Selection'],
			[/I am a developer/, 'Developer Access', 'Other Access Options'],
		] as const) {
			await userEvent.click(screen.getByRole('button', { name: path }));
			expect(await findTitle(title)).toHaveFocus();
			await userEvent.click(screen.getByRole('button', { name: back }));
			expect(await findTitle('Welcome to the ADX Realm')).toHaveFocus();
		}
	});

	test('25 flakes fall behind it (GATE-46)', async () => {
		openPage();
		await findTitle('Developer Access');
		expect(document.querySelectorAll('[data-flake]')).toHaveLength(25);
	});

	test('stands at every address (NAV-14, GATE-04)', async () => {
		openPage('/jobs/job-1');
		expect(await findTitle('Developer Access')).toBeVisible();
		expect(window.location.pathname).toBe('/jobs/job-1');
		expect(screen.queryByRole('navigation')).toBeNull();
	});

	test('a failing access check is logged and leaves the gate usable (GATE-45)', async () => {
		const log = vi.spyOn(console, 'error').mockImplementation(() => {});
		api.use(procedure('auth', 'check', () => new Refusal(500, 'broken')));
		openPage();
		await screen.findByRole('heading', { name: 'Developer Access' });
		expect(log).toHaveBeenCalledWith('The access check failed', expect.anything());
		expect(document.querySelector('[data-tone]')).toBeNull();
	});

	test('a server that refuses the access check says why in its own words, also while it is asked again', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		const sentence = 'This call comes from another site than this one.';
		let calls = 0;
		api.use(
			http.all('*/trpc/auth.check', () => {
				calls += 1;
				// As what refuses before any procedure runs.
				if (calls < 3) return HttpResponse.json({ error: sentence, reason: 'bad_origin' }, { status: 403 });
				return new Promise<never>(() => {});
			}),
		);
		openPage();
		await findTitle('Developer Access');
		expect(screen.getByRole('alert')).toHaveTextContent(sentence);
		await waitFor(() => expect(calls).toBe(3), { timeout: 15_000 });
		expect(screen.getByRole('alert')).toHaveTextContent(sentence);
	});

	test('the words of a refused procedure are its own as well', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		api.use(procedure('auth', 'check', () => new Refusal(429, 'Too many calls. Try again in a minute.')));
		openPage();
		await findTitle('Developer Access');
		expect(screen.getByRole('alert')).toHaveTextContent('Too many calls. Try again in a minute.');
	});

	test('lets in who is signed in once the server answers again', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		let isAway = true;
		let calls = 0;
		api.use(
			procedure('auth', 'check', () => {
				calls += 1;
				return isAway ? new Refusal(503, 'away') : signedInAs('creator');
			}),
		);
		openPage();
		await findTitle('Developer Access');
		const field = screen.getByLabelText('Developer password');
		await userEvent.type(field, 'half of it');
		const asked = calls;
		await waitFor(() => expect(calls).toBeGreaterThan(asked), { timeout: 15_000 });
		expect(field).toBeInTheDocument();
		expect(screen.getByRole('alert')).toHaveTextContent('The server does not answer right now.');
		isAway = false;
		expect(await screen.findByRole('navigation', { name: 'Main' }, { timeout: 15_000 })).toBeVisible();
	});
});

describe('the developer password', () => {
	test('the right one is remembered, the page reloads, and the toast comes after (GATE-37, AMB-15)', async () => {
		api.use(procedure('auth', 'signInWithPassword', () => signedInAs('developer')));
		const { reload } = openPage();
		await userEvent.type(await screen.findByLabelText('Developer password'), 'Secret{Enter}');
		await waitFor(() => expect(reload).toHaveBeenCalledOnce());
		expect(localStorage.getItem('adx_mage_bypass')).toBe('true');
		showStoredToast();
		expect(toneOf(await screen.findByText('Developer Access Granted'))).toBe('success');
		expect(screen.getByText('NFT minting features are now enabled!')).toBeVisible();
		expect(await screen.findByRole('link', { name: 'Attributes' })).toBeVisible();
	});

	test('rejects a wrong one with a toast and clears the field (GATE-39)', async () => {
		api.use(procedure('auth', 'signInWithPassword', () => new Refusal(401, 'no')));
		openPage();
		const field = await screen.findByLabelText('Developer password');
		await userEvent.type(field, 'wrong{Enter}');
		expect(toneOf(await screen.findByText('Invalid Password'))).toBe('destructive');
		expect(screen.getByText('The developer password you entered is incorrect')).toBeVisible();
		expect(field).toHaveValue('');
		expect(field).toHaveFocus();
		expect(field).toHaveAccessibleDescription('This password is not right.');
		expect(screen.queryByText('Your session ended. Sign in again.')).toBeNull();
	});

	test('the message about a wrong one goes with its screen', async () => {
		api.use(procedure('auth', 'signInWithPassword', () => new Refusal(401, 'no')));
		openPage();
		await userEvent.type(await screen.findByLabelText('Developer password'), 'wrong{Enter}');
		expect(await screen.findByText('Invalid Password')).toBeVisible();
		await userEvent.click(screen.getByRole('button', { name: 'Other Access Options' }));
		expect(screen.queryByText('Invalid Password')).toBeNull();
	});

	test('rejects further tries with the sentence of the server (AMB-60)', async () => {
		const sentence = 'Too many wrong passwords. Try again in 15 minutes.';
		api.use(procedure('auth', 'signInWithPassword', () => new Refusal(429, sentence)));
		openPage();
		await userEvent.type(await screen.findByLabelText('Developer password'), 'wrong{Enter}');
		expect(toneOf(await screen.findByText('Too Many Attempts'))).toBe('destructive');
		expect(screen.getAllByText(sentence)).toHaveLength(2);
		expect(screen.getByLabelText('Developer password')).toHaveAccessibleDescription(sentence);
	});

	test('rejects a second press before the first shows', async () => {
		const asked = vi.fn();
		api.use(
			procedure('auth', 'signInWithPassword', () => {
				asked();
				return new Refusal(401, 'no');
			}),
		);
		openPage();
		await userEvent.type(await screen.findByLabelText('Developer password'), 'wrong');
		const submit = screen.getByRole('button', { name: 'Access Developer Tools' });
		fireEvent.click(submit);
		fireEvent.click(submit);
		expect(await screen.findByText('Invalid Password')).toBeVisible();
		expect(asked).toHaveBeenCalledOnce();
	});

	test('without a network says so, keeps what was typed and can be tried again', async () => {
		api.use(http.all('*/trpc/auth.signInWithPassword', () => HttpResponse.error()));
		openPage();
		const field = await screen.findByLabelText('Developer password');
		await userEvent.type(field, 'Secret{Enter}');
		expect(await screen.findByText('Sign-In Failed')).toBeVisible();
		expect(field).toHaveAccessibleDescription('Service temporarily unavailable. Please try again in a moment.');
		expect(field).toHaveValue('Secret');
		expect(screen.getByRole('button', { name: 'Access Developer Tools' })).toBeEnabled();
	});

	test('works on a machine that the browser believes to be offline', async () => {
		onlineManager.setOnline(false);
		api.use(procedure('auth', 'signInWithPassword', () => new Refusal(401, 'no')));
		openPage();
		await userEvent.type(await screen.findByLabelText('Developer password'), 'wrong{Enter}');
		expect(await screen.findByText('Invalid Password')).toBeVisible();
	});

	test('rejects an empty one beside the field, without asking the server', async () => {
		openPage();
		await userEvent.click(await screen.findByRole('button', { name: 'Access Developer Tools' }));
		expect(screen.getByLabelText('Developer password')).toHaveAccessibleDescription('Enter the password');
	});
});

describe('the community password', () => {
	test('the right one, sent as it was typed, lets in without developer mode (GATE-40)', async () => {
		api.use(
			procedure('auth', 'signInWithPassword', (input) => {
				expect(input).toEqual({ kind: 'community', password: 'Snow' });
				return signedInAs('creator');
			}),
		);
		await openCommunity();
		await userEvent.click(screen.getByRole('button', { name: 'Discord Bypass Password' }));
		await userEvent.type(screen.getByLabelText('Discord bypass password'), 'Snow{Enter}');
		expect(toneOf(await screen.findByText('Access Granted'))).toBe('success');
		expect(screen.getByText('Discord bypass activated')).toBeVisible();
		expect(await screen.findByRole('link', { name: 'Create' })).toBeVisible();
		expect(screen.queryByRole('link', { name: 'Attributes' })).toBeNull();
		// The field that had the focus is gone.
		await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
		expect(localStorage.getItem('adx_discord_bypass')).toBe('true');
	});

	test('rejects a wrong one with its own sentence (GATE-42)', async () => {
		api.use(procedure('auth', 'signInWithPassword', () => new Refusal(401, 'no')));
		await openCommunity();
		await userEvent.click(screen.getByRole('button', { name: 'Discord Bypass Password' }));
		await userEvent.type(screen.getByLabelText('Discord bypass password'), 'snow{Enter}');
		expect(toneOf(await screen.findByText('Invalid Password'))).toBe('destructive');
		expect(screen.getByText('The Discord bypass password you entered is incorrect')).toBeVisible();
		expect(screen.getByLabelText('Discord bypass password')).toHaveValue('');
	});
});

test('a gate nobody passed asks for nothing but the check and the configuration', async () => {
	const asked: string[] = [];
	api.use(
		procedure('generation', 'list', () => {
			asked.push('list');
			return [];
		}),
		procedure('auth', 'check', () => signedOut),
	);
	openPage();
	await findTitle('Developer Access');
	expect(asked).toEqual([]);
});
