import { createHash } from 'node:crypto';
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
table { border-collapse: collapse } th, td { text-align: left; padding: .25rem 1rem .25rem 0; vertical-align: top }
`;

/** The policy that lets the page's one style element through and nothing else. */
export const docsPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A page for reading the OpenAPI document: one self-contained HTML text, without scripts. */
export function renderDocsPage({ info, paths }: OpenApiDocument): string {
	const byTag = new Map<string, string[]>();
	for (const [path, methods] of Object.entries(paths)) {
		for (const [method, operation] of Object.entries(methods)) {
			const tag = operation.tags[0] ?? '';
			byTag.set(tag, [...(byTag.get(tag) ?? []), renderOperation(method, path, operation)]);
		}
	}
	const sections = [...byTag].map(([tag, operations]) => `<h2>${escapeHtml(tag)}</h2>${operations.join('')}`).join('');
	const title = `${escapeHtml(info.title)} API`;
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head><body><h1>${title}</h1><p>${escapeHtml(info.description)}</p><p>For programs: <a href="/openapi.json">/openapi.json</a>. Typed clients speak tRPC at <code>/trpc</code>.</p>${sections}</body></html>`;
}

function renderOperation(method: string, path: string, operation: OpenApiOperation): string {
	const who = whoMayCall(operation);
	const body = operation.requestBody?.content['application/json'];
	const parts = [
		operation.description === undefined ? '' : `<p>${escapeHtml(operation.description)}</p>`,
		renderParameters(operation),
		body === undefined ? '' : `<h3>Body</h3>${renderExample(body.example)}${renderJson(body.schema)}`,
		...Object.entries(operation.responses)
			.filter(([status]) => status !== 'default')
			.map(([status, response]) => `<h3>${escapeHtml(status)}</h3>${renderJson(response)}`),
	];
	const head = `<span class="method">${escapeHtml(method.toUpperCase())}</span> <code>${escapeHtml(path)}</code>`;
	return `<details><summary>${head} ${escapeHtml(operation.summary)} <span class="who">(${who})</span></summary>${parts.join('')}</details>`;
}

function whoMayCall({ security }: OpenApiOperation): string {
	if (security.length === 0) return 'open to everyone';
	const scopes = security.flatMap(({ token }) => token ?? []);
	return scopes.length === 0 ? 'needs a session' : `needs a session or an access token with the scope ${scopes.join()}`;
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

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
