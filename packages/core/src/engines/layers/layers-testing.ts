import { createHash } from 'node:crypto';
import type { BlendMode } from '@adx/collection/layers/blend-modes';
import { createCanvas } from '@napi-rs/canvas';
import type { ComposeRequest } from './layers-engine.ts';

/** For tests: pictures by name. */
export type LayerFiles = ReadonlyMap<string, Uint8Array>;

/** For tests: a PNG with an oval of one colour on nothing; `coverage` is its part of the sides. */
export function drawOval(sizePx: number, colour: string, coverage = 0.6): Uint8Array {
	const canvas = createCanvas(sizePx, sizePx);
	const context = canvas.getContext('2d');
	context.fillStyle = colour;
	context.beginPath();
	context.ellipse(sizePx / 2, sizePx / 2, (sizePx * coverage) / 2, (sizePx * coverage) / 3, 0, 0, Math.PI * 2);
	context.fill();
	return canvas.toBuffer('image/png');
}

/** For tests: a PNG of one colour. */
export function drawGround(width: number, height: number, colour: string): Uint8Array {
	const canvas = createCanvas(width, height);
	const context = canvas.getContext('2d');
	context.fillStyle = colour;
	context.fillRect(0, 0, width, height);
	return canvas.toBuffer('image/png');
}

/** For tests: what an engine is asked to compose of these files, without previews and in their own size. */
export function toRequest(
	files: LayerFiles,
	options: Partial<ComposeRequest> & { readonly blends?: readonly BlendMode[] } = {},
): ComposeRequest {
	const { blends = [], ...more } = options;
	const byId = new Map([...files].map(([name, bytes]) => [toId(bytes), { name: `${name}.png`, bytes }]));
	return {
		parts: [...byId].map(([id, { name }], index) => ({ id, name, blend: blends[index] ?? 'source-over', opacity: 1 })),
		background: null,
		size: null,
		previews: false,
		readLayer: async (id) => byId.get(id)!.bytes,
		signal: AbortSignal.timeout(60_000),
		...more,
	};
}

const toId = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
