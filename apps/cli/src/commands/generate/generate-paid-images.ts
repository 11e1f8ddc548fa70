import { setTimeout as sleep } from 'node:timers/promises';
import type { ArchiveImage } from '@adx/collection/archive/collection-archive';
import type { RankedRow } from '@adx/collection/plan/ranked-plan';
import { getCostUsd } from '@adx/core/engines/call-cost';
import { createGeminiEngine } from '@adx/core/engines/gemini/gemini-engine';
import { EngineError, type ImageEngine } from '@adx/core/engines/types';
import { decideFailure, type FailedAttempt } from '@adx/core/generation/run/decide-failure';
import type { Storage } from '@adx/core/platform/storage/types';
import { imageSizePx } from '@adx/validators/limits';
import { UsageError } from '../../command-line/errors.ts';
import type { GeminiSettings } from './gemini-settings.ts';
import type { ImageCache } from './image-cache.ts';

/** After so many refused requests in a row the next would be refused as well. */
const rejectionsMax = 3;
const callsAtOnce = 2;
const minuteMs = 60_000;

export interface PaidImages {
	/** In token order. */
	readonly images: readonly ArchiveImage[];
	/** Those that Gemini would not paint, a sentence each. */
	readonly missing: readonly string[];
}

export interface PaidImageOptions {
	readonly settings: GeminiSettings;
	readonly apiKey: string;
	readonly paid: ImageCache;
	readonly storage: Storage;
	readonly signal: AbortSignal;
}

/**
 * Has every row painted that was not painted and kept before: the first one alone, then two at once, at the rate of the
 * settings, and by the server's table of failures. Tells progress and price on standard error. Throws a UsageError when
 * going on makes no sense: key refused, quota used up, no model left.
 */
export async function generatePaidImages(rows: readonly RankedRow[], options: PaidImageOptions): Promise<PaidImages> {
	const { storage, paid, signal } = options;
	const failure = new AbortController();
	const ending = AbortSignal.any([signal, failure.signal]);
	const painter = new PaidImageGenerator(options, ending);
	const images: ArchiveImage[] = [];
	const missing: string[] = [];
	const generateNext = async (row: RankedRow) => {
		const bytes = (await paid.find(row)) ?? (await painter.generate(row));
		if (typeof bytes === 'string') missing.push(`${row.tokenNumber}: ${bytes}`);
		else images.push({ ...row, ...(await storage.put(bytes)), mime: 'image/png' });
		console.error(`${images.length} of ${rows.length} pictures, ${painter.priceText()}`);
	};
	const [first, ...others] = rows;
	const queue = others.values();
	const work = async () => {
		for (const row of queue) {
			if (ending.aborted) return;
			await generateNext(row);
		}
	};
	const orAbort = (running: Promise<void>) => running.catch((error: unknown) => failure.abort(error));
	// A key that is refused is used once.
	if (first !== undefined) await orAbort(generateNext(first));
	await Promise.all(Array.from({ length: callsAtOnce }, () => orAbort(work())));
	ending.throwIfAborted();
	images.sort((left, right) => left.tokenNumber - right.tokenNumber);
	return { images, missing };
}

/** What the calls of one run share. */
class PaidImageGenerator {
	readonly #options: PaidImageOptions;
	/** Ends what waits. A call that is under way may be paid for: it ends with the command alone. */
	readonly #ending: AbortSignal;
	readonly #engine: ImageEngine;
	readonly #pace: RateLimit;
	#modelIndex = 0;
	#consecutiveRejections = 0;
	#costUsd = 0;

	constructor(options: PaidImageOptions, ending: AbortSignal) {
		const { baseUrl, ratePerMinute, ...prices } = options.settings;
		this.#options = options;
		this.#ending = ending;
		this.#engine = createGeminiEngine({ baseUrl, prices });
		this.#pace = createRateLimit(ratePerMinute);
	}

	/** The picture, which is kept by then, or the sentence why there is none. */
	async generate(row: RankedRow): Promise<Uint8Array | string> {
		let failureCounts: FailedAttempt['failureCounts'] = {};
		for (let timesClaimed = 1; ; timesClaimed += 1) {
			await this.#pace.next(this.#ending);
			const modelIndex = this.#modelIndex;
			try {
				return await this.#call(row, { modelIndex, isSoftened: (failureCounts.blocked ?? 0) > 0 });
			} catch (error) {
				if (!(error instanceof EngineError)) throw error;
				const next = await this.#afterFailure(error, { failureCounts, timesClaimed, modelIndex });
				if (typeof next === 'string') return next;
				failureCounts = next;
			}
		}
	}

	priceText(): string {
		return `${this.#costUsd.toFixed(2)} USD`;
	}

	async #call(row: RankedRow, how: { readonly modelIndex: number; readonly isSoftened: boolean }): Promise<Uint8Array> {
		const { apiKey, settings, signal, paid } = this.#options;
		const { full, call } = await this.#engine.draw({
			...{ traits: row.traits, imageSeed: row.imageSeed, sizePx: imageSizePx, previews: false, signal },
			remote: { apiKey, model: settings.models[how.modelIndex] ?? '', isSoftened: how.isSoftened },
		});
		this.#consecutiveRejections = 0;
		if (call) this.#costUsd += getCostUsd(call);
		await paid.store(row, full.bytes);
		return full.bytes;
	}

	/** The row's failures so far when it is to be tried again, else the sentence why it is given up. */
	async #afterFailure(
		error: EngineError,
		{
			failureCounts,
			timesClaimed,
			modelIndex,
		}: Pick<FailedAttempt, 'failureCounts' | 'timesClaimed'> & { readonly modelIndex: number },
	): Promise<FailedAttempt['failureCounts'] | string> {
		const { kind, message, retryAfterMs, call } = error;
		if (call) this.#costUsd += getCostUsd(call);
		const decision = decideFailure({ kind, failureCounts, timesClaimed, retryAfterMs, random: Math.random() });
		switch (decision.action) {
			case 'retry':
				await sleep(decision.delayMs, undefined, { signal: this.#ending }).catch(() => {});
				return decision.failureCounts;
			case 'rest':
				this.#pace.rest(decision.waitMs);
				return decision.failureCounts;
			case 'give_up':
				this.#consecutiveRejections = decision.failure === 'request' ? this.#consecutiveRejections + 1 : 0;
				if (this.#consecutiveRejections >= rejectionsMax) throw new UsageError(message);
				return message;
			case 'stop':
				throw new UsageError(message);
			case 'next_model': {
				// Only once, and only the first who finds it gone moves on.
				const isLast = modelIndex > 0 || this.#options.settings.models.length === 1;
				if (isLast) throw new UsageError(`${message} (${this.#options.settings.models[modelIndex]})`);
				this.#modelIndex = modelIndex + 1;
				return failureCounts;
			}
		}
	}
}

/** Spreads this process's calls with one key over time. */
interface RateLimit {
	/** Resolves when the next call may start; rejects with the reason of `signal`. */
	next(signal: AbortSignal): Promise<void>;
	/** Lets no call start for so long, and from then on half as many, though one a minute at least. */
	rest(waitMs: number): void;
}

/** Allows a number of calls a minute, evenly spread, until asked to rest. */
function createRateLimit(startRatePerMinute: number): RateLimit {
	let ratePerMinute = startRatePerMinute;
	let nextAtMs = 0;
	return {
		next: async (signal) => {
			for (;;) {
				const waitMs = nextAtMs - performance.now();
				if (waitMs <= 0) break;
				await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
			}
			signal.throwIfAborted();
			nextAtMs = performance.now() + minuteMs / ratePerMinute;
		},
		rest: (waitMs) => {
			ratePerMinute = Math.max(1, ratePerMinute / 2);
			nextAtMs = Math.max(nextAtMs, performance.now() + waitMs);
		},
	};
}
