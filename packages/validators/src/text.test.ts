import { describe, expect, it } from 'vitest';
import { longText, shownText, storableText } from './text.ts';

describe('text for the database', () => {
	it.each(['', 'Älf 🧙', 'tab\tand\nline', '\u200b', '\u{10ffff}'])('is %j', (text) =>
		expect(storableText(20).parse(text)).toBe(text),
	);

	it.each(['\0', 'a\0b', '\ud83e', 'a\udd99b', '\udd99\ud83e'])('rejects %j, which it cannot hold', (text) =>
		expect(storableText(20).safeParse(text).success).toBe(false),
	);

	it('of too many characters is told in the words of text that is shown', () => {
		const told = [storableText(3), shownText(3), longText(3)].map(
			(schema) => schema.safeParse('abcd').error?.issues[0],
		);
		for (const issue of told) expect(issue?.message).toBe('At most 3 characters');
	});
});
