import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { createPng } from '../../../lib/images/image-testing.ts';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { publicConfig } from '../../../test/fixtures.ts';
import { usePage } from '../../../test/setup.tsx';
import { fillForm, pick, recordStarts, signIn, submit, submitArea } from '../form/form-testing.ts';
import { uploadReference } from './upload-reference.ts';

usePage();
beforeEach(() => {
	signIn('creator');
	let urls = 0;
	// jsdom has none.
	Object.assign(URL, { createObjectURL: vi.fn(() => `blob:${urls++}`) });
});

const picture = (name: string) => new File([name], name, { type: 'image/png' });
const hashOf = async (text: string) =>
	Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex');

function serveUploads(
	refuse: (body: string) => { readonly error: string; readonly reason: string } | null = () => null,
) {
	const uploads: string[] = [];
	api.use(
		http.put('/api/uploads/:sha256', async ({ request, params }) => {
			const body = await request.text();
			expect(new URL(request.url).searchParams.get('as')).toBe('reference');
			expect(params.sha256).toBe(await hashOf(body));
			uploads.push(body);
			const refusal = refuse(body);
			return refusal === null ? HttpResponse.json({}) : HttpResponse.json(refusal, { status: 415 });
		}),
	);
	return uploads;
}

const references = async () => within(await screen.findByRole('group', { name: /^References/ }));
const add = async (...files: File[]) => {
	await references();
	await userEvent.upload(screen.getByTestId('reference-files'), files);
};
const shown = async () => (await references()).queryAllByRole('img').map((image) => image.getAttribute('alt'));

test('pictures are uploaded as they are added, shown, counted in the price and named in the order', async () => {
	const starts = recordStarts();
	serveUploads();
	await fillForm();
	await userEvent.type(screen.getByLabelText('Google Gemini API key'), 'AIzaFirst');
	const price = (text: string) => expect(within(submitArea()).getByText(new RegExp(text))).toBeInTheDocument();
	price('about \\$0\\.04');
	await add(picture('front.png'), picture('side.png'));
	await waitFor(async () => expect(await shown()).toEqual(['Reference 1: front.png', 'Reference 2: side.png']));
	price('about \\$0\\.06');
	await pick('checkbox', /^Style lock/);
	await userEvent.click(screen.getByRole('button', { name: 'Remove reference 1' }));
	expect(await shown()).toEqual(['Reference 1: side.png']);
	await submit();
	await waitFor(() => expect(starts).toHaveLength(1));
	expect(starts[0]?.input).toMatchObject({ references: [{ sha256: await hashOf('side.png') }], styleLock: true });
});

test('what is refused is said, and a fourth picture is left out', async () => {
	const uploads = serveUploads((body) =>
		body === 'moving.png'
			? { error: 'This picture is animated. Use a still picture.', reason: 'unsupported_image' }
			: null,
	);
	await fillForm();
	await add(picture('moving.png'), picture('still.png'));
	expect(
		await screen.findByText('‘moving.png’ was not added. This picture is animated. Use a still picture.'),
	).toBeVisible();
	expect(uploads).toEqual(['moving.png', 'still.png']);
	expect(await shown()).toEqual(['Reference 1: still.png']);
	await userEvent.click(screen.getByRole('button', { name: 'Remove reference 1' }));
	await add(...['a', 'b', 'c', 'd'].map((name) => picture(`${name}.png`)));
	await waitFor(async () => expect(await shown()).toHaveLength(3));
	expect(screen.queryByText(/was not added/)).toBeNull();
	expect(screen.getByText('One picture was left out: a call takes no more.')).toBeVisible();
	expect(screen.getByRole('button', { name: 'Add pictures' })).toHaveAttribute('aria-disabled', 'true');
	await userEvent.click(screen.getByRole('button', { name: 'Reset form' }));
	await waitFor(() => expect(screen.queryByText(/was left out/)).toBeNull());
});

test('a picture that is there already is named, and takes no room', async () => {
	serveUploads(() => null);
	await fillForm();
	await add(picture('one.png'));
	await waitFor(async () => expect(await shown()).toHaveLength(1));
	await add(picture('one.png'), picture('two.png'), picture('three.png'));
	expect(await screen.findByText('‘one.png’ is one of them already.')).toBeVisible();
	expect(await shown()).toHaveLength(3);
});

test('what was refused is forgotten with the engine that it was added for', async () => {
	const service = {
		...publicConfig.gemini,
		takesAnyModel: true,
		addresses: ['https://api.example.com/v1'],
		keyPrefixes: [],
	};
	const openai = { name: 'openai' as const, available: true, service };
	api.use(procedure('auth', 'config', () => ({ ...publicConfig, engines: [...publicConfig.engines, openai] })));
	serveUploads(() => ({ error: 'This is no picture.', reason: 'unsupported_image' }));
	await fillForm();
	await add(picture('empty.png'));
	await screen.findByText('‘empty.png’ was not added. This is no picture.');
	await pick('radio', 'OpenAI-compatible service');
	await references();
	expect(screen.queryByText(/was not added/)).toBeNull();
});

test('a reference that the server no longer has is said where it was added', async () => {
	const message = 'Reference image 1 is no longer among your uploads. Add it again.';
	recordStarts(() => new Refusal(400, message, { references: message }));
	serveUploads();
	await fillForm();
	await userEvent.type(screen.getByLabelText('Google Gemini API key'), 'AIzaFirst');
	await add(picture('front.png'));
	await waitFor(async () => expect(await shown()).toHaveLength(1));
	await submit();
	await waitFor(async () => expect((await references()).getByText(message)).toBeVisible());
});

test('a picture is still shown once the page was loaded again', async () => {
	const preview = `data:image/jpeg;base64,${btoa('small')}`;
	const values = { references: [{ sha256: await hashOf('of another visit'), name: 'front.png', preview }] };
	sessionStorage.setItem('adx-create-form', JSON.stringify({ ownerId: 'user-1', values, openSection: 'engine' }));
	await fillForm();
	const image = await screen.findByRole('img', { name: 'Reference 1: front.png' });
	expect(image).toHaveAttribute('src', preview);
});

test('a picture is kept small beside its name, in browsers that can make it so', async () => {
	const bytes = createPng('front', 321, 123);
	vi.stubGlobal('createImageBitmap', async () => ({ width: 321, height: 123, close: () => {} }));
	vi.stubGlobal(
		'OffscreenCanvas',
		class {
			getContext = () => null;
			convertToBlob = async () => new Blob(['small'], { type: 'image/jpeg' });
		},
	);
	api.use(http.put('/api/uploads/:sha256', () => HttpResponse.json({})));
	const added = await uploadReference(new File([bytes], 'front.png'));
	expect(added).toMatchObject({ name: 'front.png', preview: `data:image/jpeg;base64,${btoa('small')}` });
	vi.unstubAllGlobals();
});

test('the forge takes none: they are kept, but not sent', async () => {
	const starts = recordStarts();
	serveUploads();
	await fillForm();
	await add(picture('front.png'));
	await waitFor(async () => expect(await shown()).toHaveLength(1));
	await pick('radio', 'Built-in forge (free, no key)');
	expect(screen.queryByRole('group', { name: /^References/ })).toBeNull();
	await submit();
	await waitFor(() => expect(starts).toHaveLength(1));
	expect(starts[0]?.input).not.toHaveProperty('references');
	expect(starts[0]?.input).not.toHaveProperty('styleLock');
	await pick('radio', 'Google Gemini');
	expect(await shown()).toHaveLength(1);
});

test('the storyboard as the sketch leaves less room for references, and counts in the price', async () => {
	const starts = recordStarts();
	serveUploads();
	await fillForm();
	await userEvent.type(screen.getByLabelText('Google Gemini API key'), 'AIzaFirst');
	await add(...['a', 'b', 'c'].map((name) => picture(`${name}.png`)));
	await waitFor(async () => expect(await shown()).toHaveLength(3));
	await pick('checkbox', /^Use the storyboard as the sketch/);
	expect(screen.getByText('Google Gemini takes at most 2 besides the sketch. Remove one first.')).toBeVisible();
	await userEvent.click(screen.getByRole('button', { name: 'Remove reference 3' }));
	expect(screen.queryByText(/Remove one first/)).toBeNull();
	expect(within(submitArea()).getByText(/about \$0\.07/)).toBeInTheDocument();
	await submit();
	await waitFor(() => expect(starts).toHaveLength(1));
	expect(starts[0]?.input).toMatchObject({ sketch: true, references: [{}, {}] });
});
