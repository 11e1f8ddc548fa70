import { type BlendMode, wholeLayerModes } from '@adx/collection/layers/blend-modes';
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { DecodedLayer } from './decode-layer.ts';

/** One picture of an image, from the back to the front. */
export interface DrawnLayer {
	readonly layer: DecodedLayer;
	readonly blend: BlendMode;
	/** From 0 to 1. */
	readonly opacity: number;
}

/** Canvases are kept for the next image: making one costs more than clearing it. */
const kept = new Map<'image' | 'whole', Canvas>();

function takeCanvas(purpose: 'image' | 'whole', width: number, height: number): Canvas {
	let canvas = kept.get(purpose);
	if (canvas === undefined || canvas.width !== width || canvas.height !== height) {
		if (canvas !== undefined) canvas.width = canvas.height = 1;
		canvas = createCanvas(width, height);
		kept.set(purpose, canvas);
	}
	const context = canvas.getContext('2d');
	context.globalAlpha = 1;
	context.globalCompositeOperation = 'source-over';
	context.clearRect(0, 0, width, height);
	return canvas;
}

/**
 * Draws layers over each other as HashLips' engine does on a canvas, each with its blend mode and opacity. All of them have
 * that size. The canvas is this thread's one: it is drawn over with the next call.
 *
 * @param background a CSS colour under all layers, or null for none
 */
export function composeLayers(
	layers: readonly DrawnLayer[],
	{
		width,
		height,
		background,
	}: { readonly width: number; readonly height: number; readonly background: string | null },
): Canvas {
	const canvas = takeCanvas('image', width, height);
	const context = canvas.getContext('2d');
	if (background !== null) {
		context.fillStyle = background;
		context.fillRect(0, 0, width, height);
	}
	for (const { layer, blend, opacity } of layers) {
		context.globalAlpha = opacity;
		context.globalCompositeOperation = blend;
		if (wholeLayerModes.has(blend)) drawWhole(context, layer);
		else if (layer.pixels !== null) context.drawImage(layer.pixels, layer.left, layer.top);
	}
	return canvas;
}

/** Draws the transparent pixels too, which clear in such a mode what lies below. */
function drawWhole(context: SKRSContext2D, { width, height, pixels, left, top }: DecodedLayer): void {
	const whole = takeCanvas('whole', width, height);
	if (pixels !== null) whole.getContext('2d').drawImage(pixels, left, top);
	context.drawImage(whole, 0, 0);
}
