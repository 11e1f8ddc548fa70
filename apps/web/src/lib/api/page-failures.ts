interface PageQuery {
	readonly data: unknown;
	readonly error: { readonly message: string } | null;
	readonly refetch: () => unknown;
}

/** What went wrong with a list that is fetched in pages. */
export interface PageFailures {
	/** The first failure of a page that holds nothing; null when there is none. */
	readonly error: { readonly message: string } | null;
	/** Asks for those pages again. */
	readonly refetch: () => void;
}

export function toPageFailures(pages: readonly PageQuery[]): PageFailures {
	const failed = pages.filter(({ data, error }) => data === undefined && error !== null);
	return {
		error: failed[0]?.error ?? null,
		refetch() {
			for (const page of failed) void page.refetch();
		},
	};
}
