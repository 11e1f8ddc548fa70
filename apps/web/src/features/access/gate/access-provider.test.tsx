import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../lib/api/query-client.ts';
import { createApiClient, trpc } from '../../../lib/api/trpc.ts';
import { api, procedure } from '../../../test/api.ts';
import { publicConfig, signedInAs, signedOut } from '../../../test/fixtures.ts';
import { usePage } from '../../../test/setup.tsx';
import { AccessProvider, useAccess } from './access-provider.tsx';

usePage();

function Probe() {
	const { hasAccess, loading, user, isDeveloperMode } = useAccess();
	return <output>{JSON.stringify({ hasAccess, loading, user: user?.name ?? null, isDeveloperMode })}</output>;
}

function openProbe() {
	const queryClient = createQueryClient();
	render(
		<trpc.Provider client={createApiClient(window.location.origin)} queryClient={queryClient}>
			<QueryClientProvider client={queryClient}>
				<AccessProvider>
					<Probe />
				</AccessProvider>
			</QueryClientProvider>
		</trpc.Provider>,
	);
}

const state = () => JSON.parse(screen.getByRole('status').textContent);
const waitedFor = { hasAccess: false, loading: true, user: null, isDeveloperMode: false };

describe('what the client knows of access (GATE-48)', () => {
	test('is loading until both answers are here, then names the user', async () => {
		const name = 'Frostwen';
		let answerCheck = () => {};
		let answerConfig = () => {};
		const config = new Promise<void>((resolve) => {
			answerConfig = resolve;
		});
		const check = new Promise<void>((resolve) => {
			answerCheck = resolve;
		});
		const configAsked = vi.fn();
		api.use(
			procedure('auth', 'config', () => {
				configAsked();
				return config.then(() => publicConfig);
			}),
			procedure('auth', 'check', () => check.then(() => signedInAs('developer', { name }))),
		);
		openProbe();
		expect(state()).toEqual(waitedFor);
		answerCheck();
		await waitFor(() => expect(state()).toEqual({ hasAccess: true, loading: true, user: name, isDeveloperMode: true }));
		await waitFor(() => expect(configAsked).toHaveBeenCalled());
		answerConfig();
		await waitFor(() =>
			expect(state()).toEqual({ hasAccess: true, loading: false, user: name, isDeveloperMode: true }),
		);
	});

	test('has nobody and no access once the server knows nobody', async () => {
		api.use(procedure('auth', 'check', () => signedOut));
		openProbe();
		expect(state()).toEqual(waitedFor);
		await waitFor(() => expect(state()).toEqual({ ...waitedFor, loading: false }));
	});
});
