import type { MessagePort } from 'node:worker_threads';
import { threadId } from 'node:worker_threads';

export interface ProbeTask {
	readonly does: 'answer' | 'ask' | 'fill the heap' | 'never end' | 'throw';
	readonly bytes?: Uint8Array;
	readonly port: MessagePort;
}

/** Does what a test asks for, well and badly. */
export default async function probe({ does, bytes, port }: ProbeTask): Promise<{ threadId: number; answer: unknown }> {
	if (does === 'throw') throw new TypeError('thrown in the thread');
	if (does === 'fill the heap') for (const kept: object[] = []; ; ) kept.push({ with: kept.length });
	if (does === 'never end') for (;;);
	if (does === 'answer') return { threadId, answer: bytes?.byteLength };
	const answered = new Promise((resolve) => port.once('message', resolve));
	port.postMessage('question');
	return { threadId, answer: await answered };
}
