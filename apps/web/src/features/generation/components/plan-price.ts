import type { ApiOutputs, Job } from '../../../lib/trpc.ts';

type GeminiFacts = ApiOutputs['auth']['config']['gemini'];

/** Google's lowest paid tier was reported to stop at this much in ten minutes, and at the second in a month. */
export const spendCapUsd = { tenMinutes: 10, month: 250 } as const;

/** Price of a number of images; null where no price is known. */
export function costUsd(gemini: GeminiFacts, model: string, images: number): number | null {
	const usdPerImage = gemini.models.find(({ name }) => name === model)?.usdPerImage ?? null;
	return usdPerImage === null ? null : usdPerImage * images;
}

/** The model an order without one gets. */
export const firstModel = (gemini: GeminiFacts) => gemini.models[0]?.name ?? '';

/** '0.17 USD', below ten cents with three decimals */
export function usdText(usd: number): string {
	const digits = usd > 0 && usd < 0.1 ? 3 : 2;
	return `${usd.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} USD`;
}

/** How long the key's rate makes `images` calls take. */
export const geminiSeconds = (gemini: GeminiFacts, images: number) => (images / gemini.ratePerMinute) * 60;

/** How long the forge of this server takes, by the newest collection it finished; null when there is none. */
export function forgeSeconds(jobs: readonly Job[], images: number): number | null {
	const measured = jobs.find(
		({ engine, startedAt, completedAt, totalImages }) =>
			engine === 'forge' && startedAt !== null && completedAt !== null && totalImages > 0,
	);
	if (measured?.startedAt == null || measured.completedAt === null) return null;
	const tookS = (measured.completedAt.getTime() - measured.startedAt.getTime()) / 1_000;
	return (tookS / measured.totalImages) * images;
}

/** '~30 s', '~5 min', '~16 h 40 min' */
export function durationText(seconds: number): string {
	if (seconds < 90) return `~${Math.max(1, Math.round(seconds))} s`;
	const minutes = Math.round(seconds / 60);
	if (minutes < 90) return `~${minutes} min`;
	const rest = minutes % 60;
	return `~${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
}
