import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createImage, createJob } from '../../../test/fixtures.ts';
import { serveJob } from '../../../test/job-server.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();

const images = Array.from({ length: 5 }, (_, place) => createImage('job-1', place + 1));
const openTab = async (name: string) => userEvent.click(await screen.findByRole('tab', { name }));
const expectTab = (name: string) =>
	waitFor(() => expect(screen.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true'));
const goBack = () => act(() => window.history.back());

test('Back leads from tab to tab, as on the Create page, and takes back no filter or order on the way', async () => {
	serveJob(createJob(1), images);
	openPage('/jobs/job-1');
	await openTab('Rarity');
	await expectTab('Rarity');
	await openTab('Images');
	await userEvent.click(await screen.findByRole('button', { name: 'Contact sheet' }));
	await waitFor(() => expect(window.location.search).toBe('?sheet=true'));
	await openTab('Plan');
	await expectTab('Plan');
	goBack();
	await expectTab('Images');
	expect(window.location.search).toBe('?sheet=true');
	goBack();
	await expectTab('Rarity');
	goBack();
	await expectTab('Images');
	expect(window.location.search).toBe('');
});
