import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import superjson from 'superjson';
import type { Plugin, Rolldown } from 'vite';

/** What one page loads, as the server announces it to signed-in browsers. */
interface PagePreload {
	/** The pattern of its addresses, such as `/collections/$collectionId`. */
	readonly path: string;
	/** Values of the `Link` header; what the first paint waits for comes first. */
	readonly links: readonly string[];
	/** What is shown of it until its scripts have run, as HTML; for pages that have a skeleton. */
	readonly skeleton?: string;
}

/** What the gate asks; nothing that is refused where the session has ended. */
const queries = ['auth.check', 'auth.config'].map(toQueryUrl);

/** What signed-in browsers show of a page before its scripts, by path; relative to this file. */
const skeletons: Readonly<Record<string, string>> = {
	'/gallery': '../src/features/collections/gallery/gallery-skeleton.html',
};

/** The fonts that index.html names. */
const firstFonts = /\/(?:figtree|cinzel)-latin-wght-normal-[^/]+\.woff2$/;
const appModule = /[\\/]src[\\/]app\.tsx$/;
const pageModule = /[\\/]src[\\/]routes[\\/]([^\\/]+)\.tsx\?tsr-split=component$/;

/**
 * Writes `page-preloads.json`, by which the server names the files of a page together with the page itself: without it
 * the browser learns of the application from the gate's script, and of the page from the application's. The skeletons in
 * it are sent with the page.
 */
export function pagePreloads(): Plugin {
	return {
		name: 'page-preloads',
		apply: 'build',
		generateBundle(_options, bundle) {
			const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
			const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
			const [entry, app] = [
				chunks.find(({ isEntry }) => isEntry),
				chunks.find(({ facadeModuleId }) => appModule.test(facadeModuleId ?? '')),
			];
			if (entry === undefined || app === undefined) throw new Error('The build has no entry or no src/app.tsx');
			const loaded = withImports([entry], byFile);
			const styles = [...(entry.viteMetadata?.importedCss ?? [])];
			const fonts = Object.keys(bundle).filter((file) => firstFonts.test(file));
			const first = [
				...styles.map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
				'</theme.js>; rel=preload; as=script',
				...fonts.map((file) => `</${file}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
				...[...loaded].map((file) => `</${file}>; rel=modulepreload`),
			];
			const asked = queries.map((query) => `</${query}>; rel=preload; as=fetch; crossorigin=use-credentials`);
			const pages = chunks.flatMap((chunk): PagePreload[] => {
				const [, name] = pageModule.exec(chunk.facadeModuleId ?? '') ?? [];
				if (name === undefined) return [];
				const scripts = [...withImports([app, chunk], byFile)].filter((file) => !loaded.has(file));
				// What the page is shown with until they have run goes first.
				const later = scripts.map((file) => `</${file}>; rel=modulepreload; fetchpriority=low`);
				const path = toPagePath(name);
				const skeleton = skeletons[path];
				return [
					{
						path,
						links: [...first, ...later, ...asked],
						...(skeleton === undefined ? {} : { skeleton: readFileSync(join(import.meta.dirname, skeleton), 'utf8') }),
					},
				];
			});
			if (pages.length === 0) throw new Error('The build has no chunks of pages');
			this.emitFile({ type: 'asset', fileName: 'page-preloads.json', source: JSON.stringify(pages) });
		},
	};
}

/** The address of a tRPC query without input or batch, relative to the server's root. */
function toQueryUrl(procedure: string): string {
	return `trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(superjson.serialize(undefined)))}`;
}

/** The path that the router reads from the name of a file, such as `collections.$collectionId_.rarity`. */
const toPagePath = (name: string) =>
	name === 'index'
		? '/'
		: `/${name
				.split('.')
				.map((part) => part.replace(/_$/, ''))
				.join('/')}`;

/** The files of some chunks and of all that they import, the nearest first. */
function withImports(
	roots: readonly Rolldown.OutputChunk[],
	byFile: ReadonlyMap<string, Rolldown.OutputChunk>,
): ReadonlySet<string> {
	const files = new Set(roots.map(({ fileName }) => fileName));
	for (const file of files) for (const next of byFile.get(file)?.imports ?? []) files.add(next);
	return files;
}
