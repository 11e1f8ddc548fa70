import type { FakeCall } from '../http-server.ts';
import { parseJson } from '../painting/read-json.ts';

/** A call as the service understands it. */
export type OpenAiCall = { readonly key: string | null } & (
	| {
			readonly kind: 'generate' | 'edit';
			readonly model: string;
			readonly prompt: string;
			/** The images that it should look alike. */
			readonly references: readonly Buffer[];
			/** All other fields; those of a form as their text. */
			readonly fields: Readonly<Record<string, unknown>>;
	  }
	| { readonly kind: 'models' | 'other' }
	| { readonly kind: 'picture'; readonly path: string }
);

export const picturesPath = '/generated-images/';

/** Models that are billed by tokens, always answer in Base64 and know no `response_format`. */
export const isGptModel = (model: string) => /^(?:openai\/)?(?:chat)?gpt-image/.test(model);

export async function readCall({ method, url, headers, body }: FakeCall): Promise<OpenAiCall> {
	const key = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? null;
	if (method === 'GET' && url.pathname.startsWith(picturesPath)) return { kind: 'picture', key, path: url.pathname };
	if (method === 'GET' && url.pathname === '/v1/models') return { kind: 'models', key };
	if (method !== 'POST') return { kind: 'other', key };
	if (url.pathname === '/v1/images/generations') {
		const request = parseJson(body);
		const isObject = typeof request === 'object' && request !== null;
		const { model, prompt, ...fields } = (isObject ? request : {}) as Readonly<Record<string, unknown>>;
		return { kind: 'generate', key, model: textOf(model), prompt: textOf(prompt), references: [], fields };
	}
	if (url.pathname === '/v1/images/edits') {
		const form = await readForm(headers['content-type'] ?? '', body);
		const model = textOf(form?.get('model'));
		// Forms have their own ends of lines.
		const prompt = textOf(form?.get('prompt')).replaceAll('\r\n', '\n');
		const entries = [...(form?.entries() ?? [])];
		const files = entries.flatMap(([name, value]) => (isFileField(name) && typeof value !== 'string' ? [value] : []));
		const references = await Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer())));
		const others = entries.filter(([name]) => !['model', 'prompt'].includes(name) && !isFileField(name));
		return { kind: 'edit', key, model, prompt, references, fields: Object.fromEntries(others) };
	}
	return { kind: 'other', key };
}

/** What no client of ours may do, one sentence each, without the key. */
export function findMistakes({ url, headers, body }: FakeCall, call: OpenAiCall, needsKey: boolean): string[] {
	const mistakes: string[] = [];
	const { key } = call;
	const address = decodeURIComponent(url.pathname + url.search);
	if (key !== null && address.includes(key)) mistakes.push('the key is in the address');
	if (key !== null && body.includes(key)) mistakes.push('the key is in the body');
	if (call.kind === 'other') mistakes.push(`nobody calls ${url.pathname}`);
	if (call.kind !== 'picture' && needsKey && key === null) mistakes.push('the call has no key in its authorization');
	if (call.kind !== 'generate' && call.kind !== 'edit') return mistakes;
	const expected = call.kind === 'generate' ? 'application/json' : 'multipart/form-data';
	if (!headers['content-type']?.startsWith(expected)) mistakes.push(`the body is not declared as ${expected}`);
	if (call.model === '' || call.prompt === '') mistakes.push('the call names no model or has no prompt');
	const { n, size } = call.fields;
	if (Number(n) !== 1 || size !== '1024x1024') mistakes.push('the call does not ask for one square picture');
	if (
		call.kind === 'edit' &&
		!(call.references.length > 0 && call.references.length <= 16 && call.references.every(isPicture))
	) {
		mistakes.push('the files are not one to sixteen pictures');
	}
	return [...mistakes, ...findWrongFields(call.model, call.fields)];
}

/** https://developers.openai.com/api/reference/resources/images: which models know which fields. */
function findWrongFields(model: string, { response_format: format, ...fields }: Readonly<Record<string, unknown>>) {
	if (isGptModel(model)) return format === undefined ? [] : ['GPT models know no response_format'];
	const foreign = ['output_format', 'quality', 'moderation', 'background'].filter((name) => name in fields);
	const wrong = foreign.map((name) => `only GPT models know ${name} as it was sent`);
	return format === 'b64_json' ? wrong : [...wrong, 'the call does not ask for the picture in Base64'];
}

/** One file, or several. */
const isFileField = (name: string) => name === 'image' || name === 'image[]';

const isPicture = (bytes: Buffer) =>
	['89504e47', 'ffd8ff', '52494646'].some((magic) => bytes.toString('hex', 0, magic.length / 2) === magic);

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const readForm = (contentType: string, body: Buffer) =>
	new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData().catch(() => null);
