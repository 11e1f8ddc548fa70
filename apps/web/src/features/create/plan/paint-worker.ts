import { drawFigure } from '@adx/forge/draw';
import type { ForgeSurface } from '@adx/forge/surface';
import { requireImageTraits } from '@adx/validators/catalogue/image-traits';
import { expose } from 'comlink';
import { createPaintWorkerService, type PaintTask } from './paint-worker-service.ts';

let canvas: OffscreenCanvas | null = null;

/** The row as the server's forge draws it, only smaller. */
const paintRow: PaintTask = ({ traits, imageSeed }, sizePx) => {
	if (canvas === null || canvas.width !== sizePx) canvas = new OffscreenCanvas(sizePx, sizePx);
	const context = canvas.getContext('2d');
	if (context === null) throw new Error('This browser gives a worker no 2D canvas.');
	const surface: ForgeSurface = {
		context,
		Path2D,
		createCanvas: (width, height) => new OffscreenCanvas(width, height),
	};
	drawFigure(surface, requireImageTraits(traits), { sizePx, seed: imageSeed });
	return canvas.transferToImageBitmap();
};

expose(createPaintWorkerService(paintRow));
