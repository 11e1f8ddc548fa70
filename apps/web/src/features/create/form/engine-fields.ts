import type { KeyField } from '@adx/validators/engines/engine-input';
import { type EngineName, getKeyFormat } from '@adx/validators/engines/engines';
import type { useAccess } from '../../access/gate/access-provider.tsx';
import { findService } from '../../jobs/actions/order-price.ts';
import type { FormInput } from './form-schema.ts';

/** The form's field for the key of an engine; Gemini's for those without one, where it stays in sight and shut. */
export const getKeyField = (engine: EngineName): KeyField => getKeyFormat(engine)?.field ?? 'geminiApiKey';

/** Where the engine's service is: what was chosen, while the operator still allows it, else the first; '' for none. */
export function chooseAddress(
	config: ReturnType<typeof useAccess>['config'],
	{ engine, engineAddress }: Pick<FormInput, 'engine' | 'engineAddress'>,
): string {
	const addresses = findService(config, engine)?.addresses ?? [];
	return addresses.includes(engineAddress) ? engineAddress : (addresses[0] ?? '');
}
