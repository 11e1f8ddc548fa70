import { z } from 'zod';
import { idMaxLength } from './limits.ts';

/** Ids are looked up as they come: what has the shape but is unknown is "not found", anything else is bad input. */
export const idSchema = z
	.string()
	.max(idMaxLength)
	.regex(/^[\w-]+$/, 'Not a valid id');

/** Names content: SHA-256 in lower-case hex. */
export const sha256Schema = z
	.string()
	.regex(/^[0-9a-f]{64}$/, 'Expected a SHA-256 as 64 lower-case hexadecimal digits');

const unstorableCharacters = /[\0\p{Cs}]/u;

/** Whether PostgreSQL can hold the text: it knows neither NUL nor half a surrogate pair. */
export const isStorable = (text: string): boolean => !unstorableCharacters.test(text);

const formatMaxLength = (maxLength: number) => `At most ${maxLength} characters`;

/** Text that PostgreSQL can hold; all that is stored, looked up or searched for is at least this. */
export const storableText = (maxLength: number, text: z.ZodString = z.string()) =>
	text.max(maxLength, formatMaxLength(maxLength)).refine(isStorable, 'Contains characters that cannot be stored');

/** Control, bidirectional and zero-width characters and lone surrogates: none of them can be shown or stored as text. */
export const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** One line that can be shown, white space around it cut off. */
export const shownText = (maxLength: number) =>
	z
		.string()
		.trim()
		.max(maxLength, formatMaxLength(maxLength))
		.refine((text) => !invisibleCharacters.test(text), 'Use visible characters only');
/** The same with line breaks. */
export const longText = (maxLength: number) =>
	z
		.string()
		.trim()
		.max(maxLength, formatMaxLength(maxLength))
		.refine((text) => !invisibleCharacters.test(text.replace(/[\n\r\t]/g, ' ')), 'Use visible characters only');
