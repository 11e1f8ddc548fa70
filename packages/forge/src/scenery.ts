import type { Lch } from './engine/color.ts';
import type { Backdrop } from './engine/scene/backdrop.ts';
import type { Point } from './engine/shape.ts';

/** A conifer: three stacked skirts; `h` is its height. */
export function pine(b: Backdrop, x: number, foot: number, h: number, tone: Lch): void {
	const w = h * 0.27;
	for (const [top, low, k] of [
		[1, 0.55, 0.6],
		[0.78, 0.28, 0.82],
		[0.52, 0, 1],
	] as const) {
		b.slab(
			[
				[x, foot - h * top],
				[x + w * k, foot - h * low],
				[x - w * k, foot - h * low],
			],
			tone,
		);
	}
}

/** A leafy crown on a trunk. */
export function broadleaf(b: Backdrop, x: number, foot: number, h: number, bark: Lch, leaf: Lch): void {
	b.slab(
		[
			[x - h * 0.05, foot],
			[x - h * 0.03, foot - h * 0.6],
			[x + h * 0.03, foot - h * 0.6],
			[x + h * 0.05, foot],
		],
		bark,
	);
	b.dots(
		[
			[x, foot - h * 0.75, h * 0.26],
			[x - h * 0.2, foot - h * 0.6, h * 0.2],
			[x + h * 0.2, foot - h * 0.62, h * 0.2],
		],
		leaf,
	);
}

/** A soft cloud of five puffs. */
export function cloud(b: Backdrop, x: number, y: number, w: number, tone: Lch, alpha = 0.9): void {
	b.dots(
		[
			[x, y, w * 0.2],
			[x - w * 0.24, y + w * 0.05, w * 0.15],
			[x + w * 0.24, y + w * 0.05, w * 0.16],
			[x + w * 0.42, y + w * 0.1, w * 0.09],
			[x - w * 0.42, y + w * 0.1, w * 0.09],
		],
		tone,
		alpha,
	);
}

/** A hexagonal crystal with a lit and a dark facet; `lean` tips it sideways. */
export function crystal(b: Backdrop, x: number, foot: number, h: number, lean: number, tone: Lch): void {
	const w = h * 0.17;
	const [tx, ty] = [x + lean, foot - h];
	b.slab(
		[
			[x - w, foot],
			[tx - w, ty + w * 1.3],
			[tx, ty],
			[tx + w, ty + w * 1.3],
			[x + w, foot],
		],
		tone,
	);
	b.slab(
		[
			[x - w, foot],
			[tx - w, ty + w * 1.3],
			[tx, ty],
			[tx - w * 0.2, ty + w * 1.9],
			[x - w * 0.2, foot],
		],
		[Math.min(0.95, tone[0] + 0.13), tone[1] * 0.8, tone[2]],
	);
	b.slab(
		[
			[x + w * 0.5, foot],
			[tx + w * 0.5, ty + w * 1.4],
			[tx + w, ty + w * 1.3],
			[x + w, foot],
		],
		[tone[0] - 0.14, tone[1], tone[2]],
	);
}

/** A palm with a bent trunk. */
export function palm(b: Backdrop, x: number, foot: number, h: number, lean: number, tone: Lch, leaf: Lch): void {
	const [tx, ty] = [x + lean, foot - h];
	b.mass(
		[
			[x - h * 0.03, foot, 0.2],
			[x + lean * 0.4 - h * 0.02, foot - h * 0.5],
			[tx - h * 0.014, ty, 0.2],
			[tx + h * 0.014, ty, 0.2],
			[x + lean * 0.4 + h * 0.02, foot - h * 0.5],
			[x + h * 0.03, foot, 0.2],
		],
		tone,
	);
	for (const turn of [-165, -125, -85, -45, -10, 20]) {
		const angle = (turn * Math.PI) / 180;
		const [ex, ey] = [tx + Math.cos(angle) * h * 0.46, ty + Math.sin(angle) * h * 0.26 + h * 0.12];
		const [mx, my] = [tx + Math.cos(angle) * h * 0.26, ty + Math.sin(angle) * h * 0.3 - h * 0.05];
		b.mass(
			[
				[tx, ty, 0.2],
				[mx, my - h * 0.03],
				[ex, ey, 0.1],
				[mx, my + h * 0.05],
			],
			leaf,
		);
	}
}

/** A broken column on its base. */
export function column(b: Backdrop, x: number, foot: number, h: number, w: number, tone: Lch): void {
	const shade: Lch = [tone[0] - 0.1, tone[1], tone[2] + 20];
	b.slab(
		[
			[x - w, foot],
			[x - w * 0.85, foot - h],
			[x - w * 0.3, foot - h - w * 0.7],
			[x + w * 0.2, foot - h - w * 0.1],
			[x + w * 0.85, foot - h - w * 0.5],
			[x + w, foot],
		],
		tone,
	);
	b.slab(
		[
			[x + w * 0.25, foot],
			[x + w * 0.22, foot - h - w * 0.1],
			[x + w * 0.85, foot - h - w * 0.5],
			[x + w, foot],
		],
		shade,
	);
	b.slab(
		[
			[x - w * 1.4, foot],
			[x - w * 1.4, foot - w * 0.5],
			[x + w * 1.4, foot - w * 0.5],
			[x + w * 1.4, foot],
		],
		shade,
	);
}

/** A tower with battlements and lit windows. */
export function tower(b: Backdrop, x: number, foot: number, w: number, h: number, tone: Lch, window?: Lch): void {
	const top = foot - h;
	const teeth: Point[] = [];
	for (let i = 0; i < 4; i++) {
		const from = x - w * 1.15 + (i * w * 2.3) / 3.6;
		teeth.push([from, top], [from, top - w * 0.35], [from + w * 0.36, top - w * 0.35], [from + w * 0.36, top]);
	}
	b.slab(
		[
			[x - w, foot],
			[x - w, top + w * 0.4],
			[x - w * 1.15, top + w * 0.2],
			...teeth,
			[x + w * 1.15, top + w * 0.2],
			[x + w, top + w * 0.4],
			[x + w, foot],
		],
		tone,
	);
	b.slab(
		[
			[x + w * 0.3, foot],
			[x + w * 0.3, top],
			[x + w * 1.15, top],
			[x + w * 1.15, top + w * 0.2],
			[x + w, top + w * 0.4],
			[x + w, foot],
		],
		[tone[0] - 0.05, tone[1], tone[2]],
	);
	if (!window) return;
	for (const [u, v] of [
		[-0.4, 0.25],
		[0.35, 0.4],
		[-0.3, 0.6],
	] as const) {
		if (!b.holdsMark(x + w * u, top + h * v, tone)) continue;
		b.glow(x + w * u, top + h * v, w * 0.7, window, 0.5, true);
		b.slab(
			[
				[x + w * (u - 0.11), top + h * v + w * 0.25],
				[x + w * (u - 0.11), top + h * v - w * 0.12],
				[x + w * u, top + h * v - w * 0.25],
				[x + w * (u + 0.11), top + h * v - w * 0.12],
				[x + w * (u + 0.11), top + h * v + w * 0.25],
			],
			window,
		);
	}
}

export function moon(b: Backdrop, x: number, y: number, r: number, tone: Lch): void {
	b.glow(x, y, r * 3.2, tone, 0.5, true);
	b.oval(x, y, r, r, tone);
	b.dots(
		[
			[x - r * 0.3, y - r * 0.2, r * 0.2],
			[x + r * 0.35, y + r * 0.3, r * 0.15],
			[x + r * 0.1, y - r * 0.5, r * 0.1],
		],
		[tone[0] - 0.08, tone[1], tone[2]],
		0.7,
	);
}

export function stars(b: Backdrop, count: number, low: number): void {
	b.dots(
		b.scatter(count, [0.02, 0.02, 0.98, low]).map(([x, y]) => [x, y, b.random.range(0.0012, 0.0042)] as const),
		[0.95, 0.03, 260],
		0.85,
	);
}
