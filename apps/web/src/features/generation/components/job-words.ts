import type { ImageFailure, JobPhase, PauseReason } from '@adx/validators/generation';
import { dateText, timeText } from '../../../lib/date-text.ts';

/** The state of a job in a word or two. */
export const phaseWords: Readonly<Record<JobPhase, string>> = {
	queued: 'Waiting',
	running: 'Generating',
	paused: 'Paused',
	cancelling: 'Cancelling',
	done: 'Completed',
	partial: 'Completed in part',
	cancelled: 'Cancelled',
	failed: 'Failed',
};

/** Why a job stands still, and the way on. */
export function pauseText(reason: PauseReason | null, now: Date): string {
	switch (reason) {
		case 'key_refused':
			return 'Google refused the API key. See in Google AI Studio that it exists and may use the Gemini API, then resume with it or with another one.';
		case 'day_quota': {
			const at = nextPacificMidnight(now);
			return `The day’s quota of this API key is used up. It resets at midnight Pacific time, which is ${timeText(at)} on ${dateText(at)} here. Resume then, or now with another key.`;
		}
		case 'storage_full':
			return 'The server has no room left for images. Resume once its operator has made some.';
		default:
			return 'Paused by you. What is drawn is kept; resume whenever you like.';
	}
}

/** Why an image was given up. */
export const failureWords: Readonly<Record<ImageFailure, string>> = {
	blocked: 'The model refused to paint it',
	no_image: 'The model answered without a picture',
	bad_image: 'The model’s picture could not be read',
	request: 'The model did not take the order',
	transient: 'The service failed again and again',
	engine: 'The forge could not draw it',
};

const pacific = new Intl.DateTimeFormat('en-US', {
	timeZone: 'America/Los_Angeles',
	hour: 'numeric',
	minute: 'numeric',
	second: 'numeric',
	hourCycle: 'h23',
});

const dayMs = 86_400_000;

function pacificTimeOfDayMs(at: Date): number {
	const part = (type: Intl.DateTimeFormatPartTypes) =>
		Number(pacific.formatToParts(at).find((found) => found.type === type)?.value);
	return ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1_000 + (at.getTime() % 1_000);
}

/** When the day ends in Los Angeles, where Google counts a key's daily quota. */
export function nextPacificMidnight(now: Date): Date {
	const guess = new Date(now.getTime() + dayMs - pacificTimeOfDayMs(now));
	// On the two days a year that have 23 or 25 hours the guess is an hour off, either way.
	const offMs = pacificTimeOfDayMs(guess);
	return new Date(guess.getTime() - (offMs < dayMs / 2 ? offMs : offMs - dayMs));
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });

/** '$3.90'; below ten cents with up to four decimals, since one image costs that little. */
export const costText = (usd: number) => (usd === 0 || usd >= 0.1 ? dollars : cents).format(usd);

/** '1 image', '2,000 images' */
export const imagesText = (count: number) => (count === 1 ? '1 image' : `${count.toLocaleString('en')} images`);

/** The tab's title while a job is under way. */
export const tabTitle = (percent: number, name: string) => `${percent} % – ${name}`;
