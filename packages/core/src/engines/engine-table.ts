import { type EngineName, engineSchema, type ServiceEngineName } from '@adx/validators/engines/engines';
import type { z } from 'zod';
import type { ServiceSettings } from '../platform/context.ts';
import { createForgeEngine } from './forge/forge-engine.ts';
import { createGeminiEngine } from './gemini/gemini-engine.ts';
import { geminiVariables, readGeminiService } from './gemini/gemini-settings.ts';
import type { ImageEngine } from './types.ts';

/** The environment's variables of all engines. */
export const engineVariables = geminiVariables;
type EngineEnvironment = z.output<typeof engineVariables>;

/** How each service is called. */
export const readServices = (environment: EngineEnvironment): Readonly<Record<ServiceEngineName, ServiceSettings>> => ({
	gemini: readGeminiService(environment),
});

/** @param threads threads that draw, for engines of this server */
export function createEngines(
	environment: EngineEnvironment,
	threads: number | undefined,
): ReadonlyMap<EngineName, ImageEngine> {
	const services = readServices(environment);
	const engines: Readonly<Record<EngineName, ImageEngine>> = {
		gemini: createGeminiEngine({ ...services.gemini, baseUrl: environment.GEMINI_BASE_URL }),
		forge: createForgeEngine(threads),
	};
	return new Map(engineSchema.options.map((name) => [name, engines[name]]));
}
