import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { publicConfig } from '../../../test/fixtures.ts';
import { usePage } from '../../../test/setup.tsx';
import { fillForm, pick, recordStarts, signIn, submit } from './form-testing.ts';

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

describe('the login to a service at home', () => {
	const own = (name: 'openai' | 'sdwebui' | 'comfyui', address: string) => ({
		name,
		available: true,
		service: {
			...publicConfig.gemini,
			models: [{ name: 'loaded', usdPerImage: 0, usdPerInputImage: 0, callSeconds: 5 }],
			takesAnyModel: true,
			addresses: [address],
			keyPrefixes: [],
		},
	});
	const config = {
		...publicConfig,
		engines: [
			...publicConfig.engines.filter(({ name }) => name === 'gemini' || name === 'forge'),
			own('openai', 'https://api.example.com/v1'),
			own('sdwebui', 'http://gpu.lan:7860'),
			own('comfyui', 'http://gpu.lan:8188'),
		],
	};
	const login = () => screen.getByLabelText('Login (if the service asks for one)');
	beforeEach(() => api.use(procedure('auth', 'config', () => config)));

	test('can be left out, is sent when it is entered, and must be a name and a password', async () => {
		const starts = recordStarts();
		await fillForm();
		await pick('radio', /^Stable Diffusion web UI/);
		await userEvent.type(login(), 'only-a-name');
		await submit();
		expect(await screen.findAllByText('Please enter a user name and a password, such as name:password.')).not.toEqual(
			[],
		);
		expect(starts).toEqual([]);
		await userEvent.clear(login());
		await submit();
		await waitFor(() => expect(starts).toHaveLength(1));
		expect(starts[0]?.input).toMatchObject({ engine: 'sdwebui', engineAddress: 'http://gpu.lan:7860' });
		expect(starts[0]?.input).not.toHaveProperty('apiKey');
	});

	test('is hidden, kept for its own engine alone, and never what another service gets', async () => {
		const starts = recordStarts();
		await fillForm();
		await pick('radio', /^OpenAI-compatible service/);
		await userEvent.type(screen.getByLabelText('API key of the service'), 'sk-mine');
		await pick('radio', /^Stable Diffusion web UI/);
		expect(login()).toHaveValue('');
		expect(login()).toHaveAttribute('type', 'password');
		await userEvent.type(login(), 'me:secret');
		await userEvent.tab();
		expect(localStorage.getItem('adx_sdwebui_api_key')).toBe('me:secret');
		await pick('radio', /^ComfyUI/);
		expect(login()).toHaveValue('');
		await pick('radio', /^OpenAI-compatible service/);
		expect(screen.getByLabelText('API key of the service')).toHaveValue('sk-mine');
		await pick('radio', /^Stable Diffusion web UI/);
		expect(login()).toHaveValue('me:secret');
		await submit();
		await waitFor(() => expect(starts).toHaveLength(1));
		expect(starts[0]?.input).toMatchObject({ engine: 'sdwebui', apiKey: 'me:secret' });
		expect(document.body).not.toHaveTextContent('cret');
	});

	test('an address that the server refuses is told at its field', async () => {
		const message = 'The operator of this server has not allowed calls to this address.';
		recordStarts(() => new Refusal(400, message, { engineAddress: message }, 'address_not_allowed'));
		await fillForm();
		await pick('radio', /^Stable Diffusion web UI/);
		await submit();
		await waitFor(() => expect(screen.getByLabelText('Address of the service')).toHaveAccessibleDescription(message));
	});
});
