import { generationPollMs, jobListPollMs } from '@adx/validators/limits';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { api, procedure } from '../../../test/api.ts';
import { runningJob, signedInAs } from '../../../test/fixtures.ts';
import { type LiveServer, serveChanges } from '../../../test/live-server.ts';
import { usePage } from '../../../test/setup.tsx';
import { createQueryClient, pollEvery } from '../query-client.ts';
import { clearSessionEnded, markSessionEnded } from '../session-ended.ts';
import { createApiClient, jobListWithCover, trpc } from '../trpc.ts';
import { useLiveUpdates } from './use-live-updates.ts';

usePage();

let live: LiveServer;
let asked: { get: number; list: number };
beforeEach(() => {
	vi.useFakeTimers({
		shouldAdvanceTime: true,
		toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
	});
	live = serveChanges();
	asked = { get: 0, list: 0 };
	api.use(
		procedure('generation', 'get', () => {
			asked.get += 1;
			return runningJob(1);
		}),
		procedure('generation', 'list', () => {
			asked.list += 1;
			return [runningJob(1)];
		}),
	);
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const change = { changes: [{ topic: 'job', id: 'job-1' }] } as const;

/** A tab that shows a running job, the list of jobs and who this is. */
async function openTab() {
	const queryClient = createQueryClient();
	const apiClient = createApiClient(window.location.origin);
	const wrapper = ({ children }: { readonly children: ReactNode }) => (
		<trpc.Provider client={apiClient} queryClient={queryClient}>
			<QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
		</trpc.Provider>
	);
	const tab = renderHook(
		() => {
			useLiveUpdates();
			const job = trpc.generation.get.useQuery({ jobId: 'job-1' }, { refetchInterval: pollEvery(generationPollMs) });
			const jobs = trpc.generation.list.useQuery(jobListWithCover, { refetchInterval: pollEvery(jobListPollMs) });
			return { polled: [job, jobs, trpc.auth.check.useQuery()], logout: trpc.auth.logout.useMutation() };
		},
		{ wrapper },
	);
	await waitFor(() => expect(tab.result.current.polled.every(({ isSuccess }) => isSuccess)).toBe(true));
	return tab;
}

/** A listening tab that has rested: each of its queries was asked once more since the stream is up. */
async function openRestingTab() {
	const tab = await openTab();
	await waitFor(() => expect(live.connections).toEqual(['']));
	live.tell('1', {});
	await pass(31_000);
	return tab;
}

describe('a page that is told what changes', () => {
	test('asks for it at once, and hardly ever by itself', async () => {
		await openRestingTab();
		const before = { ...asked };
		await pass(8_000);
		expect(asked).toEqual(before);
		live.tell('2', change);
		await waitFor(() => expect(asked).toEqual({ get: before.get + 1, list: before.list + 1 }));
		live.tell('3', { changes: [{ topic: 'job', id: 'job-2' }] });
		await pass(1_500);
		await waitFor(() => expect(asked).toEqual({ get: before.get + 1, list: before.list + 2 }));
		live.tell('4', { changes: [{ topic: 'merge', id: 'job-1' }] });
		await pass(1_500);
		expect(asked).toEqual({ get: before.get + 1, list: before.list + 2 });
	});

	test('asks for a list once a second at most, and for the last change too', async () => {
		await openRestingTab();
		const before = { ...asked };
		for (let id = 2; id < 32; id += 1) {
			live.tell(String(id), change);
			await pass(50);
		}
		await pass(2_000);
		expect(asked.list - before.list).toBeGreaterThanOrEqual(2);
		expect(asked.list - before.list).toBeLessThanOrEqual(4);
		expect(asked.get - before.get).toBeLessThanOrEqual(10);
	});

	test('asks who this is only when nothing is being sent, which may be a sign-in whose cookie is not here yet', async () => {
		const sent = Promise.withResolvers<{ ok: true }>();
		const checked = vi.fn(() => signedInAs('creator'));
		api.use(
			procedure('auth', 'check', checked),
			procedure('auth', 'logout', () => sent.promise),
		);
		const { result } = await openRestingTab();
		const before = checked.mock.calls.length;
		act(() => result.current.logout.mutate());
		live.tell('2', { changes: [{ topic: 'account', id: '' }] });
		await pass(4_000);
		expect(checked.mock.calls.length).toBe(before);
		sent.resolve({ ok: true });
		await waitFor(() => expect(checked.mock.calls.length).toBe(before + 1), { timeout: 3_000 });
	});

	test('asks for everything when it was away for too long', async () => {
		await openRestingTab();
		const before = { ...asked };
		live.tell('2', { everything: true });
		await pass(2_500);
		await waitFor(() => expect(asked).toEqual({ get: before.get + 1, list: before.list + 1 }));
	});

	test('marks what changes while it is hidden, and asks when it is shown', async () => {
		await openRestingTab();
		const before = { ...asked };
		const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
		live.tell('2', change);
		await pass(3_000);
		expect(asked).toEqual(before);
		hidden.mockReturnValue(false);
		act(() => void document.dispatchEvent(new Event('visibilitychange')));
		await waitFor(() => expect(asked).toEqual({ get: before.get + 1, list: before.list + 1 }));
	});
});

describe('a stream that is cut', () => {
	test('lets the page poll within seconds as often as ever, and goes on after the last event', async () => {
		await openRestingTab();
		live.isUp = false;
		live.cut();
		await pass(100);
		const before = { ...asked };
		await pass(3_100);
		await waitFor(() => expect(asked.get).toBe(before.get + 1));
		await pass(3_100);
		await waitFor(() => expect(asked.get).toBe(before.get + 2));
		live.isUp = true;
		await pass(5_000);
		await waitFor(() => expect(live.connections.at(-1)).toBe('1'));
		live.tell('2', {});
		await pass(4_000);
		const after = asked.get;
		await pass(6_000);
		expect(asked.get).toBe(after);
	});

	test('without a word is noticed by the silence', async () => {
		await openRestingTab();
		live.fallSilent();
		live.isUp = false;
		await pass(16_000);
		const before = asked.get;
		await pass(6_500);
		await waitFor(() => expect(asked.get).toBeGreaterThanOrEqual(before + 2));
	});

	test('by a server that starts again is made again soon', async () => {
		await openRestingTab();
		const before = live.connections.length;
		live.end();
		await pass(1_200);
		await waitFor(() => expect(live.connections.slice(before)).toEqual(['1']));
	});
});

describe('a session that ended', () => {
	test('has no stream, until somebody signs in again', async () => {
		await openRestingTab();
		act(() => markSessionEnded());
		const before = live.connections.length;
		await pass(20_000);
		expect(live.connections.length).toBe(before);
		act(() => clearSessionEnded());
		await waitFor(() => expect(live.connections.length).toBe(before + 1));
	});
});

describe('many tabs', () => {
	/** Locks as all tabs of a browser share them. */
	function stubLocks() {
		const waiting: (() => void)[] = [];
		let isHeld = false;
		const next = () => {
			isHeld = false;
			waiting.shift()?.();
		};
		const request = (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) =>
			new Promise<void>((resolve, reject) => {
				const start = () => {
					isHeld = true;
					void work().then(resolve).finally(next);
				};
				signal.addEventListener('abort', () => {
					const place = waiting.indexOf(start);
					if (place !== -1) waiting.splice(place, 1);
					reject(signal.reason as Error);
				});
				if (isHeld) waiting.push(start);
				else start();
			});
		Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
		onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
	}

	test('share one stream, which the next one goes on with when its tab is closed', async () => {
		stubLocks();
		const first = await openRestingTab();
		await openTab();
		live.tell('2', {});
		await pass(31_000);
		expect(live.connections).toEqual(['']);
		const before = { ...asked };
		live.tell('3', change);
		await waitFor(() => expect(asked).toEqual({ get: before.get + 2, list: before.list + 2 }));
		const streams = live.connections.length;
		act(() => first.unmount());
		await waitFor(() => expect(live.connections.slice(streams)).toEqual(['3']));
		live.tell('4', change);
		await waitFor(() => expect(asked).toEqual({ get: before.get + 3, list: before.list + 3 }));
	});
});
