import type { FakeCall } from '../http-server.ts';
import { at, parseJson } from '../painting/read-json.ts';

/** A call as Gemini understands it. */
export type GeminiCall =
	| {
			readonly kind: 'generate';
			readonly model: string;
			readonly key: string | null;
			readonly prompt: string;
			/** The images that came before it. */
			readonly references: readonly Buffer[];
	  }
	| { readonly kind: 'models'; readonly key: string | null }
	| { readonly kind: 'other'; readonly key: string | null };

const generatePath = /^\/v1beta\/models\/([^/:]+):generateContent$/;

export function readCall({ method, url, headers, body }: FakeCall): GeminiCall {
	const key = typeof headers['x-goog-api-key'] === 'string' ? headers['x-goog-api-key'] : null;
	const model = generatePath.exec(url.pathname)?.[1];
	if (method === 'POST' && model !== undefined) {
		const parts = getParts(parseJson(body));
		return { kind: 'generate', model, key, prompt: getPrompt(parts), references: getReferences(parts) };
	}
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
	if (call.prompt === '' || getParts(request).length !== call.references.length + 1) {
		mistakes.push('the contents are not images and one part of text after them');
	}
	return mistakes;
}

function getParts(request: unknown): readonly unknown[] {
	const parts = at(request, 'contents', 0, 'parts');
	return Array.isArray(parts) ? parts : [];
}

const getPrompt = (parts: readonly unknown[]) => {
	const text = at(parts.at(-1), 'text');
	return typeof text === 'string' ? text : '';
};

/** https://ai.google.dev/gemini-api/docs/image-generation: images as parts with their bytes in Base64. */
const getReferences = (parts: readonly unknown[]) =>
	parts.flatMap((part) => {
		const [mimeType, data] = [at(part, 'inlineData', 'mimeType'), at(part, 'inlineData', 'data')];
		const isImage = typeof mimeType === 'string' && /^image\/(png|jpeg|webp)$/.test(mimeType);
		return isImage && typeof data === 'string' ? [Buffer.from(data, 'base64')] : [];
	});
