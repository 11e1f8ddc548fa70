import type { ForgeContext, ForgePath, ForgeSurface } from '../../surface.ts';
import { css, type Lch, rotateHue } from '../color.ts';
import type { Stream } from '../random.ts';
import { grid, type Point, traceLoop, tracePolygon, unit } from '../shape.ts';
import { paintSoftDisc } from '../soft-disc.ts';
import type { Colors } from '../studio.ts';
import type { GroundTones } from './ground-tones.ts';
import type { SceneView } from './scene-view.ts';
import { type Channels, isSeenApart, keepOff, parseChannels, standOff } from './stand-off.ts';

export interface RidgeOptions {
	/** Height of the crest line, 0 top to 1 bottom. */
	readonly y: number;
	/** How far the crest swings. */
	readonly swing: number;
	/** Peaks across the picture. */
	readonly peaks: number;
	/** 0 soft hills, 1 jagged peaks. */
	readonly jagged?: number;
	readonly tone: Lch;
	/** Tone at the foot; mist gathers there. */
	readonly foot?: Lch;
	/** Lit side of the peaks. */
	readonly lit?: Lch;
}

interface BackdropOptions {
	readonly random: Stream;
	readonly view: SceneView;
	readonly ground: GroundTones;
	readonly sizePx: number;
	/** Colours of the head before it. */
	readonly masses: readonly Channels[];
	/** What is seen of a colour, most of it first. */
	readonly see: (channels: Channels) => readonly Channels[];
}

/** The brush for everything behind a figure: coordinates in fractions of the picture, no outlines. */
export class Backdrop {
	readonly #context: ForgeContext;
	readonly #surface: ForgeSurface;
	readonly #colors: Colors;
	readonly #skyStrips: number;
	readonly #pxPerUnit: number;
	readonly #view: SceneView;
	readonly #ground: GroundTones;
	readonly #keepOff: (tone: Lch) => Lch;
	/** The tone of the sky behind a crown. */
	#zenith: Lch | undefined;
	/** Tones are shown as written. */
	#isOver = false;
	readonly random: Stream;

	constructor(surface: ForgeSurface, colors: Colors, { random, view, ground, sizePx, masses, see }: BackdropOptions) {
		this.#surface = surface;
		this.#context = surface.context;
		this.#colors = colors;
		this.random = random;
		this.#view = view;
		this.#ground = ground;
		const seen = masses.map((mass) => see(mass)[0]!);
		this.#keepOff = (tone) => keepOff(tone, seen, (shown) => see(parseChannels(this.#shown(shown, 1))));
		this.#pxPerUnit = (sizePx / unit) * view.zoom;
		this.#skyStrips = Math.min(128, Math.max(32, Math.round(sizePx / 8)));
	}

	/** CSS colour in the view's light and after the style's ground or palette. */
	tone(tone: Lch, alpha = 1): string {
		return this.#isOver ? css(...tone, alpha) : this.#shown(this.#view.grade(tone), alpha);
	}

	#shown(tone: Lch, alpha: number): string {
		const { grade } = this.#ground;
		return grade ? css(...grade(tone), alpha) : this.#colors.tone(tone, alpha);
	}

	/**
	 * Fills the whole picture from top to bottom. Strips of one tone each cost a tenth of a gradient of this size,
	 * and four pixels are finer than the steps of eight-bit colour.
	 */
	sky(...stops: readonly Lch[]): void {
		const tones = stops.map((stop) => parseChannels(this.tone(stop)));
		this.#zenith = stops[0] && this.#view.grade(stops[0]);
		const strips = this.#skyStrips;
		const height = unit / strips;
		const toneAt = (strip: number) => {
			const t = ((strip + 0.5) / strips) * (tones.length - 1);
			const from = Math.min(tones.length - 2, Math.floor(t));
			// Encoded pictures keep seven bits of a channel, so strips that differ by less are drawn as one.
			const mix = (channel: number, k: number) =>
				Math.round(channel + (tones[from + 1]![k]! - channel) * (t - from)) & ~1;
			return `rgb(${tones[from]!.map(mix).join(',')})`;
		};
		let top = 0;
		let color = toneAt(0);
		for (let strip = 1; strip <= strips; strip++) {
			const next = strip < strips ? toneAt(strip) : '';
			if (next === color) continue;
			this.#context.fillStyle = color;
			// Each strip reaches a pixel under the next one, so that no seam lets anything through.
			this.#context.fillRect(0, top * height, unit, (strip - top) * height + 1 / this.#pxPerUnit);
			[top, color] = [strip, next];
		}
	}

	#fill(path: ForgePath, tone: Lch, alpha: number): void {
		this.#context.fillStyle = this.tone(tone, alpha);
		this.#context.fill(path);
	}

	/** A closed rounded mass; alpha fades it into the air. */
	mass(points: readonly Point[], tone: Lch, alpha = 1): void {
		this.masses([points], tone, alpha);
	}

	/** A closed mass with straight edges. */
	slab(points: readonly Point[], tone: Lch, alpha = 1): void {
		this.slabs([points], tone, alpha);
	}

	/** Masses with straight edges of one tone in one fill. */
	slabs(loops: readonly (readonly Point[])[], tone: Lch, alpha = 1): void {
		const path = new this.#surface.Path2D();
		for (const loop of loops) tracePolygon(path, loop);
		this.#fill(path, tone, alpha);
	}

	/** Rounded masses of one tone in one fill. */
	masses(loops: readonly (readonly Point[])[], tone: Lch, alpha = 1): void {
		const path = new this.#surface.Path2D();
		for (const loop of loops) traceLoop(path, loop);
		this.#fill(path, tone, alpha);
	}

	/** Everything but a rounded mass. */
	outside(points: readonly Point[], tone: Lch, alpha = 1): void {
		const path = new this.#surface.Path2D();
		path.rect(0, 0, unit, unit);
		traceLoop(path, points);
		this.#context.fillStyle = this.tone(tone, alpha);
		this.#context.fill(path, 'evenodd');
	}

	/** The lines of squared paper, `step` apart. */
	squares(step: number, width: number, tone: Lch, alpha = 1): void {
		this.#context.fillStyle = this.tone(tone, alpha);
		// Straight up and down they need no smooth edges, which many lines in one path would cost dearly.
		for (let at = step; at < 1 - step / 2; at += step) {
			this.#context.fillRect(grid(at), 0, width * unit, unit);
			this.#context.fillRect(0, grid(at), unit, width * unit);
		}
	}

	/** A circle's line; `r` is its middle. */
	ring(x: number, y: number, r: number, width: number, tone: Lch, alpha = 1): void {
		const path = new this.#surface.Path2D();
		for (const radius of [r + width / 2, r - width / 2]) {
			path.moveTo(grid(x + radius), grid(y));
			path.ellipse(grid(x), grid(y), grid(radius), grid(radius), 0, 0, Math.PI * 2);
			path.closePath();
		}
		this.#context.fillStyle = this.tone(tone, alpha);
		this.#context.fill(path, 'evenodd');
	}

	/** Many discs of one tone in one fill: x, y, radius. */
	dots(discs: readonly (readonly [number, number, number])[], tone: Lch, alpha = 1): void {
		const path = new this.#surface.Path2D();
		for (const [x, y, r] of discs) {
			path.moveTo(grid(x + r), grid(y));
			path.ellipse(grid(x), grid(y), grid(r), grid(r), 0, 0, Math.PI * 2);
		}
		this.#fill(path, tone, alpha);
	}

	oval(x: number, y: number, rx: number, ry: number, tone: Lch, alpha = 1): void {
		const path = new this.#surface.Path2D();
		path.ellipse(grid(x), grid(y), grid(rx), grid(ry), 0, 0, Math.PI * 2);
		this.#fill(path, tone, alpha);
	}

	/** A ridge filled down to the bottom edge; returns its crest. */
	ridge({ y, swing, peaks, jagged = 0.5, tone, foot, lit }: RidgeOptions): Point[] {
		const steps = Math.max(8, Math.round(peaks * 4));
		const [a, b, c] = [this.random.range(0, 9), this.random.range(0, 9), this.random.range(0, 9)];
		const crest = Array.from({ length: steps + 1 }, (_, i): Point => {
			const t = i / steps;
			const wave =
				Math.sin(t * peaks * Math.PI * 2 + a) * 0.5 +
				Math.sin(t * peaks * 4.4 + b) * 0.32 +
				Math.sin(t * peaks * 11 + c) * 0.18 * (0.4 + jagged);
			return [-0.04 + t * 1.08, y - wave * swing];
		});
		const path = new this.#surface.Path2D();
		const loop: Point[] = [[-0.04, 1.05, 0], ...crest.map(([px, py]): Point => [px, py, 1 - jagged]), [1.04, 1.05, 0]];
		traceLoop(path, loop);
		if (foot) {
			const gradient = this.#context.createLinearGradient(
				0,
				(y - swing) * unit,
				0,
				Math.min(1, y + swing + 0.3) * unit,
			);
			gradient.addColorStop(0, this.tone(tone));
			gradient.addColorStop(1, this.tone(foot));
			this.#context.fillStyle = gradient;
			this.#context.fill(path);
		} else this.#fill(path, tone, 1);
		if (lit) this.#lightPeaks(crest, lit);
		return crest;
	}

	#lightPeaks(crest: readonly Point[], lit: Lch): void {
		for (let i = 1; i < crest.length - 1; i++) {
			const [left, peak, right] = [crest[i - 1]!, crest[i]!, crest[i + 1]!];
			if (peak[1] > left[1] || peak[1] > right[1]) continue;
			const depth = Math.min(0.12, Math.max(left[1], right[1]) - peak[1] + 0.03);
			this.slab(
				[
					peak,
					[peak[0] - (peak[0] - left[0]) * 0.7, peak[1] + (left[1] - peak[1]) * 0.7],
					[peak[0] - 0.012, peak[1] + depth * 0.75],
					[peak[0] + 0.004, peak[1] + depth * 0.4],
					[peak[0] + 0.016, peak[1] + depth],
				],
				lit,
				0.85,
			);
		}
	}

	/** A soft round light; `shine` adds, otherwise it tints. */
	glow(x: number, y: number, radius: number, tone: Lch, alpha = 0.6, shine = false): void {
		if (this.#ground.isFlat && !this.#isOver) return;
		this.#context.save();
		if (shine) this.#context.globalCompositeOperation = 'lighter';
		const at = this.#discAt(x, y, radius);
		paintSoftDisc(this.#surface, at, alpha, shine, (share) => this.tone(tone, share));
		this.#context.restore();
	}

	/**
	 * Whether a small bright mark at (x, y) of the scene is seen as part of the dark mass of `tone` it lies on: the style
	 * lets such a mass stand out from a lighter ground, and the mark is neither behind the head nor beside its contour,
	 * where it would hang like an earring.
	 */
	holdsMark(x: number, y: number, tone: Lch): boolean {
		const { zoom, anchor } = this.#view;
		const [px, py] = [x * zoom - (zoom - 1) * anchor[0], y * zoom - (zoom - 1) * anchor[1]];
		if (Math.abs(px - 0.5) < 0.3 && py > 0.04) return false;
		const lighter = this.tone([tone[0] + 0.16, tone[1], tone[2]]);
		return isSeenApart(parseChannels(this.tone(tone)), parseChannels(lighter));
	}

	/** A horizontal band of mist or light around `y`. */
	haze(y: number, height: number, tone: Lch, alpha: number): void {
		if (this.#ground.isFlat) return;
		for (const edge of [y - height, y + height]) {
			const gradient = this.#context.createLinearGradient(0, edge * unit, 0, y * unit);
			gradient.addColorStop(0, this.tone(tone, 0));
			gradient.addColorStop(1, this.tone(tone, alpha));
			this.#context.fillStyle = gradient;
			this.#context.fillRect(0, Math.min(edge, y) * unit, unit, height * unit);
		}
	}

	/** A slanting shaft of light. */
	beam(x: number, width: number, lean: number, tone: Lch, alpha = 0.12): void {
		this.slab(
			[
				[x, -0.02],
				[x + width, -0.02],
				[x + width * 1.7 + lean, 1.02],
				[x + lean, 1.02],
			],
			tone,
			alpha,
		);
	}

	/** A vertical curtain of light, as auroras hang. */
	curtain(points: readonly Point[], height: number, tone: Lch, alpha: number): void {
		const top = Math.min(...points.map(([, y]) => y)) - height;
		const bottom = Math.max(...points.map(([, y]) => y));
		const gradient = this.#context.createLinearGradient(0, top * unit, 0, bottom * unit);
		gradient.addColorStop(0, this.tone(tone, 0));
		gradient.addColorStop(0.75, this.tone(tone, alpha));
		gradient.addColorStop(1, this.tone(tone, alpha * 0.2));
		const path = new this.#surface.Path2D();
		traceLoop(path, [...points, ...points.map(([x, y]): Point => [x, y - height]).reverse()]);
		this.#context.fillStyle = gradient;
		this.#context.fill(path);
	}

	/** Random places for details: `count` spots between the given bounds. */
	scatter(count: number, [x0, y0, x1, y1]: readonly [number, number, number, number]): [number, number][] {
		return Array.from({ length: count }, () => [this.random.range(x0, x1), this.random.range(y0, y1)]);
	}

	/** Draws what a style adds to every scene, in tones as they are written. */
	drawOver(draw: () => void): void {
		this.#isOver = true;
		draw();
		this.#isOver = false;
	}

	/** Draws the scene as the view sees it; what is drawn afterwards is in fractions of the picture again. */
	drawInView(draw: () => void): void {
		const { zoom, anchor, mirrored } = this.#view;
		this.#context.save();
		if (mirrored) {
			this.#context.translate(unit, 0);
			this.#context.scale(-1, 1);
		}
		this.#context.translate(-(zoom - 1) * anchor[0] * unit, -(zoom - 1) * anchor[1] * unit);
		this.#context.scale(zoom, zoom);
		draw();
		this.#context.restore();
	}

	/**
	 * Quiets the scene around the head in a tone that stands off from it, draws what frames the head, and darkens the
	 * ground under the shoulders. `masses` are the lightnesses of the head's, 0 to 1, and `clothHue` is in degrees.
	 */
	finish(halo: Lch, masses: readonly number[], clothHue: number): void {
		const { isFlat, grade, motif = this.#view.motif } = this.#ground;
		const [L, C, h] = this.#view.grade(halo);
		// Away from the clothes' hue, so that neither melts into the other.
		const tone: Lch = [
			standOff(L, masses, (lightness) => grade?.([lightness, C, h])[0] ?? lightness),
			Math.min(C, 0.1),
			rotateHue(h, clothHue + 180, 18),
		];
		if (!isFlat) {
			const soft = (x: number, y: number, radius: number, alpha: number) => this.#softDisc([x, y, radius], tone, alpha);
			if (motif === 'halo') soft(0.49, 0.42, 0.52, 0.74);
			else {
				soft(0.5, 0.43, 0.55, 0.46);
				this.#clearCrown();
			}
		}
		if (motif !== 'halo' && motif !== 'none') this.#drawMotif(motif, tone);
		if (isFlat) return;
		// In strips, as the sky.
		const strips = Math.round(0.3 * this.#skyStrips);
		const height = unit / this.#skyStrips;
		for (let strip = 0; strip < strips; strip++) {
			this.#context.fillStyle = css(0.15, 0.04, 285, (0.34 * (strip + 0.5)) / strips);
			this.#context.fillRect(0, unit - (strips - strip) * height, unit, height);
		}
	}

	/** Hair of the sky's colour would be a hole in it: behind the crown the sky gets another tone. */
	#clearCrown(): void {
		const sky = this.#zenith;
		if (!sky) return;
		const apart = this.#keepOff(sky);
		if (apart.some((value, i) => value !== sky[i])) this.#softDisc([0.5, 0.16, 0.54], apart, 1);
	}

	#discAt(x: number, y: number, radius: number): Parameters<typeof paintSoftDisc>[1] {
		const soft = { knee: 0.45, kneeShare: 0.45, pxPerUnit: this.#pxPerUnit };
		return { x: x * unit, y: y * unit, radius: radius * unit, ...soft };
	}

	#softDisc([x, y, radius]: readonly [number, number, number], tone: Lch, alpha: number): void {
		const at = this.#discAt(x, y, radius);
		paintSoftDisc(this.#surface, at, alpha, false, (share) => this.#shown(tone, share));
	}

	/** A flat disc, a ring or rays behind the head. */
	#drawMotif(motif: 'disc' | 'ring' | 'rays', [L, C, h]: Lch): void {
		const context = this.#context;
		const path = new this.#surface.Path2D();
		const disc = (r: number) => path.ellipse(grid(0.5), grid(0.43), grid(r), grid(r), 0, 0, Math.PI * 2);
		context.fillStyle = this.#shown([L, C * 1.1, h], 0.78);
		if (motif === 'rays') {
			context.fillStyle = this.#shown([L, C, h], 0.4);
			for (let i = 0; i < 14; i++) {
				const [from, to] = [(i / 14) * Math.PI * 2, ((i + 0.5) / 14) * Math.PI * 2];
				path.moveTo(grid(0.5), grid(0.43));
				for (const angle of [from, to])
					path.lineTo(grid(0.5 + Math.cos(angle) * 0.54), grid(0.43 + Math.sin(angle) * 0.54));
				path.closePath();
			}
			context.fill(path);
			return;
		}
		disc(0.37);
		if (motif === 'ring') {
			path.closePath();
			path.moveTo(grid(0.5 + 0.335), grid(0.43));
			disc(0.335);
			context.fill(path, 'evenodd');
			return;
		}
		context.fill(path);
	}
}
