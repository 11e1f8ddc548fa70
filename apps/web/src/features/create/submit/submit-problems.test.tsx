import { showToast } from '@adx/ui/feedback/toast-store';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { runningJob } from '../../../test/fixtures.ts';
import { usePage } from '../../../test/setup.tsx';
import { fillForm, openForm, pick, recordStarts, signIn, submit, submitArea } from '../form/form-testing.ts';

usePage();
beforeEach(() => signIn('creator'));

test('what kept the last try from starting leaves as soon as the form changes', async () => {
	recordStarts(() => new Refusal(503, 'down'));
	await fillForm();
	await pick('radio', 'Built-in forge (free, no key)');
	const area = within(submitArea());
	await submit();
	const problems = () => area.queryAllByRole('alert').flatMap(({ textContent }) => textContent || []);
	await waitFor(() => expect(problems()).toHaveLength(1));
	expect(await screen.findByText('Generation Failed')).toBeVisible();
	await pick('checkbox', 'Dwarf');
	expect(problems()).toEqual([]);
	await waitFor(() => expect(screen.queryByText('Generation Failed')).toBeNull());
});

test('an order that got no answer has the jobs listed again, for it may have been stored', async () => {
	let lists = 0;
	api.use(
		procedure('generation', 'list', () => {
			lists++;
			return [];
		}),
	);
	const starts = recordStarts(() => new Refusal(503, 'down'));
	await fillForm();
	await pick('radio', 'Built-in forge (free, no key)');
	const before = lists;
	await submit();
	await waitFor(() => expect(starts).toHaveLength(1));
	await waitFor(() => expect(lists).toBe(before + 1));
});

test('the message of what is wrong goes once the form changes, and another one stays', async () => {
	await fillForm();
	const key = screen.getByLabelText('Google Gemini API key');
	await userEvent.type(key, 'bad');
	await submit();
	expect(await screen.findByText('Invalid API Key')).toBeVisible();
	await userEvent.clear(key);
	await waitFor(() => expect(screen.queryByText('Invalid API Key')).toBeNull());
	act(() => void showToast({ title: 'Elsewhere' }));
	await userEvent.type(key, 'AIza');
	expect(screen.getByText('Elsewhere')).toBeVisible();
});

test('a key that was pasted with spaces around it is sent and kept without them', async () => {
	const starts = recordStarts();
	await fillForm();
	await userEvent.type(screen.getByLabelText('Google Gemini API key'), '  AIzaPasted ');
	await submit();
	await waitFor(() => expect(starts).toHaveLength(1));
	expect(starts[0]?.input).toMatchObject({ geminiApiKey: 'AIzaPasted' });
	await waitFor(() => expect(localStorage.getItem('adx_gemini_api_key')).toBe('AIzaPasted'));
});

test.each([
	['   ', 'API Key Required', 'API key is required'],
	['bad', 'Invalid API Key', "Please provide a valid Google Gemini API key (starts with 'AIza')."],
	['AIza two', 'Invalid API Key', 'An API key has no spaces in it, only plain letters, digits and signs.'],
])('marks the key %j also where nothing else is chosen (VAL-10, AMB-56)', async (key, title, message) => {
	await openForm();
	await userEvent.type(screen.getByLabelText('Google Gemini API key'), key);
	await submit();
	expect(await screen.findByText(title)).toBeVisible();
	const field = screen.getByLabelText('Google Gemini API key');
	await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(message)));
	expect(field).toHaveFocus();
	expect(
		within(screen.getByRole('navigation', { name: 'Sections of the form' })).getByText(message),
	).toBeInTheDocument();
	expect(screen.getAllByText('Select at least one race').length).toBeGreaterThan(0);
});

test.each([
	['-1', 'batch size from 1 to 10,000'],
	['0', 'batch size from 1 to 10,000'],
	['10001', 'batch size from 1 to 10,000'],
	['1.5', 'batch size as a whole number from 1 to 10,000'],
	['', 'batch size'],
])('the number %j is answered in plain words, without a price (VAL-07)', async (number, missing) => {
	signIn('developer');
	const starts = recordStarts();
	await fillForm();
	await pick('radio', 'Built-in forge (free, no key)');
	const field = screen.getByLabelText('Custom number');
	fireEvent.change(field, { target: { value: number } });
	fireEvent.blur(field);
	expect(field).toHaveAccessibleDescription(/Whole number from 1 to 10,000$/);
	expect(submitArea()).toHaveTextContent(new RegExp(`1 race × 1 class. Still missing: ${missing} Reset form`));
	await submit();
	await waitFor(() => expect(field).toHaveAccessibleDescription(/Whole number from 1 to 10,000$/));
	expect(screen.queryByText(/nan|-1 images/)).toBeNull();
	expect(starts).toEqual([]);
});

test('a confirmed order that is under way is neither sent nor asked about again by Ctrl and Enter', async () => {
	signIn('developer');
	let finish = () => {};
	const held = new Promise<void>((resolve) => {
		finish = resolve;
	});
	const job = runningJob(1);
	let sent = 0;
	api.use(
		procedure('generation', 'start', async () => {
			sent++;
			await held;
			return { jobId: job.id, job };
		}),
		procedure('generation', 'get', () => job),
	);
	await fillForm();
	fireEvent.change(screen.getByLabelText('Custom number'), { target: { value: '126' } });
	await userEvent.type(screen.getByLabelText('Google Gemini API key'), 'AIzaLongEnough-wxyz');
	await submit();
	await userEvent.click(await screen.findByRole('button', { name: 'Paint 126 images' }));
	await waitFor(() => expect(sent).toBe(1));
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
	fireEvent.keyDown(screen.getByLabelText('Project name (optional)'), { key: 'Enter', ctrlKey: true });
	// The form is checked before the answer comes.
	finish();
	expect(await screen.findByText('Generation Started')).toBeInTheDocument();
	expect(screen.queryByText('Paint 126 images with Gemini?')).toBeNull();
	expect(sent).toBe(1);
});

test('a confirmed order that is refused leaves the focus on the button, beside what went wrong', async () => {
	signIn('developer');
	recordStarts(() => new Refusal(429, 'Daily generation limit reached (20). Resets in 03:02.', {}, 'daily_limit'));
	await fillForm();
	fireEvent.change(screen.getByLabelText('Custom number'), { target: { value: '126' } });
	await userEvent.type(screen.getByLabelText('Google Gemini API key'), 'AIzaLongEnough-wxyz');
	await submit();
	await userEvent.click(await screen.findByRole('button', { name: 'Paint 126 images' }));
	const area = within(submitArea());
	await waitFor(() => expect(area.getAllByRole('alert')[0]).toHaveTextContent(/^Daily generation limit reached/));
	await waitFor(() => expect(screen.getByRole('button', { name: 'Generate ADX Characters' })).toHaveFocus());
});
