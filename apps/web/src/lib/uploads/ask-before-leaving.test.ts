import { expect, test } from 'vitest';
import { createStore } from 'zustand';
import { askBeforeLeaving } from './ask-before-leaving.ts';

/** Whether the browser would ask. */
const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('the browser asks before the page is left while picked files are on their way, and neither before nor after', () => {
	const store = createStore(() => ({ openCount: 0 }));
	askBeforeLeaving(store, ({ openCount }) => openCount > 0);
	expect(isAsked()).toBe(false);
	store.setState({ openCount: 2 });
	store.setState({ openCount: 1 });
	expect(isAsked()).toBe(true);
	store.setState({ openCount: 0 });
	expect(isAsked()).toBe(false);
});
