import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { Refusal } from '../../../test/api.ts';
import { usePage } from '../../../test/setup.tsx';
import { fillForm, pick, recordStarts, signIn, submit, submitArea } from './form-testing.ts';

usePage();
beforeEach(() => signIn('creator'));

test('what kept the last try from starting leaves as soon as the form changes', async () => {
	recordStarts(() => new Refusal(503, 'down'));
	await fillForm();
	await pick('radio', 'Built-in forge (free, no key)');
	await submit();
	const area = within(submitArea());
	const problems = () => area.queryAllByRole('alert').flatMap(({ textContent }) => textContent || []);
	await waitFor(() => expect(problems()).toHaveLength(1));
	await pick('checkbox', 'Dwarf');
	expect(problems()).toEqual([]);
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

test.each(['-1', '0', '10001', '1.5', ''])(
	'VAL-07 the number %j is answered in plain words, without a price',
	async (number) => {
		signIn('developer');
		const starts = recordStarts();
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		const field = screen.getByLabelText('Custom number');
		fireEvent.change(field, { target: { value: number } });
		expect(screen.getByText('1 race × 1 class. Still to choose: batch size')).toBeVisible();
		await submit();
		await waitFor(() => expect(field).toHaveAccessibleDescription(/Whole number from 1 to 10,000$/));
		expect(screen.queryByText(/nan|-1 images/)).toBeNull();
		expect(starts).toEqual([]);
	},
);
