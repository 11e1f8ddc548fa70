import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { ApiOutputs } from '../../../lib/api/trpc.ts';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { createJob, signedInAs } from '../../../test/fixtures.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();

const code = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const written = '0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV-WXYZ';
let check: ApiOutputs['auth']['check'];
let known: ApiOutputs['auth']['recoveryCode'];
let payments: ApiOutputs['auth']['listPremiumPayments'];
let used: unknown[];
let refusal: Refusal | null;

function pay() {
	check = signedInAs('creator', { id: 'user-9', premium: true });
	const paidAt = new Date('2026-11-22T10:00:00Z');
	payments = [{ chain: 'polygon', signature: `0x${'ab'.repeat(32)}`, active: true, paidAt, explorerUrl: null }];
}

beforeEach(() => {
	check = signedInAs('creator');
	known = { isAvailable: true, createdAt: null };
	[payments, used, refusal] = [[], [], null];
	api.use(
		procedure('auth', 'check', () => check),
		procedure('auth', 'listPremiumPayments', () => payments),
		procedure('auth', 'recoveryCode', () => known),
		procedure('auth', 'createRecoveryCode', () => {
			known = { isAvailable: true, createdAt: new Date('2026-11-22T10:00:00Z') };
			return { ...known, code };
		}),
		procedure('auth', 'signInWithRecoveryCode', (input) => {
			used.push(input);
			if (refusal !== null) return refusal;
			pay();
			return check;
		}),
	);
});

async function openDialog() {
	await userEvent.click(await screen.findByRole('button', { name: 'Account' }));
	await userEvent.click(await screen.findByRole('menuitem', { name: /^Premium/ }));
	return within(await screen.findByRole('dialog', { name: 'Premium' }));
}

test('is made where Premium was paid for, shown once, and replaced by a new one', async () => {
	pay();
	openPage();
	const dialog = await openDialog();
	expect(
		await dialog.findByText(/^This account has no name: only the cookie of this browser leads to it/),
	).toBeVisible();
	await userEvent.click(dialog.getByRole('button', { name: 'Make a recovery code' }));
	expect(await dialog.findByText(written)).toBeVisible();
	expect(dialog.getByText(/^It is shown only now/)).toBeVisible();
	expect(dialog.getByRole('button', { name: 'Copy Your recovery code' })).toBeVisible();
	await userEvent.keyboard('{Escape}');
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
	const again = await openDialog();
	expect(
		await again.findByText('One was made on Nov 22, 2026. It cannot be shown again; a new one takes its place.'),
	).toBeVisible();
	expect(again.queryByText(written)).toBeNull();
	expect(again.getByRole('button', { name: 'Make a new recovery code' })).toBeVisible();
});

test('brings an account back with its Premium, and nothing of the other one stays on the page', async () => {
	const job = createJob(1, { projectName: 'Of this browser alone' });
	api.use(procedure('generation', 'list', () => (check.user?.id === 'user-9' ? [] : [job])));
	openPage();
	expect(await screen.findByText(/^Of this browser alone/)).toBeVisible();
	const dialog = await openDialog();
	await userEvent.click(await dialog.findByText('Come back with a recovery code'));
	await userEvent.click(await dialog.findByLabelText('Recovery code'));
	await userEvent.paste(` ${written.toLowerCase()}`);
	await userEvent.keyboard('{Enter}');
	expect(await dialog.findByText('Premium active')).toBeVisible();
	expect(await screen.findByText('Account Recovered', { selector: '[data-tone] *' })).toBeVisible();
	expect(used).toEqual([{ code: ` ${written.toLowerCase()}` }]);
	await waitFor(() => expect(screen.queryByText(/^Of this browser alone/)).toBeNull());
});

test.each([
	['', 'Enter the recovery code', null],
	['0123', 'A recovery code is 32 letters and digits, with or without hyphens.', null],
	[written, 'This recovery code is not right, or a newer one has taken its place.', 409],
])('rejects %j beside the field', async (typed, sentence, status) => {
	if (status !== null) refusal = new Refusal(status, sentence, {}, 'wrong_code');
	openPage();
	const dialog = await openDialog();
	await userEvent.click(await dialog.findByText('Come back with a recovery code'));
	await userEvent.click(await dialog.findByLabelText('Recovery code'));
	if (typed !== '') await userEvent.paste(typed);
	await userEvent.keyboard('{Enter}');
	await waitFor(() => expect(dialog.getByLabelText('Recovery code')).toHaveAccessibleDescription(sentence));
	expect(dialog.getByLabelText('Recovery code')).toHaveFocus();
	expect(used).toHaveLength(status === null ? 0 : 1);
});

test('is not offered to accounts that Discord brings back', async () => {
	known = { isAvailable: false, createdAt: null };
	pay();
	openPage();
	const dialog = await openDialog();
	expect(await dialog.findByText(/^Paid for on Polygon/)).toBeVisible();
	expect(dialog.queryByText('Make a recovery code')).toBeNull();
});
