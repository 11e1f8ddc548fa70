import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createMergeJob } from '../../../test/merge-fixtures.ts';
import { usePage } from '../../../test/setup.tsx';
import { type MergeServer, openMerger, serveMerges } from './merger-page-testing.ts';

usePage();

let server: MergeServer;
afterEach(() => server.forgetPage());

const card = (name: string) => screen.getByRole('region', { name });
const isBefore = (first: Element, second: Element) =>
	(first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

async function openNarrow(jobId?: string) {
	vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
		Object.assign(new EventTarget() as MediaQueryList, { matches: media.startsWith('(width <'), media }),
	);
	server = serveMerges(createMergeJob({ projectName: 'New' }), createMergeJob({ id: 'merge-2', projectName: 'Old' }));
	await openMerger(jobId);
	await screen.findByRole('button', { name: /^Old/ });
}

test('a merge that is named in the address stands before the steps, until it is left', async () => {
	await openNarrow('gone');
	expect(isBefore(card('Merge Progress'), card('Input Collections'))).toBe(true);
	await userEvent.click(within(card('Merge Progress')).getByRole('button', { name: 'Go on without it' }));
	await waitFor(() => expect(isBefore(card('Input Collections'), card('Merge Progress'))).toBe(true));
	expect(within(card('Merge Progress')).getByText(/^The merge that you start/)).toHaveFocus();
});

test('without one the steps come first; one that is chosen comes into view from its head, with the focus', async () => {
	await openNarrow();
	expect(isBefore(card('Input Collections'), card('Merge Progress'))).toBe(true);
	const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
	await userEvent.click(screen.getByRole('button', { name: /^Old/ }));
	expect(await within(card('Merge Progress')).findByRole('heading', { name: 'Old' })).toBeVisible();
	expect(scrolled.mock.contexts).toEqual([card('Merge Progress')]);
	expect(scrolled).toHaveBeenCalledWith({ block: 'start' });
	expect(card('Merge Progress')).toHaveFocus();
});
