import { createHash } from 'node:crypto';
import { escapeHtml } from '../http/response/escape-html.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import type { OpenApiOperation } from './openapi-operation.ts';

const style = `
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin: 2.5rem 0 .5rem; text-transform: capitalize }
details { border: 1px solid #8886; border-radius: .5rem; margin: .5rem 0; padding: .5rem .75rem }
summary { cursor: pointer; overflow-wrap: anywhere }
code, pre { font: 14px/1.45 ui-monospace, monospace }
pre { overflow: auto; max-height: 24rem; background: #8881; padding: .75rem; border-radius: .35rem }
.method { display: inline-block; min-width: 4em; font-weight: 700 }
.who { opacity: .75; font-size: .875rem }
input { font: inherit; width: min(24rem, 60vw); padding: .35rem .6rem }
table { border-collapse: collapse } th, td { text-align: left; padding: .25rem 1rem .25rem 0; vertical-align: top }
`;

/** Shows the operations alone that hold every word of the search; the address keeps it, so that a search can be linked. */
const script = `
const field = document.querySelector('input');
const status = document.querySelector('[role=status]');
const operations = [...document.querySelectorAll('details')];
const texts = operations.map((operation) => operation.textContent.toLowerCase());
function search() {
	const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
	let found = 0;
	for (const [place, operation] of operations.entries()) {
		operation.hidden = !words.every((word) => texts[place].includes(word));
		if (!operation.hidden) found += 1;
	}
	for (const section of document.querySelectorAll('section')) {
		section.hidden = !section.querySelector('details:not([hidden])');
	}
	status.textContent = words.length === 0 ? '' : found + ' of ' + operations.length;
	history.replaceState(null, '', words.length === 0 ? location.pathname : '#' + encodeURIComponent(field.value));
}
field.value = decodeURIComponent(location.hash.slice(1));
field.addEventListener('input', search);
if (field.value !== '') search();
`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The policy that lets the page's one style element and its one script through and nothing else. */
export const docsPagePolicy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A page for reading and searching the OpenAPI document: one self-contained HTML text. */
export function renderDocsPage({ info, paths }: OpenApiDocument): string {
	const byTag = new Map<string, string[]>();
	for (const [path, methods] of Object.entries(paths)) {
		for (const [method, operation] of Object.entries(methods)) {
			const tag = operation.tags[0] ?? '';
			byTag.set(tag, [...(byTag.get(tag) ?? []), renderOperation(method, path, operation)]);
		}
	}
	const sections = [...byTag]
		.map(([tag, operations]) => `<section><h2>${escapeHtml(tag)}</h2>${operations.join('')}</section>`)
		.join('');
	const search = `<p><label>Search <input type="search" autocomplete="off"></label> <span role="status"></span></p>`;
	const title = `${escapeHtml(info.title)} API`;
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head><body><h1>${title}</h1><p>${escapeHtml(info.description)}</p><p>For programs: <a href="/openapi.json">/openapi.json</a>. Typed clients speak tRPC at <code>/trpc</code>.</p>${search}${sections}<script>${script}</script></body></html>`;
}

function renderOperation(method: string, path: string, operation: OpenApiOperation): string {
	const who = whoMayCall(operation);
	const body = operation.requestBody?.content['application/json'];
	const parts = [
		operation.description === undefined ? '' : `<p>${escapeHtml(operation.description)}</p>`,
		renderParameters(operation),
		body === undefined ? '' : `<h3>Body</h3>${renderExample(body.example)}${renderJson(body.schema)}`,
		...Object.entries(operation.responses)
			.filter(([status]) => !/^[45]XX$/.test(status))
			.map(([status, response]) => `<h3>${escapeHtml(status)}</h3>${renderJson(response)}`),
	];
	const head = `<span class="method">${escapeHtml(method.toUpperCase())}</span> <code>${escapeHtml(path)}</code>`;
	return `<details><summary>${head} ${escapeHtml(operation.summary)} <span class="who">(${who})</span></summary>${parts.join('')}</details>`;
}

function whoMayCall({ security }: OpenApiOperation): string {
	if (security.length === 0) return 'open to everyone';
	const scopes = security.flatMap(({ token }) => token ?? []);
	if (scopes.length === 0) return 'needs a session';
	return `needs a session or an access token with ${scopes.length === 1 ? 'the scope' : 'the scopes'} ${scopes.join(' and ')}`;
}

function renderParameters({ parameters }: OpenApiOperation): string {
	if (parameters.length === 0) return '';
	const rows = parameters.map(({ name, in: place, required, schema, description = '' }) => {
		const cells = [
			`<code>${escapeHtml(name)}</code>`,
			place,
			required ? 'required' : 'optional',
			escapeHtml(description),
		];
		return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}<td><code>${escapeHtml(JSON.stringify(schema))}</code></td></tr>`;
	});
	return `<h3>Parameters</h3><table>${rows.join('')}</table>`;
}

const renderExample = (example: unknown) =>
	example === undefined ? '' : `<h4>Example</h4>${renderJson(example)}<h4>Schema</h4>`;

const renderJson = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
