import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useAccess } from '../../access/gate/access-provider.tsx';
import type { FormInput, FormOutput } from './form-schema.ts';

interface CachedForm {
	readonly ownerId: string;
	readonly values: Omit<FormInput, 'geminiApiKey'>;
}

// Of this visit only: what a reload forgets comes back by presets.
let cached: CachedForm | null = null;

/** Drops what was kept, as a reload does. */
export function clearFormCache(): void {
	cached = null;
}

/** What was filled in stays while the same person goes to other pages of this visit and comes back; the key does not. */
export function useCachedForm({ getValues, reset }: UseFormReturn<FormInput, unknown, FormOutput>): void {
	const ownerId = useAccess().user?.id ?? null;
	const lastOwnerId = useRef(ownerId);
	useEffect(() => {
		if (ownerId !== null) lastOwnerId.current = ownerId;
	}, [ownerId]);
	useEffect(() => {
		const before = cached;
		cached = null;
		if (before !== null && before.ownerId === lastOwnerId.current) {
			reset({ ...before.values, geminiApiKey: getValues('geminiApiKey') }, { keepDefaultValues: true });
		}
		return () => {
			const { geminiApiKey: _, ...values } = getValues();
			if (lastOwnerId.current !== null) cached = { ownerId: lastOwnerId.current, values };
		};
	}, [getValues, reset]);
}
