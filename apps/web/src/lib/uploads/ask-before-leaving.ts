import type { StoreApi } from 'zustand';

/**
 * Has the browser ask before this tab is closed or reloaded while its state says that it reads or sends picked files: what the
 * browser has not kept of them by then has to be picked again.
 */
export function askBeforeLeaving<State>(
	{ getState, subscribe }: Pick<StoreApi<State>, 'getState' | 'subscribe'>,
	isAtWork: (state: State) => boolean,
): void {
	const ask = (event: BeforeUnloadEvent) => event.preventDefault();
	const follow = (state: State) => {
		// Only while it is needed: a page that listens is not kept for the way back.
		if (isAtWork(state)) window.addEventListener('beforeunload', ask);
		else window.removeEventListener('beforeunload', ask);
	};
	follow(getState());
	subscribe(follow);
}
