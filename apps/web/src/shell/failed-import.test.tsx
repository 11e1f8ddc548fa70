import { act, renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '../test/api.ts';
import { usePage } from '../test/setup.tsx';
import { keepPageOnFailedImport, useReloadAfterFailedImport } from './failed-import.ts';
import { PageReloadContext } from './page-reload.ts';

usePage();
keepPageOnFailedImport();

function createFailedImport() {
	const payload = new TypeError('Failed to fetch dynamically imported module: /assets/gallery.js');
	window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
	return payload;
}

test('what the router takes for a reason to load everything again is told in other words', () => {
	expect(createFailedImport().message).toBe('A part of this page could not be fetched: the server was not reached.');
});

describe('a page whose code could not be fetched', () => {
	const asked = vi.fn();
	const reload = vi.fn();
	beforeEach(() => {
		sessionStorage.clear();
		vi.clearAllMocks();
	});
	const answer = (response: () => Response) =>
		api.use(
			http.get('/healthz', () => {
				asked();
				return response();
			}),
		);
	const show = (error: unknown) =>
		renderHook(() => useReloadAfterFailedImport(error), {
			wrapper: ({ children }: { readonly children: ReactNode }) => (
				<PageReloadContext value={reload}>{children}</PageReloadContext>
			),
		});

	test('is reloaded where the server answers, and once only', async () => {
		answer(() => HttpResponse.text('ok'));
		show(createFailedImport()).unmount();
		show(createFailedImport());
		await waitFor(() => expect(reload).toHaveBeenCalledOnce());
		show(createFailedImport());
		await act(() => new Promise((done) => setTimeout(done, 50)));
		expect(reload).toHaveBeenCalledOnce();
	});

	test('stays as it is without a server, and is reloaded once the browser is connected again', async () => {
		answer(() => HttpResponse.error());
		show(createFailedImport());
		await waitFor(() => expect(asked).toHaveBeenCalled());
		await act(() => new Promise((done) => setTimeout(done, 50)));
		expect(reload).not.toHaveBeenCalled();
		answer(() => HttpResponse.text('ok'));
		window.dispatchEvent(new Event('online'));
		await waitFor(() => expect(reload).toHaveBeenCalledOnce());
	});

	test('is not reloaded for any other error', async () => {
		answer(() => HttpResponse.text('ok'));
		show(new Error('no such thing'));
		await act(() => new Promise((done) => setTimeout(done, 50)));
		expect(asked).not.toHaveBeenCalled();
		expect(reload).not.toHaveBeenCalled();
	});
});
