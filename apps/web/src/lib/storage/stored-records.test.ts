import { act, cleanup, renderHook } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { clearMemoryFallback } from './browser-storage.ts';
import { storedRecords } from './stored-records.ts';

const openRecords = () => storedRecords('adx_test_', z.object({ count: z.number() }));
const storeElsewhere = (key: string, text: string) => localStorage.setItem(key, text);

afterEach(() => {
	cleanup();
	vi.restoreAllMocks();
	localStorage.clear();
	clearMemoryFallback();
});

describe('records that this browser keeps', () => {
	test('lie as JSON under a key of their own, and are listed in the order of their keys', () => {
		const records = openRecords();
		records.set('b', { count: 2 });
		records.set('a', { count: 1 });
		expect(localStorage.getItem('adx_test_b')).toBe('{"count":2}');
		expect([...records.readAll()]).toEqual([
			['a', { count: 1 }],
			['b', { count: 2 }],
		]);
		records.remove('a');
		expect([...records.readAll().keys()]).toEqual(['b']);
		expect(records.read('a')).toBeNull();
	});

	test.each(['{"count"', 'null', '{"count":"2"}', ''])('rejects %j, and what stands beside it is read', (text) => {
		storeElsewhere('adx_test_broken', text);
		storeElsewhere('adx_test_good', '{"count":3}');
		storeElsewhere('adx_other', '{"count":4}');
		expect([...openRecords().readAll()]).toEqual([['good', { count: 3 }]]);
	});

	test('are shown as they are now, also what changed while nobody looked, and what another tab does', () => {
		const records = openRecords();
		storeElsewhere('adx_test_a', '{"count":1}');
		const { result, rerender } = renderHook(() => records.use());
		const first = result.current;
		expect([...first]).toEqual([['a', { count: 1 }]]);
		rerender();
		expect(result.current).toBe(first);
		storeElsewhere('adx_test_b', '{"count":2}');
		act(() => void window.dispatchEvent(new StorageEvent('storage')));
		expect([...result.current.keys()]).toEqual(['a', 'b']);
		act(() => records.remove('a'));
		expect([...result.current.keys()]).toEqual(['b']);
	});

	test('are shown as they are now, also what another tab does between the first render and the moment this one listens', () => {
		const records = openRecords();
		const { result } = renderHook(() => {
			useLayoutEffect(() => storeElsewhere('adx_test_a', '{"count":1}'), []);
			return records.use();
		});
		expect([...result.current]).toEqual([['a', { count: 1 }]]);
	});

	test('stay until the page is left where the browser keeps nothing', () => {
		vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
			throw new DOMException('Full', 'QuotaExceededError');
		});
		const records = openRecords();
		records.set('a', { count: 1 });
		expect(records.read('a')).toEqual({ count: 1 });
		expect([...records.readAll().keys()]).toEqual(['a']);
	});
});
