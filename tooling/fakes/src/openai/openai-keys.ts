import type { FakeRule } from '../painting/scripts.ts';
import type { FakeOpenAiAnswer } from './openai-answers.ts';

/** Keys to type into the form; each shows one course of events. */
export const fakeOpenAiKeys = {
	works: 'sk-fake-works',
	refused: 'sk-fake-refused',
	noCredit: 'sk-fake-no-credit',
	throttled: 'sk-fake-throttled',
	moody: 'sk-fake-moody',
} as const satisfies Record<string, string>;

const { refused, noCredit, throttled, moody } = fakeOpenAiKeys;

/** In the order in which they are looked at. */
export const keyRules: readonly FakeRule<FakeOpenAiAnswer>[] = [
	{ key: refused, answer: { kind: 'invalid_key' } },
	// Two, since a job asks once more before it believes it: after that it pauses, and goes on when it is resumed.
	{ key: noCredit, call: (call) => (call - 1) % 5 >= 3, answer: { kind: 'insufficient_quota' } },
	{ key: throttled, call: (call) => call % 5 === 0, answer: { kind: 'rate_limit', retryAfterS: 3 } },
	{ key: moody, call: (call) => call % 4 === 0, answer: { kind: 'moderation', stage: 'output' } },
	{ key: moody, call: (call) => call % 5 === 0, answer: { kind: 'no_data' } },
	{ key: moody, call: (call) => call % 7 === 0, answer: { kind: 'corrupt_image' } },
];
