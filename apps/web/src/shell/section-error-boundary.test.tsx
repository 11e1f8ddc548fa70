import { useToastStore } from '@adx/ui/feedback/toast-store';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { Suspense } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useOffline } from '../lib/api/offline.ts';
import { api } from '../test/api.ts';
import { usePage } from '../test/setup.tsx';
import { keepPageOnFailedImport } from './failed-import.ts';
import { lazyPart } from './lazy-part.tsx';
import { PageReloadContext } from './page-reload.ts';
import { SectionErrorBoundary } from './section-error-boundary.tsx';

usePage();
keepPageOnFailedImport();
const reload = vi.fn();
let isReached = true;
beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	reload.mockClear();
	isReached = true;
	api.use(http.get('/healthz', () => (isReached ? HttpResponse.text('ok') : HttpResponse.error())));
	return () => useOffline.setState(false, true);
});

/** A part whose code cannot be fetched a few times. */
function createPart(failures: number) {
	let left = failures;
	return lazyPart(async () => {
		if (left-- === 0) return { default: () => <p>The part</p> };
		const payload = new TypeError('Failed to fetch dynamically imported module: /assets/part.js');
		window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
		throw payload;
	});
}

function createPage(failures: number) {
	const Part = createPart(failures);
	return (opening = 1) => (
		<PageReloadContext value={reload}>
			<SectionErrorBoundary key={opening} problem="It could not be shown.">
				<Suspense fallback={null}>
					<Part />
				</Suspense>
			</SectionErrorBoundary>
		</PageReloadContext>
	);
}

const findFailure = () => screen.findByText(/^It could not be shown\./);

test('a part whose code could not be fetched is fetched again when it is opened again', async () => {
	const page = createPage(1);
	const { rerender } = render(page());
	await findFailure();
	rerender(page(2));
	expect(await screen.findByText('The part')).toBeVisible();
});

test('it comes by itself once the browser is connected again', async () => {
	render(createPage(1)());
	await findFailure();
	act(() => useOffline.setState(true, true));
	expect(screen.queryByText('The part')).toBeNull();
	act(() => useOffline.setState(false, true));
	expect(await screen.findByText('The part')).toBeVisible();
});

test('it is tried again by its button, and where that fails the button reloads the page', async () => {
	render(createPage(2)());
	await findFailure();
	await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
	await userEvent.click(await screen.findByRole('button', { name: 'Reload the page' }));
	await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

test('without a server its button says so and leaves the page as it is', async () => {
	isReached = false;
	const page = createPage(2);
	render(page());
	await findFailure();
	const wasTold = () => useToastStore.getState().recent.length;
	await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
	await waitFor(() => expect(wasTold()).toBe(1));
	isReached = true;
	await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
	const reloadButton = await screen.findByRole('button', { name: 'Reload the page' });
	isReached = false;
	await userEvent.click(reloadButton);
	await waitFor(() => expect(wasTold()).toBe(2));
	expect(reload).not.toHaveBeenCalled();
});
