import { dismissToast, showToast, type ToastMessage } from '@adx/ui/feedback/toast-store';
import {
	type CatalogueEngineName,
	hasOwnAddress,
	isPaidEngine,
	isServiceEngine,
	takesWorkflow,
} from '@adx/validators/engines/engines';
import { useEffect, useRef, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import {
	getErrorReason,
	getFieldErrors,
	getHttpStatus,
	getRequestId,
	isRefusal,
	offlineMessage,
} from '../../../lib/api/error-messages.ts';
import { useOffline } from '../../../lib/api/offline.ts';
import { isSessionEnded } from '../../../lib/api/session-ended.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useIdempotentMutation } from '../../../lib/api/use-idempotent-mutation.ts';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight.ts';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { accessTexts } from '../../access/gate/access-texts.ts';
import { useRefreshDailyLimit } from '../../jobs/actions/daily-limit.ts';
import { findKeyProblem, storeValidKey, toKeyFields } from '../../jobs/actions/engine-key.ts';
import { defaultModel, findService, isLargeOrder, type PaidOrder } from '../../jobs/actions/order-price.ts';
import { chooseAddress, getKeyField } from '../form/engine-fields.ts';
import { renewSeed } from '../form/form-cache.ts';
import { createEmptyForm, type FormInput, type FormOutput, useGenerationFormContext } from '../form/form-schema.ts';
import { findFirstError } from '../form/form-sections.ts';
import { toSteering } from '../form/plan-request.ts';
import { LayersNotReadyError } from '../layers/layers-not-ready.ts';
import { countReferenceInputs, toReferencesInput } from '../references/references-input.ts';

function isFieldName(name: string): name is keyof FormInput {
	return Object.hasOwn(createEmptyForm, name);
}

/** The request as the API takes it: the plan on show by its seed, steering only where there is any. */
function toCatalogueRequest(
	{
		geminiApiKey: _,
		apiKey: __,
		layers: ___,
		layerPlan: ____,
		engineAddress,
		workflow,
		references,
		styleLock,
		sketch,
		projectName,
		plan,
		engine,
		...choices
	}: FormOutput & { readonly engine: CatalogueEngineName },
	key: string,
) {
	return {
		...choices,
		engine,
		count: choices.batchSize,
		...(projectName === '' || projectName === undefined ? {} : { projectName }),
		seed: plan.seed,
		...toSteering(choices, plan),
		...toKeyFields(engine, key),
		...toReferencesInput({ engine, references, styleLock, sketch }),
		...(hasOwnAddress(engine) ? { engineAddress } : {}),
		...(takesWorkflow(engine) ? { workflow } : {}),
		...(isServiceEngine(engine) && plan.model !== '' ? { model: plan.model } : {}),
	};
}

/** The request as the API takes it; for own layers once they have arrived, whose code is loaded then. */
async function toRequest(values: FormOutput, key: string) {
	if (isOfCatalogue(values)) return toCatalogueRequest(values, key);
	const { toLayersInput } = await import('../layers/layers-input.ts');
	return toLayersInput(values);
}

/** Fields of the request that the form holds as its plan; their messages have no place at a field of the form. */
const planFields: readonly string[] = ['weights', 'counts', 'rules', 'steering'];

const isOfCatalogue = (values: FormOutput): values is FormOutput & { readonly engine: CatalogueEngineName } =>
	values.engine !== 'layers';

interface UnconfirmedOrder {
	readonly order: PaidOrder;
	readonly values: FormOutput;
}

/** What the form orders of a paid engine; null for others, and while the prices are not known. */
function toPaidOrder(config: ReturnType<typeof useAccess>['config'], values: FormOutput): PaidOrder | null {
	const { engine } = values;
	const service = findService(config, engine);
	if (!isPaidEngine(engine) || service === null) return null;
	const model = values.plan.model || defaultModel(service);
	return { engine, images: values.batchSize, model, inputImages: countReferenceInputs(values) };
}

export interface SubmitOptions {
	readonly onStarted: (jobId: string) => void;
	/** Something is missing or wrong, first of all in this field, which has to be shown and to take the focus. */
	readonly onInvalid: (field: keyof FormInput) => void;
	/** Whether what the form holds now is known to allow no plan: then nothing is sent. */
	readonly isPlanImpossible: () => boolean;
	/** What the first number of the plan that is not right is called; null for none. */
	readonly wrongNumber: string | null;
}

/** Why nothing was started: forgotten with the form's next change, and that there was no connection once there is one. */
function useSubmitProblem() {
	const form = useGenerationFormContext();
	const [problem, setProblem] = useState<string | null>(null);
	const toast = useRef<number | null>(null);
	const isOffline = useOffline();
	useEffect(() => {
		if (!isOffline) setProblem((said) => (said === offlineMessage ? null : said));
	}, [isOffline]);
	useEffect(() => {
		// It was about what the form held then.
		function forgetProblems() {
			setProblem(null);
			if (toast.current !== null) dismissToast(toast.current);
			toast.current = null;
		}
		return form.subscribe({ formState: { values: true }, callback: forgetProblems });
	}, [form]);

	function showProblemToast(message: Omit<ToastMessage, 'tone'>): void {
		toast.current = showToast({ ...message, tone: 'destructive' });
	}

	return { problem, setProblem, showProblemToast };
}

const incompleteTitle = 'Please complete the form';

/** Checks the form as the server will, says what is missing, and starts the job. */
export function useSubmitGeneration({ onStarted, onInvalid, isPlanImpossible, wrongNumber }: SubmitOptions) {
	const form = useGenerationFormContext();
	const { config } = useAccess();
	const { problem, setProblem, showProblemToast } = useSubmitProblem();
	const start = useStartGeneration(onStarted, showProblemToast);
	// From the press on: the form is checked before the request is pending, and a second click may come in between.
	const flight = useSingleFlight();
	const [unconfirmed, setUnconfirmed] = useState<UnconfirmedOrder | null>(null);

	/** Marks what is wrong, the key besides what the schema found, and leads to the first of it. */
	function rejectInvalid(found: FieldErrors<FormInput>): boolean {
		const values = form.getValues();
		const field = getKeyField(values.engine);
		const { keyPrefixes } = findService(config, values.engine) ?? {};
		const key = findKeyProblem(values.engine, values[field], keyPrefixes);
		const keyError = key && { type: 'key', message: key.field };
		if (keyError !== null) form.setError(field, keyError);
		const first = findFirstError(keyError === null ? found : { ...found, [field]: keyError });
		if (first === null) return false;
		onInvalid(first.field);
		const { title, description } = key ?? { title: incompleteTitle, description: first.message };
		showProblemToast({ title, description });
		return true;
	}

	async function sendOrAsk(values: FormOutput): Promise<void> {
		if (rejectInvalid({})) return;
		if (wrongNumber !== null) {
			onInvalid('plan');
			showProblemToast({
				title: incompleteTitle,
				description: `A number in the plan is not right yet: ${wrongNumber}.`,
			});
			return;
		}
		if (isPlanImpossible()) return onInvalid('plan');
		const order = toPaidOrder(config, values);
		if (order === null || !isLargeOrder(config, order)) await send(values);
		// What would be confirmed is refused, and what is left today is not known.
		else if (isSessionEnded()) setProblem(accessTexts.session.ended);
		else setUnconfirmed({ order, values });
	}

	async function send(values: FormOutput): Promise<void> {
		try {
			const key = values[getKeyField(values.engine)];
			await start.mutateAsync(await toRequest({ ...values, engineAddress: chooseAddress(config, values) }, key));
			// The field may still have the focus.
			storeValidKey(values.engine, key, findService(config, values.engine)?.keyPrefixes);
			renewSeed(values.plan.seed);
		} catch (error) {
			showRefusal(error);
		}
	}

	function showRefusal(error: unknown): void {
		const refused = findRefusedFields(error);
		const [first] = error instanceof LayersNotReadyError ? [{ field: 'layers' as const }] : refused;
		for (const { path, message } of refused) form.setError(path, { message });
		if (refused.length === 0) setProblem(getStartErrorMessage(error));
		if (first !== undefined || isAboutPlan(error)) onInvalid(first?.field ?? 'plan');
	}

	/** One at a time: what is submitted while the answer is awaited comes to nothing. */
	async function submitAlone(work: () => Promise<void>): Promise<void> {
		if (!flight.tryStart()) return;
		await work().finally(flight.finish);
	}

	async function checkAndSend(): Promise<void> {
		setProblem(null);
		await form.handleSubmit(
			(values) => sendOrAsk(trimKeys(values)),
			(errors) => void rejectInvalid(errors),
		)();
	}

	return {
		isPending: start.isPending,
		problem,
		submit: () => void submitAlone(checkAndSend),
		/** A paid order that is sent once it is confirmed; null for none. */
		unconfirmed: unconfirmed && {
			order: unconfirmed.order,
			apiKey: unconfirmed.values[getKeyField(unconfirmed.values.engine)],
			onClose: () => setUnconfirmed(null),
			onConfirm: () => {
				setUnconfirmed(null);
				void submitAlone(() => send(unconfirmed.values));
			},
		},
	};
}

type StartInput = Parameters<ReturnType<typeof trpc.useUtils>['client']['generation']['start']['mutate']>[0];

interface RefusedField {
	/** What is shown. */
	readonly field: keyof FormInput;
	/** Where its message belongs. */
	readonly path: Exclude<keyof FormInput, 'plan'> | 'plan.seed';
	readonly message: string;
}

/** Fields of the form that a refusal names; empty for none. */
function findRefusedFields(error: unknown): readonly RefusedField[] {
	return Object.entries(getFieldErrors(error)).flatMap(([name, message]): RefusedField[] => {
		const field = name.split('.')[0] ?? name;
		if (field === 'seed') return [{ field: 'plan', path: 'plan.seed', message }];
		return isFieldName(field) && field !== 'plan' ? [{ field, path: field, message }] : [];
	});
}

const trimKeys = (values: FormOutput): FormOutput => ({
	...values,
	geminiApiKey: values.geminiApiKey.trim(),
	apiKey: values.apiKey.trim(),
});

/** Whether these choices, counts and rules allow no such collection. */
function isAboutPlan(error: unknown): boolean {
	const names = Object.keys(getFieldErrors(error));
	return (
		getErrorReason(error) === 'plan_impossible' || names.some((name) => planFields.includes(name.split('.')[0] ?? ''))
	);
}

/** What went wrong with a start, in a sentence. */
const getStartErrorMessage = (error: unknown): string =>
	error instanceof Error && error.message !== '' ? error.message : 'Failed to start generation';

function useStartGeneration(
	onStarted: (jobId: string) => void,
	showProblemToast: (message: Omit<ToastMessage, 'tone'>) => void,
) {
	const utils = trpc.useUtils();
	const refreshDailyLimit = useRefreshDailyLimit();
	return useIdempotentMutation((input: StartInput, call) => utils.client.generation.start.mutate(input, call), {
		kind: 'generation',
		// As the server has it: with another key it is still the same order.
		identify: (input) => ({ ...input, geminiApiKey: undefined, apiKey: undefined }),
		onSuccess({ jobId, job }) {
			utils.generation.get.setData({ jobId }, job);
			// A worker may have changed it before this answer came; that change is told once.
			void utils.generation.get.invalidate({ jobId });
			void utils.generation.list.invalidate();
			refreshDailyLimit();
			showToast({
				title: 'Generation Started',
				description: `Started generating ${job.batchSize} ADX characters`,
				tone: 'success',
			});
			onStarted(jobId);
		},
		onError(error) {
			refreshDailyLimit();
			// The order may have been stored though no answer came; if the server is away, this is how the page learns of it.
			if (!isRefusal(error)) void utils.generation.list.invalidate();
			const message = {
				title: 'Generation Failed',
				description: getStartErrorMessage(error),
				requestId: getRequestId(error),
			};
			// Premium that has ended changes the form by itself, and what it says is not about that.
			if (getHttpStatus(error) === 402) showToast({ ...message, tone: 'destructive' });
			else showProblemToast(message);
		},
	});
}
