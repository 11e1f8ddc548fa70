import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { usePage } from '../../../test/setup.tsx';
import { fillForm, recordStarts, signIn } from './form-testing.ts';

usePage();
beforeEach(() => signIn('creator'));

describe('the Gemini key in this browser', () => {
	test('a key is kept as soon as it is typed in full, and never after keeping was switched off', async () => {
		await fillForm();
		const field = screen.getByLabelText('Google Gemini API key');
		await userEvent.type(field, 'no key');
		await userEvent.tab();
		expect(localStorage.getItem('adx_gemini_api_key')).toBeNull();
		await userEvent.clear(field);
		await userEvent.type(field, 'AIzaFirst');
		expect(localStorage.getItem('adx_gemini_api_key')).toBeNull();
		await userEvent.tab();
		expect(localStorage.getItem('adx_gemini_api_key')).toBe('AIzaFirst');
		await userEvent.click(screen.getByLabelText('Keep the key in this browser'));
		expect(localStorage.getItem('adx_gemini_api_key')).toBeNull();
		expect(localStorage.getItem('adx_keep_gemini_api_key')).toBe('no');
		await userEvent.type(field, 'Again');
		await userEvent.tab();
		expect(localStorage.getItem('adx_gemini_api_key')).toBeNull();
	});

	test('a key is kept when the form is sent from its field', async () => {
		const starts = recordStarts();
		await fillForm();
		await userEvent.type(screen.getByLabelText('Google Gemini API key'), 'AIzaFirst{Control>}{Enter}{/Control}');
		await waitFor(() => expect(starts).toHaveLength(1));
		await waitFor(() => expect(localStorage.getItem('adx_gemini_api_key')).toBe('AIzaFirst'));
	});
});
