import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { api, procedure } from '../../../test/api.ts';
import { signedInAs, signedOut } from '../../../test/fixtures.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();

const deletion = {
	id: 'user-1',
	name: 'All data of frost',
	imageCount: 1_200,
	counts: { jobs: 4, merges: 2, attributeRuns: 0, presets: 3, accessTokens: 1 },
	freedBytes: 3_200_000,
	consequences: ['Every session, every access token and the recovery code of the account end.'],
	blockers: [],
};

async function ask(changes: object = {}) {
	let calls = 0;
	api.use(
		procedure('auth', 'check', () => (calls === 0 ? signedInAs('creator') : signedOut)),
		procedure('auth', 'listTokens', () => []),
		procedure('auth', 'accountDeletion', () => ({ ...deletion, ...changes })),
		procedure('auth', 'deleteAccount', () => {
			calls++;
			return { success: true as const, id: deletion.id, name: deletion.name, freedBytes: 3_200_000, isFreeing: false };
		}),
	);
	openPage('/tokens');
	await userEvent.click(await screen.findByRole('button', { name: 'Delete my data' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Delete all your data?' }));
	await dialog.findByText('All data of frost');
	return { dialog, countCalls: () => calls };
}

test('all data of the account goes after a look at what that is, and the gate says what was freed', async () => {
	localStorage.setItem('adx_gemini_api_key', 'AIza-key');
	const { dialog, countCalls } = await ask();
	for (const [name, value] of [
		['Images', '1,200'],
		['Jobs', '4'],
		['Merged collections', '2'],
		['Access tokens', '1'],
		['Space freed', '3.2 MB'],
	] as const) {
		expect(dialog.getByText(name).parentElement).toHaveTextContent(value);
	}
	expect(dialog.getByText(deletion.consequences[0]!)).toBeVisible();
	expect(dialog.getByRole('button', { name: 'Keep it' })).toHaveFocus();
	await userEvent.dblClick(dialog.getByRole('button', { name: 'Delete my data' }));
	expect(await screen.findByText('All data of frost is gone. 3.2 MB were freed.')).toBeVisible();
	expect(countCalls()).toBe(1);
	expect(screen.queryByRole('heading', { name: 'Access tokens' })).toBeNull();
	expect(localStorage.getItem('adx_gemini_api_key')).toBeNull();
});

test('what keeps it is said, and nothing is deleted', async () => {
	const message = 'Frost: This job has not ended. Cancel it first.';
	const { dialog, countCalls } = await ask({ freedBytes: 0, blockers: [{ reason: 'job_running', message }] });
	expect(dialog.getByText(message)).toBeVisible();
	expect(dialog.getByText('Images')).toBeVisible();
	expect(dialog.queryByText('Space freed')).toBeNull();
	expect(dialog.queryByRole('button', { name: 'Delete my data' })).toBeNull();
	await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
	expect(countCalls()).toBe(0);
});
