import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Refusal } from '../../../test/api.ts';
import { createImage, createJob } from '../../../test/fixtures.ts';
import { serveJob } from '../../../test/job-server.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();

const paid = { engine: 'gemini', model: 'painter-large' } as const;
const panel = async () => within(await screen.findByRole('region', { name: 'References' }));
const more = async () => (await panel()).getByRole('button', { name: 'More like this' });

function open(changes: object, mark: 'kept' | null = 'kept') {
	const job = createJob(1, { batchSize: 2, progress: 2, ...paid, ...changes });
	const server = serveJob(
		job,
		[1, 2].map((number) => ({ ...createImage(job.id, number), mark })),
	);
	openPage(`/jobs/${job.id}?tab=review`);
	return server;
}

test('an image that was kept joins the references, is shown among them and can be taken out', async () => {
	const server = open({});
	const [image] = server.images;
	await userEvent.click(await more());
	await waitFor(async () => expect((await panel()).getByRole('img', { name: 'Reference 1' })).toBeVisible());
	expect(server.calls).toEqual([['setReferences', { jobId: server.job.id, references: [{ imageId: image!.id }] }]]);
	expect(await more()).toHaveAccessibleDescription('This image is a reference already');
	await userEvent.click((await panel()).getByRole('checkbox', { name: /^Style lock/ }));
	await waitFor(async () => expect((await panel()).getByRole('checkbox', { name: /^Style lock/ })).toBeChecked());
	const referenceId = server.job.references[0]!.id;
	expect(server.calls.at(-1)).toEqual([
		'setReferences',
		{ jobId: server.job.id, references: [{ referenceId }], styleLock: true },
	]);
	await userEvent.click((await panel()).getByRole('button', { name: 'Remove reference 1' }));
	await waitFor(async () => expect((await panel()).queryByRole('img')).toBeNull());
});

test('others say why they cannot: not kept, or no room besides the sketch', async () => {
	open({}, null);
	expect(await more()).toHaveAccessibleDescription('Keep this image first');
});

test('where there is no room, one has to be removed first', async () => {
	const reference = (id: string) => ({ id, imageUrl: `/${id}`, imageId: null });
	open({ sketch: true, references: [reference('a'), reference('b')] });
	expect(await more()).toHaveAccessibleDescription(
		'Google Gemini takes at most 2 besides the sketch: remove one first',
	);
});

test('a refusal is said and changes nothing', async () => {
	const server = open({});
	server.refusal = new Refusal(400, 'Reference image 1 is not there: the image was deleted, or has not been made yet.');
	await userEvent.click(await more());
	expect(await screen.findByText('References Not Changed')).toBeVisible();
	expect((await panel()).queryByRole('img')).toBeNull();
});

test('jobs of the forge have none', async () => {
	open({ engine: 'forge', model: null });
	expect(await screen.findByRole('button', { name: /^Keep/ })).toBeVisible();
	expect(screen.queryByRole('region', { name: 'References' })).toBeNull();
});

test('how far images drift is told, and orders them', async () => {
	const reference = { id: 'a', imageUrl: '/a', imageId: null };
	const job = createJob(1, { batchSize: 2, progress: 2, ...paid, references: [reference] });
	serveJob(job, [
		{ ...createImage(job.id, 1), drift: 0.121 },
		{ ...createImage(job.id, 2), drift: 0.468 },
	]);
	openPage(`/jobs/${job.id}?tab=review`);
	expect(await screen.findByText(/1 of 2 · Undecided · drift 12%/)).toBeVisible();
	await userEvent.selectOptions(screen.getByLabelText('Sort'), 'Furthest from references');
	await waitFor(() => expect(screen.getByText(/2 of 2 · Undecided · drift 12%/)).toBeVisible());
	await userEvent.click(screen.getByRole('tab', { name: 'Images' }));
	const tiles = await screen.findAllByRole('button', { name: /^Open .*drift/ });
	expect(tiles.map((tile) => tile.textContent)).toEqual(['#2 · drift 47%', '#1 · drift 12%']);
});

test('without references nothing drifts, and there is no such order', async () => {
	open({});
	const sort = within(await screen.findByLabelText('Sort'));
	expect(sort.queryByRole('option', { name: 'Furthest from references' })).toBeNull();
	expect(screen.queryByText(/drift/)).toBeNull();
});
