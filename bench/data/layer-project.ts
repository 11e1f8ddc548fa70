import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LayerProject } from '@adx/collection/layers/layer-project';
import { listLayerTexts, readLayers } from '@adx/collection/layers/read-layers';
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

const layerNames = ['Background', 'Aura', 'Body', 'Clothes', 'Head', 'Mouth', 'Eyes', 'Brows', 'Hat', 'Charm'];
const valuesPerLayer = 10;

/**
 * What layers look like, which decides how well they compress: flat shapes with outlines and soft shades; the same on a
 * photograph out of focus; or every layer with brush strokes and grain, in which hardly two neighbouring pixels are alike.
 */
export const layerLooks = ['drawn', 'photograph', 'painted'] as const;
export type LayerLook = (typeof layerLooks)[number];

/**
 * Draws a project of HashLips' art engine into a folder: ten layers of ten values each, as such collections have them: a
 * ground, and over it ever smaller shapes with outlines, shades and lights, on nothing.
 *
 * @returns the paths of its files inside the folder
 */
export function writeLayerProject(folder: string, sizePx: number, look: LayerLook = 'drawn'): string[] {
	const paths: string[] = [];
	const write = (path: string, content: string | Uint8Array) => {
		mkdirSync(join(folder, path, '..'), { recursive: true });
		writeFileSync(join(folder, path), content);
		paths.push(path);
	};
	for (const [layer, name] of layerNames.entries()) {
		for (let value = 0; value < valuesPerLayer; value++) {
			const canvas = createCanvas(sizePx, sizePx);
			drawValue(canvas.getContext('2d'), { layer, value, sizePx });
			if (look === 'painted') paintOver(canvas, layer * valuesPerLayer + value, { depth: 40, grain: 6 });
			else if (look === 'photograph' && layer === 0) paintOver(canvas, value, { depth: 120, grain: 0 });
			write(`layers/${name}/${name} ${value + 1}#${1 + ((value * 7) % 20)}.png`, canvas.toBuffer('image/png'));
		}
	}
	const order = layerNames.map((name) => `\t\t\t{ name: '${name}' },\n`).join('');
	const configuration = `\t{\n\t\tgrowEditionSizeTo: 10000,\n\t\tlayersOrder: [\n${order}\t\t],\n\t},\n`;
	write(
		'src/config.js',
		`const layerConfigurations = [\n${configuration}];\nconst format = { width: ${sizePx}, height: ${sizePx}, smoothing: false };\nmodule.exports = { layerConfigurations, format };\n`,
	);
	return paths;
}

/** The project as a caller reads it. */
export function readLayerProject(paths: readonly string[], readText: (path: string) => string): LayerProject {
	return readLayers(paths, new Map(listLayerTexts(paths).map((path) => [path, readText(path)])));
}

interface Shape {
	readonly layer: number;
	readonly value: number;
	readonly sizePx: number;
}

function drawValue(context: SKRSContext2D, { layer, value, sizePx }: Shape): void {
	const hue = (layer * 47 + value * 36) % 360;
	const middle = sizePx / 2;
	if (layer === 0) {
		const sky = context.createLinearGradient(0, 0, 0, sizePx);
		sky.addColorStop(0, `hsl(${hue}, 55%, 30%)`);
		sky.addColorStop(1, `hsl(${hue + 40}, 60%, 70%)`);
		context.fillStyle = sky;
		context.fillRect(0, 0, sizePx, sizePx);
		return;
	}
	const radius = sizePx * (0.46 - layer * 0.035);
	const corners = 3 + ((layer + value) % 6);
	context.beginPath();
	for (let corner = 0; corner < corners * 2; corner++) {
		const angle = (corner * Math.PI) / corners + value;
		const reach = corner % 2 === 0 ? radius : radius * (0.6 + (value % 4) / 10);
		const x = middle + Math.cos(angle) * reach;
		const y = middle + Math.sin(angle) * reach * 0.8 - layer * sizePx * 0.01;
		if (corner === 0) context.moveTo(x, y);
		else context.quadraticCurveTo(middle + Math.cos(angle - 0.3) * reach, middle + Math.sin(angle - 0.3) * reach, x, y);
	}
	context.closePath();
	const shade = context.createRadialGradient(middle * 0.8, middle * 0.7, 0, middle, middle, radius);
	shade.addColorStop(0, `hsl(${hue}, 65%, 72%)`);
	shade.addColorStop(1, `hsl(${hue + 15}, 60%, 38%)`);
	context.fillStyle = value % 2 === 0 ? shade : `hsl(${hue}, 60%, 55%)`;
	context.fill();
	context.lineWidth = sizePx * 0.012;
	context.strokeStyle = `hsl(${hue}, 50%, 15%)`;
	context.stroke();
	context.fillStyle = 'rgba(255, 255, 255, 0.35)';
	context.beginPath();
	context.ellipse(middle * 0.85, middle * 0.8, radius * 0.3, radius * 0.12, -0.6, 0, Math.PI * 2);
	context.fill();
}

interface Texture {
	/** By how much its blotches and strokes lighten or darken a pixel at most, of 255. */
	readonly depth: number;
	/** The same of what is random from one pixel to the next. */
	readonly grain: number;
}

/** Lays a texture over all that can be seen, the same for the same seed. */
function paintOver(canvas: Canvas, seed: number, { depth, grain }: Texture): void {
	const { width, height } = canvas;
	const context = canvas.getContext('2d');
	const image = context.getImageData(0, 0, width, height);
	const random = createRandom(seed);
	const blotches = [0, 1, 2].map(() => createBlotches(random, 16));
	const strokes = createBlotches(random, 128);
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const at = (y * width + x) * 4;
			if (image.data[at + 3] === 0) continue;
			const stroke = strokes(x / width, y / height) * 0.3;
			for (let channel = 0; channel < 3; channel++) {
				const blotch = blotches[channel]!(x / width, y / height) * 0.7;
				image.data[at + channel]! += (blotch + stroke) * depth + (random() * 2 - 1) * grain;
			}
		}
	}
	context.putImageData(image, 0, 0);
}

/** Soft noise from -1 to 1 over a square of side 1, random at the corners of so many cells a side. */
function createBlotches(random: () => number, cells: number): (x: number, y: number) => number {
	const side = cells + 1;
	const corners = Float32Array.from({ length: side * side }, () => random() * 2 - 1);
	const ease = (part: number) => part * part * (3 - 2 * part);
	return (x, y) => {
		const [column, row] = [Math.floor(x * cells), Math.floor(y * cells)];
		const [across, down] = [ease(x * cells - column), ease(y * cells - row)];
		const start = row * side + column;
		const upper = corners[start]! * (1 - across) + corners[start + 1]! * across;
		const lower = corners[start + side]! * (1 - across) + corners[start + side + 1]! * across;
		return upper * (1 - down) + lower * down;
	};
}

/** Numbers from 0 to 1 (mulberry32), since a bench draws the same on every machine. */
function createRandom(seed: number): () => number {
	let state = seed * 0x9e3779b9;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
