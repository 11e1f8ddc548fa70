import { createHash } from 'node:crypto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { usePage } from '../../test/setup.tsx';
import { useIdempotentMutation } from './use-idempotent-mutation.ts';

usePage();

type Kind = 'generation' | 'merge';

/** A page that is loaded, with one call; its answers come from `answer`. Returns how to press the button and the keys sent. */
function loadPage(answer: () => Promise<string>, kind: Kind = 'merge', identify?: (input: unknown) => unknown) {
	const keys: string[] = [];
	const client = new QueryClient({ defaultOptions: { mutations: { retry: false } } });
	const wrapper = ({ children }: { readonly children: ReactNode }) => (
		<QueryClientProvider client={client}>{children}</QueryClientProvider>
	);
	const send = (_input: unknown, { context }: { readonly context: { readonly idempotencyKey: string } }) => {
		keys.push(context.idempotencyKey);
		return answer();
	};
	const { result, unmount } = renderHook(() => useIdempotentMutation(send, { kind, ...(identify && { identify }) }), {
		wrapper,
	});
	return {
		keys,
		leave: unmount,
		press: async (input: unknown) => {
			const count = keys.length;
			act(() => result.current.mutate(input));
			await waitFor(() => expect(keys.length).toBe(count + 1));
			await waitFor(() => expect(result.current.isPending && answer !== never).toBe(false));
			return keys.at(-1)!;
		},
	};
}

const never = () => new Promise<never>(() => {});
const failed = () => Promise.reject(new Error('no answer'));
const taken = async () => 'job-1';

test('the same call carries the same key until it is taken, and another call another one', async () => {
	let answer = failed;
	const page = loadPage(() => answer());
	const first = await page.press({ name: 'one' });
	expect(await page.press({ name: 'one' })).toBe(first);
	const second = await page.press({ name: 'two' });
	expect(second).not.toBe(first);
	answer = taken as never;
	expect(await page.press({ name: 'two' })).toBe(second);
	expect(await page.press({ name: 'two' })).not.toBe(second);
});

test('a call whose answer a reload kept from arriving has the same key for two minutes', async () => {
	const before = loadPage(never);
	const key = await before.press({ name: 'one' });
	before.leave();
	expect(await loadPage(taken, 'generation').press({ name: 'one' })).not.toBe(key);
	expect(await loadPage(never).press({ name: 'one' })).toBe(key);
	vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 121_000 });
	expect(await loadPage(never).press({ name: 'one' })).not.toBe(key);
	vi.useRealTimers();
});

test('after a reload another call is another one, and so is the same again once it was taken', async () => {
	const before = loadPage(never);
	const key = await before.press({ name: 'one' });
	before.leave();
	const page = loadPage(taken);
	expect(await page.press({ name: 'two' })).not.toBe(key);
	const again = await loadPage(taken).press({ name: 'one' });
	expect(again).not.toBe(key);
	expect(await loadPage(taken).press({ name: 'one' })).not.toBe(again);
});

test('what identifies no call, such as a key, is neither remembered nor makes another call of it', async () => {
	const store = vi.spyOn(Storage.prototype, 'setItem');
	const identify = (input: unknown) => ({ ...(input as object), apiKey: undefined });
	const before = loadPage(never, 'generation', identify);
	const key = await before.press({ name: 'one', apiKey: 'mage:weak' });
	before.leave();
	expect(await loadPage(never, 'generation', identify).press({ name: 'one', apiKey: 'other' })).toBe(key);
	const digest = createHash('sha256').update('{"name":"one"}').digest('hex');
	expect(store.mock.calls.map(([, value]) => value.split(' ')[0])).toEqual([digest]);
	store.mockRestore();
});
