import type { KeyField } from '@adx/validators/engines/engine-input';
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { newSeed } from '../../../lib/random-ids.ts';
import { useAccess } from '../../access/gate/access-provider.tsx';
import type { FormInput, FormOutput } from './form-schema.ts';
import type { SectionId } from './form-sections.ts';

interface CachedForm {
	readonly ownerId: string;
	readonly values: Omit<FormInput, KeyField>;
	readonly openSection: SectionId;
}

type GenerationForm = UseFormReturn<FormInput, unknown, FormOutput>;

// Of this visit only: what a reload forgets comes back by presets.
let cached: CachedForm | null = null;
/** The form on the page; null while another page is on show. */
let shown: Pick<GenerationForm, 'getValues' | 'setValue'> | null = null;

/** Drops what was kept, as a reload does. */
export function clearFormCache(): void {
	cached = null;
}

/**
 * Changes the seed that a start has used up: again it would only make the same images again. Does so in the form that is
 * on the page by then, or in what is kept of it; a seed that was typed since stays.
 */
export function renewSeed(usedSeed: string): void {
	const plan = shown?.getValues('plan') ?? cached?.values.plan;
	if (plan?.seed !== usedSeed) return;
	const renewed = { ...plan, seed: newSeed() };
	if (shown !== null) shown.setValue('plan', renewed);
	else if (cached !== null) cached = { ...cached, values: { ...cached.values, plan: renewed } };
}

/**
 * What was filled in stays while the same person goes to other pages of this visit and comes back, and so does the section
 * that is open, which is returned with its setter; the key does not.
 */
export function useCachedForm({ getValues, setValue, reset }: GenerationForm) {
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
		shown = { getValues, setValue };
		if (before !== null && before.ownerId === lastOwnerId.current) {
			reset(
				{ ...before.values, geminiApiKey: getValues('geminiApiKey'), apiKey: getValues('apiKey') },
				{ keepDefaultValues: true },
			);
			setOpenSection(before.openSection);
		}
		return () => {
			shown = null;
			const { geminiApiKey: _, apiKey: __, ...values } = getValues();
			if (lastOwnerId.current === null) return;
			cached = { ownerId: lastOwnerId.current, values, openSection: lastSection.current };
		};
	}, [getValues, setValue, reset]);
	return [openSection, setOpenSection] as const;
}
