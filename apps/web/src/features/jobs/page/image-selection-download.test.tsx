import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import JsZip from 'jszip';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '../../../test/api.ts';
import { createImage, createJob } from '../../../test/fixtures.ts';
import { serveJob } from '../../../test/job-server.ts';
import { watchSaving } from '../../../test/saved-files.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();
beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
});

const drawn = (count: number) => Array.from({ length: count }, (_, place) => createImage('job-1', place + 1));
const bar = async () => within(await screen.findByRole('region', { name: 'Chosen images' }));
const serveFiles = (answer: (imageId: string, version: string | null) => Response) =>
	api.use(
		http.get('*/api/images/:imageId/file', ({ params, request }) =>
			answer(String(params.imageId), new URL(request.url).searchParams.get('version')),
		),
	);

async function choose(...numbers: number[]) {
	openPage('/jobs/job-1');
	for (const number of numbers) {
		await userEvent.click(await screen.findByRole('checkbox', { name: new RegExp(`^Choose .+ #${number}$`) }));
	}
	return bar();
}

describe('downloading chosen images', () => {
	test('saves them as a zip under the project’s name, each by its number', async () => {
		serveJob(createJob(1, { projectName: 'Frost Court' }), drawn(5));
		serveFiles((id, version) => new HttpResponse(`${id} v${version}`, { headers: { 'content-type': 'image/webp' } }));
		const { names, contents } = watchSaving();
		const region = await choose(2, 5);
		await userEvent.click(region.getByRole('button', { name: 'Download selected' }));
		expect(await screen.findByText('Selection Saved')).toBeVisible();
		expect(names).toEqual(['Frost_Court_selection.zip']);
		const zip = await JsZip.loadAsync(await contents[0]!.arrayBuffer());
		expect(Object.keys(zip.files).toSorted()).toEqual(['2.webp', '5.webp']);
		expect(await zip.file('5.webp')!.async('string')).toBe('job-1-image-5 v1');
	});

	test('is for up to 100, and says where more are', async () => {
		serveJob(createJob(1, { batchSize: 101, progress: 101 }), drawn(101));
		await choose(1);
		await userEvent.keyboard('{Control>}a{/Control}');
		const region = await bar();
		await region.findByText('All 101 drawn images are chosen');
		const button = region.getByRole('button', { name: 'Download selected (up to 100)' });
		expect(button).toHaveAttribute('aria-disabled', 'true');
		expect(button).toHaveAccessibleDescription('The whole collection is under Files');
	});

	test('rejects with the image that could not be fetched, and keeps the choice', async () => {
		serveJob(createJob(1), drawn(5));
		serveFiles(() => HttpResponse.json({ error: 'This file is gone.' }, { status: 409 }));
		const region = await choose(2);
		await userEvent.click(region.getByRole('button', { name: 'Download selected' }));
		expect(await region.findByRole('alert')).toHaveTextContent(/#2 could not be fetched: This file is gone\.$/);
		expect(region.getByText('1 chosen')).toBeVisible();
	});

	test('can be stopped while it is being fetched', async () => {
		serveJob(createJob(1), drawn(5));
		api.use(http.get('*/api/images/:imageId/file', () => new Promise<never>(() => {})));
		const region = await choose(2, 3);
		await userEvent.click(region.getByRole('button', { name: 'Download selected' }));
		await userEvent.keyboard('{Escape}');
		expect(await region.findByText('Fetched 0 of 2 images')).toBeVisible();
		await userEvent.click(region.getByRole('button', { name: 'Cancel download' }));
		await waitFor(() => expect(screen.queryByRole('region', { name: 'Chosen images' })).toBeNull());
	});
});
