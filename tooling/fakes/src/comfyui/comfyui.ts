import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FakeCall, type FakeReply, json, listenAsFake } from '../http-server.ts';
import { type CallBook, createCallBook } from '../painting/call-book.ts';
import { parseJson } from '../painting/read-json.ts';
import { createScripts, type FakeRule, type Scripts } from '../painting/scripts.ts';
import { createPainter, type FakeComfyUiAnswer, type Painter, refusalOf, type Workflow } from './comfyui-painter.ts';
import { type ComfySockets, createSockets } from './comfyui-sockets.ts';
import { createUploads, type FakeUploads, missingPicture } from './comfyui-uploads.ts';

export type { FakeComfyUiAnswer };

export interface FakeComfyUiOptions {
	/** 0, the default, lets the system choose. */
	readonly port?: number;
	/** False where its websocket cannot be reached, as behind many a proxy. */
	readonly hasSocket?: boolean;
	/** `name:password` that something before it asks for; none unless given. */
	readonly login?: string;
	/** Side of its pictures; 64 unless given. */
	readonly sizePx?: number;
	/** How long a picture takes; 0 unless given. */
	readonly paintsForMs?: number;
}

/** One workflow that was sent, in order of arrival. */
export interface FakeComfyUiRequest {
	/** The login; '' where there was none. */
	readonly key: string;
	/** All texts of the inputs of its nodes, one a line. */
	readonly prompt: string;
	readonly workflow: Workflow;
	/** What its nodes load, in their order. */
	readonly pictures: readonly Buffer[];
	readonly answer: FakeComfyUiAnswer['kind'];
}

/**
 * A ComfyUI on loopback that takes workflows, tells how they end and does as it is told: `/prompt`, `/history/{id}`,
 * `/queue`, `/view`, `/upload/image` and `/ws`, by https://docs.comfy.org/development/comfyui-server/comms_routes,
 * https://docs.comfy.org/development/comfyui-server/comms_messages and the example of ComfyUI's own
 * `script_examples/websockets_api_example.py`; what is uploaded by `image_upload` of its `server.py` and `annotated_filepath` of
 * its `folder_paths.py`.
 */
export interface FakeComfyUi {
	/** The address that a user enters. */
	readonly origin: string;
	/** What workflows get from now on; of several rules the last one made that matches answers. */
	script(rule: FakeRule<FakeComfyUiAnswer>): void;
	/** What uploads get from now on; null for what they should get. */
	answerUploads(reply: FakeReply | null): void;
	/** Pictures that were uploaded. */
	uploads(): number;
	/** The next workflows get these answers, one each. */
	answerNext(...answers: readonly FakeComfyUiAnswer[]): void;
	readonly requests: readonly FakeComfyUiRequest[];
	/** Workflows that were sent. */
	count(): number;
	/** Prompts that were taken out of the queue. */
	readonly deleted: readonly string[];
	/** How often the history was asked. */
	historyCalls(): number;
	/** What no client of ours may do. */
	readonly mistakes: readonly string[];
	/** Forgets rules, counts, pictures and mistakes. */
	reset(): void;
	/** Rejects when there were mistakes, so that the test that made them fails. Cuts what still hangs. */
	close(): Promise<void>;
}

type Book = CallBook<FakeComfyUiRequest, never>;

interface Parts {
	readonly options: FakeComfyUiOptions;
	readonly book: Book;
	readonly scripts: Scripts<FakeComfyUiAnswer>;
	readonly painter: Painter;
	readonly sockets: ComfySockets;
	readonly deleted: string[];
	readonly uploads: FakeUploads;
}

/** Starts the fake on a port of its own. */
export async function startFakeComfyUi(options: FakeComfyUiOptions = {}): Promise<FakeComfyUi> {
	const { hasSocket = true, sizePx = 64 } = options;
	const book: Book = createCallBook();
	const scripts = createScripts<FakeComfyUiAnswer>([], { kind: 'image' });
	const sockets = createSockets();
	const parts: Parts = {
		options,
		book,
		scripts,
		sockets,
		painter: createPainter(sizePx),
		deleted: [],
		uploads: createUploads(),
	};
	let historyCalls = 0;
	const server = await listenAsFake(
		options.port ?? 0,
		(call) => {
			if (call.url.pathname.startsWith('/history/')) historyCalls += 1;
			return respond(parts, call);
		},
		hasSocket ? sockets.upgrade : sockets.refuse,
	);
	return {
		origin: server.origin,
		script: scripts.add,
		answerNext: scripts.addNext,
		answerUploads: parts.uploads.answer,
		uploads: parts.uploads.count,
		requests: book.requests,
		count: book.count,
		deleted: parts.deleted,
		historyCalls: () => historyCalls,
		mistakes: book.mistakes,
		reset: () => {
			book.clear();
			scripts.clear();
			parts.painter.clear();
			parts.uploads.clear();
			parts.deleted.length = 0;
			historyCalls = 0;
		},
		close: async () => {
			sockets.close();
			await server.close();
			if (book.mistakes.length > 0) throw new Error(`calls to the fake ComfyUI: ${book.mistakes.join(', ')}`);
		},
	};
}

function respond(parts: Parts, call: FakeCall): FakeReply | Promise<FakeReply> {
	const { painter, options, book, deleted } = parts;
	const { method, url } = call;
	if (options.login !== undefined && loginOf(call) !== options.login) return { status: 401, body: 'Unauthorized' };
	if (method === 'POST' && url.pathname === '/prompt') return queue(parts, call);
	const historyId = /^\/history\/([\w-]+)$/.exec(url.pathname)?.[1];
	if (method === 'GET' && historyId !== undefined) return painter.getHistory(historyId);
	if (method === 'GET' && url.pathname === '/queue') {
		return json(200, {
			queue_running: [],
			queue_pending: painter.listQueued().map((id, index) => [index, id, {}, {}, []]),
		});
	}
	if (method === 'POST' && url.pathname === '/queue') {
		const body = parseJson(call.body) as { readonly delete?: readonly string[] } | undefined;
		deleted.push(...(body?.delete ?? []));
		return { status: 200 };
	}
	if (method === 'POST' && url.pathname === '/upload/image') return parts.uploads.take(call, book.mistakes);
	if (method === 'GET' && url.pathname === '/view') return painter.view(url.searchParams);
	book.mistakes.push(`nobody calls ${method} ${url.pathname}`);
	return { status: 404, body: '404: Not Found' };
}

async function queue({ options, book, scripts, painter, sockets, uploads }: Parts, call: FakeCall): Promise<FakeReply> {
	const body = parseJson(call.body) as { readonly prompt?: Workflow; readonly client_id?: string } | undefined;
	const { prompt: workflow = {}, client_id: clientId = '' } = body ?? {};
	const mistakes = findMistakes(workflow, clientId);
	book.mistakes.push(...mistakes);
	if (mistakes.length > 0)
		return json(400, { error: { type: 'invalid_prompt', message: mistakes.join(', ') }, node_errors: {} });
	const request = { key: loginOf(call), model: '', prompt: listTexts(workflow).join('\n') };
	const pictures = uploads.load(workflow);
	if (pictures === null) return missingPicture;
	const { answer, delayMs } = scripts.take(request);
	book.requests.push({ key: request.key, prompt: request.prompt, workflow, pictures, answer: answer.kind });
	const refusal = refusalOf(answer);
	if (refusal !== null) return refusal;
	const id = randomUUID();
	painter.enqueue(id);
	void (async () => {
		await sleep(delayMs ?? options.paintsForMs ?? 0);
		await painter.paint(id, workflow, answer);
		if (answer.kind !== 'lost') sockets.tell(clientId, id, answer);
	})();
	return json(200, { prompt_id: id, number: book.requests.length, node_errors: {} });
}

function findMistakes(workflow: Workflow, clientId: string): string[] {
	const mistakes: string[] = [];
	const nodes = Object.values(workflow);
	if (
		nodes.length === 0 ||
		nodes.some(({ class_type, inputs }) => typeof class_type !== 'string' || typeof inputs !== 'object')
	) {
		mistakes.push('the prompt is not a workflow for the API');
	}
	if (listTexts(workflow).some((text) => /\{\{|\}\}/.test(text))) mistakes.push('a place of the workflow was left');
	if (clientId === '') mistakes.push('the call names no client');
	return mistakes;
}

const listTexts = (workflow: Workflow) =>
	Object.values(workflow)
		.flatMap(({ inputs }) => Object.values(inputs ?? {}))
		.filter((value): value is string => typeof value === 'string');

function loginOf({ headers }: FakeCall): string {
	const login = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
	return Buffer.from(login, 'base64').toString('latin1');
}
