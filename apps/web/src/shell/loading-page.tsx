/** What the page says while the application's code is on its way. */
export const openingText = 'Opening the realm...';

/**
 * Stands in for a page that is on its way; index.html shows the same before any script has run. Where the server sent
 * the page's skeleton, `styles.css` shows that in its place.
 */
export function LoadingPage({ text }: { readonly text: string }) {
	return (
		<main data-loading="" className="grid min-h-dvh place-content-center justify-items-center gap-5">
			<h1 className="font-title text-5xl text-gold">ADX Realm</h1>
			<p role="status" className="flex items-center gap-3 text-text-2">
				<span aria-hidden className="size-6 animate-spin rounded-full border-2 border-primary border-t-transparent" />
				{text}
			</p>
		</main>
	);
}
