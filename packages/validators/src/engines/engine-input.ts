import { z } from 'zod';
import { apiKeyMaxLength, engineAddressMaxLength, geminiApiKeyMaxLength, workflowMaxLength } from '../limits.ts';
import { type EngineName, getKeyFormat, requiresKey } from './engines.ts';

/** It travels in a header, hence the plain characters; which prefixes count is configuration. Pasted ones bring spaces. */
export const geminiApiKeySchema = z
	.string()
	.trim()
	.max(geminiApiKeyMaxLength)
	.regex(/^[\x20-\x7e]*$/, 'An API key has only plain letters, digits and signs');

/** The key of any other engine's service, or the login to it. */
export const apiKeySchema = z
	.string()
	.trim()
	.max(apiKeyMaxLength)
	.regex(/^[\x20-\x7e]*$/, 'An API key has only plain letters, digits and signs');

/** As services have them: `gemini-3-pro-image`, `black-forest-labs/FLUX.1-schnell`, `sd_xl_base_1.0.safetensors [31e35c80fc]`. */
export const modelNameSchema = z.string().regex(/^[A-Za-z0-9_][\w .:/@+()[\]-]{0,199}$/, 'Not a model name');

/** Where a service is that creators name; which addresses count is configuration. */
export const engineAddressSchema = z.string().trim().max(engineAddressMaxLength);

/** A workflow of ComfyUI in the form of its API; what it has to hold is judged where it is used. */
export const workflowSchema = z.string().max(workflowMaxLength);

/** The key that the engine's calls carry: Gemini's by the name that the specification gives it, or by the one of all others. */
export const engineKeyFields = {
	geminiApiKey: geminiApiKeySchema.optional(),
	apiKey: apiKeySchema.optional(),
} as const;
export type KeyField = keyof typeof engineKeyFields;
export type EngineKeyFields = { readonly [Field in KeyField]?: string | undefined };

type FormKeyCheck<Field extends KeyField> = [
	check: (form: { readonly engine: EngineName } & Readonly<Record<Field, string>>) => boolean,
	params: { path: PropertyKey[]; message: string; when: (payload: { readonly value: unknown }) => boolean },
];

/** What `refine` takes to see that the form holds the key that its engine's calls carry, where it is the one of this field. */
export const requireFormKey = <Field extends KeyField>(field: Field): FormKeyCheck<Field> => [
	(form) => !requiresKey(form.engine) || getKeyFormat(form.engine)?.field !== field || form[field] !== '',
	{
		path: [field],
		message: 'API key is required',
		// A form shows all its sentences at once, also while another field is unreadable.
		when: ({ value }) => typeof value === 'object' && value !== null,
	},
];
