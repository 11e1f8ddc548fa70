import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The file that the build of the web app writes. */
const pagePreloadsSchema = z.array(
	z.object({ path: z.string(), links: z.array(z.string()), skeleton: z.string().optional() }),
);

export interface PagePreloads {
	/** The `Link` header that announces what the page loads. */
	readonly link: string;
	/** What is shown of the page until its scripts have run, as HTML. */
	readonly skeleton: string | undefined;
}

/** Reads what the pages of a built web app load, and returns it by address: undefined where the build names nothing. */
export function readPagePreloads(webDist: string): (path: string) => PagePreloads | undefined {
	const file = join(webDist, 'page-preloads.json');
	if (!existsSync(file)) return () => undefined;
	const pages = pagePreloadsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).map(({ path, links, skeleton }) => ({
		pattern: path.split('/'),
		preloads: { link: links.join(', '), skeleton },
	}));
	return (path) => {
		const segments = path.split('/');
		return pages.find(({ pattern }) => isMatch(pattern, segments))?.preloads;
	};
}

const isMatch = (pattern: readonly string[], segments: readonly string[]) =>
	pattern.length === segments.length &&
	pattern.every((part, place) => part === segments[place] || (part.startsWith('$') && segments[place] !== ''));
