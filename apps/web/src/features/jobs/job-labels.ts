import { type EngineName, engines } from '@adx/validators/engines/engines';
import { formatNumber } from '@adx/validators/format-number';
import type { ImageFailure, JobPhase } from '@adx/validators/generation/job-states';
import { dayQuotaUsedUp, modelNotInPlan } from '@adx/validators/generation/pause-messages';
import type { Job } from '../../lib/api/trpc.ts';
import { capitalize } from '../../lib/format/capitalize.ts';
import { formatDate, formatMoment, formatTime } from '../../lib/format/format-date.ts';
import { lazily } from '../../lib/lazily.ts';

/** The state of a job in a word or two. */
export const phaseLabels: Readonly<Record<JobPhase, string>> = {
	queued: 'Waiting',
	running: 'Generating',
	paused: 'Paused',
	cancelling: 'Cancelling',
	done: 'Completed',
	partial: 'Completed in part',
	cancelled: 'Cancelled',
	failed: 'Failed',
};

type Paused = Pick<Job, 'engine' | 'pauseReason' | 'pausedAt' | 'errorMessage'>;

/** Why a job stands still, and the way on; its `errorMessage` is the server's word, which knows more of a refused quota. */
export function getPauseMessage({ engine, pauseReason, pausedAt, errorMessage }: Paused, now: Date): string {
	switch (pauseReason) {
		case 'key_refused':
			return engines[engine].service?.keyRefused.paused ?? 'The key was refused. Resume with another one.';
		case 'address_refused':
			return `${errorMessage ?? 'The address of the service was refused.'} Resume once that has changed.`;
		case 'day_quota': {
			if (errorMessage === modelNotInPlan) return modelNotInPlan;
			if (errorMessage !== null && errorMessage !== dayQuotaUsedUp) return `${errorMessage} Resume with another key.`;
			const reset = findQuotaReset(engine, pausedAt ?? now, now);
			if (reset === null) return `${dayQuotaUsedUp} Resume once it is reset, or now with another key.`;
			return `${dayQuotaUsedUp} ${reset.text} ${reset.hasCome ? 'Resume now.' : 'Resume then, or now with another key.'}`;
		}
		case 'storage_full':
			return 'The server has no room left for images. Resume once its operator has made some.';
		case 'storage_away':
			return 'The server cannot store images at the moment. What is painted already is kept and stored as soon as it can; resume then.';
		default:
			return 'You stopped it for now. What is drawn is kept; resume whenever you like.';
	}
}

/** Whether a job ended, or stands still, because of what its key may not do. */
export const isKeyRefused = ({ engine, pauseReason, phase, errorMessage }: Job): boolean =>
	errorMessage === modelNotInPlan ||
	(phase === 'paused' ? pauseReason === 'key_refused' : errorMessage === engines[engine].service?.keyRefused.ended);

/** What a job waits for that nobody has paused; null for nothing, and as soon as its time has come. */
export function getWaitMessage({ engine, waiting }: Pick<Job, 'engine' | 'waiting'>, now: Date): string | null {
	if (waiting === null || (waiting.until !== null && waiting.until <= now)) return null;
	const until = waiting.until === null ? null : formatMoment(waiting.until);
	const label = capitalize(engines[engine].inText);
	switch (waiting.reason) {
		case 'rate_limit':
			return `${label} asks to wait${until === null ? '' : ` until ${until}`}.`;
		case 'engine_errors':
			return `${label} fails at the moment${until === null ? '' : `; trying again at ${until}`}.`;
		case 'other_jobs':
			return 'Waits for other jobs.';
	}
}

/** When a job may be tried again that failed for its key's day quota; null for every other job. */
export function getQuotaMessage({ engine, status, errorMessage, completedAt }: Job, now: Date): string | null {
	if (status !== 'failed' || errorMessage !== dayQuotaUsedUp) return null;
	const reset = findQuotaReset(engine, completedAt ?? now, now);
	return reset && `${reset.text} ${reset.hasCome ? 'Try again now.' : 'Try again then, or now with another key.'}`;
}

/** The end of the day on which a key's quota was found used up, in the reader's own time; null where nobody knows it. */
function findQuotaReset(engine: EngineName, usedUpAt: Date, now: Date) {
	if (engines[engine].service?.quotaResets !== 'midnight-pacific') return null;
	const at = nextPacificMidnight(usedUpAt);
	const hasCome = at <= now;
	const here = `${formatTime(at)} on ${formatDate(at)} here`;
	const text = hasCome
		? `It was reset at midnight Pacific time, which was ${here}.`
		: `It resets at midnight Pacific time, which is ${here}.`;
	return { text, hasCome };
}

/** Why an image was given up. */
export const failureLabels: Readonly<Record<ImageFailure, string>> = {
	blocked: 'The model refused to paint it',
	no_image: 'The model answered without a picture',
	bad_image: 'The model’s picture could not be read',
	request: 'The model did not take the order',
	transient: 'The service failed again and again',
	engine: 'The forge could not draw it',
};

const pacific = lazily(
	() =>
		new Intl.DateTimeFormat('en-US', {
			timeZone: 'America/Los_Angeles',
			hour: 'numeric',
			minute: 'numeric',
			second: 'numeric',
			hourCycle: 'h23',
		}),
);

const dayMs = 86_400_000;

function pacificTimeOfDayMs(at: Date): number {
	const part = (type: Intl.DateTimeFormatPartTypes) =>
		Number(
			pacific()
				.formatToParts(at)
				.find((found) => found.type === type)?.value,
		);
	return ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1_000 + (at.getTime() % 1_000);
}

/** When the day ends in Los Angeles, where Google counts a key's daily quota. */
export function nextPacificMidnight(now: Date): Date {
	const guess = new Date(now.getTime() + dayMs - pacificTimeOfDayMs(now));
	// On the two days a year that have 23 or 25 hours the guess is an hour off, either way.
	const offMs = pacificTimeOfDayMs(guess);
	return new Date(guess.getTime() - (offMs < dayMs / 2 ? offMs : offMs - dayMs));
}

/** '$3.90'; below a dollar with up to four decimals, since one image costs that little. Expects no debt. */
export function formatCost(usd: number): string {
	const [dollars = '', cents = ''] = usd.toFixed(usd >= 1 ? 2 : 4).split('.');
	return `$${formatNumber(Number(dollars))}.${cents.replace(/(?<=..)0+$/, '')}`;
}

/** '1 image', '2,000 images' */
export const formatImageCount = (count: number) => (count === 1 ? '1 image' : `${formatNumber(count)} images`);

/** '5,728 of 10,000 images' */
export const formatProgress = ({ progress, batchSize }: Pick<Job, 'progress' | 'batchSize'>) =>
	`${formatNumber(progress)} of ${formatImageCount(batchSize)}`;

type Charged = Pick<Job, 'paidCalls' | 'costUsd' | 'estimatedUsd'>;

/**
 * '$0.12, measured', '$0.16 so far: $0.12 measured, $0.04 estimated', or that nobody knows the price of what was painted;
 * the sum alone where `estimatedUsd` is null, since nobody knows how much of it is estimated.
 */
export function formatCharged(
	{ paidCalls, costUsd, estimatedUsd }: Omit<Charged, 'estimatedUsd'> & { readonly estimatedUsd: number | null },
	mayGrow = false,
): string {
	const soFar = mayGrow ? ' so far' : '';
	if (paidCalls > 0 && costUsd === 0) return `price not known${soFar}`;
	const total = `${formatCost(costUsd)}${soFar}`;
	if (costUsd === 0 || estimatedUsd === null) return total;
	if (estimatedUsd === 0) return `${total}, measured`;
	// The rest that sums of binary fractions leave is not part.
	const measured = formatCost(Math.max(0, costUsd - estimatedUsd));
	return measured === formatCost(0)
		? `${total}, estimated`
		: `${total}: ${measured} measured, ${formatCost(estimatedUsd)} estimated`;
}

/** Says how the estimated part of a cost came about; null where there is none. */
export const getEstimateNote = ({ engine, estimatedUsd }: Charged & Pick<Job, 'engine'>): string | null =>
	estimatedUsd === 0
		? null
		: `Estimated: calls for which ${engines[engine].service?.provider ?? 'the service'} did not say what it charged, each at the price of an image.`;

/** 'painter-large · $0.12, measured', with 'so far' while it may still grow; the service with its model where it costs nothing; null for the forge. */
export function formatSpent({
	engine,
	model,
	status,
	redraws,
	...charged
}: Charged & Pick<Job, 'engine' | 'model' | 'status' | 'redraws'>) {
	if (model === null) return null;
	const { name, service } = engines[engine];
	if (service?.isPaid !== true) return model === service?.unnamedModel ? name : `${name} · ${model}`;
	const mayGrow = status === 'pending' || status === 'generating' || redraws > 0;
	return `${model} · ${formatCharged(charged, mayGrow)}`;
}

/** What the tab says first while a job is under way: '312/1,000 · 31%', with 'Paused · ' before it while it stands still. */
export const formatTabTitle = (
	{ progress, batchSize, phase }: Pick<Job, 'progress' | 'batchSize' | 'phase'>,
	percent: number,
) =>
	`${phase === 'paused' ? `${phaseLabels.paused} · ` : ''}${formatNumber(progress)}/${formatNumber(batchSize)} · ${percent}%`;
