import { createCanvas, Path2D } from '@napi-rs/canvas';
import { drawFigure } from '../src/draw.ts';
import { streamOf } from '../src/engine/random.ts';
import { afflictions, backgrounds, classes, races, styles } from '../src/registry.ts';
import { divinitySigns } from '../src/wardrobe/divinity.ts';
import { heldItems } from '../src/wardrobe/items.ts';
import { stoneLooks } from '../src/wardrobe/stone.ts';

const sizePx = Number(process.argv[2] ?? 1024);
const count = Number(process.argv[3] ?? 200);
const context = createCanvas(sizePx, sizePx).getContext('2d');
const cpuMs: number[] = [];
for (let i = 0; i < count + 10; i++) {
	const pick = (slot: string, ids: Iterable<string>) => streamOf('measure', String(i), slot).pick([...ids]);
	const figure = {
		race: pick('race', races.keys()),
		class: pick('class', classes.keys()),
		artStyle: pick('style', styles.keys()),
		background: pick('background', backgrounds.keys()),
		affliction: pick('affliction', afflictions.keys()),
		divinity: pick('divinity', Object.keys(divinitySigns)),
		items: pick('item', Object.keys(heldItems)),
		magicalStone: pick('stone', Object.keys(stoneLooks)),
		rarity: 'epic',
	};
	const before = process.cpuUsage();
	drawFigure({ context, Path2D, createCanvas }, figure, { sizePx, seed: String(i) });
	context.getImageData(0, 0, 1, 1);
	const { user, system } = process.cpuUsage(before);
	if (i >= 10) cpuMs.push((user + system) / 1000);
}
cpuMs.sort((a, b) => a - b);
const mean = cpuMs.reduce((sum, ms) => sum + ms, 0) / cpuMs.length;
const at = (share: number) => cpuMs[Math.floor((cpuMs.length - 1) * share)]!.toFixed(1);
console.log(
	`${count} figures at ${sizePx} px, CPU ms each: mean ${mean.toFixed(1)}, median ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)}; rss ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
);
