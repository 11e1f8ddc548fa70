import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { publicConfig, signedInAs } from '../../../test/fixtures.ts';
import { findForm, openPage, usePage } from '../../../test/setup.tsx';
import { usePasswordServer } from '../account/password-server-testing.ts';

usePage();

const sentence = 'Premium styles come with Premium.';
const server = usePasswordServer({ premium: 'aurora' });

beforeEach(() => {
	api.use(
		procedure('auth', 'removePremium', () => {
			server.check = signedInAs('creator');
			return server.check;
		}),
	);
});

async function openForm() {
	openPage();
	await findForm();
}

async function openFromAccountMenu() {
	await userEvent.click(screen.getByRole('button', { name: 'Account' }));
	await userEvent.click(await screen.findByRole('menuitem', { name: /^Premium/ }));
	return screen.findByRole('dialog', { name: 'Premium' });
}

const styles = () => within(screen.getByRole('radiogroup', { name: 'Art style' })).getAllByRole('radio');
const retro = () => screen.getByRole('radio', { name: /^Bold Retro/ });
const enterPassphrase = (text: string) => userEvent.type(screen.getByLabelText('Premium passphrase'), `${text}{Enter}`);

describe('the dialog opens (AMB-57)', () => {
	test('from a locked style by click, and gives the focus back to it', async () => {
		await openForm();
		// As a mouse does, which meets what is in the card.
		await userEvent.click(within(retro()).getByText('Bold Retro'));
		expect(await screen.findByRole('dialog', { name: 'Premium' })).toBeVisible();
		expect(screen.getByLabelText('Premium passphrase')).toHaveAttribute('type', 'password');
		await waitFor(() => expect(screen.getByLabelText('Premium passphrase')).toHaveFocus());
		expect(
			screen.getByText('The passphrase comes from the people who run this server; ask them or your community.'),
		).toBeVisible();
		await userEvent.keyboard('{Escape}');
		await waitFor(() => expect(retro()).toHaveFocus());
	});

	test('and speaks of locked pages only where some are', async () => {
		await openForm();
		await userEvent.click(retro());
		expect(
			await screen.findByText(/^Premium opens all 31 art styles, batches .*, and the locked pages\.$/),
		).toBeVisible();
	});

	test('and speaks of none where none are', async () => {
		api.use(procedure('auth', 'config', () => ({ ...publicConfig, lockedPages: [] })));
		await openForm();
		await userEvent.click(retro());
		expect(await screen.findByText(/^Premium opens all 31 art styles and batches of up to [\d,]+\.$/)).toBeVisible();
	});

	test('from a locked style by Enter, while arrows only pass over it (GEN-09)', async () => {
		await openForm();
		screen.getByRole('radio', { name: /^Bold Classic/ }).focus();
		await userEvent.keyboard('{ArrowDown}{ArrowDown}');
		expect(retro()).toHaveFocus();
		expect(screen.queryByRole('dialog')).toBeNull();
		await userEvent.keyboard('{Enter}');
		expect(await screen.findByRole('dialog', { name: 'Premium' })).toBeVisible();
		await userEvent.keyboard('{Escape}');
		await waitFor(() => expect(retro()).toHaveFocus());
		expect(retro()).not.toBeChecked();
	});

	test('from a locked batch size (AMB-05)', async () => {
		await openForm();
		await userEvent.click(within(screen.getByRole('radio', { name: '100 ADX, Premium' })).getByText('100 ADX'));
		expect(await screen.findByRole('dialog', { name: 'Premium' })).toBeVisible();
		expect(screen.getByRole('radio', { name: '1 ADX', hidden: true })).toBeChecked();
		await userEvent.keyboard('{Escape}');
		await waitFor(() => expect(screen.getByRole('radio', { name: '100 ADX, Premium' })).toHaveFocus());
	});

	test('from the account menu, and gives the focus back', async () => {
		await openForm();
		await openFromAccountMenu();
		await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		await waitFor(() => expect(screen.getByRole('button', { name: 'Account' })).toHaveFocus());
	});
});

describe('the passphrase', () => {
	test('the right one is remembered, opens every style and size, and shows the state (VAL-13, AMB-06)', async () => {
		await openForm();
		await userEvent.click(retro());
		await enterPassphrase('aurora');
		expect(await screen.findByText('Premium Activated')).toBeVisible();
		const dialog = within(screen.getByRole('dialog'));
		expect(dialog.getByText('Premium active')).toBeVisible();
		expect(await dialog.findByText(/Premium active until/)).toHaveTextContent(/(Jan 1, 2030|Dec 31, 2029)/);
		expect(localStorage.getItem('adx_premium_bypass')).toBe('true');
		await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(styles()).toHaveLength(31);
		expect(styles().filter((card) => card.getAttribute('aria-disabled') === 'true')).toEqual([]);
		expect(screen.getByLabelText('Custom number')).toBeVisible();
		await userEvent.click(screen.getByRole('button', { name: 'Account' }));
		expect(await screen.findByRole('menuitem', { name: 'Premium Active' })).toBeVisible();
	});

	test('unlocked from the account menu, the dialog gives the focus back when it is closed', async () => {
		await openForm();
		await openFromAccountMenu();
		await enterPassphrase('aurora');
		const close = await within(screen.getByRole('dialog')).findByRole('button', { name: 'Close' });
		await userEvent.click(close);
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		await waitFor(() => expect(screen.getByRole('button', { name: 'Account' })).toHaveFocus());
	});

	test('rejects a wrong one with a toast and clears the field (AMB-57)', async () => {
		await openForm();
		await openFromAccountMenu();
		await enterPassphrase('borealis');
		expect(await screen.findByText('Invalid Password')).toBeVisible();
		expect(screen.getByText('Invalid Password').closest('[data-tone]')).toHaveAttribute('data-tone', 'destructive');
		const field = screen.getByLabelText('Premium passphrase');
		expect(field).toHaveValue('');
		expect(field).toHaveAccessibleDescription('This passphrase is not right.');
		await userEvent.type(field, '{Enter}');
		expect(field).toHaveAccessibleDescription('Enter the passphrase');
		expect(localStorage.getItem('adx_premium_bypass')).toBeNull();
		expect(screen.queryByText('Your session ended. Sign in again.')).toBeNull();
	});

	test('rejects further tries with the sentence of the server (AMB-60)', async () => {
		const limit = 'Too many wrong passwords. Try again in 15 minutes.';
		api.use(procedure('auth', 'signInWithPassword', () => new Refusal(429, limit)));
		await openForm();
		await openFromAccountMenu();
		await enterPassphrase('borealis');
		expect(await screen.findByText('Too Many Attempts')).toBeVisible();
		expect(screen.getByLabelText('Premium passphrase')).toHaveAccessibleDescription(limit);
	});
});

describe('removing premium', () => {
	beforeEach(() => {
		server.check = signedInAs('creator', { premium: true });
		localStorage.setItem('adx_premium', 'true');
		localStorage.setItem('adx_premium_signature', '5tx');
		localStorage.setItem('adx_premium_bypass', 'true');
	});

	test('clears all three values and locks styles and sizes, chosen ones included (VAL-15, VAL-11)', async () => {
		await openForm();
		await userEvent.click(screen.getByRole('radio', { name: /^Comic Book/ }));
		await userEvent.click(screen.getByRole('radio', { name: '100 ADX' }));
		await openFromAccountMenu();
		await userEvent.click(screen.getByRole('button', { name: 'Remove premium' }));
		expect(await screen.findByText('Premium Removed')).toBeVisible();
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect({ ...localStorage }).toEqual({});
		expect(styles()).toHaveLength(5);
		expect(styles().filter((card) => card.getAttribute('aria-checked') === 'true')).toEqual([]);
		expect(screen.getByRole('radio', { name: '5 ADX' })).toBeChecked();
	});

	test('leaves the focus at the account menu when the button that was pressed is disabled meanwhile', async () => {
		await openForm();
		await openFromAccountMenu();
		// Browsers take the focus from a button that is disabled, as this one is while it works.
		const remove = screen.getByRole('button', { name: 'Remove premium' });
		await userEvent.click(remove);
		(document.activeElement as HTMLElement).blur();
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		await waitFor(() => expect(screen.getByRole('button', { name: 'Account' })).toHaveFocus());
	});

	test('rejects a second press before the first shows', async () => {
		const asked = vi.fn(() => {
			server.check = signedInAs('creator');
			return server.check;
		});
		api.use(procedure('auth', 'removePremium', asked));
		await openForm();
		await openFromAccountMenu();
		const remove = screen.getByRole('button', { name: 'Remove premium' });
		fireEvent.click(remove);
		fireEvent.click(remove);
		await screen.findByText('Premium Removed');
		expect(asked).toHaveBeenCalledOnce();
	});

	test('rejects forgetting what the server did not remove', async () => {
		api.use(procedure('auth', 'removePremium', () => new Refusal(503, 'down')));
		await openForm();
		await openFromAccountMenu();
		await userEvent.click(screen.getByRole('button', { name: 'Remove premium' }));
		expect(await screen.findByText('Premium Was Not Removed')).toBeVisible();
		expect(localStorage.getItem('adx_premium_bypass')).toBe('true');
		expect(screen.getByText('Premium active')).toBeVisible();
	});

	test('logging out forgets it too', async () => {
		await openForm();
		await userEvent.click(screen.getByRole('button', { name: 'Account' }));
		await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }));
		expect(await screen.findByRole('heading', { level: 1, name: 'Developer Access' })).toBeVisible();
		expect({ ...localStorage }).toEqual({});
	});
});

describe('flags that the server does not back', () => {
	test('nothing is premium until the first check has ended (VAL-17)', async () => {
		let answer = () => {};
		const asked = new Promise<void>((resolve) => {
			answer = resolve;
		});
		api.use(procedure('auth', 'check', () => asked.then(() => signedInAs('creator', { premium: true }))));
		openPage();
		expect(screen.getByRole('status')).toHaveTextContent('Checking access...');
		expect(screen.queryByRole('radiogroup', { name: 'Art style' })).toBeNull();
		answer();
		await findForm();
		expect(styles()).toHaveLength(31);
	});

	test('rejects a forged flag of a known user: locked, said to have ended, and removable (AMB-31)', async () => {
		localStorage.setItem('adx_premium_bypass', 'true');
		await openForm();
		expect(styles().filter((card) => card.getAttribute('aria-disabled') === 'true')).toHaveLength(3);
		expect(screen.getByText(/Your Premium has ended\. Styles with a lock/)).toBeVisible();
		const dialog = within(await openFromAccountMenu());
		expect(dialog.getByRole('status')).toHaveTextContent('Premium has ended in this browser.');
		await userEvent.click(dialog.getByRole('button', { name: 'Remove premium' }));
		await waitFor(() => expect(screen.queryByText(/Your Premium has ended/)).toBeNull());
		expect(localStorage.getItem('adx_premium_bypass')).toBeNull();
	});

	test('without a session the forged flags show the interface under the banner (AMB-31)', async () => {
		server.check = { authenticated: false, hasMageAccess: false, user: null };
		localStorage.setItem('adx_discord_bypass', 'true');
		localStorage.setItem('adx_premium_bypass', 'true');
		await openForm();
		expect(styles()).toHaveLength(31);
		expect(screen.getByText('Your session ended. Sign in again.')).toBeVisible();
	});

	test('premium that ends in the middle of work is noticed by the refused call', async () => {
		server.check = signedInAs('creator', { premium: true });
		localStorage.setItem('adx_premium_bypass', 'true');
		const refused = vi.fn(() => {
			server.check = signedInAs('creator');
			return new Refusal(402, sentence);
		});
		api.use(procedure('generation', 'start', refused));
		await openForm();
		for (const name of ['Elf', 'Wizard']) await userEvent.click(screen.getByRole('checkbox', { name }));
		await userEvent.click(screen.getByRole('radio', { name: /^Comic Book/ }));
		await userEvent.click(screen.getByRole('radio', { name: 'Forest Glade' }));
		await userEvent.click(screen.getByRole('radio', { name: /Built-in forge/ }));
		await userEvent.click(screen.getByRole('button', { name: 'Generate ADX Characters' }));
		expect(await screen.findByText(sentence)).toBeVisible();
		expect(refused).toHaveBeenCalledOnce();
		expect(await screen.findByText(/Your Premium has ended\. Styles with a lock/)).toBeVisible();
		expect(styles()).toHaveLength(5);
	});
});
