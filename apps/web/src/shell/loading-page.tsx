/** Stands in for a page that is on its way. */
export function LoadingPage({ text }: { readonly text: string }) {
	return (
		<main className="grid min-h-dvh place-items-center">
			<h1 className="sr-only">ADX Realm</h1>
			<p role="status" className="flex items-center gap-3 text-text-2">
				<span aria-hidden className="size-6 animate-spin rounded-full border-2 border-primary border-t-transparent" />
				{text}
			</p>
		</main>
	);
}
