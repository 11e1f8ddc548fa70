import WebSocket, { type RawData } from 'ws';
import { z } from 'zod';
import type { AddressGuard } from '../addresses/address-guard.ts';

/** Hears that prompts have ended. */
export interface CompletionSocket {
	/** Whether it hears anything at all. */
	isOpen(): boolean;
	/** Resolves once the prompt has ended as far as was heard, or after `ms`; rejects with the reason of the signal. */
	wait(promptId: string, ms: number, signal: AbortSignal): Promise<void>;
	close(): void;
}

/** Pictures while they are painted are sent along; they are thrown away. */
const messageMaxBytes = 64 * 1_024 * 1_024;
const openTimeoutMs = 5_000;

/** https://docs.comfy.org/development/comfyui-server/comms_messages */
const noticeSchema = z.union([
	z.object({ type: z.literal('executing'), data: z.object({ node: z.null(), prompt_id: z.string() }) }),
	z.object({
		type: z.enum(['execution_success', 'execution_error', 'execution_interrupted']),
		data: z.object({ prompt_id: z.string() }),
	}),
]);

export interface CompletionSocketOptions {
	/** `http://…/ws?clientId=…` */
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly signal: AbortSignal;
}

/**
 * Listens at the websocket of a service. It tells nothing that the history does not tell, only sooner: where it cannot
 * be opened, waiting just takes its time. Rejects only with the reason of the signal.
 */
export async function openCompletionSocket(
	guard: AddressGuard,
	{ url, headers, signal }: CompletionSocketOptions,
): Promise<CompletionSocket> {
	const ended = new Set<string>();
	const waiting = new Map<string, () => void>();
	const socket = await open(guard, { url, headers, signal });
	socket?.on('message', (data, isBinary) => {
		const promptId = isBinary ? null : promptOf(data);
		if (promptId === null) return;
		ended.add(promptId);
		waiting.get(promptId)?.();
	});
	return {
		isOpen: () => socket?.readyState === WebSocket.OPEN,
		wait: async (promptId, ms, waitSignal) => {
			waitSignal.throwIfAborted();
			// Each is heard once: the history may not have it yet.
			if (ended.delete(promptId)) return;
			await new Promise<void>((resolve, reject) => {
				const stop = () => {
					clearTimeout(timer);
					waiting.delete(promptId);
					waitSignal.removeEventListener('abort', fail);
				};
				const end = () => {
					stop();
					ended.delete(promptId);
					resolve();
				};
				const fail = () => {
					stop();
					reject(waitSignal.reason);
				};
				const timer = setTimeout(end, ms);
				waiting.set(promptId, end);
				waitSignal.addEventListener('abort', fail, { once: true });
			});
		},
		close: () => socket?.terminate(),
	};
}

async function open(guard: AddressGuard, { url, headers, signal }: CompletionSocketOptions): Promise<WebSocket | null> {
	const [address = ''] = url.split('?');
	try {
		const lookup = await guard.judge(address, signal);
		const socket = new WebSocket(url.replace(/^http/, 'ws'), {
			headers: { ...headers, 'user-agent': 'adx-realm' },
			lookup,
			agent: false,
			followRedirects: false,
			handshakeTimeout: openTimeoutMs,
			maxPayload: messageMaxBytes,
			perMessageDeflate: false,
		});
		// Whatever goes wrong ends with `close`.
		socket.on('error', () => {});
		return await opened(socket, signal);
	} catch {
		signal.throwIfAborted();
		return null;
	}
}

function opened(socket: WebSocket, signal: AbortSignal): Promise<WebSocket | null> {
	return new Promise<WebSocket | null>((resolve) => {
		const settle = (result: WebSocket | null) => {
			signal.removeEventListener('abort', stop);
			resolve(result);
		};
		const stop = () => socket.terminate();
		signal.addEventListener('abort', stop, { once: true });
		socket.once('open', () => settle(socket));
		socket.once('close', () => settle(null));
	}).then((result) => {
		signal.throwIfAborted();
		return result;
	});
}

function promptOf(data: RawData): string | null {
	try {
		return noticeSchema.safeParse(JSON.parse(String(data))).data?.data.prompt_id ?? null;
	} catch {
		return null;
	}
}
