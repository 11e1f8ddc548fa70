import { writeFileSync } from 'node:fs';
import { drawSample, thumbprint } from '../src/figure-testing.ts';
import golden from '../src/golden-races.json' with { type: 'json' };
import { races } from '../src/registry.ts';

/**
 * Approves how the races named as arguments look now, or all of them where none is named; look at the contact sheets
 * first. Thumbprints of the others stay.
 */
const named = process.argv.slice(2);
const unknown = named.filter((race) => !races.has(race));
if (unknown.length > 0) throw new Error(`No such race: ${unknown.join(', ')}`);
const approved: Readonly<Record<string, string>> = golden;
const isKept = (race: string) => named.length > 0 && !named.includes(race);
const prints = Object.fromEntries(
	[...races.keys()]
		.sort()
		.map((race) => [race, (isKept(race) && approved[race]) || thumbprint(drawSample({ race }, 'golden', 128), 128)]),
);
writeFileSync(new URL('../src/golden-races.json', import.meta.url), `${JSON.stringify(prints, null, 2)}\n`);
