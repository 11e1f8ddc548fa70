import { TooltipProvider } from '@adx/ui/feedback/tooltip';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { routeTree } from './routeTree.gen.ts';
import { PageFailed } from './shell/page-failed.tsx';

const createAppRouter = () =>
	createRouter({
		routeTree,
		defaultPreload: 'intent',
		scrollRestoration: true,
		// In the place of the page that failed: the bar above it goes on leading to the others.
		defaultErrorComponent: PageFailed,
	});

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
