import { writeFileSync } from 'node:fs';
import { drawSample, thumbprint } from '../src/figure-testing.ts';
import { races } from '../src/registry.ts';

/** Rewrites the golden thumbprints after a change that is meant to show; look at the contact sheets first. */
const prints = Object.fromEntries(
	[...races.keys()].sort().map((race) => [race, thumbprint(drawSample({ race }, 'golden', 128), 128)]),
);
writeFileSync(new URL('../src/golden-races.json', import.meta.url), `${JSON.stringify(prints, null, 2)}\n`);
