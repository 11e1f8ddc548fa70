import { loadedModel } from '@adx/validators/engines/sdwebui';
import type { AddressGuard } from '../addresses/address-guard.ts';
import { toAddressText } from '../addresses/engine-address.ts';
import { authorizeBasic, selfHostedAnswerMaxBytes } from '../addresses/self-hosted-service.ts';
import { callService, requireAddress } from '../addresses/service-call.ts';
import { freeCall } from '../call-cost.ts';
import { decodeBase64 } from '../normalize-image.ts';
import { toNumberSeed } from '../number-seed.ts';
import { buildPrompt } from '../prompt/build-prompt.ts';
import { negativePrompt } from '../prompt/negative-prompt.ts';
import { readPicture, refuseUnusable } from '../received-picture.ts';
import { type EncodedImage, EngineError, type EngineImage, type EngineRequest, type ImageEngine } from '../types.ts';
import { classifySdWebUiResponse } from './classify-response.ts';
import { type SdWebUiOptions, sdWebUiModelPattern } from './sdwebui-settings.ts';

export interface SdWebUiEngineOptions {
	/** Whom it may call. */
	readonly guard: AddressGuard;
	readonly paint: SdWebUiOptions;
	/** For one call with its whole answer; 600 s unless given, since it may wait behind others and load a checkpoint. */
	readonly timeoutMs?: number;
}

const source = { name: "The service's picture" };
const defaultTimeoutMs = 600_000;

/**
 * Paints with the web UI of Stable Diffusion (AUTOMATIC1111's, Forge and others with its `/sdapi`) at an address that the
 * operator allows. It costs nothing, paints the same picture for the same seed, and takes a login `name:password` for a
 * key where the web UI asks for one. A sketch, or else the first reference, is what it paints over.
 */
export function createSdWebUiEngine(options: SdWebUiEngineOptions): ImageEngine {
	return {
		// It paints one picture after the other.
		concurrency: 1,
		draw: (request) => draw(options, request),
		readReceived: (bytes, request) => readPicture(bytes, request, { ...source, call: null }),
	};
}

async function draw(
	{ guard, paint, timeoutMs = defaultTimeoutMs }: SdWebUiEngineOptions,
	{ remote, traits, imageSeed, sizePx, previews, signal }: EngineRequest,
): Promise<EngineImage> {
	if (remote === undefined) throw new TypeError('The address of the web UI has to be named.');
	const { apiKey, model } = remote;
	const login = authorizeBasic(apiKey);
	if (!sdWebUiModelPattern.test(model)) throw new EngineError('model', 'This is not the name of a checkpoint.');
	const address = requireAddress(guard, remote.address);
	// What it paints by is not a reader of sentences about pictures that go along.
	const prompt = buildPrompt(traits, { isSoftened: remote.isSoftened });
	signal.throwIfAborted();
	const facts = { model, prompt: prompt.text, promptHash: prompt.hash, finishReason: null };
	const call = { ...facts, ...freeCall };
	await remote.started?.(call);
	// It takes one picture: with several it would make several.
	const picture = remote.sketch ?? remote.references?.[0];
	const request = toRequest(paint, { model, prompt: prompt.text, seed: toNumberSeed(imageSeed), picture });
	const response = await callService(guard, {
		url: `${toAddressText(address)}/sdapi/v1/${picture === undefined ? 'txt2img' : 'img2img'}`,
		method: 'POST',
		headers: { accept: 'application/json', 'content-type': 'application/json', ...login },
		body: Buffer.from(JSON.stringify(request)),
		signal,
		timeoutMs,
		maxBytes: selfHostedAnswerMaxBytes,
	});
	const result = classifySdWebUiResponse(response);
	if (!('base64' in result)) throw new EngineError(result.kind, result.message);
	const painted = { ...source, call };
	const bytes = await refuseUnusable(painted, async () => decodeBase64(result.base64));
	await remote.received?.(bytes, call);
	return { ...(await readPicture(bytes, { sizePx, previews }, painted)), call };
}

interface PictureRequest {
	readonly model: string;
	readonly prompt: string;
	readonly seed: number;
	/** What is painted over. */
	readonly picture: EncodedImage | undefined;
}

/** Cut to its middle where it has another shape (`modules/images.py`, `resize_image`). */
const cropAndResize = 1;

/** https://github.com/AUTOMATIC1111/stable-diffusion-webui/wiki/API and its `modules/api/models.py` */
const toRequest = (
	{ steps, cfgScale, sampler, scheduler, denoisingStrength, sizePx }: SdWebUiOptions,
	{ model, prompt, seed, picture }: PictureRequest,
) => ({
	...(picture === undefined
		? {}
		: {
				init_images: [Buffer.from(picture.bytes).toString('base64')],
				denoising_strength: denoisingStrength,
				resize_mode: cropAndResize,
			}),
	prompt,
	negative_prompt: negativePrompt,
	seed,
	steps,
	cfg_scale: cfgScale,
	width: sizePx,
	height: sizePx,
	batch_size: 1,
	n_iter: 1,
	send_images: true,
	save_images: false,
	...(sampler === undefined ? {} : { sampler_name: sampler }),
	...(scheduler === undefined ? {} : { scheduler }),
	// Put back after each picture it would be loaded again for the next one.
	...(model === loadedModel
		? {}
		: { override_settings: { sd_model_checkpoint: model }, override_settings_restore_afterwards: false }),
});
