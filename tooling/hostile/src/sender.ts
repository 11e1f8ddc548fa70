import { Agent, request } from 'node:http';
import type { Caller } from './callers.ts';

export interface HostileCall {
	readonly method?: string;
	/** The path as it is sent. */
	readonly path: string;
	readonly headers?: Readonly<Record<string, string | readonly string[]>>;
	readonly body?: string | Buffer;
	/** What is said of the call where it is a finding; the path by default. */
	readonly title?: string;
}

export interface HostileResponse {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	/** The beginning of the body. */
	readonly text: string;
}

const responseMaxMs = 120_000;
const maxTextBytes = 1_000_000;

type OnResponse = (caller: Caller, call: HostileCall, answer: HostileResponse | 'none') => void;

/** Sends calls as somebody, and reports every answer, and waiting in vain, to `onAnswer`. */
export class Sender {
	readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });
	readonly #origin: () => string;
	readonly #onAnswer: OnResponse;

	constructor(origin: () => string, onAnswer: OnResponse) {
		this.#origin = origin;
		this.#onAnswer = onAnswer;
	}

	/** The answer; null when the server hung up, which it may, or said nothing for two minutes. */
	async send(caller: Caller, call: HostileCall): Promise<HostileResponse | null> {
		const answer = await this.#exchange(caller, call);
		if (answer !== null) this.#onAnswer(caller, call, answer);
		return answer === 'none' ? null : answer;
	}

	close(): void {
		this.#agent.destroy();
	}

	#exchange(caller: Caller, { method = 'GET', path, headers, body }: HostileCall) {
		return new Promise<HostileResponse | 'none' | null>((resolve) => {
			const { hostname, port } = new URL(this.#origin());
			const all = { ...caller.headers, ...(headers as Record<string, string>) };
			const sent = request({ hostname, port, path, method, headers: all, agent: this.#agent });
			const timer = setTimeout(() => {
				sent.destroy();
				resolve('none');
			}, responseMaxMs);
			const end = (answer: HostileResponse | null) => {
				clearTimeout(timer);
				resolve(answer);
			};
			sent.on('error', () => end(null));
			sent.on('response', (response) => {
				const chunks: Buffer[] = [];
				let bytes = 0;
				response.on('data', (chunk: Buffer) => {
					if (bytes < maxTextBytes) chunks.push(chunk);
					bytes += chunk.byteLength;
				});
				response.on('error', () => end(null));
				response.on('end', () => {
					const text = Buffer.concat(chunks).toString('latin1');
					end({ status: response.statusCode ?? 0, headers: response.headers, text });
				});
			});
			sent.end(body);
		});
	}
}

/** Does the work for each item, some at a time. */
export async function inParallel<Item>(
	items: Iterable<Item>,
	atOnce: number,
	work: (item: Item) => Promise<unknown>,
): Promise<void> {
	const left = Iterator.from(items);
	const runner = async () => {
		for (let next = left.next(); next.done !== true; next = left.next()) await work(next.value);
	};
	await Promise.all(Array.from({ length: atOnce }, runner));
}
