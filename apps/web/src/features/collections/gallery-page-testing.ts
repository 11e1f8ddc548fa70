import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, vi } from 'vitest';
import { api, Refusal } from '../../test/api.ts';
import { openPage, usePage } from '../../test/setup.tsx';
import { createToken } from './collection-server-testing.ts';

/** Call once at the top of a test file. */
export function useGalleryPages(): void {
	usePage();
	beforeEach(() => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
	});
}

/** The first so many of a collection. */
export const tokens = (count: number) => Array.from({ length: count }, (_, place) => createToken(place + 1));
/** Opens the page of collection-1. */
export const openCollection = (search = ''): ReturnType<typeof openPage> =>
	openPage(`/collections/collection-1${search}`);
export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
/** Waits for the first one as long as it takes a busy machine to compile the page. */
export const findTile = (number: number) => screen.findByRole('button', { name: new RegExp(`^Open #${number} `) });
export const shownNumbers = () =>
	screen.queryAllByRole('button', { name: /^Open / }).map((tile) => Number(tile.dataset.tokenNumber));
export const lightbox = async () => within(await screen.findByRole('dialog'));
export const aside = () => within(screen.getByRole('complementary', { name: 'Traits' }));

/** Answers for the first page of pictures alone, until what it returns is called. */
export function refuseFarPages(): () => void {
	let isBusy = true;
	api.use(
		http.all('*/trpc/merge.tokens', ({ request }) =>
			isBusy && !new URL(request.url).searchParams.get('input')?.includes('"offset":0')
				? HttpResponse.json(new Refusal(409, 'Too busy.').toBody(), { status: 409 })
				: undefined,
		),
	);
	return () => {
		isBusy = false;
	};
}
