import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { codeSplitting } from './vite-plugins/code-splitting.ts';
import { fontLicenses } from './vite-plugins/font-licenses.ts';
import { forgeTiles } from './vite-plugins/forge-tiles.ts';
import { pagePreloads } from './vite-plugins/page-preloads.ts';
import { precompress } from './vite-plugins/precompress.ts';
import { pureSchemas } from './vite-plugins/pure-schemas.ts';

/** Zod would try `new Function`, which the Content-Security-Policy forbids and reports; nothing is slower without it. */
const zodConfig = {
	banner: ({ moduleIds }: { readonly moduleIds: readonly string[] }) =>
		moduleIds.some((id) => /[\\/]zod[\\/]/.test(id)) ? 'globalThis.__zod_globalConfig ??= { jitless: true };' : '',
};

/** What the API answers while Vite serves the pages; by prefix. */
const served = ['/api', '/trpc', '/openapi.json', '/healthz', '/readyz'];
const apiOrigin = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

export default defineConfig({
	plugins: [
		tanstackRouter({
			target: 'react',
			autoCodeSplitting: true,
			quoteStyle: 'single',
			routeFileIgnorePattern: '\\.test\\.',
			tmpDir: 'node_modules/.cache/tanstack',
		}),
		react(),
		tailwindcss(),
		pureSchemas(),
		forgeTiles(),
		fontLicenses(),
		pagePreloads(),
		precompress(),
	],
	// packages/ui resolves to a copy of its own, for another optional peer.
	resolve: { dedupe: ['zustand'] },
	build: {
		manifest: true,
		license: { fileName: 'third-party-notices.md' },
		target: 'es2023',
		// Every browser of the target knows it, but Safari 16, which then loads a chunk when it is imported.
		modulePreload: { polyfill: false },
		// A data: URL in the page would need a wider Content-Security-Policy than 'self'.
		assetsInlineLimit: 0,
		rolldownOptions: { output: { ...zodConfig, codeSplitting } },
	},
	worker: { rolldownOptions: { output: zodConfig } },
	server: {
		host: '127.0.0.1',
		port: 5173,
		// The long form keeps the browser's Host, which the API checks.
		proxy: Object.fromEntries(served.map((path) => [path, { target: apiOrigin }])),
	},
});
