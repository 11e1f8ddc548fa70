import { describe, expect, test } from 'vitest';
import { jobOf, publicConfig } from '../../../test/fixtures.ts';
import { costUsd, durationText, forgeSeconds, geminiSeconds, usdText } from './plan-price.ts';

describe('price and time', () => {
	test('a model costs its price per image; one without a price costs nobody knows what', () => {
		expect(costUsd(publicConfig.gemini, 'painter-large', 250)).toBe(10);
		expect(costUsd(publicConfig.gemini, 'painter-small', 250)).toBeNull();
		expect(costUsd(publicConfig.gemini, 'gone', 1)).toBeNull();
	});

	test.each([
		[0.0336, '0.034 USD'],
		[0.168, '0.17 USD'],
		[336, '336.00 USD'],
		[1340, '1,340.00 USD'],
		[0, '0.00 USD'],
	])('%d reads %s', (usd, text) => {
		expect(usdText(usd)).toBe(text);
	});

	test.each([
		[0.2, '~1 s'],
		[30, '~30 s'],
		[300, '~5 min'],
		[60_000, '~16 h 40 min'],
		[7_200, '~2 h'],
	])('%d seconds read %s', (seconds, text) => {
		expect(durationText(seconds)).toBe(text);
	});

	test("Gemini's time follows the rate, the forge's what it last took here", () => {
		expect(geminiSeconds(publicConfig.gemini, 5)).toBe(30);
		const slow = jobOf(2, { engine: 'gemini' });
		// Five images in ten seconds, as the fixture has it.
		expect(forgeSeconds([slow, jobOf(1)], 40)).toBe(80);
		expect(forgeSeconds([slow], 40)).toBeNull();
	});
});
