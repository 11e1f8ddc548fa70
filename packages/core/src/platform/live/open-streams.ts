import { AppError } from '../errors.ts';
import { toNetwork } from '../limits/rate-limiter.ts';
import type { ChangeStream } from './change-stream.ts';

/** A browser keeps one, and for a moment the one that follows it; a few browsers have to keep one in each tab. */
const perSessionMax = 12;
const perNetworkMax = 2_000;
const streamsMax = 5_000;

/** Who listens, and how to learn whether they still may. */
export interface Listener {
	readonly userId: string;
	readonly sessionId: string;
	readonly address: string;
	/** Until when nothing of what the caller may do ends by itself. */
	readonly sameUntil: Date;
	/** Looks again; null once the caller may not do what they could before. Rejects when that cannot be found out now. */
	readonly recheck: () => Promise<{ readonly sameUntil: Date } | null>;
	/** Aborts when the listener's connection has ended. */
	readonly gone?: AbortSignal | undefined;
}

export interface OpenStream {
	readonly listener: Listener;
	readonly stream: ChangeStream;
	sameUntil: Date;
	checkAtMs: number;
	/** Whether the session is being looked at; `outdated` where it has changed since that began. */
	check: 'none' | 'running' | 'outdated';
}

/** The streams of a process by the user whose changes they tell. */
export class OpenStreams {
	readonly #byUser = new Map<string, Set<OpenStream>>();
	#count = 0;

	get count(): number {
		return this.#count;
	}

	ofUser(userId: string): Iterable<OpenStream> {
		return this.#byUser.get(userId) ?? [];
	}

	all(): readonly OpenStream[] {
		return [...this.#byUser.values()].flatMap((ofUser) => [...ofUser]);
	}

	/** Throws 429 where another stream of that listener is one too many. */
	checkRoom({ userId, sessionId, address }: Listener): void {
		const ofSession = [...this.ofUser(userId)].filter(({ listener }) => listener.sessionId === sessionId);
		const isFull =
			ofSession.length >= perSessionMax || this.#count >= streamsMax || this.#isNetworkFull(toNetwork(address));
		if (!isFull) return;
		const message = 'Too many pages listen for changes at once. Ask again now and then instead.';
		throw new AppError('LIMIT', { reason: 'rate_limited', message, meta: { retryAfterSeconds: 60 } });
	}

	add(open: OpenStream): void {
		const { userId } = open.listener;
		const ofUser = this.#byUser.get(userId) ?? new Set();
		this.#byUser.set(userId, ofUser.add(open));
		this.#count += 1;
	}

	delete(open: OpenStream): void {
		const { userId } = open.listener;
		const ofUser = this.#byUser.get(userId);
		if (!ofUser?.delete(open)) return;
		this.#count -= 1;
		if (ofUser.size === 0) this.#byUser.delete(userId);
	}

	#isNetworkFull(network: string): boolean {
		if (this.#count < perNetworkMax) return false;
		return this.all().filter(({ listener }) => toNetwork(listener.address) === network).length >= perNetworkMax;
	}
}
