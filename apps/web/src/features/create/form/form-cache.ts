import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useAccess } from '../../access/gate/access-provider.tsx';
import type { FormInput, FormOutput } from './form-schema.ts';
import type { SectionId } from './form-sections.ts';

interface CachedForm {
	readonly ownerId: string;
	readonly values: Omit<FormInput, 'geminiApiKey'>;
	readonly openSection: SectionId;
}

// Of this visit only: what a reload forgets comes back by presets.
let cached: CachedForm | null = null;

/** Drops what was kept, as a reload does. */
export function clearFormCache(): void {
	cached = null;
}

/**
 * What was filled in stays while the same person goes to other pages of this visit and comes back, and so does the section
 * that is open, which is returned with its setter; the key does not.
 */
export function useCachedForm({ getValues, reset }: UseFormReturn<FormInput, unknown, FormOutput>) {
	const ownerId = useAccess().user?.id ?? null;
	const lastOwnerId = useRef(ownerId);
	const [openSection, setOpenSection] = useState<SectionId>('races');
	const lastSection = useRef(openSection);
	useEffect(() => {
		if (ownerId !== null) lastOwnerId.current = ownerId;
	}, [ownerId]);
	useEffect(() => {
		lastSection.current = openSection;
	}, [openSection]);
	useEffect(() => {
		const before = cached;
		cached = null;
		if (before !== null && before.ownerId === lastOwnerId.current) {
			reset({ ...before.values, geminiApiKey: getValues('geminiApiKey') }, { keepDefaultValues: true });
			setOpenSection(before.openSection);
		}
		return () => {
			const { geminiApiKey: _, ...values } = getValues();
			if (lastOwnerId.current === null) return;
			cached = { ownerId: lastOwnerId.current, values, openSection: lastSection.current };
		};
	}, [getValues, reset]);
	return [openSection, setOpenSection] as const;
}
