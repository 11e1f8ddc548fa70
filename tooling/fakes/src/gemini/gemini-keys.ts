import type { FakeRule } from '../painting/scripts.ts';
import type { FakeGeminiAnswer } from './gemini-answers.ts';

/** Keys to type into the form; each shows one course of events. */
export const fakeGeminiKeys = {
	works: 'AIza-fake-works',
	refused: 'AIza-fake-refused',
	dayQuota: 'AIza-fake-day-quota',
	throttled: 'AIza-fake-throttled',
	moody: 'AIza-fake-moody',
} as const satisfies Record<string, string>;

/** What the keys do, in words. */
export const keyDescriptions: Readonly<Record<keyof typeof fakeGeminiKeys, string>> = {
	works: 'paints every picture',
	refused: 'is refused',
	dayQuota: 'paints three pictures, then its quota of the day is used up for two calls, and so on',
	throttled: 'is asked to wait three seconds at every fifth call',
	moody: 'blocks every fourth picture, answers every fifth with text and breaks every seventh',
};

const { refused, dayQuota, throttled, moody } = fakeGeminiKeys;

/** In the order in which they are looked at. */
export const keyRules: readonly FakeRule<FakeGeminiAnswer>[] = [
	{ key: refused, answer: { kind: 'bad_key' } },
	// Two, since a job asks once more before it believes it: after that it pauses, and goes on when it is resumed.
	{
		key: dayQuota,
		call: (call) => (call - 1) % 5 >= 3,
		answer: { kind: 'quota', quota: 'day', retryAfterS: 1 },
	},
	{ key: throttled, call: (call) => call % 5 === 0, answer: { kind: 'quota', quota: 'minute', retryAfterS: 3 } },
	{ key: moody, call: (call) => call % 4 === 0, answer: { kind: 'finish', reason: 'IMAGE_SAFETY' } },
	{ key: moody, call: (call) => call % 5 === 0, answer: { kind: 'text_only' } },
	{ key: moody, call: (call) => call % 7 === 0, answer: { kind: 'corrupt_image' } },
];
