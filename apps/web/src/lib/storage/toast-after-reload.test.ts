import { dismissToast, useToastStore } from '@adx/ui/feedback/toast-store';
import { afterEach, describe, expect, test } from 'vitest';
import { showStoredToast, storeToastForReload } from './toast-after-reload.ts';

const key = 'adx_toast_after_reload';

afterEach(() => {
	dismissToast();
	sessionStorage.clear();
});

describe('a message kept for the page after a reload', () => {
	test('is shown as a success, once (AMB-15)', () => {
		storeToastForReload('Granted', 'Come in');
		showStoredToast();
		expect(useToastStore.getState().shown).toMatchObject({ title: 'Granted', description: 'Come in', tone: 'success' });
		dismissToast();
		showStoredToast();
		expect(useToastStore.getState().shown).toBeNull();
	});

	test.each(['{"title"', 'null', '42', '"text"', '{}', '["only a title"]', '[1, 2]', ''])(
		'rejects %j in its place, and throws it away',
		(garbage) => {
			sessionStorage.setItem(key, garbage);
			expect(showStoredToast).not.toThrow();
			expect(useToastStore.getState().shown).toBeNull();
			expect(sessionStorage.getItem(key)).toBeNull();
		},
	);
});
