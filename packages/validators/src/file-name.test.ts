import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fallbackFileName, fileNameMaxBytes, safeFileName } from './file-name.ts';

const countBytes = (text: string) => new TextEncoder().encode(text).length;

describe('safeFileName', () => {
	it.each([
		['My Collection #1', 'My_Collection__1'],
		['adx-realm_2.0', 'adx-realm_2.0'],
		['a/b\\c:d*e?f"g<h>i|j', 'a_b_c_d_e_f_g_h_i_j'],
		['a\u0000b\nc\u202ed', 'a_b_c_d'],
		['Ünïcode 龍の伝説 ١٢', 'Ünïcode_龍の伝説_١٢'],
		['हिन्दी', 'हिन्दी'],
		['dragon 🐉', 'dragon__'],
		['half\ud800pair', 'half_pair'],
		['invisible\u3164filler', 'invisible_filler'],
		['  padded  ', 'padded'],
	])('turns %j into %j (AMB-22)', (text, expected) => {
		expect(safeFileName(text)).toBe(expected);
	});

	it.each(['', '   ', '\n\t', null, undefined])('names %j ADX_Collection (AMB-22)', (text) => {
		expect(safeFileName(text)).toBe('ADX_Collection');
		expect(fallbackFileName).toBe('ADX_Collection');
	});

	it.each([
		['.', '_'],
		['..', '__'],
		['../../etc/passwd', '______etc_passwd'],
		['.hidden', '_hidden'],
		['trailing.', 'trailing_'],
		['trailing. . .', 'trailing._.__'],
		['v1..2', 'v1__2'],
		['C:\\x', 'C__x'],
	])('defuses the dots and slashes of %j', (text, expected) => {
		expect(safeFileName(text)).toBe(expected);
	});

	it.each(['CON', 'con', 'nul.txt', 'Aux.tar.gz', 'COM1', 'lpt9.png', 'PRN'])('defuses the device name %s', (text) => {
		expect(safeFileName(text)).toBe(`_${text}`);
	});

	it.each(['console', 'Connor', 'com10', 'nullify.txt', 'a.con'])('leaves %s, which is not a device', (text) => {
		expect(safeFileName(text)).toBe(text);
	});

	it('gives composed and decomposed spellings one name', () => {
		expect(safeFileName('e\u0301lan')).toBe('\u00e9lan');
		expect(safeFileName('\u00e9lan')).toBe('\u00e9lan');
	});

	it('cuts a long name at a whole character and keeps its extension', () => {
		expect(safeFileName(`${'a'.repeat(300)}.png`)).toBe(`${'a'.repeat(fileNameMaxBytes - 4)}.png`);
		expect(safeFileName('龍'.repeat(300))).toBe('龍'.repeat(fileNameMaxBytes / 3));
		expect(countBytes(safeFileName(`a${'龍'.repeat(300)}.jpeg`))).toBeLessThanOrEqual(fileNameMaxBytes);
		expect(safeFileName(`${'a'.repeat(145)}.${'b'.repeat(100)}.png`)).toBe(`${'a'.repeat(145)}_.png`);
		expect(safeFileName(`${'a'.repeat(149)}.${'b'.repeat(100)}`)).toBe(`${'a'.repeat(149)}_`);
	});

	const nastyText = fc.oneof(
		fc.string({ unit: 'binary', maxLength: 400 }),
		fc.string({ unit: 'grapheme', maxLength: 400 }),
		fc.string({
			unit: fc.constantFrom(
				'.',
				'..',
				'/',
				'\\',
				' ',
				'\u0000',
				'con',
				'NUL',
				'a',
				'龍',
				'e\u0301',
				'\ud800',
				'\u200d',
				'_',
			),
			maxLength: 300,
		}),
	);

	it('answers one harmless path segment for any text', () => {
		fc.assert(
			fc.property(nastyText, (text) => {
				const name = safeFileName(text);
				expect(name).toMatch(/^[\p{L}\p{M}\p{Nd}._-]+$/u);
				expect(name).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
				expect(name).not.toContain('..');
				expect(name).not.toMatch(/^\.|\.$/);
				expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
				expect(countBytes(name)).toBeLessThanOrEqual(fileNameMaxBytes);
				expect(name.isWellFormed()).toBe(true);
				expect(name).toBe(name.normalize('NFC'));
			}),
			{ numRuns: 500 },
		);
	});

	it('changes nothing when applied twice', () => {
		fc.assert(
			fc.property(nastyText, (text) => {
				expect(safeFileName(safeFileName(text))).toBe(safeFileName(text));
			}),
			{ numRuns: 500 },
		);
	});

	it('leaves plain letters, digits, dashes and underscores as they are (AMB-22)', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{5,100}$/), (text) => {
				expect(safeFileName(text)).toBe(text);
			}),
		);
	});
});
