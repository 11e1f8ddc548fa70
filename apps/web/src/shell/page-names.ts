/** What the pages at fixed addresses are called in the browser's tab. */
export const pageNames = {
	gallery: 'Gallery',
	merger: 'Merge',
	attributes: 'Attribute Generator',
	tokens: 'Access tokens',
} as const;

/** The same for the parts of the first page. */
export const createTabNames = { studio: 'Create', results: 'Results', latest: 'Latest', mint: 'Mint' } as const;

/** What a page is called whose subject is not known yet. */
export const subjectNames = { collection: 'Collection', rarity: 'Rarity', job: 'Job' } as const;

const named: readonly (readonly [RegExp, string])[] = [
	[/^\/gallery\/?$/, pageNames.gallery],
	[/^\/merger\/?$/, pageNames.merger],
	[/^\/tokens\/?$/, pageNames.tokens],
	[/^\/jobs\/[^/]+\/?$/, subjectNames.job],
	[/^\/collections\/[^/]+\/?$/, subjectNames.collection],
	[/^\/collections\/[^/]+\/rarity\/?$/, subjectNames.rarity],
];

/** Refuses who is not a developer. */
const developerPage = /^\/attributes\/?$/;

/**
 * What the page at an address is called as far as the address tells; null where there is none, and of a page for developers
 * for everybody else.
 */
export function getPageName(path: string, search: URLSearchParams, isDeveloper: boolean): string | null {
	if (path === '/' || path === '/create') {
		const tab = getCreateTab(search);
		return createTabNames[tab === 'mint' && !isDeveloper ? 'studio' : tab];
	}
	if (developerPage.test(path)) return isDeveloper ? pageNames.attributes : null;
	return named.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** The part of the first page that an address names, else the one that its subject stands in. */
function getCreateTab(search: URLSearchParams): keyof typeof createTabNames {
	const tab = search.get('tab');
	if (tab !== null && Object.hasOwn(createTabNames, tab)) return tab as keyof typeof createTabNames;
	return search.has('job') || search.has('image') ? 'results' : 'studio';
}
