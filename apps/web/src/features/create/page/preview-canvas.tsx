import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { PaintClient } from '../plan/paint-client.ts';
import { createPreviewFigure, type PreviewChoice } from './preview-figure.ts';

const sizePx = 512;
/** Longer than a creator looks at one section: a thread that starts first takes twice the time for its picture. */
const idleMs = 60_000;

export interface PreviewCanvasProps {
	/** The form's choices as JSON, so that equal choices are equal values. */
	readonly choice: string;
	/** Another number, another character of the same choice. */
	readonly roll: number;
}

/** One figure, drawn in a thread: drawn by the page itself it would hold up what is typed meanwhile. */
export function PreviewCanvas({ choice, roll }: PreviewCanvasProps) {
	const canvas = useRef<HTMLCanvasElement>(null);
	const painter = useRef<PaintClient>(null);
	const orders = useRef(0);
	const [isFailed, setFailed] = useState(false);
	const figure = createPreviewFigure(JSON.parse(choice) as PreviewChoice, roll);

	useEffect(() => {
		const client = new PaintClient(({ planId, bitmap }) => {
			if (planId === orders.current) {
				setFailed(bitmap === null);
				// A figure covers the whole square.
				if (bitmap !== null) canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0);
			}
			bitmap?.close();
		}, idleMs);
		painter.current = client;
		return () => client.close();
	}, []);

	const paint = useEffectEvent(() => {
		const row = { index: 0, tokenNumber: 0, rarityRank: 0, imageSeed: `preview-${roll}`, traits: figure };
		painter.current?.paint({ planId: ++orders.current, rows: [row], sizePx });
	});
	useEffect(() => paint(), [choice, roll]);
	useEffect(() => {
		if (!isFailed) return;
		const tryAgain = () => paint();
		// The code of its thread may have been out of reach.
		window.addEventListener('online', tryAgain);
		return () => window.removeEventListener('online', tryAgain);
	}, [isFailed]);

	return (
		<>
			<canvas
				ref={canvas}
				width={sizePx}
				height={sizePx}
				role="img"
				aria-label={`Preview: ${figure.race} ${figure.class}`}
				hidden={isFailed}
				className="aspect-square w-full rounded-md border border-border bg-surface-3 shadow-card"
			/>
			{isFailed ? <PreviewFailed /> : null}
		</>
	);
}

/** The preview is an extra: when it cannot be drawn, the form goes on without it. */
function PreviewFailed() {
	return (
		<p className="grid aspect-square w-full place-items-center rounded-md border border-dashed border-line p-6 text-center text-text-2">
			The preview could not be drawn. Generating is not affected.
		</p>
	);
}
