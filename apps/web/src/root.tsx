import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { AccessGate, type LeavePage } from './features/access/gate/access-gate.tsx';
import { AccessProvider } from './features/access/gate/access-provider.tsx';
import { readDiscordReturn, readFlags } from './features/access/gate/stored-flags.ts';
import { SaleErrorBoundary } from './features/market/sale/sale-error-boundary.tsx';
import { parseSaleId } from './features/market/sale/sale-path.ts';
import { createQueryClient } from './lib/api/query-client.ts';
import { createApiClient, trpc } from './lib/api/trpc.ts';
import { LateToaster } from './shell/late-toaster.tsx';
import { LoadingPage, openingText } from './shell/loading-page.tsx';
import { PageReloadContext } from './shell/page-reload.ts';
import { beginPageTitle } from './shell/page-title.ts';
import { Snow } from './shell/snow/snow.tsx';

const loadApp = () => import('./app.tsx');
const App = lazy(loadApp);
const loadSale = () => import('./sale-app.tsx');
const SaleApp = lazy(loadSale);

function start() {
	const saleId = parseSaleId(window.location.pathname);
	const clients = { queryClient: createQueryClient(), apiClient: createApiClient(window.location.origin) };
	if (saleId !== null) {
		void loadSale();
		return { ...clients, saleId };
	}
	const flags = readFlags();
	beginPageTitle(window.location, flags.mage);
	// A user who was let in before, or just now by Discord, will most likely be let in again: fetch the application meanwhile.
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
				<LateToaster />
			</QueryClientProvider>
		</trpc.Provider>
	);
}

function Gated(leavePage: LeavePage) {
	return (
		<AccessProvider>
			{/* Around the gate, which stays until the application's code is there. */}
			<Suspense fallback={<LoadingPage text={openingText} />}>
				<AccessGate {...leavePage}>
					<PageReloadContext value={leavePage.reload}>
						<App />
					</PageReloadContext>
				</AccessGate>
			</Suspense>
		</AccessProvider>
	);
}

interface OpenToAllProps extends Pick<LeavePage, 'reload'> {
	readonly saleId: string;
}

function OpenToAll({ saleId, reload }: OpenToAllProps) {
	return (
		<SaleErrorBoundary reload={reload}>
			<Suspense fallback={<LoadingPage text="Opening the sale..." />}>
				<SaleApp saleId={saleId} />
			</Suspense>
		</SaleErrorBoundary>
	);
}
