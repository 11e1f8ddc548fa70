import { type EngineName, isServiceEngine } from '@adx/validators/engines/engines';
import type { ServiceSettings, Services } from '../platform/context.ts';

/** How the service of an engine is called. Throws a TypeError for one that calls none. */
export function getServiceSettings({ config }: Pick<Services, 'config'>, engine: EngineName): ServiceSettings {
	if (!isServiceEngine(engine)) throw new TypeError(`The engine '${engine}' calls no service`);
	return config.services[engine];
}
