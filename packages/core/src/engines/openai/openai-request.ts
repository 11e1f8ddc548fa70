import type { GuardedCall } from '../addresses/address-guard.ts';
import { encodeForm } from '../addresses/encode-form.ts';
import { type EngineAddress, toAddressText } from '../addresses/engine-address.ts';
import type { EncodedImage } from '../types.ts';
import type { Quality } from './openai-settings.ts';

export interface PictureRequest {
	readonly address: EngineAddress;
	readonly apiKey: string | null;
	readonly model: string;
	readonly prompt: string;
	readonly references: readonly EncodedImage[];
	readonly quality: Quality;
}

/** Models of OpenAI, which always answer in Base64, refuse `response_format` and are the only ones with these fields. */
const gptModel = /^(?:openai\/)?(?:chatgpt-image|gpt-image)/;

/** More than any of the models takes; the first ones are the most important. */
const referencesMax = 16;

/** The call for one picture: `/images/generations`, or `/images/edits` where images go with it. */
export async function createCall(
	request: PictureRequest,
): Promise<Pick<GuardedCall, 'url' | 'method' | 'headers' | 'body'>> {
	const { address, apiKey, model, prompt, quality } = request;
	const own = gptModel.test(model) ? { quality, output_format: 'png' } : { response_format: 'b64_json' };
	const fields = { model, prompt, n: 1, size: '1024x1024', ...own };
	const references = request.references.slice(0, referencesMax);
	const { type, body } = references.length === 0 ? toJson(fields) : await toForm(fields, references);
	return {
		url: `${toAddressText(address)}/images/${references.length === 0 ? 'generations' : 'edits'}`,
		method: 'POST',
		headers: { accept: 'application/json', 'content-type': type, ...toAuthorization(apiKey) },
		body,
	};
}

/** None for a service without keys. */
export const toAuthorization = (apiKey: string | null): Readonly<Record<string, string>> =>
	apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };

interface Body {
	readonly type: string;
	readonly body: Uint8Array;
}

const toJson = (fields: object): Body => ({ type: 'application/json', body: Buffer.from(JSON.stringify(fields)) });

async function toForm(fields: object, references: readonly EncodedImage[]): Promise<Body> {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
	// The name for several is not known to all that take one.
	const name = references.length === 1 ? 'image' : 'image[]';
	for (const [index, { bytes, mime }] of references.entries()) {
		const file = new Blob([new Uint8Array(bytes)], { type: mime });
		form.append(name, file, `reference-${index + 1}.${mime.replace('image/', '')}`);
	}
	return encodeForm(form);
}
