import { useEffect } from 'react';
import { create } from 'zustand';
import { getPageName } from './page-names.ts';

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

/**
 * Names the page before anything of it is there, while access is checked and its code is on its way: as the server has
 * named it, or by its address. An address that says too little leaves what stands in the tab.
 *
 * @param isDeveloper whether it is a developer most likely: no page is named that is refused a moment later
 */
export function beginPageTitle(
	{ pathname, search }: Pick<Location, 'pathname' | 'search'>,
	isDeveloper: boolean,
): void {
	const ending = ` – ${product}`;
	const served = document.title.endsWith(ending) ? document.title.slice(0, -ending.length) : null;
	useTitles.setState({
		page: served ?? getPageName(pathname, new URLSearchParams(search), isDeveloper),
		progress: null,
	});
}

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
