import { showToast } from '@adx/ui/toast-store';
import type { FieldErrors, FieldPath } from 'react-hook-form';
import { fieldErrorsOf } from '../../../lib/error-sentences.ts';
import { useAccess } from '../../access/components/access-provider.tsx';
import { useStartGeneration } from '../queries.ts';
import { emptyForm, type FormInput, type FormOutput, useGenerationFormContext } from '../schema.ts';
import { forgetApiKey, keepApiKey } from '../store.ts';

const defaultKeyPrefixes = ['AIza', 'AQ.'];

function isFieldName(name: string): name is FieldPath<FormInput> {
	return Object.hasOwn(emptyForm, name);
}

/** The first message in the order of the form. */
function firstMessage(errors: FieldErrors<FormInput>): string | undefined {
	const names = Object.keys(emptyForm) as (keyof FormInput)[];
	return names.map((name) => errors[name]?.message).find((message) => message !== undefined);
}

const keyRequired = {
	title: 'API Key Required',
	description: 'Please provide your personal Google Gemini API key to generate images.',
	field: 'API key is required',
};
const keyInvalid = {
	title: 'Invalid API Key',
	description: "Please provide a valid Google Gemini API key (starts with 'AIza').",
	field: "Please provide a valid Google Gemini API key (starts with 'AIza').",
};

/** What is wrong with a key beyond the schema; null when nothing is. */
function keyProblem(key: string, prefixes: readonly string[]) {
	if (key.trim() === '') return keyRequired;
	return prefixes.some((prefix) => key.startsWith(prefix)) ? null : keyInvalid;
}

function tellInvalid(errors: FieldErrors<FormInput>): void {
	const { title, description } =
		errors.geminiApiKey === undefined
			? { title: 'Please complete the form', description: firstMessage(errors) }
			: keyRequired;
	showToast({ title, description, tone: 'destructive' });
}

export interface SubmitOptions {
	readonly keepKey: boolean;
	readonly onStarted: (jobId: string) => void;
}

/** Checks the form as the server will, says what is missing, and starts the job. */
export function useSubmitGeneration({ keepKey, onStarted }: SubmitOptions) {
	const form = useGenerationFormContext();
	const { config } = useAccess();
	const start = useStartGeneration(onStarted);

	function hasValidKey(values: FormOutput): boolean {
		if (values.engine === 'forge') return true;
		const problem = keyProblem(values.geminiApiKey, config?.geminiKeyPrefixes ?? defaultKeyPrefixes);
		if (problem === null) return true;
		form.setError('geminiApiKey', { message: problem.field }, { shouldFocus: true });
		showToast({ title: problem.title, description: problem.description, tone: 'destructive' });
		return false;
	}

	function send(values: FormOutput): void {
		if (!hasValidKey(values)) return;
		const { geminiApiKey, projectName, ...rest } = values;
		const isGemini = values.engine === 'gemini';
		if (isGemini && keepKey) keepApiKey(geminiApiKey);
		if (isGemini && !keepKey) forgetApiKey();
		start.mutate(
			{
				...rest,
				count: values.batchSize,
				...(projectName === '' || projectName === undefined ? {} : { projectName }),
				...(isGemini ? { geminiApiKey } : {}),
			},
			{
				onError(error) {
					for (const [name, message] of Object.entries(fieldErrorsOf(error))) {
						const field = name.split('.')[0] ?? name;
						if (isFieldName(field)) form.setError(field, { message });
					}
				},
			},
		);
	}

	return {
		isPending: start.isPending,
		submit() {
			if (start.isPending) return;
			void form.handleSubmit(send, tellInvalid)();
		},
	};
}
