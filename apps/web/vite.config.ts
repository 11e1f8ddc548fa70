import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { forgeTiles } from './forge-tiles.ts';

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
		forgeTiles(),
	],
	build: {
		manifest: true,
		target: 'es2023',
		// A data: URL in the page would need a wider Content-Security-Policy than 'self'.
		assetsInlineLimit: 0,
	},
	server: {
		host: '127.0.0.1',
		port: 5173,
		// The long form keeps the browser's Host, which the API checks.
		proxy: { '/api': { target: apiOrigin }, '/trpc': { target: apiOrigin } },
	},
});
