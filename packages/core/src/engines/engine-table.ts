import { workflowModel } from '@adx/validators/engines/comfyui';
import {
	type EngineName,
	engineSchema,
	isServiceEngine,
	type ServiceEngineName,
} from '@adx/validators/engines/engines';
import { imageSizePx } from '@adx/validators/limits';
import type { z } from 'zod';
import type { ServiceSettings } from '../platform/context.ts';
import { defineSettings } from '../platform/settings.ts';
import { createAddressGuard } from './addresses/address-guard.ts';
import { addressVariables, getAddresses } from './addresses/address-settings.ts';
import { toSelfHostedService } from './addresses/self-hosted-service.ts';
import { createComfyUiEngine } from './comfyui/comfyui-engine.ts';
import { createForgeEngine } from './forge/forge-engine.ts';
import { createGeminiEngine } from './gemini/gemini-engine.ts';
import { geminiVariables, readGeminiService } from './gemini/gemini-settings.ts';
import { createLayersImageEngine } from './layers/layers-engine.ts';
import { createOpenAiEngine } from './openai/openai-engine.ts';
import { openAiVariables, readOpenAiService } from './openai/openai-settings.ts';
import { createSdWebUiEngine } from './sdwebui/sdwebui-engine.ts';
import { sdWebUiVariables } from './sdwebui/sdwebui-settings.ts';
import type { ImageEngine } from './types.ts';

/** The environment's variables of all engines. */
export const engineVariables = defineSettings({
	...geminiVariables.shape,
	...addressVariables.shape,
	...openAiVariables.shape,
	...sdWebUiVariables.shape,
});
type EngineEnvironment = z.output<typeof engineVariables>;

/** How each service is called. */
export function readServices(environment: EngineEnvironment): Readonly<Record<ServiceEngineName, ServiceSettings>> {
	const { ENGINE_ADDRESSES: allowed } = environment;
	return {
		gemini: readGeminiService(environment),
		openai: readOpenAiService(environment, getAddresses(allowed, 'openai')),
		sdwebui: toSelfHostedService(environment.SDWEBUI_MODELS, getAddresses(allowed, 'sdwebui'), { takesAnyModel: true }),
		comfyui: toSelfHostedService([workflowModel], getAddresses(allowed, 'comfyui'), { takesAnyModel: false }),
	};
}

/**
 * The engines that can be used: those whose addresses creators name only where the operator allows one.
 *
 * @param threads threads that draw, for engines of this server
 */
export function createEngines(
	environment: EngineEnvironment,
	threads: number | undefined,
): ReadonlyMap<EngineName, ImageEngine> {
	const {
		GEMINI_BASE_URL: baseUrl,
		GEMINI_PRICES,
		OPENAI_PRICES,
		OPENAI_QUALITY: quality,
		SDWEBUI_OPTIONS: paint,
	} = environment;
	const services = readServices(environment);
	const guardOf = (engine: ServiceEngineName) => createAddressGuard({ allowed: services[engine].addresses ?? [] });
	const engines: Readonly<Record<EngineName, () => ImageEngine>> = {
		gemini: () => createGeminiEngine({ baseUrl, prices: GEMINI_PRICES }),
		openai: () => createOpenAiEngine({ guard: guardOf('openai'), prices: OPENAI_PRICES, quality }),
		sdwebui: () => createSdWebUiEngine({ guard: guardOf('sdwebui'), paint }),
		comfyui: () => createComfyUiEngine({ guard: guardOf('comfyui'), paintPx: imageSizePx }),
		forge: () => createForgeEngine(threads),
		layers: () => createLayersImageEngine(threads),
	};
	const hasPlace = (name: EngineName) => !isServiceEngine(name) || services[name].addresses?.length !== 0;
	return new Map(engineSchema.options.filter(hasPlace).map((name) => [name, engines[name]()]));
}
