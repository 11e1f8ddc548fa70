import { randomUUID } from 'node:crypto';
import type { AddressGuard } from '../addresses/address-guard.ts';
import { toAddressText } from '../addresses/engine-address.ts';
import { authorizeBasic, classifyStatus, selfHostedAnswerMaxBytes } from '../addresses/self-hosted-service.ts';
import { brokenCalls, callForBytes, requireAddress } from '../addresses/service-call.ts';
import { freeCall } from '../call-cost.ts';
import { toNumberSeed } from '../number-seed.ts';
import { buildPrompt } from '../prompt/build-prompt.ts';
import { negativePrompt } from '../prompt/negative-prompt.ts';
import { readPicture } from '../received-picture.ts';
import { EngineError, type EngineImage, type EngineRequest, type ImageEngine, type RemoteRequest } from '../types.ts';
import { type Attempt, callComfyUi, callTimeoutMs, sendJson } from './comfyui-call.ts';
import { type CompletionSocket, openCompletionSocket } from './completion-socket.ts';
import { type ComfyFile, classifyHistory, classifyQueued, isQueued } from './history.ts';
import { uploadPicture } from './upload-picture.ts';
import {
	fillWorkflow,
	findPictureProblem,
	parseWorkflow,
	referencePlaces,
	type Workflow,
	type WorkflowValues,
} from './workflow.ts';

export interface ComfyUiOptions {
	/** Whom it may call. */
	readonly guard: AddressGuard;
	/** Side of the picture as it is painted, where the workflow asks; what is stored has another size. */
	readonly paintPx: number;
	/** From queue to picture; 600 s unless given, since it may wait behind others and load models. */
	readonly timeoutMs?: number;
	/** How often the history is asked where nothing is heard; 1 s unless given. */
	readonly pollMs?: number;
}

const source = { name: "The service's picture" };
const defaultTimeoutMs = 600_000;
const defaultPollMs = 1_000;
/** Where ends are heard, the history is asked more rarely. */
const heardPollFactor = 5;
/** Calls in a row that may break while a picture is waited for. */
const brokenMax = 5;
const cancelTimeoutMs = 2_000;

/**
 * Paints with a ComfyUI at an address that the operator allows, by a workflow of the user in which places are named. It
 * costs nothing, paints the same picture for the same seed, and takes a login `name:password` for a key where something
 * before it asks for one. Sketch and references are uploaded to it, under the names that the workflow's places get.
 */
export function createComfyUiEngine(options: ComfyUiOptions): ImageEngine {
	return {
		// It paints one picture after the other.
		concurrency: 1,
		draw: (request) => draw(options, request),
		readReceived: (bytes, request) => readPicture(bytes, request, { ...source, call: null }),
	};
}

async function draw(options: ComfyUiOptions, request: EngineRequest): Promise<EngineImage> {
	const { remote, traits, imageSeed, sizePx, previews, signal } = request;
	if (remote === undefined) throw new TypeError('Address and workflow have to be named.');
	const { guard, paintPx, timeoutMs = defaultTimeoutMs, pollMs = defaultPollMs } = options;
	const login = authorizeBasic(remote.apiKey);
	const address = toAddressText(requireAddress(guard, remote.address));
	const workflow = requireWorkflow(remote);
	const prompt = buildPrompt(traits, { isSoftened: remote.isSoftened });
	signal.throwIfAborted();
	const facts = { model: remote.model, prompt: prompt.text, promptHash: prompt.hash, finishReason: null };
	const call = { ...facts, ...freeCall };
	await remote.started?.(call);
	const size = { width: paintPx, height: paintPx };
	const values = { prompt: prompt.text, negative: negativePrompt, seed: toNumberSeed(imageSeed), ...size };
	const bytes = await within({ signal, timeoutMs }, async (attemptSignal) => {
		const attempt = { guard, address, login, pollMs, signal: attemptSignal };
		const pictures = await uploadPictures(attempt, remote);
		return paint(attempt, fillWorkflow(workflow, { ...values, ...pictures }));
	});
	await remote.received?.(bytes, call);
	return { ...(await readPicture(bytes, { sizePx, previews }, { ...source, call })), call };
}

function requireWorkflow({ workflow: text, sketch, references = [] }: RemoteRequest): Workflow {
	const parsed = parseWorkflow(text ?? '');
	if (parsed.workflow === undefined) throw new EngineError('request', parsed.problem);
	const pictures = { references: references.length, hasSketch: sketch !== undefined };
	const problem = findPictureProblem(parsed.places, pictures);
	if (problem !== null) throw new EngineError('request', problem);
	return parsed.workflow;
}

/** What goes along, as the workflow names it. */
async function uploadPictures(
	attempt: Attempt,
	{ sketch, references = [] }: RemoteRequest,
): Promise<Partial<WorkflowValues>> {
	const uploaded: { sketch?: string; reference?: string; reference2?: string; reference3?: string } = {};
	if (sketch !== undefined) uploaded.sketch = await uploadPicture(attempt, sketch);
	for (const [index, place] of referencePlaces.entries()) {
		const reference = references[index];
		if (reference !== undefined) uploaded[place] = await uploadPicture(attempt, reference);
		else if (uploaded.reference !== undefined) uploaded[place] = uploaded.reference;
	}
	return uploaded;
}

/** Runs a try with a signal of its own; rejects with the reason of the outer one, or an EngineError. */
async function within<Result>(
	{ signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
	run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const attempt = new AbortController();
	const stop = () => attempt.abort();
	const timer = setTimeout(stop, timeoutMs);
	signal.addEventListener('abort', stop, { once: true });
	try {
		return await run(attempt.signal);
	} catch (error) {
		signal.throwIfAborted();
		if (attempt.signal.aborted) throw new EngineError('transient', brokenCalls.timeout.message);
		throw error;
	} finally {
		clearTimeout(timer);
		signal.removeEventListener('abort', stop);
	}
}

async function paint(attempt: Attempt, prompt: object): Promise<Uint8Array> {
	const { guard, address, login, signal } = attempt;
	const clientId = randomUUID();
	// First, so that nothing is missed of a short one.
	const notices = await openCompletionSocket(guard, {
		url: `${address}/ws?clientId=${clientId}`,
		headers: login,
		signal,
	});
	let promptId: string | null = null;
	try {
		const queued = classifyQueued(await sendJson(attempt, 'prompt', { prompt, client_id: clientId }));
		if (!('promptId' in queued)) throw new EngineError(queued.kind, queued.message);
		({ promptId } = queued);
		const file = await awaitFile(attempt, notices, promptId);
		promptId = null;
		return await view(attempt, file);
	} finally {
		notices.close();
		if (promptId !== null && signal.aborted) await dequeue(attempt, promptId);
	}
}

async function awaitFile(attempt: Attempt, notices: CompletionSocket, promptId: string): Promise<ComfyFile> {
	let [broken, missing] = [0, 0];
	for (;;) {
		const isHeard = notices.isOpen();
		await notices.wait(promptId, attempt.pollMs * (isHeard ? heardPollFactor : 1), attempt.signal);
		const response = await callComfyUi(attempt, `history/${promptId}`);
		if (response.kind !== 'answer') {
			broken += 1;
			if (broken < brokenMax) continue;
			const { kind, message } =
				response.kind === 'broken' ? brokenCalls[response.how] : classifyStatus(response.status);
			throw new EngineError(kind, message);
		}
		broken = 0;
		const outcome = classifyHistory(response.body, promptId);
		if (outcome.kind === 'picture') return outcome.file;
		if (outcome.kind !== 'none') throw new EngineError(outcome.kind, outcome.message);
		if (isHeard) continue;
		// A service that was started again has forgotten what it was asked for.
		const queue = await callComfyUi(attempt, 'queue');
		missing = queue.kind === 'answer' && !isQueued(queue.body, promptId) ? missing + 1 : 0;
		// Between queue and history it is in neither.
		if (missing > 2) throw new EngineError('transient', 'The service has lost the picture that it was asked for.');
	}
}

/** The picture itself. */
async function view({ guard, address, login, signal }: Attempt, file: ComfyFile): Promise<Uint8Array> {
	const url = `${address}/view?${new URLSearchParams({ ...file })}`;
	const response = await callForBytes(guard, {
		url,
		method: 'GET',
		headers: { accept: 'image/*', ...login },
		signal,
		timeoutMs: callTimeoutMs,
		maxBytes: selfHostedAnswerMaxBytes,
	});
	if (response.kind === 'answer') return response.body;
	if (response.kind === 'broken') {
		const { kind, message } = brokenCalls[response.how];
		throw new EngineError(kind, message);
	}
	throw new EngineError('transient', 'The service painted a picture, which could not be fetched from it.');
}

/** Takes it out of the queue; one that is being painted is painted to its end, since stopping could hit another's. */
async function dequeue(attempt: Attempt, promptId: string): Promise<void> {
	const signal = AbortSignal.timeout(cancelTimeoutMs);
	await sendJson({ ...attempt, signal }, 'queue', { delete: [promptId] }).catch(() => {});
}
