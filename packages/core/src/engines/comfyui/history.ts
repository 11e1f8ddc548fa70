import { z } from 'zod';
import { classifyStatus, type SelfHostedFailure } from '../addresses/self-hosted-service.ts';
import { brokenCalls, type ServiceResponse } from '../addresses/service-call.ts';

/** A file at the service. */
export interface ComfyFile {
	readonly filename: string;
	readonly subfolder: string;
	readonly type: string;
}

/** What became of a prompt so far; `none` while the service has nothing to tell. */
export type ComfyOutcome =
	| { readonly kind: 'none' }
	| { readonly kind: 'picture'; readonly file: ComfyFile }
	| SelfHostedFailure;

const queuedSchema = z.object({ prompt_id: z.string().regex(/^[\w-]{1,100}$/) });

/** The id of a workflow that was taken into the queue; never throws. */
export function classifyQueued(response: ServiceResponse): { readonly promptId: string } | SelfHostedFailure {
	if (response.kind === 'broken') return brokenCalls[response.how];
	if (response.kind === 'refusal') {
		if (response.status !== 400) return classifyStatus(response.status);
		const message =
			'The service refused the workflow: one of its nodes or models is not there, or an input does not fit.';
		return { kind: 'request', message };
	}
	const { data } = queuedSchema.safeParse(response.body);
	if (data === undefined) return { kind: 'transient', message: 'The service answered with another kind of JSON.' };
	return { promptId: data.prompt_id };
}

const fileSchema = z.object({
	filename: z.string().min(1).max(500),
	subfolder: z.string().max(500).catch(''),
	type: z.string().max(20).catch('output'),
});
const outputsSchema = z.record(z.string(), z.object({ images: z.array(z.unknown()).catch([]) }).catch({ images: [] }));
const messageSchema = z.tuple([
	z.string(),
	z.object({ exception_type: z.string().catch(''), exception_message: z.string().catch('') }),
]);
const entrySchema = z.object({
	outputs: outputsSchema.catch({}),
	status: z
		.object({ status_str: z.string().catch(''), messages: z.array(z.unknown()).catch([]) })
		.nullish()
		.catch(null),
});

/** Sorts an answer of `/history/{id}`; never throws. */
export function classifyHistory(body: unknown, promptId: string): ComfyOutcome {
	const entry = z.record(z.string(), z.unknown()).safeParse(body).data?.[promptId];
	const { data } = entrySchema.safeParse(entry);
	if (data === undefined) return { kind: 'none' };
	if (data.status?.status_str === 'error') return classifyError(data.status.messages);
	const files = Object.values(data.outputs)
		.flatMap(({ images }) => images)
		.flatMap((image) => fileSchema.safeParse(image).data ?? []);
	// Previews stand beside what is saved.
	const file = files.find(({ type }) => type === 'output') ?? files[0];
	if (file !== undefined) return { kind: 'picture', file };
	return { kind: 'no_image', message: 'The workflow ended without a picture.' };
}

function classifyError(messages: readonly unknown[]): SelfHostedFailure {
	const named = messages.flatMap((message) => {
		const { data } = messageSchema.safeParse(message);
		return data === undefined ? [] : [{ name: data[0], ...data[1] }];
	});
	if (named.some(({ name }) => name === 'execution_interrupted')) {
		return { kind: 'transient', message: 'The picture was stopped at the service.' };
	}
	const texts = named
		.map(({ exception_type, exception_message }) => `${exception_type} ${exception_message}`)
		.join('\n');
	if (/OutOfMemory|out of memory/i.test(texts)) {
		return { kind: 'transient', message: 'The service ran out of memory.' };
	}
	return { kind: 'request', message: 'A node of the workflow failed at the service.' };
}

const queueSchema = z.object({
	queue_running: z.array(z.unknown()),
	queue_pending: z.array(z.unknown()),
});

/** Whether an answer of `/queue` still has the prompt; also where it is none that can be read. */
export function isQueued(body: unknown, promptId: string): boolean {
	const { data } = queueSchema.safeParse(body);
	if (data === undefined) return true;
	return [...data.queue_running, ...data.queue_pending].some((item) => Array.isArray(item) && item[1] === promptId);
}
