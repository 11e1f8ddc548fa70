import { qualifyingRoles } from '@adx/validators/auth/auth';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { publicConfig, signedInAs, signedOut } from '../../../test/fixtures.ts';
import { openPage, usePage } from '../../../test/setup.tsx';
import { qualifyingRoleNames } from './access-texts.ts';

usePage();

const authUrl = 'https://discord.example/oauth2/authorize?state=s';
const withoutRole = { ...signedInAs('creator', { name: 'lena_lurker' }), hasMageAccess: false };

const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const emergencyTitle = () => screen.queryByRole('heading', { name: 'High Traffic Detected' });

async function openCommunity() {
	const page = openPage();
	await userEvent.click(await screen.findByRole('button', { name: 'Other Access Options' }));
	await userEvent.click(button(/I am a community member/));
	return page;
}

test('the gate lists exactly the roles that the server knows (GATE-16)', () => {
	expect(qualifyingRoleNames).toEqual(qualifyingRoles);
});

describe('connecting with Discord', () => {
	test('asks the server where to sign in and sends the browser there (GATE-15, GATE-27)', async () => {
		let release = () => {};
		const asked = vi.fn();
		api.use(
			procedure('auth', 'startDiscord', async (_input, request) => {
				asked(request.method);
				await new Promise<void>((resolve) => {
					release = resolve;
				});
				return { authUrl };
			}),
		);
		const { openUrl } = await openCommunity();
		await userEvent.click(button('Connect with Discord'));
		expect(button('Connecting to Discord...')).toHaveAttribute('aria-disabled', 'true');
		await waitFor(() => expect(asked).toHaveBeenCalledWith('GET'));
		release();
		await waitFor(() => expect(openUrl).toHaveBeenCalledWith(authUrl));
		expect(button('Connecting to Discord...')).toHaveAttribute('aria-disabled', 'true');
	});

	test('rejects a second press before the first shows', async () => {
		const asked = vi.fn();
		api.use(
			procedure('auth', 'startDiscord', () => {
				asked();
				return { authUrl };
			}),
		);
		const { openUrl } = await openCommunity();
		const connect = button('Connect with Discord');
		fireEvent.click(connect);
		fireEvent.click(connect);
		await waitFor(() => expect(openUrl).toHaveBeenCalled());
		expect(asked).toHaveBeenCalledOnce();
		expect(openUrl).toHaveBeenCalledOnce();
	});

	test('rejects sending away somebody who went back to the roles meanwhile', async () => {
		let release = () => {};
		const answered = vi.fn();
		api.use(
			procedure('auth', 'startDiscord', async () => {
				await new Promise<void>((resolve) => {
					release = resolve;
				});
				answered();
				return { authUrl };
			}),
		);
		const { openUrl } = await openCommunity();
		await userEvent.click(button('Connect with Discord'));
		await userEvent.click(button('Back to Role Selection'));
		release();
		await waitFor(() => expect(answered).toHaveBeenCalled());
		await findTitle('Welcome to the ADX Realm');
		expect(openUrl).not.toHaveBeenCalled();
		expect(screen.queryByText('Authentication Error')).toBeNull();
	});

	test('can be pressed again when the Back button brings the page back as it was left', async () => {
		api.use(procedure('auth', 'startDiscord', () => ({ authUrl })));
		const { openUrl } = await openCommunity();
		await userEvent.click(button('Connect with Discord'));
		await waitFor(() => expect(openUrl).toHaveBeenCalled());
		fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
		expect(await screen.findByRole('button', { name: 'Connect with Discord' })).toBeEnabled();
	});

	test.each([
		['503', new Refusal(503, 'down'), {}, /If Discord is down, emergency access lets you in/],
		['503', new Refusal(503, 'down'), { emergencyAccess: false }, /Emergency access is switched off/],
		[
			'409',
			new Refusal(409, 'Not set up.', {}, 'discord_unavailable'),
			{ discordSignIn: false, emergencyAccess: false },
			/not set up on this installation, and without it emergency access lets nobody in/,
		],
	])(
		'a failure with %s is told in a toast and opens the emergency panel: %o %o (GATE-28, GATE-20, GATE-21)',
		async (_name, refusal, changes, sentence) => {
			vi.spyOn(console, 'error').mockImplementation(() => {});
			api.use(
				procedure('auth', 'startDiscord', () => refusal),
				procedure('auth', 'config', () => ({ ...publicConfig, ...changes })),
			);
			const { openUrl } = await openCommunity();
			expect(emergencyTitle()).toBeNull();
			await userEvent.click(button('Connect with Discord'));
			const toast = await screen.findByText('Authentication Error');
			expect(toast.closest('[data-tone]')).toHaveAttribute('data-tone', 'destructive');
			expect(
				screen.getByText('Discord servers are experiencing high traffic. Try the emergency bypass below.'),
			).toBeVisible();
			expect(emergencyTitle()).toBeVisible();
			expect(screen.getByText(sentence)).toBeVisible();
			expect(button('Continue with Emergency Access')).toBeEnabled();
			expect(button('Connect with Discord')).toBeEnabled();
			expect(openUrl).not.toHaveBeenCalled();
		},
	);

	test('after a failure the keys go on where it was pressed', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		let release = () => {};
		api.use(
			procedure('auth', 'startDiscord', async () => {
				await new Promise<void>((resolve) => {
					release = resolve;
				});
				return new Refusal(409, 'Not set up.', {}, 'discord_unavailable');
			}),
		);
		await openCommunity();
		await userEvent.click(button('Connect with Discord'));
		// Browsers take the focus from a button that is disabled.
		button('Connecting to Discord...').blur();
		expect(document.body).toHaveFocus();
		await waitFor(() => {
			release();
			expect(button('Connect with Discord')).toBeEnabled();
		});
		expect(document.body).not.toHaveFocus();
		await userEvent.tab();
		expect(button('Connect with Discord')).toHaveFocus();
	});

	test('the panel is still there after a look at the other screens (GATE-20)', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		api.use(procedure('auth', 'startDiscord', () => new Refusal(503, 'down')));
		await openCommunity();
		await userEvent.click(button('Connect with Discord'));
		await waitFor(() => expect(emergencyTitle()).toBeVisible());
		await userEvent.click(button('Back to Role Selection'));
		await userEvent.click(button(/I am a community member/));
		expect(emergencyTitle()).toBeVisible();
	});
});

describe('emergency access', () => {
	beforeEach(() => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
	});

	test('lets in, stores the Discord flag and says why (GATE-43)', async () => {
		const asked = vi.fn();
		api.use(
			procedure('auth', 'startEmergency', () => {
				asked();
				return signedInAs('creator');
			}),
		);
		openPage('/?discord_auth=error');
		const request = await screen.findByRole('button', { name: 'Continue with Emergency Access' });
		expect(screen.getByText(/one hour and 20 images/)).toBeVisible();
		fireEvent.click(request);
		fireEvent.click(request);
		const toast = await screen.findByText('Emergency Access Granted');
		expect(toast.closest('[data-tone]')).toHaveAttribute('data-tone', 'success');
		expect(screen.getByText('Access granted due to high traffic')).toBeVisible();
		expect(await screen.findByRole('link', { name: 'Create' })).toBeVisible();
		expect(screen.queryByRole('link', { name: 'Attributes' })).toBeNull();
		expect(localStorage.getItem('adx_discord_bypass')).toBe('true');
		expect(localStorage.getItem('adx_mage_bypass')).toBeNull();
		expect(asked).toHaveBeenCalledOnce();
	});

	test('rejects with the sentence of the server, which stays on the page (AMB-32)', async () => {
		const sentence = 'Emergency access is not available right now.';
		api.use(procedure('auth', 'startEmergency', () => new Refusal(409, sentence, {}, 'emergency_unavailable')));
		openPage('/?discord_auth=error');
		await userEvent.click(await screen.findByRole('button', { name: 'Continue with Emergency Access' }));
		expect(await screen.findByText('Authentication Error')).toBeVisible();
		expect(screen.getByText(sentence)).toBeVisible();
		await userEvent.click(button('Close message'));
		const panel = screen.getByRole('region', { name: 'High Traffic Detected' });
		expect(within(panel).getByText(new RegExp(sentence))).toBeVisible();
		expect(button('Continue with Emergency Access')).toBeEnabled();
		expect(localStorage.getItem('adx_discord_bypass')).toBeNull();
	});
});

describe('a refusal of emergency access', () => {
	const sentence = 'Emergency access is not available right now.';
	const advice = /Connect with Discord again in a few minutes/;
	let release = () => {};
	beforeEach(() => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		api.use(
			procedure('auth', 'startEmergency', async () => {
				await new Promise<void>((resolve) => {
					release = resolve;
				});
				return new Refusal(409, sentence, {}, 'emergency_unavailable');
			}),
		);
	});

	async function request() {
		await userEvent.click(await screen.findByRole('button', { name: 'Continue with Emergency Access' }));
		// Browsers take the focus from a button that is disabled.
		button('Asking for access...').blur();
		await waitFor(() => {
			release();
			expect(button('Continue with Emergency Access')).toBeEnabled();
		});
		return screen.getByRole('region', { name: 'High Traffic Detected' });
	}

	test('leaves the focus at the panel', async () => {
		openPage('/?discord_auth=error');
		const panel = await request();
		expect(panel).toHaveTextContent(advice);
		expect(document.activeElement).toContainElement(panel);
		expect(document.body).not.toHaveFocus();
	});

	test('where Discord is not set up names the bypass password alone', async () => {
		const withoutDiscord = { ...publicConfig, discordSignIn: false, emergencyAccess: false };
		api.use(procedure('auth', 'config', () => withoutDiscord));
		openPage('/?discord_auth=error');
		expect(await screen.findByText(/^Signing in with Discord is not set up on this installation/)).toBeVisible();
		expect(screen.queryByText(/one hour and 20 images/)).toBeNull();
		const panel = await request();
		expect(panel).toHaveTextContent(sentence);
		expect(panel).toHaveTextContent('Ask your community for its bypass password.');
		expect(panel).not.toHaveTextContent(advice);
	});
});

describe('coming back from Discord', () => {
	test('an error opens the community screen with the panel and leaves the address (GATE-29, GATE-31)', async () => {
		openPage('/gallery?discord_auth=error&sort=newest#top');
		expect(await findTitle('Community Access')).toBeVisible();
		expect(emergencyTitle()).toBeVisible();
		expect(window.location.pathname + window.location.search + window.location.hash).toBe('/gallery?sort=newest#top');
	});

	test('any other value leaves the address too and changes nothing (GATE-31)', async () => {
		openPage('/?discord_auth=maybe');
		expect(await findTitle('Developer Access')).toBeVisible();
		expect(window.location.search).toBe('');
	});

	test('a success asks again after 1000 ms, and the gate is not seen meanwhile (GATE-30, GATE-31)', async () => {
		const askedAtMs: number[] = [];
		api.use(
			procedure('auth', 'check', () => {
				askedAtMs.push(performance.now());
				return askedAtMs.length === 1 ? signedOut : signedInAs('creator');
			}),
		);
		// The second runs from here, however long the first check takes to arrive.
		const openedAtMs = performance.now();
		openPage('/gallery?discord_auth=success');
		await waitFor(() => expect(askedAtMs).toHaveLength(1));
		await waitFor(() => expect(window.location.search).toBe(''));
		expect(screen.getByRole('status')).toHaveTextContent('Checking access...');
		expect(await screen.findByRole('link', { name: 'Create' })).toBeVisible();
		expect(askedAtMs[1]! - openedAtMs).toBeGreaterThanOrEqual(900);
		expect(window.location.pathname).toBe('/gallery');
		expect(localStorage.getItem('adx_discord_bypass')).toBeNull();
	});

	test('leads on to the page from which this tab went there, once', async () => {
		api.use(procedure('auth', 'startDiscord', () => ({ authUrl })));
		const { openUrl } = openPage('/gallery?q=frost');
		await userEvent.click(await screen.findByRole('button', { name: 'Other Access Options' }));
		await userEvent.click(button(/I am a community member/));
		await userEvent.click(button('Connect with Discord'));
		await waitFor(() => expect(openUrl).toHaveBeenCalled());
		cleanup();
		api.use(procedure('auth', 'check', () => signedInAs('creator')));
		openPage('/?discord_auth=success');
		expect(window.location.pathname + window.location.search).toBe('/gallery?q=frost');
		cleanup();
		openPage('/?discord_auth=success');
		expect(window.location.pathname + window.location.search).toBe('/');
	});

	test('a success that the first check confirms opens the application at once', async () => {
		let asked = 0;
		api.use(
			procedure('auth', 'check', () => {
				asked += 1;
				return asked === 1 ? signedInAs('creator', { name: 'wanda_wizard' }) : new Promise<never>(() => {});
			}),
		);
		openPage('/?discord_auth=success');
		await userEvent.click(await screen.findByRole('button', { name: 'Account' }));
		expect(await screen.findByText('wanda_wizard')).toBeVisible();
	});

	test('a success that left no session here says what to do', async () => {
		openPage('/?discord_auth=success');
		expect(await findTitle('Community Access')).toBeVisible();
		expect(screen.getByText(/allow cookies for this site/)).toBeVisible();
		expect(emergencyTitle()).toBeNull();
	});

	test('rejects blaming cookies when the server could not be asked again', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		let asked = 0;
		api.use(
			procedure('auth', 'check', () => {
				asked += 1;
				return asked === 1 ? signedOut : new Refusal(503, 'down');
			}),
		);
		openPage('/?discord_auth=success');
		await screen.findByRole('heading', { level: 1, name: 'Community Access' });
		expect(asked).toBe(3);
		expect(screen.queryByText(/allow cookies/)).toBeNull();
	});
});

describe('a Discord account without a qualifying role', () => {
	beforeEach(() => {
		api.use(procedure('auth', 'check', () => withoutRole));
	});

	test('is let into nothing, and starts where everybody starts (GATE-33)', async () => {
		openPage();
		expect(await findTitle('Developer Access')).toBeVisible();
		expect(screen.queryByRole('navigation')).toBeNull();
	});

	test('is named on the community screen and can check again (GATE-33)', async () => {
		api.use(procedure('auth', 'startDiscord', () => ({ authUrl })));
		const { openUrl } = openPage('/?discord_auth=success');
		expect(await findTitle('Community Access')).toBeVisible();
		expect(screen.getByText(/signed you in as lena_lurker\. This account holds none of the roles below/)).toBeVisible();
		expect(emergencyTitle()).toBeNull();
		await userEvent.click(button('Check again'));
		await waitFor(() => expect(openUrl).toHaveBeenCalledWith(authUrl));
	});

	test('can be left for another one', async () => {
		const loggedOut = vi.fn();
		api.use(
			procedure('auth', 'logout', () => {
				loggedOut();
				return { ok: true as const };
			}),
		);
		await openCommunity();
		await userEvent.click(button('Use another account'));
		await waitFor(() => expect(screen.queryByText(/lena_lurker/)).toBeNull());
		expect(loggedOut).toHaveBeenCalledOnce();
		expect(await findTitle('Community Access')).toBeVisible();
		expect(button('Connect with Discord')).toHaveFocus();
	});

	test('may still come in by the bypass password', async () => {
		api.use(procedure('auth', 'signInWithPassword', () => signedInAs('creator', { name: 'lena_lurker' })));
		await openCommunity();
		await userEvent.click(button('Discord Bypass Password'));
		await userEvent.type(screen.getByLabelText('Discord bypass password'), 'Snow{Enter}');
		expect(await screen.findByRole('link', { name: 'Create' })).toBeVisible();
	});
});
