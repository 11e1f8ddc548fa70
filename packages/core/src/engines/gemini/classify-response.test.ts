import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyGeminiResponse, type GeminiResponse } from './classify-response.ts';

const key = 'AIzaCanary0123456789canary0123456789can';
const rpc = (type: string, fields: object) => ({ '@type': `type.googleapis.com/google.rpc.${type}`, ...fields });
const refusal = (status: number, details: unknown = undefined, text = ''): GeminiResponse => ({
	kind: 'refusal',
	status,
	details,
	text,
});
const answer = (body: unknown): GeminiResponse => ({ kind: 'answer', body });
const finished = (finishReason: unknown, parts: unknown = [{ text: 'no' }]) =>
	answer({ candidates: [{ finishReason, content: { parts } }] });
const picture = (data: string) => ({ inlineData: { mimeType: 'image/png', data } });
const invalidKey = [rpc('ErrorInfo', { reason: 'API_KEY_INVALID', domain: 'googleapis.com' })];
const quota = (quotaId: string, ...more: readonly object[]) => [
	rpc('QuotaFailure', { violations: [{ quotaId, quotaValue: '10' }] }),
	...more,
];
const retryIn = (retryDelay: unknown) => rpc('RetryInfo', { retryDelay });
const perMinute = 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier';
const perDay = 'GenerateRequestsPerDayPerProjectPerModel-FreeTier';

describe('classifyGeminiResponse', () => {
	it.each<[string, GeminiResponse, string]>([
		['400 with reason API_KEY_INVALID', refusal(400, invalidKey), 'key'],
		['401', refusal(401), 'key'],
		['403', refusal(403), 'key'],
		['400 about the location', refusal(400, undefined, 'User location is not supported for the API use.'), 'key'],
		['400 about billing', refusal(400, undefined, 'free tier is not available in your country. Please enable'), 'key'],
		['400 FAILED_PRECONDITION', refusal(400, undefined, 'FAILED_PRECONDITION: no'), 'key'],
		['404', refusal(404), 'model'],
		['another 400', refusal(400, undefined, 'Request contains an invalid argument.'), 'request'],
		['400 with another reason', refusal(400, [rpc('ErrorInfo', { reason: 'FIELD_INVALID' })]), 'request'],
		['413', refusal(413), 'request'],
		['429 naming a quota per day', refusal(429, quota(perDay)), 'day_quota'],
		['429 naming both', refusal(429, [...quota(perMinute), ...quota(perDay)]), 'day_quota'],
		['429 with limit 0 in its message', refusal(429, quota(perMinute), 'exceeded, limit: 0, model: x'), 'day_quota'],
		['429 with a quota of 0', refusal(429, [rpc('QuotaFailure', { violations: [{ quotaValue: '0' }] })]), 'day_quota'],
		['429 naming a quota per minute', refusal(429, quota(perMinute), 'exceeded, limit: 10'), 'throttle'],
		['429 with a limit of 0.5', refusal(429, undefined, 'limit: 0.5'), 'throttle'],
		['429 without details', refusal(429), 'throttle'],
		['429 with details of another shape', refusal(429, 'busy'), 'throttle'],
		['408', refusal(408), 'transient'],
		['500', refusal(500), 'transient'],
		['502 in HTML', refusal(502), 'transient'],
		['503', refusal(503), 'transient'],
		['304 of something between', refusal(304), 'transient'],
		['a timeout', { kind: 'broken', how: 'timeout', mayBeCharged: true }, 'transient'],
		['a broken line', { kind: 'broken', how: 'line', mayBeCharged: false }, 'transient'],
		['text only', finished('STOP'), 'no_image'],
		['NO_IMAGE', finished('NO_IMAGE', undefined), 'no_image'],
		['IMAGE_OTHER', finished('IMAGE_OTHER'), 'no_image'],
		['OTHER', finished('OTHER'), 'no_image'],
		['MAX_TOKENS', finished('MAX_TOKENS'), 'no_image'],
		['an unknown reason', finished('MOON_PHASE'), 'no_image'],
		['a reason that is not text', finished(7), 'no_image'],
		['an empty object', answer({}), 'no_image'],
		['no candidates', answer({ candidates: [] }), 'no_image'],
		['a draft only', finished('STOP', [{ ...picture('AAAA'), thought: true }]), 'no_image'],
		['an empty picture', finished('STOP', [picture('')]), 'no_image'],
		['SAFETY', finished('SAFETY'), 'blocked'],
		['IMAGE_SAFETY', finished('IMAGE_SAFETY'), 'blocked'],
		['PROHIBITED_CONTENT', finished('PROHIBITED_CONTENT'), 'blocked'],
		['IMAGE_PROHIBITED_CONTENT', finished('IMAGE_PROHIBITED_CONTENT'), 'blocked'],
		['RECITATION', finished('RECITATION'), 'blocked'],
		['BLOCKLIST', finished('BLOCKLIST'), 'blocked'],
		['SPII', finished('SPII'), 'blocked'],
		['SAFETY beside a picture', finished('SAFETY', [picture('AAAA')]), 'blocked'],
		['a blocked prompt', answer({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }), 'blocked'],
		['a prompt blocked for an unknown reason', answer({ promptFeedback: { blockReason: 'x y' } }), 'blocked'],
		['a picture', finished('STOP', [{ text: 'Here:' }, picture('AAAA')]), 'picture'],
		['a picture with an unknown reason', finished('MOON_PHASE', [picture('AAAA')]), 'picture'],
		['a picture without a reason', answer({ candidates: [{ content: { parts: [picture('AAAA')] } }] }), 'picture'],
	])('takes %s for what it is', (_, response, kind) => {
		expect(classifyGeminiResponse(response).kind).toBe(kind);
	});

	it('takes the first picture that is not a draft and counts them all', () => {
		const parts = [{ ...picture('ZZZZ'), thought: true }, picture('AAAA'), picture('BBBB'), { functionCall: {} }];
		expect(classifyGeminiResponse(finished('STOP', parts))).toEqual({
			kind: 'picture',
			base64: 'AAAA',
			pictures: 2,
			finishReason: 'STOP',
			usage: null,
		});
	});

	it.each<[unknown, number | null]>([
		['34s', 34_000],
		['34.074824224s', 34_075],
		['0s', 0],
		['0.0001s', 1],
		['-3s', null],
		['soon', null],
		[34, null],
		[undefined, null],
	])('reads a wait of %j as %j ms', (retryDelay, retryAfterMs) => {
		for (const quotaId of [perMinute, perDay]) {
			expect(classifyGeminiResponse(refusal(429, quota(quotaId, retryIn(retryDelay))))).toMatchObject({ retryAfterMs });
		}
	});

	it.each<[string, unknown, unknown]>([
		['what it was', [{ modality: 'TEXT', tokenCount: 30 }], { input: 300, text: 37, image: 0 }],
		['a picture', [{ modality: 'IMAGE', tokenCount: 30 }], { input: 300, text: 7, image: 30 }],
		['nothing', undefined, null],
		['nonsense', [{ modality: 'IMAGE', tokenCount: -1 }], null],
	])('reads the tokens of an answer without a picture, which says of them %s', (_, candidatesTokensDetails, usage) => {
		const usageMetadata = { promptTokenCount: 300, candidatesTokenCount: 30, thoughtsTokenCount: 7 };
		const body = { candidates: [{ finishReason: 'NO_IMAGE' }] };
		const response = answer({ ...body, usageMetadata: { ...usageMetadata, candidatesTokensDetails } });
		expect(classifyGeminiResponse(response)).toMatchObject({ kind: 'no_image', usage });
	});

	it('says of each failure whether it may have been charged', () => {
		const isCharged = (response: GeminiResponse) => {
			const verdict = classifyGeminiResponse(response);
			return 'mayBeCharged' in verdict ? verdict.mayBeCharged : true;
		};
		const charged = [finished('NO_IMAGE'), finished('SAFETY'), answer({})];
		expect(charged.map(isCharged)).toEqual([true, true, true]);
		const unpaid = [refusal(400), refusal(429), refusal(503), answer({ promptFeedback: { blockReason: 'OTHER' } })];
		expect(unpaid.map(isCharged)).toEqual([false, false, false, false]);
	});

	it('repeats nothing of what the service wrote, wherever the key stands in it', () => {
		const responses = [
			...[400, 401, 403, 404, 408, 418, 429, 500].map((status) =>
				refusal(status, [rpc('ErrorInfo', { reason: key }), retryIn(key)], `key ${key} limit: 0`),
			),
			finished(key),
			finished(`${key}_CANARY`),
			answer({ promptFeedback: { blockReason: key } }),
		];
		for (const response of responses) expect(JSON.stringify(classifyGeminiResponse(response))).not.toMatch(/canary/i);
	});

	it('never throws, whatever comes', () => {
		const value = fc.jsonValue({ maxDepth: 4 });
		const part = fc.record({ inlineData: value, thought: value, text: value }, { requiredKeys: [] });
		const body = fc.oneof(
			value,
			fc.record({ candidates: value, promptFeedback: value }, { requiredKeys: [] }),
			fc.record({
				candidates: fc.array(fc.record({ finishReason: value, content: fc.record({ parts: fc.array(part) }) })),
			}),
		);
		const response: fc.Arbitrary<GeminiResponse> = fc.oneof(
			body.map(answer),
			fc
				.tuple(fc.integer({ min: 300, max: 599 }), value, fc.string())
				.map(([status, details, text]) => refusal(status, details, text)),
		);
		fc.assert(
			fc.property(response, (any) => {
				expect(classifyGeminiResponse(any).kind).toMatch(/^\w+$/);
			}),
		);
	});
});
