import { generationFormSchema } from '@adx/validators/generation';
import { installZodMessages } from '@adx/validators/zod-messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useFormContext } from 'react-hook-form';
import type { z } from 'zod';

/** What the form holds while it is being filled, and what it submits. */
export type FormInput = z.input<typeof generationFormSchema>;
export type FormOutput = z.output<typeof generationFormSchema>;

/** The form starts empty: presets, not the browser, bring earlier choices back. */
export const emptyForm: FormInput = {
	races: [],
	classes: [],
	artStyle: '',
	backgroundType: '',
	afflictions: [],
	batchSize: 1,
	projectName: '',
	engine: 'gemini',
	geminiApiKey: '',
};

installZodMessages();
const resolver = zodResolver(generationFormSchema);

/** The Create form's state, checked by the schema that the server uses. */
export function useGenerationForm(geminiApiKey: string) {
	return useForm<FormInput, unknown, FormOutput>({ resolver, defaultValues: { ...emptyForm, geminiApiKey } });
}

export const useGenerationFormContext = () => useFormContext<FormInput, unknown, FormOutput>();
