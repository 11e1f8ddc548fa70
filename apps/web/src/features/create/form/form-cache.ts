import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { newSeed } from '../../../lib/random-ids.ts';
import { readSession, removeSession, writeSession } from '../../../lib/storage/browser-storage.ts';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { type FormInput, type FormOutput, type FormWithoutKeys, toReloadedForm } from './form-schema.ts';
import { formSections, type SectionId } from './form-sections.ts';

interface CachedForm {
	readonly ownerId: string;
	readonly values: FormWithoutKeys;
	readonly openSection: SectionId;
}

type GenerationForm = UseFormReturn<FormInput, unknown, FormOutput>;

interface ShownForm extends Pick<GenerationForm, 'setValue'> {
	/** Null once nobody is signed in. */
	readonly toCache: () => CachedForm | null;
}

let cached: CachedForm | null = null;
/** The form on the page; null while another page is on show. */
let shown: ShownForm | null = null;

const storageKey = 'adx-create-form';
const storedSchema = z.object({
	ownerId: z.string(),
	values: z.record(z.string(), z.unknown()).transform(toReloadedForm),
	openSection: z.enum(formSections.map(({ id }) => id)),
});

// A reload leaves the form to the page that follows in this tab, and to nobody else.
window.addEventListener('pagehide', () => {
	const form = shown?.toCache() ?? cached;
	if (form !== null) writeSession(storageKey, JSON.stringify(form));
});

function takeCachedForm(): CachedForm | null {
	const form = cached ?? readStoredForm();
	cached = null;
	removeSession(storageKey);
	return form;
}

function readStoredForm(): CachedForm | null {
	try {
		return storedSchema.parse(JSON.parse(readSession(storageKey) ?? 'null'));
	} catch {
		return null;
	}
}

/** Drops what is kept in memory, as a reload does. */
export function clearFormCache(): void {
	cached = null;
}

/**
 * Changes the seed that a start has used up: again it would only make the same images again. Does so in the form that is
 * on the page by then, or in what is kept of it; a seed that was typed since stays.
 */
export function renewSeed(usedSeed: string): void {
	const plan = (shown?.toCache() ?? cached)?.values.plan;
	if (plan?.seed !== usedSeed) return;
	const renewed = { ...plan, seed: newSeed() };
	if (shown !== null) shown.setValue('plan', renewed);
	else if (cached !== null) cached = { ...cached, values: { ...cached.values, plan: renewed } };
}

/**
 * What was filled in stays while the same person goes to other pages and comes back, or reloads the page, and so does the
 * section that is open, which is returned with its setter. Keys do not, and what a reload takes away with it.
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
		const before = takeCachedForm();
		const toCache = () => {
			const { geminiApiKey: _, apiKey: __, ...values } = getValues();
			const id = lastOwnerId.current;
			return id === null ? null : { ownerId: id, values, openSection: lastSection.current };
		};
		shown = { setValue, toCache };
		if (before !== null && before.ownerId === lastOwnerId.current) {
			reset(
				{ ...before.values, geminiApiKey: getValues('geminiApiKey'), apiKey: getValues('apiKey') },
				{ keepDefaultValues: true },
			);
			setOpenSection(before.openSection);
		}
		return () => {
			shown = null;
			cached = toCache();
		};
	}, [getValues, setValue, reset]);
	return [openSection, setOpenSection] as const;
}
