import { TooltipProvider } from '@adx/ui/feedback/tooltip';
import { type AnyRouter, createRouter, RouterProvider, useRouterState } from '@tanstack/react-router';
import { type JSX, type ReactNode, useState } from 'react';
import { routeTree } from './routeTree.gen.ts';
import { LoadingPage, openingText } from './shell/loading-page.tsx';
import { PageFailed } from './shell/page-failed.tsx';

const createAppRouter = () =>
	createRouter({
		routeTree,
		defaultPreload: 'intent',
		scrollRestoration: true,
		// In the place of the page that failed: the bar above it goes on leading to the others.
		defaultErrorComponent: PageFailed,
		InnerWrap: OpeningUntilRouted,
	});

/** Until the first page's code is there the router shows nothing at all. */
function OpeningUntilRouted({ children }: { readonly children: ReactNode }): JSX.Element {
	const isRouted = useRouterState<AnyRouter, boolean>({ select: ({ matches }) => matches.length > 0 });
	return (
		<>
			{children}
			{isRouted ? null : <LoadingPage text={openingText} />}
		</>
	);
}

declare module '@tanstack/react-router' {
	interface Register {
		router: ReturnType<typeof createAppRouter>;
	}
}

/** Everything behind the gate. */
export default function App() {
	const [router] = useState(createAppRouter);
	return (
		<TooltipProvider>
			<RouterProvider router={router} />
		</TooltipProvider>
	);
}
