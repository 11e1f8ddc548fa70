import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createImage, createPlannedImage, runningJob } from '../../../test/fixtures.ts';
import { serveJob } from '../../../test/job-server.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();

const note =
	/^Planned with version 1 of the built-in forge: images drawn from now on look different from those of that version\.$/;

test.each([
	{ olderForgeVersion: 1, said: 'says that images look different now' },
	{ olderForgeVersion: null, said: 'says nothing where the forge is the same' },
])('a plan of forge $olderForgeVersion $said', async ({ olderForgeVersion }) => {
	const images = [createImage('job-1', 1), ...[2, 3, 4, 5].map((number) => createPlannedImage('job-1', number))];
	serveJob(runningJob(1, { phase: 'paused', pauseReason: 'user', progress: 1, olderForgeVersion }), images);
	openPage('/jobs/job-1');
	expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible();
	expect(screen.queryAllByText(note)).toHaveLength(olderForgeVersion === null ? 0 : 1);
});
