import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** MB (2^20 bytes) of a process as the system counts them; null where it does not say. */
export function residentMb(pid: number, field: 'VmHWM' | 'VmRSS'): number | null {
	try {
		const kb = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
		return kb === undefined ? null : Number(kb) / 1_024;
	} catch {
		return null;
	}
}

const expression = `(() => { const { heapUsed, external } = process.memoryUsage(); return (heapUsed + external) / 2 ** 20; })()`;

/**
 * MB that the main thread cannot give back: its heap after a full collection, and what lies outside for it. Unlike the
 * resident memory it does not depend on what the allocator keeps for later. Asked through the inspector; rejects when the
 * process has ended.
 */
export async function liveMb(inspectorUrl: string): Promise<number> {
	const socket = new WebSocket(inspectorUrl);
	await new Promise((resolve, reject) => {
		socket.addEventListener('open', resolve, { once: true });
		socket.addEventListener('error', reject, { once: true });
	});
	try {
		// What finalizers release is free only after a second one.
		for (let round = 0; round < 2; round += 1) await request(socket, 'HeapProfiler.collectGarbage');
		const { result } = (await request(socket, 'Runtime.evaluate', { expression })) as { result: { value: number } };
		return result.value;
	} finally {
		socket.close();
	}
}

let requestCount = 0;

function request(socket: WebSocket, method: string, params: object = {}): Promise<unknown> {
	const id = ++requestCount;
	return new Promise((resolve, reject) => {
		socket.addEventListener('close', () => reject(new Error('The inspector hung up.')), { once: true });
		const read = ({ data }: MessageEvent) => {
			const message = JSON.parse(String(data)) as { readonly id?: number; readonly result?: unknown };
			if (message.id !== id) return;
			socket.removeEventListener('message', read);
			resolve(message.result);
		};
		socket.addEventListener('message', read);
		socket.send(JSON.stringify({ id, method, params }));
	});
}

/** Waits until the live memory is down at `goalMb`, for as long as it falls or `withinMs` at most; answers the last reading. */
export async function settledMb(inspectorUrl: string, goalMb: number, withinMs: number): Promise<number> {
	const deadline = Date.now() + withinMs;
	for (;;) {
		const mb = await liveMb(inspectorUrl);
		if (mb <= goalMb || Date.now() > deadline) return mb;
		await sleep(250);
	}
}
