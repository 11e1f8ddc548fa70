import { type WebSocket, WebSocketServer } from 'ws';
import type { FakeUpgrade } from '../http-server.ts';
import type { FakeComfyUiAnswer } from './comfyui-painter.ts';

export type ComfySockets = ReturnType<typeof createSockets>;

/** The websockets of clients, at `/ws?clientId=`. */
export function createSockets() {
	const server = new WebSocketServer({ noServer: true });
	const sockets = new Map<string, WebSocket>();
	const upgrade: FakeUpgrade = (request, socket, head) => {
		const url = new URL(request.url ?? '/', 'http://127.0.0.1');
		const clientId = url.searchParams.get('clientId') ?? '';
		if (url.pathname !== '/ws' || clientId === '') {
			refuse(request, socket, head);
			return;
		}
		server.handleUpgrade(request, socket, head, (opened) => {
			sockets.set(clientId, opened);
			opened.once('close', () => sockets.delete(clientId));
			opened.send(
				JSON.stringify({ type: 'status', data: { status: { exec_info: { queue_remaining: 0 } }, sid: clientId } }),
			);
		});
	};
	const refuse: FakeUpgrade = (_, socket) => void socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
	return {
		upgrade,
		refuse,
		/** Tells a client how its prompt went: progress, a preview while it was painted, and the end. */
		tell: (clientId: string, id: string, { kind }: FakeComfyUiAnswer) => {
			const socket = sockets.get(clientId);
			if (socket === undefined || kind === 'silent' || kind === 'waits') return;
			const say = (type: string, data: object) =>
				socket.send(JSON.stringify({ type, data: { ...data, prompt_id: id } }));
			say('execution_start', { timestamp: 1 });
			say('executing', { node: '3' });
			say('progress', { node: '3', value: 1, max: 1 });
			socket.send(Buffer.from([0, 0, 0, 1, 0, 0, 0, 2]));
			if (kind === 'node_error' || kind === 'out_of_memory')
				say('execution_error', { node_id: '3', exception_type: 'RuntimeError' });
			else if (kind === 'interrupted') say('execution_interrupted', { node_id: '3' });
			else say('execution_success', { timestamp: 2 });
			say('executing', { node: null });
		},
		close: () => {
			for (const socket of sockets.values()) socket.terminate();
			server.close();
		},
	};
}
