import { createHash } from 'node:crypto';
import { z } from 'zod';
import { encodeForm } from '../addresses/encode-form.ts';
import { classifyStatus } from '../addresses/self-hosted-service.ts';
import { brokenCalls } from '../addresses/service-call.ts';
import { type EncodedImage, EngineError } from '../types.ts';
import { type Attempt, callComfyUi } from './comfyui-call.ts';

const subfolder = 'adx-realm';

const uploadedSchema = z.object({
	name: z.string().regex(/^[\w() .-]{1,200}$/),
	subfolder: z.string().regex(/^[\w/-]{0,200}$/),
	type: z.enum(['input', 'temp', 'output']),
});

/**
 * Puts a picture where the nodes of a workflow find it, and returns the name that its `LoadImage` takes. It lies under the
 * hash of its bytes, so the same one takes no more room, and among what ComfyUI throws away when it is started again
 * (`/upload/image` in https://github.com/comfyanonymous/ComfyUI/blob/master/server.py, `annotated_filepath` in its
 * `folder_paths.py`). Rejects with an EngineError, or the reason of the signal.
 */
export async function uploadPicture(attempt: Attempt, { bytes, mime }: EncodedImage): Promise<string> {
	const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
	const form = new FormData();
	form.append('image', new Blob([new Uint8Array(bytes)], { type: mime }), `${hash}.${mime.replace('image/', '')}`);
	form.append('type', 'temp');
	form.append('subfolder', subfolder);
	form.append('overwrite', 'true');
	const response = await callComfyUi(attempt, 'upload/image', await encodeForm(form));
	if (response.kind !== 'answer') {
		const { kind, message } = response.kind === 'broken' ? brokenCalls[response.how] : classifyStatus(response.status);
		throw new EngineError(kind, message);
	}
	const { data: uploaded } = uploadedSchema.safeParse(response.body);
	if (uploaded === undefined) throw new EngineError('transient', 'The service answered with another kind of JSON.');
	const path = uploaded.subfolder === '' ? uploaded.name : `${uploaded.subfolder}/${uploaded.name}`;
	return `${path} [${uploaded.type}]`;
}
