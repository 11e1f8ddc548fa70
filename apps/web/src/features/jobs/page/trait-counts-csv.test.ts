import { expect, test } from 'vitest';
import { createImage, createPlannedImage } from '../../../test/fixtures.ts';
import { countImageTraits } from '../images/trait-counts.ts';
import { traitCountsCsv } from './trait-counts-csv.ts';

test('every value of every trait is a row, with what was planned, drawn and is missing', () => {
	const images = [createImage('job-1', 1), createImage('job-1', 6), createPlannedImage('job-1', 2)];
	const lines = traitCountsCsv(countImageTraits(images)).split('\r\n');
	expect(lines[0]).toBe('Trait,Value,Planned,Planned %,Drawn,Missing');
	expect(lines).toContain('Race,Tabaxi,1,33.3333,0,1');
	expect(lines).toContain('Race,Elf,2,66.6667,2,0');
	expect(lines).toContain('Background,Forest Glade,3,100.0000,2,1');
});

test('a value that a spreadsheet would calculate is defused', () => {
	const image = createImage('job-1', 1);
	const odd = { ...image, traits: { ...image.traits, items: '=HYPERLINK("x")' } };
	expect(traitCountsCsv(countImageTraits([odd]))).toContain(`Items,"'=HYPERLINK(""x"")",1`);
});
