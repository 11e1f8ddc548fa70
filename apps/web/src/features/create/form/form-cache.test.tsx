import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { signedInAs } from '../../../test/fixtures.ts';
import { findForm, openPage, usePage } from '../../../test/setup.tsx';
import { clearFormCache } from './form-cache.ts';
import {
	fillForm,
	group,
	openForm,
	pick,
	pickedRaces,
	racePages,
	recordStarts,
	signIn,
	submit,
	submitArea,
} from './form-testing.ts';

usePage();
beforeEach(() => signIn('creator'));

const goAndComeBack = async () => {
	await userEvent.click(screen.getByRole('link', { name: 'Gallery' }));
	await screen.findByRole('heading', { level: 1, name: 'Coming Soon' });
	await userEvent.click(screen.getByRole('link', { name: 'Create' }));
	await findForm();
};

/** Leaves the page as a browser does before it loads it again. */
function reloadPage() {
	window.dispatchEvent(new Event('pagehide'));
	cleanup();
	clearFormCache();
}

describe('what was filled in', () => {
	test('stays while other pages of the same visit are looked at, and the key goes', async () => {
		await fillForm();
		const type = (label: string, value: string) =>
			fireEvent.change(screen.getByLabelText(label), { target: { value } });
		type('Project name (optional)', 'Frost Court');
		type('Google Gemini API key', 'AIzaSecret');
		await goAndComeBack();
		await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Elf' })).toBeChecked());
		expect(screen.getByRole('radio', { name: 'Forest Glade' })).toBeChecked();
		expect(screen.getByLabelText('Project name (optional)')).toHaveValue('Frost Court');
		expect(screen.getByLabelText('Google Gemini API key')).toHaveValue('');
		// The way to an empty form is still there.
		await userEvent.click(screen.getByRole('button', { name: 'Reset form' }));
		expect(screen.getByRole('checkbox', { name: 'Elf' })).not.toBeChecked();
	});

	test('stays over a reload, and the key goes', async () => {
		await fillForm();
		const type = (label: string, value: string) =>
			fireEvent.change(screen.getByLabelText(label), { target: { value } });
		type('Project name (optional)', 'Frost Court');
		type('Google Gemini API key', 'AIzaSecret');
		reloadPage();
		expect(JSON.stringify({ ...sessionStorage })).not.toContain('AIzaSecret');
		openPage('/');
		await findForm();
		await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Elf' })).toBeChecked());
		expect(screen.getByLabelText('Project name (optional)')).toHaveValue('Frost Court');
		expect(screen.getByLabelText('Google Gemini API key')).toHaveValue('');
	});

	test.each(['not {json', '{"ownerId": "user-1"}', '[]'])(
		'is empty where the tab holds %j of another version',
		async (text) => {
			sessionStorage.setItem('adx-create-form', text);
			await openForm();
			expect(screen.getByRole('checkbox', { name: 'Elf' })).not.toBeChecked();
		},
	);

	test('is not shown to somebody else after a reload', async () => {
		await openForm();
		await pick('checkbox', 'Elf');
		reloadPage();
		api.use(procedure('auth', 'check', () => signedInAs('developer', { id: 'user-2' })));
		openPage('/');
		await findForm();
		expect(screen.getByRole('checkbox', { name: 'Elf' })).not.toBeChecked();
	});

	test('is not shown to somebody else', async () => {
		await openForm();
		await pick('checkbox', 'Elf');
		await userEvent.click(screen.getByRole('link', { name: 'Gallery' }));
		await screen.findByRole('heading', { level: 1, name: 'Coming Soon' });
		await userEvent.click(screen.getByRole('button', { name: 'Account' }));
		await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }));
		await screen.findByRole('heading', { name: 'Developer Access' });
		api.use(procedure('auth', 'check', () => signedInAs('developer', { id: 'user-2' })));
		openPage('/');
		await screen.findByRole('form', { name: 'Create characters' });
		expect(screen.getByRole('checkbox', { name: 'Elf' })).not.toBeChecked();
	});
});

describe('a start that comes to nothing', () => {
	test('is told beside the button until the next try', async () => {
		let isDown = true;
		recordStarts(() => (isDown ? new Refusal(503, 'down') : null));
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		const form = within(submitArea());
		await submit();
		const sentence = 'Service temporarily unavailable. Please try again in a moment.';
		expect(await form.findByText(sentence)).toHaveAttribute('role', 'alert');
		isDown = false;
		await submit();
		expect(await screen.findByText('Generation Started')).toBeVisible();
		expect(form.queryByText(sentence)).toBeNull();
	});

	test('for a field leads to that field', async () => {
		recordStarts(() => new Refusal(402, 'Too long a name.', { projectName: 'Too long a name.' }));
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		const section = () => screen.getByLabelText('Project name (optional)').closest('[data-form-section]');
		expect(section()).toHaveClass('hidden');
		await submit();
		await waitFor(() => expect(screen.getByLabelText('Project name (optional)')).toHaveFocus());
		expect(section()).not.toHaveClass('hidden');
	});

	test('keeps its request id among the recent messages', async () => {
		recordStarts(() => new Refusal(503, 'down'));
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		await submit();
		await screen.findByText('Generation Failed');
		await userEvent.click(screen.getByRole('button', { name: 'Recent messages' }));
		const messages = within(await screen.findByRole('dialog', { name: 'Recent messages' }));
		expect(messages.getByText('r-1')).toBeVisible();
		expect(messages.getByRole('button', { name: 'Copy Request id' })).toBeVisible();
	});
});

describe('keys', () => {
	test('the page keys go on from page to page, and the first tile has the focus', async () => {
		await openForm();
		screen.getByRole('checkbox', { name: 'Elf' }).focus();
		await userEvent.keyboard('{PageDown}'.repeat(racePages - 1));
		expect(screen.getByText(`Page ${racePages} of ${racePages}`)).toBeVisible();
		const [first] = group('Races').getAllByRole('checkbox');
		expect(first).toHaveFocus();
	});

	test('Shift and click on another page begins on that page', async () => {
		await openForm();
		fireEvent.click(group('Races').getAllByRole('checkbox')[10]!);
		await userEvent.click(screen.getByRole('button', { name: 'Next page of races' }));
		fireEvent.click(group('Races').getAllByRole('checkbox')[2]!, { shiftKey: true });
		expect(pickedRaces(4)).toBeVisible();
	});

	test('the button of the last page keeps the focus and does nothing', async () => {
		await openForm();
		const next = screen.getByRole('button', { name: 'Next page of classes' });
		await userEvent.click(next);
		await userEvent.click(next);
		expect(next).toHaveFocus();
		expect(next).toHaveAttribute('aria-disabled', 'true');
		expect(next.parentElement).toHaveTextContent('Page 2 of 2');
	});

	test('Up and Down move by as many choices as stand side by side', async () => {
		await openForm();
		const backgrounds = screen.getByRole('radiogroup', { name: 'Background' });
		const [first, second] = within(backgrounds).getAllByRole('radio');
		// As a browser lays it out; jsdom reads no style sheet.
		backgrounds.style.gridTemplateColumns = '300px';
		first!.focus();
		await userEvent.keyboard('{ArrowDown}');
		expect(second).toBeChecked();
	});
});
