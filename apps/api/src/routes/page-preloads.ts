import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The file that the build of the web app writes. */
const pagePreloadsSchema = z.array(z.object({ path: z.string(), links: z.array(z.string()) }));

/**
 * Reads what the pages of a built web app load, and returns the `Link` header that announces it for an address: undefined
 * where the build names nothing.
 */
export function readPagePreloads(webDist: string): (path: string) => string | undefined {
	const file = join(webDist, 'page-preloads.json');
	if (!existsSync(file)) return () => undefined;
	const pages = pagePreloadsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).map(({ path, links }) => ({
		pattern: path.split('/'),
		link: links.join(', '),
	}));
	return (path) => {
		const segments = path.split('/');
		return pages.find(({ pattern }) => isMatch(pattern, segments))?.link;
	};
}

const isMatch = (pattern: readonly string[], segments: readonly string[]) =>
	pattern.length === segments.length &&
	pattern.every((part, place) => part === segments[place] || (part.startsWith('$') && segments[place] !== ''));
