/** What distinguishes a `DOMMatrix` from other objects. */
export interface ForgeTransform {
	readonly a: number;
	readonly b: number;
	readonly c: number;
	readonly d: number;
	readonly e: number;
	readonly f: number;
}

/** The part of a standard `Path2D` that the forge draws with. */
export interface ForgePath {
	moveTo(x: number, y: number): void;
	lineTo(x: number, y: number): void;
	bezierCurveTo(c1x: number, c1y: number, c2x: number, c2y: number, x: number, y: number): void;
	ellipse(
		x: number,
		y: number,
		radiusX: number,
		radiusY: number,
		rotation: number,
		startAngle: number,
		endAngle: number,
	): void;
	rect(x: number, y: number, width: number, height: number): void;
	addPath(path: ForgePath, transform?: ForgeTransform): void;
	closePath(): void;
}

/** Colour stops of a gradient; offsets run from 0 to 1. */
export interface ForgeGradient {
	addColorStop(offset: number, color: string): void;
}

/** The part of a standard `ImageData` that the forge uses: RGBA, 0 to 255 a channel. */
export interface ForgePixels {
	readonly data: { readonly length: number; [index: number]: number };
}

/** The part of a standard 2D context that the forge uses; `filter` and shadows are left out on purpose. */
export interface ForgeContext {
	/** The bitmap it draws on; sizes in pixels. */
	readonly canvas: { readonly width: number; readonly height: number };
	fillStyle: string | object;
	strokeStyle: string | object;
	lineWidth: number;
	lineJoin: 'bevel' | 'miter' | 'round';
	lineCap: 'butt' | 'round' | 'square';
	globalAlpha: number;
	globalCompositeOperation: string;
	imageSmoothingEnabled: boolean;
	save(): void;
	restore(): void;
	transform(a: number, b: number, c: number, d: number, e: number, f: number): void;
	getTransform(): ForgeTransform;
	setTransform(transform: ForgeTransform): void;
	translate(x: number, y: number): void;
	scale(x: number, y: number): void;
	fillRect(x: number, y: number, width: number, height: number): void;
	clearRect(x: number, y: number, width: number, height: number): void;
	beginPath(): void;
	rect(x: number, y: number, width: number, height: number): void;
	clip(): void;
	clip(path: ForgePath, rule?: 'nonzero' | 'evenodd'): void;
	fill(path: ForgePath, rule?: 'nonzero' | 'evenodd'): void;
	stroke(path: ForgePath): void;
	createLinearGradient(x0: number, y0: number, x1: number, y1: number): ForgeGradient;
	createRadialGradient(x0: number, y0: number, r0: number, x1: number, y1: number, r1: number): ForgeGradient;
	drawImage(image: object, x: number, y: number, width: number, height: number): void;
	drawImage(
		image: object,
		fromX: number,
		fromY: number,
		fromWidth: number,
		fromHeight: number,
		x: number,
		y: number,
		width: number,
		height: number,
	): void;
	getImageData(x: number, y: number, width: number, height: number): ForgePixels;
	putImageData(pixels: ForgePixels, x: number, y: number): void;
}

/** An off-screen bitmap that can be drawn on and used as a pattern or sprite. */
export interface ForgeCanvas {
	getContext(kind: '2d'): ForgeContext | null;
}

/**
 * What the host gives the forge to draw with. In Node: a context, `Path2D` and `createCanvas` of
 * @napi-rs/canvas; in a browser: a context of a canvas, `Path2D` and `(w, h) => new OffscreenCanvas(w, h)`.
 */
export interface ForgeSurface {
	/** Receives the figure in the square from (0, 0) to (sizePx, sizePx) of its current transform. */
	readonly context: ForgeContext;
	readonly Path2D: new () => ForgePath;
	/** Makes small bitmaps (at most 256 px a side) for halftone tiles and glows; sizes in pixels. */
	createCanvas(width: number, height: number): ForgeCanvas;
}
