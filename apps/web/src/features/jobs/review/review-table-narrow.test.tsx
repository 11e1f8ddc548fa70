import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { createImage, createJob } from '../../../test/fixtures.ts';
import { serveJob } from '../../../test/job-server.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();
beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
		Object.assign(new EventTarget() as MediaQueryList, { matches: media === '(width < 40rem)', media }),
	);
});

const five = (mark: 'rejected' | null = null) =>
	[1, 2, 3, 4, 5].map((number) => createImage('job-1', number, number === 5 ? { mark } : {}));

async function openReview(search = 'tab=review') {
	openPage(`/jobs/job-1?${search}`);
	await screen.findByText(/^1 of \d/);
	return within(screen.getByRole('region', { name: 'Review' }));
}

/** Whether keys and readers come to the first one before the other. */
const isBefore = (one: Element, other: Element) =>
	(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

test('above the picture stand how far the review is and the decisions; what concerns all stands below it', async () => {
	serveJob(createJob(1), five('rejected'));
	const review = await openReview();
	const picture = review.getByRole('img', { name: 'Elf Wizard #1' });
	const regenerateAll = review.getByRole('button', { name: 'Regenerate 1 rejected' });
	expect(isBefore(review.getByText('0 kept · 1 rejected · 4 undecided'), picture)).toBe(true);
	expect(isBefore(review.getByRole('button', { name: 'Keep' }), picture)).toBe(true);
	expect(isBefore(review.getByRole('button', { name: 'Undo' }), picture)).toBe(true);
	expect(isBefore(review.getByRole('list', { name: 'Images under review' }), regenerateAll)).toBe(true);
	expect(isBefore(regenerateAll, review.getByRole('region', { name: 'Traits' }))).toBe(true);
	expect(review.getByText(/^Rejected images stay in the archive/)).toBeVisible();
	expect(screen.queryByRole('button', { name: 'Download collection' })).toBeNull();
	await userEvent.click(screen.getByRole('tab', { name: 'Images' }));
	expect(await screen.findByRole('button', { name: 'Download collection' })).toBeVisible();
});

test('the filter is folded until it is asked for, and says when it leaves something out', async () => {
	serveJob(createJob(1), five('rejected'));
	const review = await openReview();
	const fold = review.getByRole('button', { name: 'Filter', expanded: false });
	expect(review.getByLabelText('Show')).not.toBeVisible();
	await userEvent.click(fold);
	await userEvent.selectOptions(review.getByLabelText('Show'), 'rejected');
	expect(await screen.findByText('1 of 1 · Rejected')).toBeVisible();
	expect(review.getByRole('button', { name: 'Filter, in use', expanded: true })).toBeVisible();
});

test('where no image matches, what concerns all is still there', async () => {
	serveJob(createJob(1), five('rejected'));
	openPage('/jobs/job-1?tab=review&show=kept');
	expect(await screen.findByText('No drawn image matches what is shown.')).toBeVisible();
	expect(screen.getByRole('button', { name: 'Regenerate 1 rejected' })).toBeVisible();
});
