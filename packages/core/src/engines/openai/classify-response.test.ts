import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServiceResponse } from '../addresses/service-call.ts';
import { classifyOpenAiResponse } from './classify-response.ts';

const refusal = (status: number, body: unknown = undefined): ServiceResponse => ({
	kind: 'refusal',
	status,
	headers: {},
	body,
});
const withCode = (code: string, facts: object = {}) => ({ error: { code, message: 'No.', type: 'any', ...facts } });

describe('what a response of a service means', () => {
	it.each<[number, unknown, string]>([
		[200, undefined, 'transient'],
		[301, undefined, 'address'],
		[308, undefined, 'address'],
		[400, undefined, 'request'],
		[400, withCode('invalid_api_key'), 'key'],
		[400, withCode('content_filter'), 'blocked'],
		[400, withCode('ResponsibleAIPolicyViolation'), 'blocked'],
		[400, withCode('', { type: 'insufficient_quota' }), 'day_quota'],
		[400, withCode('x', { param: 'model' }), 'model'],
		[401, withCode('insufficient_quota'), 'day_quota'],
		[402, undefined, 'day_quota'],
		[403, undefined, 'key'],
		[403, withCode('moderation_blocked'), 'blocked'],
		[403, withCode('model_not_found'), 'model'],
		[403, withCode('insufficient_credits'), 'day_quota'],
		[404, undefined, 'model'],
		[409, undefined, 'request'],
		[413, undefined, 'request'],
		[425, undefined, 'transient'],
		[429, undefined, 'throttle'],
		[429, withCode('billing_not_active'), 'day_quota'],
		[429, withCode('x', { message: 'You have used your daily requests.' }), 'day_quota'],
		[429, withCode('x', { message: 'Limit: 05 per minute' }), 'throttle'],
		[451, undefined, 'blocked'],
		[500, 'text', 'transient'],
		[529, [], 'transient'],
		[100, undefined, 'transient'],
	])('takes status %i with %j for %s', (status, body, kind) => {
		expect(classifyOpenAiResponse(refusal(status, body)).kind).toBe(kind);
	});

	it('takes codes within an answer that was no failure by its status for what they say', () => {
		const kindOf = (error: unknown) => classifyOpenAiResponse({ kind: 'answer', body: { error } }).kind;
		expect(kindOf({ code: 'moderation_blocked' })).toBe('blocked');
		expect(kindOf({ code: 429 })).toBe('throttle');
		expect(kindOf({ code: 401 })).toBe('key');
		expect(kindOf('overloaded')).toBe('transient');
		expect(classifyOpenAiResponse({ kind: 'answer', body: { error: null, data: [{ url: 'u' }] } }).kind).toBe(
			'picture',
		);
	});

	it('counts tokens as the answer tells them, and none where it does not', () => {
		const usageOf = (usage: unknown) => {
			const result = classifyOpenAiResponse({ kind: 'answer', body: { data: [{ b64_json: 'AA' }], usage } });
			return result.usage;
		};
		const usage = { input_tokens: 100, output_tokens: 9, input_tokens_details: { image_tokens: 60, text_tokens: 40 } };
		expect(usageOf(usage)).toEqual({ textInput: 40, imageInput: 60, output: 9 });
		expect(usageOf({ input_tokens: 100, output_tokens: 9 })).toEqual({ textInput: 100, imageInput: 0, output: 9 });
		const tooMany = { ...usage, input_tokens_details: { image_tokens: 1_000 } };
		expect(usageOf(tooMany)).toEqual({ textInput: 0, imageInput: 100, output: 9 });
		for (const other of [undefined, null, {}, { input_tokens: -1, output_tokens: 1 }, { input_tokens: 1e12 }]) {
			expect(usageOf(other)).toBeNull();
		}
	});

	it('never throws, and says nothing of what the service said', () => {
		const word = 'canary';
		const values = [fc.constant(word), fc.integer(), fc.double(), fc.boolean(), fc.constant(null)];
		const json = fc.anything({ key: fc.constantFrom('b64_json', 'url', 'code', 'x'), values });
		const error = fc.record(
			{ code: json, type: json, message: json, param: json, moderation_details: json },
			{ requiredKeys: [] },
		);
		const body = fc.oneof(
			json,
			fc.record({ error: fc.oneof(error, json), data: json, usage: json }, { requiredKeys: [] }),
		);
		fc.assert(
			fc.property(body, fc.integer({ min: 100, max: 599 }), fc.boolean(), (value, status, isAnswer) => {
				const result = classifyOpenAiResponse(isAnswer ? { kind: 'answer', body: value } : refusal(status, value));
				if (result.kind === 'picture') return;
				expect(result.message).toMatch(/^(?:[A-Z]|The day).*\.$/);
				expect(JSON.stringify(result)).not.toContain(word);
			}),
		);
	});
});
