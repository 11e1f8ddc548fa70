import { Toaster } from '@adx/ui/toast';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Snow } from './components/snow.tsx';
import { WaitingPage } from './components/waiting-page.tsx';
import { AccessGate, type LeavePage } from './features/access/components/access-gate.tsx';
import { AccessProvider } from './features/access/components/access-provider.tsx';
import { readDiscordReturn, readFlags } from './features/access/store.ts';
import { PageReload } from './lib/page-reload.ts';
import { createQueryClient } from './lib/query-client.ts';
import { createApiClient, trpc } from './lib/trpc.ts';

const loadApp = () => import('./app.tsx');
const App = lazy(loadApp);

function start() {
	const flags = readFlags();
	// Whoever was let in before, or just now by Discord, will most likely be again: fetch the application meanwhile.
	if (flags.mage || flags.discord || readDiscordReturn() === 'success') void loadApp();
	return { queryClient: createQueryClient(), apiClient: createApiClient(window.location.origin) };
}

/** The whole page: snow, gate, and behind the gate the application in a chunk of its own. */
export function Root(leavePage: LeavePage) {
	const [{ queryClient, apiClient }] = useState(start);
	return (
		<trpc.Provider client={apiClient} queryClient={queryClient}>
			<QueryClientProvider client={queryClient}>
				<Snow />
				<AccessProvider>
					<AccessGate {...leavePage}>
						<PageReload value={leavePage.reload}>
							<Suspense fallback={<WaitingPage text="Opening the realm..." />}>
								<App />
							</Suspense>
						</PageReload>
					</AccessGate>
				</AccessProvider>
				<Toaster />
			</QueryClientProvider>
		</trpc.Provider>
	);
}
