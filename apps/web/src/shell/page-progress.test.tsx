import {
	createMemoryHistory,
	createRootRoute,
	createRoute,
	createRouter,
	Link,
	Outlet,
	RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PageProgress, useSlowNavigation } from './page-progress.tsx';

/** A page whose link leads to one that comes when `arrive` is called. */
async function openPageWithLink() {
	const { promise, resolve: arrive } = Promise.withResolvers<void>();
	const root = createRootRoute({
		component: function Frame() {
			const isSlow = useSlowNavigation();
			return (
				<>
					<PageProgress isShown={isSlow} />
					<Link to={'/far' as never}>Far</Link>
					<Outlet />
				</>
			);
		},
	});
	const near = createRoute({ getParentRoute: () => root, path: '/', component: () => <h1>Near</h1> });
	const far = createRoute({
		getParentRoute: () => root,
		path: '/far',
		loader: () => promise,
		pendingMs: Number.POSITIVE_INFINITY,
		component: () => <h1>There</h1>,
	});
	const router = createRouter({
		routeTree: root.addChildren([near, far]),
		history: createMemoryHistory({ initialEntries: ['/'] }),
	});
	render(<RouterProvider router={router as never} />);
	await screen.findByRole('heading', { name: 'Near' });
	return { arrive };
}

const findBar = () => document.querySelector('[data-page-progress]');

test('a page that is long on its way is shown and told to be, until it is there', async () => {
	const { arrive } = await openPageWithLink();
	vi.useFakeTimers();
	act(() => screen.getByRole('link', { name: 'Far' }).click());
	await act(() => vi.advanceTimersByTimeAsync(250));
	expect(findBar()).toBeNull();
	expect(screen.getByRole('status')).toBeEmptyDOMElement();
	await act(() => vi.advanceTimersByTimeAsync(100));
	expect(findBar()).toBeVisible();
	expect(screen.getByRole('status')).toHaveTextContent('The page is on its way...');
	vi.useRealTimers();
	arrive();
	await screen.findByRole('heading', { name: 'There' });
	await waitFor(() => expect(findBar()).toBeNull());
	expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('a page that comes at once leaves no flash', async () => {
	const { arrive } = await openPageWithLink();
	arrive();
	const flashes = vi.fn();
	const observer = new MutationObserver(() => findBar() && flashes());
	observer.observe(document.body, { childList: true, subtree: true });
	act(() => screen.getByRole('link', { name: 'Far' }).click());
	await screen.findByRole('heading', { name: 'There' });
	observer.disconnect();
	expect(flashes).not.toHaveBeenCalled();
});
