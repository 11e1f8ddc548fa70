import { showToast } from '@adx/ui/feedback/toast-store';
import { isPaidEngine } from '@adx/validators/generation';
import { useEffect, useRef, useState } from 'react';
import type { FieldErrors, FieldPath } from 'react-hook-form';
import { getFieldErrors } from '../../../lib/api/error-messages.ts';
import { newSeed } from '../../../lib/random-hex.ts';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { isApiKeyStored, keyRequired, storeApiKey, validateApiKey } from '../../jobs/actions/gemini-key.ts';
import { defaultModel, isLargeOrder, type PaidOrder } from '../../jobs/actions/order-price.ts';
import { createEmptyForm, type FormInput, type FormOutput, useGenerationFormContext } from './form-schema.ts';
import { toSteering } from './plan-request.ts';
import { getStartErrorMessage, useStartGeneration } from './start-generation.ts';

function isFieldName(name: string): name is FieldPath<FormInput> {
	return Object.hasOwn(createEmptyForm, name);
}

/** The first message in the order of the form. */
function firstMessage(errors: FieldErrors<FormInput>): string | undefined {
	const names = Object.keys(createEmptyForm) as (keyof FormInput)[];
	const own = names.map((name) => errors[name]?.message).find((message) => message !== undefined);
	return own ?? errors.plan?.seed?.message;
}

function notifyInvalid(errors: FieldErrors<FormInput>): void {
	const { title, description } =
		errors.geminiApiKey === undefined
			? { title: 'Please complete the form', description: firstMessage(errors) }
			: keyRequired;
	showToast({ title, description, tone: 'destructive' });
}

/** The order as the API takes it: the plan on show by its seed, steering only where there is any. */
function orderOf({ geminiApiKey, projectName, plan, ...choices }: FormOutput) {
	return {
		...choices,
		count: choices.batchSize,
		...(projectName === '' || projectName === undefined ? {} : { projectName }),
		seed: plan.seed,
		...toSteering(choices, plan),
		...(isPaidEngine(choices.engine) ? { geminiApiKey } : {}),
		...(isPaidEngine(choices.engine) && plan.model !== '' ? { model: plan.model } : {}),
	};
}

interface UnconfirmedOrder {
	readonly order: PaidOrder;
	readonly values: FormOutput;
}

/** What the form orders of a paid engine; null for the forge, and while the prices are not known. */
function toPaidOrder(config: ReturnType<typeof useAccess>['config'], values: FormOutput): PaidOrder | null {
	if (!isPaidEngine(values.engine) || config === null) return null;
	return { images: values.batchSize, model: values.plan.model || defaultModel(config.gemini) };
}

export interface SubmitOptions {
	readonly onStarted: (jobId: string) => void;
	/** Something is missing or wrong; what has to be seen must be on screen when this returns. */
	readonly onInvalid: () => void;
}

/** Checks the form as the server will, says what is missing, and starts the job. */
export function useSubmitGeneration({ onStarted, onInvalid }: SubmitOptions) {
	const form = useGenerationFormContext();
	const { config } = useAccess();
	const start = useStartGeneration(onStarted);
	// From the press on: the form is checked before the request is pending, and a second click may come in between.
	const isSubmitting = useRef(false);
	const [problem, setProblem] = useState<string | null>(null);
	const [unconfirmed, setUnconfirmed] = useState<UnconfirmedOrder | null>(null);
	// It was about what the form held then.
	useEffect(() => form.subscribe({ formState: { values: true }, callback: () => setProblem(null) }), [form]);

	function hasValidKey(values: FormOutput): boolean {
		if (!isPaidEngine(values.engine)) return true;
		const problem = validateApiKey(values.geminiApiKey, config?.geminiKeyPrefixes);
		if (problem === null) return true;
		onInvalid();
		form.setError('geminiApiKey', { message: problem.field }, { shouldFocus: true });
		showToast({ title: problem.title, description: problem.description, tone: 'destructive' });
		return false;
	}

	async function sendOrAsk(values: FormOutput): Promise<void> {
		if (!hasValidKey(values)) return;
		const order = toPaidOrder(config, values);
		if (order !== null && isLargeOrder(config, order)) setUnconfirmed({ order, values });
		else await send(values);
	}

	async function send(values: FormOutput): Promise<void> {
		try {
			await start.mutateAsync(orderOf(values));
			// Only now: a key that was refused is not worth keeping.
			if (isPaidEngine(values.engine) && isApiKeyStored()) storeApiKey(values.geminiApiKey);
			// The same seed again would only make the same images again.
			form.setValue('plan', { ...form.getValues('plan'), seed: newSeed() });
		} catch (error) {
			if (!showAtFields(error)) setProblem(getStartErrorMessage(error));
		}
	}

	/** Whether the refusal names a field that the form has; the first of them gets the focus. */
	function showAtFields(error: unknown): boolean {
		const refused = Object.entries(getFieldErrors(error)).flatMap(([name, message]) => {
			const field = name.split('.')[0] ?? name;
			return isFieldName(field) && field !== 'plan' ? [{ field, message }] : [];
		});
		if (refused.length === 0) return false;
		onInvalid();
		for (const [place, { field, message }] of refused.entries()) {
			form.setError(field, { message }, { shouldFocus: place === 0 });
		}
		return true;
	}

	async function checkAndSend(): Promise<void> {
		if (isSubmitting.current) return;
		isSubmitting.current = true;
		setProblem(null);
		try {
			const trimmed = (values: FormOutput) => ({ ...values, geminiApiKey: values.geminiApiKey.trim() });
			await form.handleSubmit(
				(values) => sendOrAsk(trimmed(values)),
				(errors) => {
					onInvalid();
					notifyInvalid(errors);
				},
			)();
		} finally {
			isSubmitting.current = false;
		}
	}

	return {
		isPending: start.isPending,
		problem,
		submit: () => void checkAndSend(),
		/** A paid order that is sent once it is confirmed; null for none. */
		unconfirmed: unconfirmed && {
			order: unconfirmed.order,
			apiKey: unconfirmed.values.geminiApiKey,
			onClose: () => setUnconfirmed(null),
			onConfirm: () => {
				setUnconfirmed(null);
				void send(unconfirmed.values);
			},
		},
	};
}
