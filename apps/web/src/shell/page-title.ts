import { useEffect } from 'react';
import { create } from 'zustand';

const product = 'ADX Realm';

/** What the tab says: how far what is under way is, before the page's own name. */
const useTitles = create<{ readonly page: string | null; readonly progress: string | null }>(() => ({
	page: null,
	progress: null,
}));
useTitles.subscribe(({ page, progress }) => {
	document.title =
		progress === null ? (page === null ? product : `${page} – ${product}`) : `${progress} – ${page ?? product}`;
});

/** Names the page in the browser's tab while the component is there; null while its name is not known. */
export function usePageTitle(page: string | null): void {
	useEffect(() => {
		useTitles.setState({ page });
		return () => useTitles.setState({ page: null });
	}, [page]);
}

/** Shows how far what is under way is before the page's name; null for none. */
export function useProgressTitle(progress: string | null): void {
	useEffect(() => {
		useTitles.setState({ progress });
		return () => useTitles.setState({ progress: null });
	}, [progress]);
}
