// @vitest-environment jsdom
import { beforeAll, expect, it } from 'vitest';
import { renderDocsPage } from './docs-page.ts';

/** Of the browser what the test needs, which the server's types do not know. */
interface PageElement {
	innerHTML: string;
	value: string;
	readonly textContent: string;
	dispatchEvent(event: Event): boolean;
}
const { document, history, location } = globalThis as unknown as {
	readonly document: {
		readonly body: PageElement;
		querySelector(selector: string): PageElement | null;
		querySelectorAll(selector: string): Iterable<PageElement>;
	};
	readonly history: { replaceState(state: null, unused: string, url: string): void };
	readonly location: { readonly hash: string };
};

const operation = (summary: string, tag: string) => ({
	summary,
	tags: [tag],
	parameters: [],
	responses: {},
	security: [],
});

/** Opens the page as a browser does at that address. */
function open(hash: string): void {
	history.replaceState(null, '', `/api/docs${hash}`);
	const page = renderDocsPage({
		openapi: '3.1.0',
		info: { title: 'ADX Realm', version: '1', description: 'All of it' },
		paths: {
			'/api/jobs': { get: operation('Your jobs', 'generation') },
			'/api/jobs/{jobId}': { delete: operation('Delete a job', 'generation') },
			'/api/gallery': { get: operation('What others made', 'collections') },
		},
	} as never);
	const [, html = '', script = ''] = /<body>(.*)<script>(.*)<\/script><\/body>/s.exec(page) ?? [];
	document.body.innerHTML = html;
	new Function(script)();
}

const shown = () =>
	[...document.querySelectorAll('section:not([hidden]) details:not([hidden]) summary')].map(
		({ textContent }) => textContent,
	);
const status = () => document.querySelector('[role=status]')?.textContent;
function type(text: string): void {
	const field = document.querySelector('input')!;
	field.value = text;
	field.dispatchEvent(new Event('input'));
}

beforeAll(() => open(''));

it('shows the operations that hold every word of the search, and how many these are', () => {
	expect(shown()).toHaveLength(3);
	type('JOB delete');
	expect(shown()).toEqual([expect.stringContaining('Delete a job')]);
	expect([status(), location.hash]).toEqual(['1 of 3', '#JOB%20delete']);
	type('nothing of the kind');
	expect([shown(), status()]).toEqual([[], '0 of 3']);
	type('');
	expect([shown().length, status(), location.hash]).toEqual([3, '', '']);
});

it('finds again what a link searches for', () => {
	open('#gallery');
	expect(shown()).toEqual([expect.stringContaining('What others made')]);
});
