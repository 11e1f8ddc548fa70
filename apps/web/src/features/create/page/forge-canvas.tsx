import { drawFigure } from '@adx/forge/draw';
import type { ForgeSurface } from '@adx/forge/surface';
import { useEffect, useRef } from 'react';
import { createPreviewFigure, type PreviewChoice } from './preview-figure.ts';

const sizePx = 512;

export interface ForgeCanvasProps {
	/** The form's choices as JSON, so that equal choices are equal values. */
	readonly choice: string;
	/** Another number, another character of the same choice. */
	readonly roll: number;
}

/** Draws one figure on a canvas; the renderer itself comes along in this chunk. */
export default function ForgeCanvas({ choice, roll }: ForgeCanvasProps) {
	const canvas = useRef<HTMLCanvasElement>(null);
	const figure = createPreviewFigure(JSON.parse(choice) as PreviewChoice, roll);
	useEffect(() => {
		const context = canvas.current?.getContext('2d');
		if (context === null || context === undefined) return;
		context.clearRect(0, 0, sizePx, sizePx);
		const surface: ForgeSurface = {
			context,
			Path2D,
			createCanvas: (width, height) => new OffscreenCanvas(width, height),
		};
		drawFigure(surface, createPreviewFigure(JSON.parse(choice) as PreviewChoice, roll), {
			sizePx,
			seed: `preview-${roll}`,
		});
	}, [choice, roll]);
	return (
		<canvas
			ref={canvas}
			width={sizePx}
			height={sizePx}
			role="img"
			aria-label={`Preview: ${figure.race} ${figure.class}`}
			className="aspect-square w-full rounded-md border border-border bg-surface-3 shadow-card"
		/>
	);
}
