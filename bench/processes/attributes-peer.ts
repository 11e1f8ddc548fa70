import { writeFileSync } from 'node:fs';
import { afflictions } from '@adx/validators/catalogue/afflictions';
import { classes } from '@adx/validators/catalogue/classes';
import { divinities } from '@adx/validators/catalogue/divinities';
import { items } from '@adx/validators/catalogue/items';
import type { CatalogueOption } from '@adx/validators/catalogue/option';
import { stones } from '@adx/validators/catalogue/stones';
import JSZip from 'jszip';

// What a generator with a loop does: a die per trait, a tier by another die, and a zip at the end.

const [count = '0', path = ''] = process.argv.slice(2);
const traits: Readonly<Record<string, readonly CatalogueOption[]>> = {
	Class: classes,
	Affliction: afflictions,
	Divinity: divinities,
	Items: items,
	'Magical Stone': stones,
};
const tiers = ['Common', 'Uncommon', 'Rare', 'Epic', 'Legendary'];
const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(Math.random() * list.length)]!;

const startedAt = performance.now();
const zip = new JSZip();
const seen = new Set<string>();
const ofClass = new Map<string, number>();
for (let number = 1; number <= Number(count); number += 1) {
	const attributes = Object.entries(traits).map(([trait_type, options]) => ({
		trait_type,
		value: pick(options).label,
	}));
	seen.add(JSON.stringify(attributes));
	ofClass.set(attributes[0]!.value, (ofClass.get(attributes[0]!.value) ?? 0) + 1);
	const name = `ADX Collection #${number}`;
	const metadata = {
		name,
		image: `${number}.png`,
		attributes: [...attributes, { trait_type: 'Rarity', value: pick(tiers) }],
	};
	zip.file(`${number}.json`, JSON.stringify(metadata, null, 2));
}
writeFileSync(path, await zip.generateAsync({ type: 'nodebuffer' }));
const seconds = (performance.now() - startedAt) / 1_000;
const share = Number(count) / classes.length;
const worstMiss = Math.max(...classes.map(({ label }) => Math.abs((ofClass.get(label) ?? 0) - share)));
console.log(JSON.stringify({ seconds, repeats: Number(count) - seen.size, worstMiss }));
