import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { serveDeletion } from '../../../test/deletion-server.ts';
import { createImage, createJob, createVersion } from '../../../test/fixtures.ts';
import { serveJob } from '../../../test/job-server.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();

test('versions that are not chosen are deleted after a look at what that frees', async () => {
	const server = serveJob(createJob(1), [createImage('job-1', 1, { version: 2, versionCount: 2 })]);
	server.versions = [1, 2].map((number) => createVersion(server.images[0]!, number));
	const deletion = serveDeletion(
		{ id: 'job-1-image-1', name: 'Other versions of #1', imageCount: 1, consequences: ['The chosen version stays.'] },
		() => {
			server.images = [createImage('job-1', 1, { version: 2 })];
			server.versions = server.versions.filter(({ number }) => number === 2);
		},
		'generation',
		['versionsDeletion', 'deleteVersions'],
	);
	openPage('/jobs/job-1?tab=review');
	await userEvent.click(await screen.findByRole('button', { name: 'Delete other versions' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Delete the other versions?' }));
	expect(await dialog.findByText('Other versions of #1')).toBeVisible();
	for (const text of ['3.2 MB', 'The chosen version stays.']) expect(dialog.getByText(text)).toBeVisible();
	expect(dialog.getByRole('button', { name: 'Keep them' })).toHaveFocus();
	await userEvent.click(dialog.getByRole('button', { name: 'Delete other versions' }));
	expect(await screen.findByText('Other versions of #1 are gone. 3.2 MB were freed.')).toBeVisible();
	expect(deletion.deleted).toEqual([{ imageId: 'job-1-image-1' }]);
	await waitFor(() => expect(screen.queryByRole('region', { name: 'Versions' })).toBeNull());
	await waitFor(() => expect(screen.getByRole('heading', { name: 'Traits' })).toHaveFocus());
});
