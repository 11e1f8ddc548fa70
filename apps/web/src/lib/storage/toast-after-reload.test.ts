import { dismissToast, toastStore } from '@adx/ui/feedback/toast-store';
import { afterEach, describe, expect, test } from 'vitest';
import { showStoredToast, storeToastForReload } from './toast-after-reload.ts';

const key = 'adx_toast_after_reload';

afterEach(() => {
	dismissToast();
	sessionStorage.clear();
});

describe('a message kept for the page after a reload', () => {
	test('AMB-15 is shown as a success, once', () => {
		storeToastForReload('Granted', 'Come in');
		showStoredToast();
		expect(toastStore.current()).toMatchObject({ title: 'Granted', description: 'Come in', tone: 'success' });
		dismissToast();
		showStoredToast();
		expect(toastStore.current()).toBeNull();
	});

	test.each(['{"title"', 'null', '42', '"text"', '{}', '["only a title"]', '[1, 2]', ''])(
		'rejects %j in its place, and throws it away',
		(garbage) => {
			sessionStorage.setItem(key, garbage);
			expect(showStoredToast).not.toThrow();
			expect(toastStore.current()).toBeNull();
			expect(sessionStorage.getItem(key)).toBeNull();
		},
	);
});
