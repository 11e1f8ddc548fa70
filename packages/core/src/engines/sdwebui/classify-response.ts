import { z } from 'zod';
import { classifyStatus, type SelfHostedFailure } from '../addresses/self-hosted-service.ts';
import { brokenCalls, type ServiceResponse } from '../addresses/service-call.ts';

/** What a response means. */
export type SdWebUiResult = { readonly kind: 'picture'; readonly base64: string } | SelfHostedFailure;

const answerSchema = z.object({ images: z.array(z.string()).catch([]) });
/** https://github.com/AUTOMATIC1111/stable-diffusion-webui/blob/master/modules/api/api.py, `handle_exception`. */
const errorSchema = z.object({ error: z.string().catch(''), errors: z.string().catch('') });

/** Sorts a response of `/sdapi/v1/txt2img` or `img2img`; never throws. */
export function classifySdWebUiResponse(response: ServiceResponse): SdWebUiResult {
	if (response.kind === 'broken') return brokenCalls[response.how];
	if (response.kind === 'answer') {
		const { data: answer } = answerSchema.safeParse(response.body);
		if (answer === undefined) return { kind: 'transient', message: 'The service answered with another kind of JSON.' };
		// Some versions put it into an address of data.
		const base64 = answer.images[0]?.replace(/^data:image\/[a-z]+;base64,/, '');
		if (base64 !== undefined && base64 !== '') return { kind: 'picture', base64 };
		return { kind: 'no_image', message: 'The service answered without a picture.' };
	}
	const { data: error } = errorSchema.safeParse(response.body);
	if (error !== undefined && /OutOfMemory|out of memory/i.test(`${error.error} ${error.errors}`)) {
		return { kind: 'transient', message: 'The service ran out of memory.' };
	}
	if (response.status === 404) {
		return {
			kind: 'model',
			message: 'The service has no such checkpoint or sampler, or no API: it has to be started with --api.',
		};
	}
	return classifyStatus(response.status);
}
