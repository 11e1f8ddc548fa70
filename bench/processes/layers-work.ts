/**
 * Composes images of a project of layers and prints `warm` after the warm-up, then one line of JSON with the CPU time of an
 * image, images per second and the mean size of a file. Run by layers.ts, one process per figure:
 * layers-work.ts <adx|hashlips> <folder> <images> <threads> <warmUpImages> <passes>
 *
 * `hashlips` is the way in which HashLips' art engine draws an edition: every layer's file is loaded again, drawn at the size
 * of the format on one canvas, and the canvas written as a PNG. It runs on node-canvas where that is to be had (NODE_CANVAS: the
 * folder of the package, else the package `canvas`), which is what the engine itself uses; else on the canvas that ours
 * uses, which is faster than node-canvas.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createDrawings } from '@adx/collection/layers/layer-drawing';
import { planLayers } from '@adx/collection/layers/plan-layers';
import { createLayersEngine } from '@adx/core/engines/layers/layers-engine';
import * as skia from '@napi-rs/canvas';
import { readLayerProject } from '../data/layer-project.ts';

const [maker, folder = '.', ...numbers] = process.argv.slice(2);
const [images = 100, threads = 1, warmUpImages = 20, passes = 1] = numbers.map(Number);
const blockImages = 20;

const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
	entry.isFile() ? [join(entry.parentPath, entry.name).slice(folder.length + 1)] : [],
);
const project = readLayerProject(paths, (path) => readFileSync(join(folder, path), 'utf8'));
const { rows } = planLayers(project, {}, 'bench');
const toDrawing = createDrawings(project);
const { width, height } = project.format!;
let [bytes, made] = [0, 0];

function save(index: number, png: Uint8Array): void {
	writeFileSync(join(folder, '..', `${maker}-${index % 10}.png`), png);
	bytes += png.length;
	made++;
}

const signal = new AbortController().signal;
const engine = createLayersEngine(threads);
const idOf = new Map(project.picturePaths.map((path) => [path, createHash('sha256').update(path).digest('hex')]));
const pathOf = new Map([...idOf].map(([path, id]) => [id, path]));
const readLayer = async (id: string) => readFileSync(join(folder, pathOf.get(id)!));

async function compose(index: number): Promise<void> {
	const { parts, background } = toDrawing(rows[index % rows.length]!);
	const drawn = parts.map(({ path, blend, opacity }) => ({ id: idOf.get(path)!, name: path, blend, opacity }));
	const { full } = await engine.compose({ parts: drawn, background, size: null, previews: false, readLayer, signal });
	save(index, full.bytes);
}

/** The calls that the engine makes of its canvas, which both libraries have. */
interface CanvasLibrary {
	createCanvas(width: number, height: number): skia.Canvas;
	loadImage(path: string): Promise<skia.Image>;
}

function loadNodeCanvas(): CanvasLibrary | null {
	const place = process.env.NODE_CANVAS;
	try {
		const load = createRequire(place ? join(place, 'package.json') : import.meta.url);
		return load(place ?? 'canvas') as CanvasLibrary;
	} catch {
		return null;
	}
}

const nodeCanvas = maker === 'hashlips' ? loadNodeCanvas() : null;
const library: CanvasLibrary = nodeCanvas ?? skia;
const canvas = library.createCanvas(width, height);
const context = canvas.getContext('2d');

async function drawEdition(index: number): Promise<void> {
	const { parts } = toDrawing(rows[index % rows.length]!);
	const loaded = await Promise.all(parts.map(({ path }) => library.loadImage(join(folder, path))));
	context.clearRect(0, 0, width, height);
	for (const [place, image] of loaded.entries()) {
		context.globalAlpha = parts[place]!.opacity;
		context.globalCompositeOperation = parts[place]!.blend;
		context.drawImage(image, 0, 0, width, height);
	}
	save(index, canvas.toBuffer('image/png'));
}

const makeOne = maker === 'hashlips' ? drawEdition : compose;

async function makeAll(from: number, to: number): Promise<void> {
	const indexes = Array.from({ length: to - from }, (_, i) => from + i).values();
	const worker = async () => {
		for (const index of indexes) await makeOne(index);
	};
	// One more than there are threads, so that none of them waits for this one.
	await Promise.all(Array.from({ length: maker === 'hashlips' ? 1 : threads + 1 }, worker));
}

await makeAll(0, warmUpImages);
console.log('warm');
[bytes, made] = [0, 0];
const leastCpuMs: number[] = [];
let perSecond = 0;
for (let pass = 0; pass < passes; pass++) {
	const startedAt = performance.now();
	for (let block = 0; block * blockImages < images; block++) {
		const from = warmUpImages + block * blockImages;
		const cpuBefore = process.cpuUsage();
		await makeAll(from, Math.min(from + blockImages, warmUpImages + images));
		const { user, system } = process.cpuUsage(cpuBefore);
		// What else the machine does only ever adds to a block's time.
		leastCpuMs[block] = Math.min(leastCpuMs[block] ?? Number.POSITIVE_INFINITY, (user + system) / 1_000);
	}
	perSecond = Math.max(perSecond, (images * 1_000) / (performance.now() - startedAt));
}
const cpuMs = leastCpuMs.reduce((sum, ms) => sum + ms, 0) / images;
const on = maker === 'hashlips' ? (nodeCanvas === null ? '@napi-rs/canvas' : 'node-canvas') : 'the engine';
console.log(JSON.stringify({ cpuMs, perSecond, fileBytes: bytes / made, on }));
// Held until the parent has read this process's memory.
setTimeout(() => process.exit(0), 2_000);
