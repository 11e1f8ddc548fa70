import { createCanvas, Path2D as NodePath2D } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import type { ForgeSurface } from './surface.ts';

describe('ForgeSurface', () => {
	it('accepts what Node and what a browser give, without casts', () => {
		const node: ForgeSurface = { context: createCanvas(8, 8).getContext('2d'), Path2D: NodePath2D, createCanvas };
		const page = (context: CanvasRenderingContext2D): ForgeSurface => ({
			context,
			Path2D,
			createCanvas: (width, height) => new OffscreenCanvas(width, height),
		});
		const worker = (context: OffscreenCanvasRenderingContext2D): ForgeSurface => ({
			context,
			Path2D,
			createCanvas: (width, height) => new OffscreenCanvas(width, height),
		});
		expect([typeof node.createCanvas, typeof page, typeof worker]).toEqual(['function', 'function', 'function']);
	});
});
