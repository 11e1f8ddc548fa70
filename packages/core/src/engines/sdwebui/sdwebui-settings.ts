import { loadedModel } from '@adx/validators/engines/sdwebui';
import { z } from 'zod';
import { defineSettings, open } from '../../platform/settings.ts';
import { json, modelList } from '../setting-schemas.ts';

/** Of checkpoints as the web UI lists them, such as `sd_xl_base_1.0.safetensors [31e35c80fc]`. */
export const sdWebUiModelPattern = /^\w[\w .()[\]/+-]{0,199}$/;

const label = z.string().regex(/^[\w .()+-]{1,60}$/, 'must be a name as the web UI shows it');

/** How the web UI of an operator paints best. */
const options = z.strictObject({
	steps: z.int().min(1).max(150).default(30),
	cfgScale: z.number().min(0).max(30).default(7),
	/** As the web UI has set it unless given. */
	sampler: label.optional(),
	scheduler: label.optional(),
	/** How much of a sketch or a reference is painted over: 0 leaves it as it is, 1 leaves nothing of it. */
	denoisingStrength: z.number().min(0).max(1).default(0.75),
	/** Side of the picture as it is painted; what is stored has another size. */
	sizePx: z.int().min(256).max(2_048).multipleOf(8).default(1_024),
});
export type SdWebUiOptions = z.output<typeof options>;

/** The environment's variables about the web UI of Stable Diffusion; all have defaults. */
export const sdWebUiVariables = defineSettings({
	SDWEBUI_MODELS: open(
		modelList(sdWebUiModelPattern).default([loadedModel]),
		'comma-separated checkpoints that are offered where a web UI of Stable Diffusion paints, as it lists them; `loaded` is the one that it has loaded',
	),
	SDWEBUI_OPTIONS: open(
		json(options).default(options.parse({})),
		'JSON of how it paints: `{"steps": 30, "cfgScale": 7, "sampler": "Euler a", "scheduler": "Karras", "denoisingStrength": 0.75, "sizePx": 1024}`; sampler and scheduler are as the web UI has them where they are left out, the others as here. The strength is how much of a sketch or a reference is painted over',
		'{"steps": 30, "cfgScale": 7, "denoisingStrength": 0.75, "sizePx": 1024}',
	),
});
