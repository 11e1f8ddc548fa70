import { type FakeReply, json } from '../http-server.ts';
import {
	corruptPicture,
	createPicture,
	oversizedPicture,
	type PictureFormat,
	pixelBomb,
} from '../painting/pictures.ts';
import { createRefusal, type FakeOpenAiRefusal } from './openai-refusals.ts';
import { isGptModel } from './openai-requests.ts';

/** What one call gets. */
export type FakeOpenAiAnswer =
	/** A picture that is different for every prompt; by default a PNG in Base64. */
	| {
			readonly kind: 'image';
			readonly format?: PictureFormat;
			/** Several pictures in one answer. */
			readonly count?: number;
			/** By an address of the fake's own, or one that is itself the picture. */
			readonly as?: 'base64' | 'url' | 'data_url';
			/** False where the answer does not say what it took, which is billed all the same. */
			readonly usage?: boolean;
	  }
	/** A picture by its address, which fails so many times before it is there. */
	| { readonly kind: 'lost_picture'; readonly times: number }
	/** A picture by an address that the answer makes up. */
	| { readonly kind: 'picture_elsewhere'; readonly url: string }
	/** Base64 of nothing. */
	| { readonly kind: 'empty_picture' }
	| { readonly kind: 'no_data' }
	| { readonly kind: 'corrupt_image' }
	/** 256 megapixels in 31 KB. */
	| { readonly kind: 'pixel_bomb' }
	/** 40 MB. */
	| { readonly kind: 'oversized_image' }
	/** 200 MB of Base64. */
	| { readonly kind: 'huge_answer' }
	/** JSON of another shape. */
	| { readonly kind: 'wrong_json'; readonly body?: unknown }
	| { readonly kind: 'hang' }
	| { readonly kind: 'reset' }
	/** A picture whose answer breaks off half way; it is paid for. */
	| { readonly kind: 'truncated' }
	/** A page instead of JSON. */
	| { readonly kind: 'html' }
	/** A picture in 20 pieces, this far apart. */
	| { readonly kind: 'slow_drip'; readonly everyMs: number }
	| FakeOpenAiRefusal;

/** What the answer is made from. */
export interface AnswerContext {
	readonly model: string;
	readonly prompt: string;
	readonly key: string;
	readonly references: number;
	readonly sizePx: number;
	/** Makes the picture one that can be fetched, and returns its address; it fails so many times first. */
	keep(picture: Buffer, format: PictureFormat, failures: number): string;
}

/** What is billed: pictures of models that are billed by the picture, tokens of the others. */
export type BilledItem = 'painted' | 'picture' | 'textInput' | 'imageInput' | 'output';

export interface AnswerResult {
	readonly reply: FakeReply;
	readonly billed: Partial<Record<BilledItem, number>>;
}

const textTokens = 310;
const referenceTokens = 780;
/** Of a picture of 1,024 px at medium quality. */
const pictureTokens = 1_056;

export async function createReply(answer: FakeOpenAiAnswer, context: AnswerContext): Promise<AnswerResult> {
	switch (answer.kind) {
		case 'image': {
			const { format = 'png', count = 1, as = 'base64', usage } = answer;
			const texts = Array.from({ length: count }, (_, index) => context.prompt + '!'.repeat(index));
			const pictures = await Promise.all(texts.map((text) => createPicture(text, format, context.sizePx)));
			const data = pictures.map((bytes) => {
				if (as === 'url') return { url: context.keep(bytes, format, 0) };
				const base64 = bytes.toString('base64');
				return as === 'data_url' ? { url: `data:image/${format};base64,${base64}` } : { b64_json: base64 };
			});
			return painted(data, context, usage === undefined ? {} : { usage });
		}
		case 'lost_picture': {
			const bytes = await createPicture(context.prompt, 'png', context.sizePx);
			return painted([{ url: context.keep(bytes, 'png', answer.times) }], context);
		}
		case 'picture_elsewhere':
			return painted([{ url: answer.url }], context);
		case 'empty_picture':
			return painted([{ b64_json: '' }], context);
		case 'no_data':
			return painted([], context);
		case 'corrupt_image':
			return painted([base64Of(await corruptPicture(context.prompt, context.sizePx))], context);
		case 'pixel_bomb':
			return painted([base64Of(pixelBomb())], context);
		case 'oversized_image':
			return painted([base64Of(oversizedPicture())], context);
		case 'huge_answer': {
			const { billed } = painted([], context);
			const mebibyte = 'A'.repeat(1_048_576);
			return {
				reply: { status: 200, headers: { 'content-type': 'application/json' }, body: mebibyte, repeats: 200 },
				billed,
			};
		}
		case 'truncated':
		case 'slow_drip': {
			const { reply, billed } = await createReply({ kind: 'image' }, context);
			if (typeof reply === 'string') throw new Error('a picture is never a broken line');
			const how =
				answer.kind === 'truncated' ? { breaksOff: true } : { drips: { pieces: 20, everyMs: answer.everyMs } };
			return { reply: { ...reply, ...how }, billed };
		}
		case 'wrong_json':
			return { reply: json(200, 'body' in answer ? answer.body : { data: 'soon' }), billed: {} };
		case 'html':
			return {
				reply: { status: 200, headers: { 'content-type': 'text/html' }, body: '<!DOCTYPE html><title>Sign in</title>' },
				billed: {},
			};
		case 'hang':
		case 'reset':
			return { reply: answer.kind, billed: {} };
		default: {
			const wasPainted = answer.kind === 'moderation' && answer.stage === 'output';
			return { reply: createRefusal(answer, context), billed: wasPainted ? billFor(1, context) : {} };
		}
	}
}

/** https://developers.openai.com/api/reference/resources/images/methods/generate: the body of an answer. */
function painted(
	data: readonly object[],
	context: AnswerContext,
	{ usage = isGptModel(context.model) }: { readonly usage?: boolean } = {},
): AnswerResult {
	const pictures = Math.max(1, data.length);
	const isGpt = isGptModel(context.model);
	const facts = isGpt ? { background: 'opaque', output_format: 'png', quality: 'medium', size: '1024x1024' } : {};
	const tokens = countTokens(pictures, context);
	const told = {
		input_tokens: tokens.textInput + tokens.imageInput,
		input_tokens_details: { image_tokens: tokens.imageInput, text_tokens: tokens.textInput },
		output_tokens: tokens.output,
		total_tokens: tokens.textInput + tokens.imageInput + tokens.output,
	};
	const body = { created: 1_795_000_000, data, ...facts, ...(usage ? { usage: told } : {}) };
	return { reply: json(200, body), billed: billFor(pictures, context) };
}

const countTokens = (pictures: number, { references }: AnswerContext) => ({
	textInput: textTokens,
	imageInput: references * referenceTokens,
	output: pictures * pictureTokens,
});

const billFor = (pictures: number, context: AnswerContext): AnswerResult['billed'] => ({
	painted: pictures,
	...(isGptModel(context.model) ? countTokens(pictures, context) : { picture: pictures }),
});

const base64Of = (bytes: Buffer) => ({ b64_json: bytes.toString('base64') });
