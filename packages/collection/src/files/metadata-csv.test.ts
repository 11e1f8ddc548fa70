import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText } from './csv.ts';
import { matchRows, readMetadataCsv } from './metadata-csv.ts';

const attributes = (traits: Readonly<Record<string, string>>) =>
	Object.entries(traits).map(([trait_type, value]) => ({ trait_type, value }));

describe('readMetadataCsv', () => {
	it("reads OpenSea's columns, with quotes, CR LF and a byte order mark", () => {
		const text =
			'\uFEFFtokenID,name,description,file_name,external_url,attributes[Hat],attributes[Cape]\r\n' +
			'1,"Ilse, the ""Cold""","Two\r\nlines",a.png,https://example.org,Red,\r\n' +
			'x,Odo,,B.PNG,,,Long\r\n\r\n';
		expect(readMetadataCsv(text)).toEqual({
			rows: [
				{
					fileName: 'a.png',
					number: 1,
					metadata: {
						name: 'Ilse, the "Cold"',
						description: 'Two\r\nlines',
						external_url: 'https://example.org',
						image: 'a.png',
						attributes: attributes({ Hat: 'Red' }),
					},
				},
				{
					fileName: 'B.PNG',
					number: null,
					metadata: { name: 'Odo', image: 'B.PNG', attributes: attributes({ Cape: 'Long' }) },
				},
			],
			repeated: [],
			problems: [],
		});
	});

	it.each([
		[';', '\n'],
		['\t', '\r\n'],
		[',', '\r'],
	])('reads cells parted by %j and lines ended by %j', (delimiter, end) => {
		const lines = [
			['File Name', 'Token ID', 'Attributes[Hat]'],
			['1.png', '7', 'Red'],
		];
		const { rows, problems } = readMetadataCsv(lines.map((cells) => cells.join(delimiter)).join(end));
		expect(rows).toEqual([
			{ fileName: '1.png', number: 7, metadata: { image: '1.png', attributes: attributes({ Hat: 'Red' }) } },
		]);
		expect(problems).toEqual([]);
	});

	it('takes the apostrophe away that our own tables set before a formula', () => {
		const text = csvText([
			['file_name', 'name', 'attributes[=Sum]'],
			['=1.png', '-Frost', '@home'],
		]);
		expect(text).toContain("'=1.png");
		expect(readMetadataCsv(text).rows).toEqual([
			{
				fileName: '=1.png',
				number: null,
				metadata: { name: '-Frost', image: '=1.png', attributes: attributes({ '=Sum': '@home' }) },
			},
		]);
	});

	it('tells rows that repeat a file, name none, or have too many cells, and columns that it does not read', () => {
		const text = 'file_name,name,Hat\n1.png,One,Red\n1.PNG,Two,Red\n,Three,Red\n4.png,Four,Red,Blue\n';
		const { rows, repeated, problems } = readMetadataCsv(text);
		expect(rows.map(({ metadata }) => metadata.name)).toEqual(['One', 'Four']);
		expect(repeated).toEqual(['1.PNG']);
		expect(problems).toEqual([
			"Columns that are not fields of a token are not taken over: 'Hat'. A trait's column is called attributes[its name].",
			"Row 3 names '1.PNG' again; the first row counts.",
			'Row 4 names no file.',
			'Row 5 has more cells than the head; is a text with a comma not quoted?',
		]);
	});

	it('numbers rows as a spreadsheet does, blank ones and those of several lines included', () => {
		const text = '\n,,\nfile_name,name\n1.png,"One\nof two lines"\n , \n,Nameless\n1.png,Again\n\n';
		const { rows, problems } = readMetadataCsv(text);
		expect(rows.map(({ fileName }) => fileName)).toEqual(['1.png']);
		expect(problems).toEqual(['Row 6 names no file.', "Row 7 names '1.png' again; the first row counts."]);
	});

	it.each([
		['', /no column 'file_name'/],
		['tokenID,name\n1,Ilse\n', /no column 'file_name'/],
		['file_name,name\n1.png,"Ilse\n2.png,Odo\n', /quotation mark in row 2 is not closed/],
	])('rejects the whole of %j with a sentence', (text, sentence) => {
		const { rows, problems } = readMetadataCsv(text);
		expect(rows).toEqual([]);
		expect(problems).toEqual([expect.stringMatching(sentence)]);
	});

	it('reads a head without rows, and 10,000 rows', () => {
		expect(readMetadataCsv('file_name,attributes[Hat]\n')).toEqual({ rows: [], repeated: [], problems: [] });
		const rows = Array.from({ length: 10_000 }, (_, index) => [`${index}.png`, `Hat ${index % 9}`]);
		expect(readMetadataCsv(csvText([['file_name', 'attributes[Hat]'], ...rows])).rows).toHaveLength(10_000);
	});

	it('reads what our own writer writes, whatever the texts, as csv-parse does', () => {
		const cell = fc
			.string({ unit: 'grapheme', maxLength: 12 })
			.filter((text) => !text.startsWith("'") && text.trim() !== '');
		const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 });
		fc.assert(
			fc.property(rows, (values) => {
				const text = csvText([
					['file_name', 'name', 'attributes[Hat]'],
					...values.map(([name, hat], index) => [`${index}.png`, name, hat]),
				]);
				const found = readMetadataCsv(text);
				expect(found.problems).toEqual([]);
				expect(found.rows.map(({ metadata }) => [metadata.name, metadata.attributes])).toEqual(
					values.map(([name, hat]) => [name, attributes({ Hat: hat })]),
				);
				expect(parse(text)).toHaveLength(values.length + 1);
			}),
		);
	});

	it('never throws', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: fc.constantFrom(...'",;\r\n\t\'=a1[]_', 'file_name', '\uFEFF') }),
				(text) => void readMetadataCsv(text),
			),
		);
	});
});

describe('matchRows', () => {
	it('finds rows by the file name alone, in any case and folder; the others are left', () => {
		const table = readMetadataCsv('file_name,name\nmedia/A.png,One\nb.png,Two\ngone.png,Three\n');
		const { byImage, unmatched } = matchRows(table, [
			'drop/media/a.PNG',
			'drop/media/b.png',
			'drop/more/b.png',
			'drop/c.png',
		]);
		expect([...byImage].map(([path, { metadata }]) => [path, metadata.name])).toEqual([
			['drop/media/a.PNG', 'One'],
			['drop/media/b.png', 'Two'],
		]);
		expect(unmatched.map(({ fileName }) => fileName)).toEqual(['gone.png']);
	});
});
