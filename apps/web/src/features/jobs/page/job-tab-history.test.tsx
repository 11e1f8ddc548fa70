import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
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

test.each([
	['?tab=plan', 700, 1],
	['?tab=review', 700, 1],
	['?tab=plan', 300, 0],
	['', 700, 0],
])('%s with the tabs at %d px is brought into view %d times', async (search, topPx, times) => {
	serveJob(createJob(1), images);
	vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, topPx, 800, 600));
	const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
	openPage(`/jobs/job-1${search}`);
	const isTabs = (element: unknown) => element instanceof Element && element.querySelector('[role="tablist"]') !== null;
	const expectScrolled = () => expect(scrolled.mock.contexts.filter(isTabs)).toHaveLength(times);
	await waitFor(expectScrolled);
	// From tab to tab nothing jumps.
	await openTab('Rarity');
	await screen.findByRole('button', { name: 'Save the counts as CSV' });
	expectScrolled();
});
