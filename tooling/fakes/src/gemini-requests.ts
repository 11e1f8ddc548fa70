import type { FakeCall } from './http-server.ts';

/** A call as Gemini understands it. */
export type GeminiCall =
	| { readonly kind: 'generate'; readonly model: string; readonly key: string | null; readonly prompt: string }
	| { readonly kind: 'models'; readonly key: string | null }
	| { readonly kind: 'other'; readonly key: string | null };

const generatePath = /^\/v1beta\/models\/([^/:]+):generateContent$/;

export function readCall({ method, url, headers, body }: FakeCall): GeminiCall {
	const key = typeof headers['x-goog-api-key'] === 'string' ? headers['x-goog-api-key'] : null;
	const model = generatePath.exec(url.pathname)?.[1];
	if (method === 'POST' && model !== undefined)
		return { kind: 'generate', model, key, prompt: getPrompt(parseJson(body)) };
	if (method === 'GET' && url.pathname === '/v1beta/models') return { kind: 'models', key };
	return { kind: 'other', key };
}

/** What no client of ours may do, one sentence each, without the key. */
export function findMistakes({ url, headers, body }: FakeCall, call: GeminiCall): string[] {
	const mistakes: string[] = [];
	const address = decodeURIComponent(url.pathname + url.search);
	if (url.searchParams.has('key') || (call.key !== null && address.includes(call.key))) {
		mistakes.push('the key is in the address');
	}
	if (call.key === null) mistakes.push('the call has no x-goog-api-key header');
	if (call.kind === 'other') mistakes.push(`nobody calls ${url.pathname}`);
	if (call.kind !== 'generate') return mistakes;
	if (call.key !== null && body.includes(call.key)) mistakes.push('the key is in the body');
	if (headers['content-type'] !== 'application/json') mistakes.push('the body is not declared as JSON');
	const request = parseJson(body);
	const modalities = at(request, 'generationConfig', 'responseModalities');
	if (!Array.isArray(modalities) || !modalities.includes('IMAGE')) {
		mistakes.push('responseModalities does not ask for an image');
	}
	if (at(request, 'generationConfig', 'imageConfig', 'aspectRatio') !== '1:1') {
		mistakes.push('imageConfig does not ask for a square');
	}
	const parts = at(request, 'contents', 0, 'parts');
	if (!Array.isArray(parts) || parts.length !== 1 || call.prompt === '') {
		mistakes.push('the contents are not one part of text');
	}
	return mistakes;
}

const getPrompt = (request: unknown) => {
	const text = at(request, 'contents', 0, 'parts', 0, 'text');
	return typeof text === 'string' ? text : '';
};

function at(value: unknown, ...path: readonly (string | number)[]): unknown {
	return path.reduce<unknown>(
		(inner, name) =>
			typeof inner === 'object' && inner !== null ? (inner as Record<string | number, unknown>)[name] : undefined,
		value,
	);
}

function parseJson(body: Buffer): unknown {
	try {
		return JSON.parse(body.toString('utf8'));
	} catch {
		return undefined;
	}
}
