import { Toaster } from '@adx/ui/toast';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Snow } from './components/snow.tsx';
import { WaitingPage } from './components/waiting-page.tsx';
import { AccessGate, type LeavePage } from './features/access/components/access-gate.tsx';
import { AccessProvider } from './features/access/components/access-provider.tsx';
import { readDiscordReturn, readFlags } from './features/access/store.ts';
import { SaleBoundary } from './features/sale/components/sale-boundary.tsx';
import { saleIdOf } from './features/sale/sale-address.ts';
import { PageReload } from './lib/page-reload.ts';
import { createQueryClient } from './lib/query-client.ts';
import { createApiClient, trpc } from './lib/trpc.ts';

const loadApp = () => import('./app.tsx');
const App = lazy(loadApp);
const loadSale = () => import('./sale-app.tsx');
const SaleApp = lazy(loadSale);

function start() {
	const saleId = saleIdOf(window.location.pathname);
	const clients = { queryClient: createQueryClient(), apiClient: createApiClient(window.location.origin) };
	if (saleId !== null) {
		void loadSale();
		return { ...clients, saleId };
	}
	const flags = readFlags();
	// Whoever was let in before, or just now by Discord, will most likely be again: fetch the application meanwhile.
	if (flags.mage || flags.discord || readDiscordReturn() === 'success') void loadApp();
	return { ...clients, saleId };
}

/**
 * The whole page: snow, gate, and behind the gate the application in a chunk of its own. The gate stands at every address
 * but that of a sale, which is left by loading the next page only.
 */
export function Root(leavePage: LeavePage) {
	const [{ queryClient, apiClient, saleId }] = useState(start);
	return (
		<trpc.Provider client={apiClient} queryClient={queryClient}>
			<QueryClientProvider client={queryClient}>
				<Snow />
				{saleId === null ? <Gated {...leavePage} /> : <OpenToAll saleId={saleId} reload={leavePage.reload} />}
				<Toaster />
			</QueryClientProvider>
		</trpc.Provider>
	);
}

function Gated(leavePage: LeavePage) {
	return (
		<AccessProvider>
			<AccessGate {...leavePage}>
				<PageReload value={leavePage.reload}>
					<Suspense fallback={<WaitingPage text="Opening the realm..." />}>
						<App />
					</Suspense>
				</PageReload>
			</AccessGate>
		</AccessProvider>
	);
}

interface OpenToAllProps extends Pick<LeavePage, 'reload'> {
	readonly saleId: string;
}

function OpenToAll({ saleId, reload }: OpenToAllProps) {
	return (
		<SaleBoundary reload={reload}>
			<Suspense fallback={<WaitingPage text="Opening the sale..." />}>
				<SaleApp saleId={saleId} />
			</Suspense>
		</SaleBoundary>
	);
}
