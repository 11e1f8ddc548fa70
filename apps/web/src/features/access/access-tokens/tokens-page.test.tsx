import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { signedInAs, signedOut } from '../../../test/fixtures.ts';
import { openPage, usePage } from '../../../test/setup.tsx';
import type { AccessToken } from './token-queries.ts';

usePage();

const secret = 'adx_0123456789abcdef';
let stored: AccessToken[];

function tokenOf(id: string, changes: Partial<AccessToken> = {}): AccessToken {
	return {
		id,
		name: `Script ${id}`,
		scopes: ['read'],
		createdAt: new Date('2026-11-01T10:00:00Z'),
		expiresAt: new Date('2026-12-01T10:00:00Z'),
		lastUsedAt: null,
		...changes,
	};
}

/** A server that keeps tokens as the real one does. */
beforeEach(() => {
	stored = [];
	api.use(
		procedure('auth', 'check', () => signedInAs('creator')),
		procedure('auth', 'listTokens', () => stored),
		procedure('auth', 'createToken', (input) => {
			const { name, scopes } = input as Pick<AccessToken, 'name' | 'scopes'>;
			const token = tokenOf(`t-${stored.length + 1}`, { name, scopes });
			stored = [token, ...stored];
			return { ...token, token: secret };
		}),
		procedure('auth', 'revokeToken', (input) => {
			const { tokenId } = input as { tokenId: string };
			const token = stored.find(({ id }) => id === tokenId);
			if (token === undefined) return new Refusal(404, 'No such token.');
			stored = stored.filter(({ id }) => id !== tokenId);
			return token;
		}),
	);
});

async function openTokens() {
	openPage('/tokens');
	await screen.findByRole('heading', { level: 1, name: 'Access tokens' });
}

const create = () => userEvent.click(screen.getByRole('button', { name: 'Create token' }));
const toneOf = (toast: HTMLElement) => toast.closest('[data-tone]')?.getAttribute('data-tone');
const nameField = () => screen.getByLabelText('Name');
const rows = async () => within(await screen.findByRole('list', { name: 'Access tokens' })).getAllByRole('listitem');

describe('the list of access tokens', () => {
	test('without any it explains what they are for', async () => {
		await openTokens();
		expect(await screen.findByText('No access tokens yet')).toBeVisible();
		expect(screen.getByText(/lets a script work with the realm as you/)).toBeVisible();
	});

	test('shows name, rights, and when each was made, used and will end', async () => {
		const lastUsedAt = new Date('2026-11-20T10:00:00Z');
		stored = [tokenOf('a', { name: 'Backup', scopes: ['read', 'write'], lastUsedAt }), tokenOf('b')];
		await openTokens();
		const [first, second] = await rows();
		expect(first).toHaveTextContent(/BackupRead and write/);
		expect(first).toHaveTextContent(/Last usedNov 20, 2026/);
		expect(second).toHaveTextContent(/Script bRead/);
		expect(second).toHaveTextContent(/CreatedNov 1, 2026.*Last usedNever.*EndsDec 1, 2026/);
	});

	test('a failure is said, and can be tried again', async () => {
		let isDown = true;
		api.use(procedure('auth', 'listTokens', () => (isDown ? new Refusal(503, 'down') : [tokenOf('a')])));
		await openTokens();
		const retry = await screen.findByRole('button', { name: 'Try again' });
		expect(screen.getByText(/^Service temporarily unavailable\./)).toBeVisible();
		isDown = false;
		await userEvent.click(retry);
		expect(await rows()).toHaveLength(1);
	});

	test('rejects showing the next person the tokens of the one before', async () => {
		stored = [tokenOf('a', { name: 'Private backup' })];
		await openTokens();
		await screen.findByText('Private backup');
		await userEvent.click(screen.getByRole('button', { name: 'Account' }));
		await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }));
		await screen.findByRole('heading', { level: 1, name: 'Developer Access' });
		const listed = vi.fn(() => new Promise<never>(() => {}));
		api.use(
			procedure('auth', 'check', () => signedOut),
			procedure('auth', 'signInWithPassword', () => signedInAs('developer', { id: 'user-2' })),
			procedure('auth', 'listTokens', listed),
		);
		await userEvent.type(screen.getByLabelText('Developer password'), 'Secret{Enter}');
		await screen.findByRole('heading', { level: 1, name: 'Access tokens' });
		await waitFor(() => expect(listed).toHaveBeenCalled());
		expect(screen.queryByText('Private backup')).toBeNull();
	});
});

describe('making a token', () => {
	test('shows the secret once with an example, and never again', async () => {
		await openTokens();
		await userEvent.type(nameField(), 'Nightly');
		await userEvent.click(screen.getByRole('radio', { name: /^Read and write/ }));
		await userEvent.click(screen.getByRole('radio', { name: '7 days' }));
		await create();
		expect(await screen.findByText(secret)).toBeVisible();
		expect(
			screen.getByText(`curl -H 'Authorization: Bearer ${secret}' ${window.location.origin}/api/jobs`),
		).toBeVisible();
		expect((await rows())[0]).toHaveTextContent('NightlyRead and write');
		expect(nameField()).toHaveValue('');
		await userEvent.click(screen.getByRole('button', { name: 'Done, I have copied it' }));
		expect(screen.queryByText(new RegExp(secret))).toBeNull();
		expect(screen.getByRole('heading', { level: 3, name: 'Nightly' })).toHaveFocus();
		await userEvent.click(screen.getByRole('link', { name: 'Merge' }));
		await userEvent.click(screen.getByRole('button', { name: 'Account' }));
		await userEvent.click(await screen.findByRole('menuitem', { name: 'Access tokens' }));
		expect(await rows()).toHaveLength(1);
		expect(screen.queryByText(new RegExp(secret))).toBeNull();
	});

	test('sends what was chosen', async () => {
		const sent = vi.fn();
		api.use(
			procedure('auth', 'createToken', (input) => {
				sent(input);
				return { ...tokenOf('a'), token: secret };
			}),
		);
		await openTokens();
		await userEvent.type(nameField(), '  Nightly  ');
		await userEvent.click(screen.getByRole('radio', { name: '90 days' }));
		await create();
		await screen.findByText(secret);
		expect(sent).toHaveBeenCalledExactlyOnceWith({ name: 'Nightly', scopes: ['read'], expiresInDays: 90 });
	});

	test('rejects a second press before the first shows', async () => {
		await openTokens();
		await userEvent.type(nameField(), 'Nightly');
		const submit = screen.getByRole('button', { name: 'Create token' });
		fireEvent.click(submit);
		fireEvent.click(submit);
		await screen.findByText(secret);
		expect(await rows()).toHaveLength(1);
		await userEvent.type(nameField(), 'Weekly');
		await create();
		await waitFor(async () => expect(await rows()).toHaveLength(2));
	});

	test('rejects one without a name, beside the field and without asking the server', async () => {
		await openTokens();
		await userEvent.type(nameField(), '   ');
		await create();
		await waitFor(() => expect(nameField()).toHaveAccessibleDescription(/Give the token a name/));
		expect(nameField()).toHaveFocus();
		expect(stored).toEqual([]);
	});

	test('rejections by the server are shown at their field', async () => {
		api.use(procedure('auth', 'createToken', () => new Refusal(400, 'No.', { name: 'This name is taken' })));
		await openTokens();
		await userEvent.type(nameField(), 'Nightly');
		await create();
		await waitFor(() => expect(nameField()).toHaveAccessibleDescription(/This name is taken/));
		expect(nameField()).toHaveValue('Nightly');
	});

	test('rejects one too many with the sentence of the server', async () => {
		api.use(procedure('auth', 'createToken', () => new Refusal(409, 'You have 20 access tokens already.')));
		await openTokens();
		await userEvent.type(nameField(), 'Nightly');
		await create();
		expect(await screen.findByText('You have 20 access tokens already.')).toBeVisible();
	});
});

describe('a token’s rights besides', () => {
	const ticks = () => screen.queryAllByRole('checkbox').map((tick) => tick.closest('label')?.textContent);

	test('are not offered to whoever has none', async () => {
		await openTokens();
		await screen.findByText('No access tokens yet');
		expect(ticks()).toEqual([]);
	});

	test.each([
		['developer', false, [/^DeveloperActs as a developer.*can delete/]],
		['creator', true, [/^PremiumOpens every art style.*your Premium lasts/]],
		['developer', true, [/^Developer/, /^Premium/]],
	] as const)('are offered to a %s with Premium %s as the session has them', async (role, premium, offered) => {
		api.use(procedure('auth', 'check', () => signedInAs(role, { premium })));
		await openTokens();
		await waitFor(() => expect(ticks()).toEqual(offered.map((text) => expect.stringMatching(text))));
	});

	test('go along when they are ticked, and stand in the list', async () => {
		api.use(procedure('auth', 'check', () => signedInAs('developer', { premium: true })));
		await openTokens();
		await userEvent.type(nameField(), 'Nightly');
		await userEvent.click(screen.getByRole('checkbox', { name: /^Premium/ }));
		await userEvent.click(screen.getByRole('checkbox', { name: /^Developer/ }));
		await userEvent.click(screen.getByRole('radio', { name: /^Read and write/ }));
		await userEvent.click(screen.getByRole('checkbox', { name: /^Premium/ }));
		await create();
		await screen.findByText(secret);
		expect(stored[0]?.scopes).toEqual(['read', 'write', 'developer']);
		expect((await rows())[0]).toHaveTextContent(/^NightlyRead and writeDeveloperRevoke/);
		expect(screen.getByRole('checkbox', { name: /^Developer/ })).not.toBeChecked();
	});

	test('stand in the list of whoever has lost them', async () => {
		stored = [tokenOf('a', { scopes: ['read', 'write', 'premium', 'developer'] })];
		await openTokens();
		expect((await rows())[0]).toHaveTextContent(/Read and writeDeveloperPremiumRevoke/);
	});
});

test('the field of the name ends at as many characters as a token may have', async () => {
	await openTokens();
	await userEvent.click(nameField());
	await userEvent.paste('N'.repeat(61));
	expect(nameField()).toHaveValue('N'.repeat(60));
});

describe('revoking a token', () => {
	beforeEach(() => {
		stored = [tokenOf('a'), tokenOf('b')];
	});

	async function askToRevoke(name: string) {
		await openTokens();
		await userEvent.click(await screen.findByRole('button', { name: `Revoke ${name}` }));
		return within(await screen.findByRole('dialog', { name: 'Revoke this token?' }));
	}

	test('asks first, and keeps the token when told so', async () => {
		const dialog = await askToRevoke('Script a');
		expect(dialog.getByText('Script a')).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Keep it' }));
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(stored).toHaveLength(2);
	});

	test('takes it off the list and says so', async () => {
		const dialog = await askToRevoke('Script a');
		await userEvent.click(dialog.getByRole('button', { name: 'Revoke token' }));
		expect(await screen.findByText('Token Revoked')).toBeVisible();
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke Script a' })).toBeNull());
		expect(await rows()).toHaveLength(1);
	});

	test('one that is gone already leaves the list as a revoked one does', async () => {
		const dialog = await askToRevoke('Script a');
		stored = [tokenOf('b')];
		await userEvent.click(dialog.getByRole('button', { name: 'Revoke token' }));
		expect(toneOf(await screen.findByText('Token Revoked'))).toBe('success');
		expect(screen.getByText('‘Script a’ opens nothing any more')).toBeVisible();
		await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke Script a' })).toBeNull());
	});

	test('rejects a second press before the first shows', async () => {
		const asked = vi.fn(() => {
			stored = [tokenOf('b')];
			return tokenOf('a');
		});
		api.use(procedure('auth', 'revokeToken', asked));
		const dialog = await askToRevoke('Script a');
		const revoke = dialog.getByRole('button', { name: 'Revoke token' });
		fireEvent.click(revoke);
		fireEvent.click(revoke);
		expect(toneOf(await screen.findByText('Token Revoked'))).toBe('success');
		await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke Script a' })).toBeNull());
		expect(asked).toHaveBeenCalledOnce();
	});

	test('leaves the focus on the next token, and after the last one on the heading of the list', async () => {
		await openTokens();
		for (const [name, next] of [
			['Script a', () => screen.getByRole('button', { name: 'Revoke Script b' })],
			['Script b', () => screen.getByRole('heading', { name: 'Your tokens' })],
		] as const) {
			await userEvent.click(await screen.findByRole('button', { name: `Revoke ${name}` }));
			await userEvent.click(await screen.findByRole('button', { name: 'Revoke token' }));
			await waitFor(() => expect(screen.queryByRole('button', { name: `Revoke ${name}` })).toBeNull());
			await waitFor(() => expect(next()).toHaveFocus());
		}
	});

	test('a failure is told, and the token stays', async () => {
		api.use(procedure('auth', 'revokeToken', () => new Refusal(503, 'down')));
		const dialog = await askToRevoke('Script a');
		await userEvent.click(dialog.getByRole('button', { name: 'Revoke token' }));
		expect(toneOf(await screen.findByText('Token Was Not Revoked'))).toBe('destructive');
		expect(await rows()).toHaveLength(2);
	});

	test('puts away the secret on show when its own token is revoked', async () => {
		await openTokens();
		await userEvent.type(nameField(), 'Nightly');
		await create();
		await screen.findByText(secret);
		await userEvent.click(await screen.findByRole('button', { name: 'Revoke Nightly' }));
		await userEvent.click(await screen.findByRole('button', { name: 'Revoke token' }));
		await waitFor(() => expect(screen.queryByText(secret)).toBeNull());
	});
});
