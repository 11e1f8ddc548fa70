import type { IncomingHttpHeaders } from 'node:http';

/** Nobody waits longer for what another try may show. */
const waitMaxMs = 86_400_000;
/** What OpenAI counts by itself. */
const limits = ['images', 'requests', 'tokens'] as const;

/**
 * How long a service asks to wait, in milliseconds; null where it does not say. By `retry-after-ms`, `retry-after` in
 * seconds or as a date, and else by when those of its limits are filled up again that are used up
 * (https://developers.openai.com/docs/guides/rate-limits).
 */
export function parseRetryAfter(headers: IncomingHttpHeaders): number | null {
	const ms = numberOf(headers['retry-after-ms']) ?? toMs(headers['retry-after'], headers.date) ?? resetMs(headers);
	return ms === null ? null : Math.min(waitMaxMs, Math.max(0, Math.ceil(ms)));
}

function toMs(text: string | undefined, date: string | undefined): number | null {
	const seconds = numberOf(text);
	if (seconds !== null) return seconds * 1_000;
	// By the clock of the service, where it tells it.
	const then = dateOf(text);
	return then === null ? null : then - (dateOf(date) ?? Date.now());
}

function resetMs(headers: IncomingHttpHeaders): number | null {
	const waits = limits.flatMap((limit) => {
		const wait = durationOf(headers[`x-ratelimit-reset-${limit}`]);
		return headers[`x-ratelimit-remaining-${limit}`] === '0' && wait !== null ? [wait] : [];
	});
	return waits.length === 0 ? null : Math.max(...waits);
}

/** Milliseconds since the epoch. `Date` takes almost anything for a date. */
const dateOf = (text: string | undefined) =>
	text !== undefined && /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
		? Date.parse(text)
		: null;

const numberOf = (value: string | string[] | undefined) =>
	typeof value === 'string' && /^\d{1,9}(?:\.\d{1,9})?$/.test(value) ? Number(value) : null;

const unitMs: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** `6m0s`, `1.5s`, `120ms`; null for anything else. */
function durationOf(value: string | string[] | undefined): number | null {
	if (typeof value !== 'string' || !/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|[dhms]))+$/.test(value)) return null;
	const parts = value.matchAll(/([\d.]+)(ms|[dhms])/g);
	return parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (unitMs[unit] ?? 0), 0);
}
