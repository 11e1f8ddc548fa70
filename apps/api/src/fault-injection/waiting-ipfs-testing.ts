import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * How much of an upload the node has when the server is killed that waits for it; with 1 it keeps it, and has not said so.
 * First of the pictures, and once it keeps those, of the metadata.
 */
export const uploadMoments = [0, 0.5, 1, 0.5, 1] as const;
type Share = (typeof uploadMoments)[number];

/** An IPFS node that keeps a root once it has every byte of it, and waits where it is told to. */
export async function startWaitingNode() {
	const pins: string[] = [];
	const sent: string[] = [];
	let waitsAt: Share | null = null;
	let reached = Promise.withResolvers<void>();
	const stayAt = async (share: Share, response: ServerResponse) => {
		// One whose server was killed holds up nobody else.
		if (waitsAt !== share || response.destroyed) return;
		reached.resolve();
		// Until the server is gone.
		await once(response, 'close');
	};
	const server = createServer(async (request, response) => {
		const url = new URL(request.url ?? '', 'http://node');
		if (url.pathname === '/api/v0/pin/ls') {
			return void response.writeHead(pins.includes(url.searchParams.get('arg') ?? '') ? 200 : 500).end('{}');
		}
		const total = Number(request.headers['content-length']);
		let received = 0;
		let head = '';
		try {
			await stayAt(0, response);
			for await (const chunk of request as AsyncIterable<Buffer>) {
				if (head.length < 1_000) head += chunk.toString('latin1');
				received += chunk.length;
				if (received >= total / 2) await stayAt(0.5, response);
			}
		} catch {
			return;
		}
		if (received !== total) return void response.destroy();
		const root = /filename="(\w+)\.car"/.exec(head)?.[1] ?? '';
		pins.push(root);
		sent.push(root);
		await stayAt(1, response);
		response.end(JSON.stringify({ Root: { Cid: { '/': root }, PinErrorMsg: '' } }));
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		/** Roots that were sent whole, in order. */
		sent,
		/** Waits there from now on, or nowhere; resolves when it does. */
		waitAt: (share: Share | null): Promise<void> => {
			[waitsAt, reached] = [share, Promise.withResolvers<void>()];
			return reached.promise;
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

export type WaitingNode = Awaited<ReturnType<typeof startWaitingNode>>;
