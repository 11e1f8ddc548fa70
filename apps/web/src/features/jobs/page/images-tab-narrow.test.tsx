import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createImage, createJob } from '../../../test/fixtures.ts';
import { serveJob } from '../../../test/job-server.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();

test('in a narrow window the toolbar of the images is folded, and the position stays in sight', async () => {
	vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
		Object.assign(new EventTarget() as MediaQueryList, { matches: media === '(width < 40rem)', media }),
	);
	serveJob(
		createJob(1),
		[1, 2, 3, 4, 5].map((number) => createImage('job-1', number)),
	);
	openPage('/jobs/job-1');
	const images = within(await screen.findByRole('region', { name: 'Images' }));
	expect(await images.findByText('1–5 / 5')).toBeVisible();
	expect(images.getByLabelText('Go to #')).not.toBeVisible();
	await userEvent.click(images.getByRole('button', { name: 'Filter', expanded: false }));
	expect(images.getByLabelText('Go to #')).toBeVisible();
	expect(images.getByRole('button', { name: 'Contact sheet' })).toBeVisible();
});
