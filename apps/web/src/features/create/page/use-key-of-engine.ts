import type { EngineName } from '@adx/validators/engines/engines';
import { useEffect, useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { onKeyStored, readApiKey } from '../../jobs/actions/engine-key.ts';
import { getKeyField } from '../form/engine-fields.ts';
import type { FormInput, FormOutput } from '../form/form-schema.ts';

/**
 * Has the field that several engines share hold the key of the one that is chosen, by whatever it was: no service gets the
 * key of another. What was typed for the others comes back with them, while the page is open, and a key that is kept
 * elsewhere on the page, as when a job is resumed with a better one, takes the place of what the form has.
 */
export function useKeyOfEngine({
	control,
	getValues,
	setValue,
}: Pick<UseFormReturn<FormInput, unknown, FormOutput>, 'control' | 'getValues' | 'setValue'>): void {
	const engine = useWatch({ control, name: 'engine' });
	const typed = useRef(new Map<EngineName, string>());
	const owner = useRef<EngineName | null>(null);
	useEffect(() => {
		if (getKeyField(engine) !== 'apiKey' || owner.current === engine) return;
		if (owner.current !== null) typed.current.set(owner.current, getValues('apiKey'));
		owner.current = engine;
		setValue('apiKey', typed.current.get(engine) ?? readApiKey(engine));
	}, [engine, getValues, setValue]);
	useEffect(
		() =>
			onKeyStored((keyEngine, key) => {
				const field = getKeyField(keyEngine);
				if (field === 'apiKey' && owner.current !== keyEngine) typed.current.set(keyEngine, key);
				else setValue(field, key);
			}),
		[setValue],
	);
}
