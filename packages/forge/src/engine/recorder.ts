import type { ForgeSurface } from '../surface.ts';
import { shapeOf } from './build-shape.ts';
import type { Ramp } from './color.ts';
import { faceLayers, type Layer, layers } from './layers.ts';
import { ellipseOutline, type Point, ribbonOutline, type Shape, type Space, tracePolygon } from './shape.ts';

/** How one form departs from the style's default look. */
export interface FormOptions {
	/** How far the shadow reaches in, as a fraction: 0.028 head, 0.035 torso, 0.012 ears, 0.008 small. */
	readonly depth?: number;
	/** Multiplies the outline width; 0 draws no outline. */
	readonly width?: number;
	/** False leaves the lit band out. */
	readonly light?: boolean;
	/** Adds the cool rim light on the side away from the light. */
	readonly rim?: boolean;
	/** The rim light stays out of this: ears stand beside a head, where no light comes from behind. */
	readonly rimGap?: Shape;
	/** False keeps the form out of the contour that runs around the whole figure. */
	readonly contour?: boolean;
	/** Keeps the form inside another shape. */
	readonly clip?: Shape;
	/** Only what lies in here is painted of the form and its line; its contour is whole. Ears grow out of the cheek without an edge. */
	readonly root?: Shape;
	readonly alpha?: number;
	/** True for headgear without openings: ears and horns stand behind it. */
	readonly closed?: boolean;
	/** False for loops that overlap each other, whose inner edges must not show. */
	readonly innerLine?: boolean;
	/** False keeps the form out of the search for the figure's extent: it may leave the picture. */
	readonly fit?: boolean;
}

export interface FormMark {
	readonly kind: 'form';
	readonly layer: number;
	readonly shape: Shape;
	readonly ramp: Ramp;
	readonly options: FormOptions;
}
export interface FillMark {
	readonly kind: 'fill';
	readonly layer: number;
	readonly shape: Shape;
	readonly color: string;
	readonly alpha: number;
	readonly clip: Shape | null;
}
export interface CastMark {
	readonly kind: 'cast';
	readonly layer: number;
	readonly receiver: Shape;
	readonly caster: Shape;
	readonly color: string;
	readonly offset: readonly [number, number];
}
export interface GlowMark {
	readonly kind: 'glow';
	readonly layer: number;
	readonly space: Space;
	readonly at: readonly [x: number, y: number, radius: number];
	readonly color: string;
	readonly alpha: number;
	/** `add` shines, `cover` tints. */
	readonly blend: 'add' | 'cover';
	readonly clip: Shape | null;
}
export type Mark = FormMark | FillMark | CastMark | GlowMark;

/** An ear, horn or fin: where it leaves the skull, and what it was drawn with. */
export interface Outgrowth {
	readonly base: readonly [x: number, y: number];
	readonly tip: readonly [x: number, y: number];
	/** Half the width of its root. */
	readonly half: number;
	readonly marks: readonly Mark[];
	/** True for antlers, which are worn and not grown. */
	readonly isWorn?: boolean;
}

export type SnoutKind = 'muzzle' | 'beak' | 'trunk' | 'mandibles';

interface LineOptions {
	/** 0 even, 0.5 lids and brows, 0.8 folds, 1 whiskers. */
	readonly taper?: number;
	readonly clip?: Shape;
	readonly alpha?: number;
}

/** Poles and hilts run out of the picture's lower edge. */
const lowestCarried = 0.9;

/** The drawing calls of one figure, kept until its extent is known; nothing is painted here. */
export class Recorder {
	readonly marks: Mark[] = [];
	/** Points of the head space that must stay inside the picture. */
	readonly extent: Point[] = [];
	readonly outgrowths: Outgrowth[] = [];
	/** Points of the body space of what is held or carried, which must stay between the picture's sides. */
	readonly carried: Point[] = [];
	/** The forms of what is held or carried, without the hands around it. */
	readonly carriedForms: FormMark[] = [];
	/** The first mark of what is carried or held; null where nothing is. */
	#firstCarried: Mark | null = null;
	/** The forms of hands, without their arms. */
	readonly hands: FormMark[] = [];
	/** What stands out of the face of beasts. */
	readonly snout: Mark[] = [];
	/** What kind of snout the face has; null for a flat one. */
	snoutKind: SnoutKind | null = null;
	/** Lips that close around a mouthpiece hide whatever teeth there are. */
	arePursed = false;
	readonly surface: ForgeSurface;
	/** Forms drawn in the head's own space. */
	readonly skull = new WeakSet<Shape>();
	readonly #faces = new WeakMap<Shape, Shape>();

	/** Notes the forms recorded since there were `from` marks as carried; what hangs lower may leave the picture. */
	noteCarried(from: number): void {
		this.#firstCarried ??= this.marks[from] ?? null;
		for (const mark of this.marks.slice(from)) {
			if (mark.kind === 'form') this.carriedForms.push(mark);
			// Rings and sparks are no forms, yet part of it.
			const isPart = mark.kind === 'form' || (mark.kind === 'fill' && !mark.clip && mark.alpha === 1);
			if (isPart) this.carried.push(...mark.shape.outline.filter((point) => point[1] < lowestCarried));
		}
	}

	/** Has what is drawn since there were `from` marks lie behind all that is held or carried in the same layers. */
	moveBehindCarried(from: number): void {
		const first = this.#firstCarried ? this.marks.indexOf(this.#firstCarried) : -1;
		if (first >= 0 && first < from) this.marks.splice(first, 0, ...this.marks.splice(from));
	}

	/** Notes the part of a hand behind what it holds, palm and thumb, which stays between the picture's sides with it. */
	notePalm(marks: readonly Mark[]): void {
		for (const mark of marks) if (mark.kind === 'form') this.carried.push(...mark.shape.outline);
	}

	/** Notes forms as those of a hand, which stays between the picture's sides as well. */
	noteHand(marks: readonly Mark[]): void {
		for (const mark of marks)
			if (mark.kind === 'form') {
				this.hands.push(mark);
				this.carried.push(...mark.shape.outline);
			}
	}

	/** The same shape in the face's space. */
	toFace(shape: Shape): Shape {
		if (shape.space !== 'head') return shape;
		const known = this.#faces.get(shape);
		if (known) return known;
		const face: Shape = { ...shape, space: 'face' };
		this.#faces.set(shape, face);
		return face;
	}

	constructor(surface: ForgeSurface) {
		this.surface = surface;
	}
}

/** The only way parts draw: forms, lines, patterns, casts and glows in one space. */
export class Pen {
	readonly #recorder: Recorder;
	readonly #shift: number;
	readonly space: Space;

	/** @param shift how far all that is drawn is moved across, as a fraction of the square */
	constructor(recorder: Recorder, space: Space, shift = 0) {
		this.#recorder = recorder;
		this.space = space;
		this.#shift = shift;
	}

	#move(loops: readonly (readonly Point[])[]): readonly (readonly Point[])[] {
		const shift = this.#shift;
		if (shift === 0) return loops;
		return loops.map((loop) =>
			loop.map(([x, y, smooth]): Point => (smooth === undefined ? [x + shift, y] : [x + shift, y, smooth])),
		);
	}

	/** What is drawn in a layer of the face belongs to the face's space, wherever its shape was made. */
	#onFace(layer: Layer, shape: Shape): Shape {
		return this.space === 'head' && faceLayers.has(layer) ? this.#recorder.toFace(shape) : shape;
	}

	/** A receiver stays where it was drawn: the skull does not move with the face on it. */
	#receiverOf(layer: Layer, shape: Shape): Shape {
		return this.#recorder.skull.has(shape) ? shape : this.#onFace(layer, shape);
	}

	/** A shape of one or several loops; overlapping loops unite. */
	shape(...loops: readonly (readonly Point[])[]): Shape {
		return shapeOf(this.#recorder.surface, this.space, this.#move(loops));
	}

	/** A shape with straight edges. */
	facet(...loops: readonly (readonly Point[])[]): Shape {
		return shapeOf(this.#recorder.surface, this.space, this.#move(loops), tracePolygon);
	}

	/** An ellipse; radii as fractions, `turn` in degrees. */
	disc(x: number, y: number, rx: number, ry = rx, turn = 0): Shape {
		return this.shape(ellipseOutline(x, y, rx, ry, turn));
	}

	/** A tapered line as a shape of its own. */
	ribbon(points: readonly Point[], width: number, taper = 0.5): Shape {
		return this.facet(ribbonOutline(points, width, taper));
	}

	/** A solid, shaded and outlined mass. */
	form(layer: Layer, what: Shape | readonly Point[], ramp: Ramp, options: FormOptions = {}): Shape {
		const made = 'path' in what ? what : this.shape(what);
		const shape = this.#onFace(layer, made);
		if (shape.space === 'head') this.#recorder.skull.add(shape);
		const { clip } = options;
		const placed = clip ? { ...options, clip: this.#receiverOf(layer, clip) } : options;
		this.#recorder.marks.push({ kind: 'form', layer: layers[layer], shape, ramp, options: placed });
		if (this.space === 'head' && options.fit !== false && layers[layer] < layers.hand) {
			this.#recorder.extent.push(...shape.outline);
		}
		return shape;
	}

	/** An open ink line; `width` as a fraction of the square. */
	line(layer: Layer, points: readonly Point[], color: string, width: number, options: LineOptions = {}): void {
		const shape = this.ribbon(points, width, options.taper ?? 0.8);
		const { alpha = 1, clip = null } = options;
		this.#recorder.marks.push({
			kind: 'fill',
			layer: layers[layer],
			shape: this.#onFace(layer, shape),
			color,
			alpha,
			clip: clip && this.#receiverOf(layer, clip),
		});
		if (this.space === 'head' && layers[layer] < layers.hand) this.#recorder.extent.push(...points);
	}

	/** Flat marks of one colour, kept inside `receiver` when there is one. */
	pattern(layer: Layer, receiver: Shape | null, shapes: readonly Shape[], color: string, alpha = 1): void {
		for (const shape of shapes) {
			this.#recorder.marks.push({
				kind: 'fill',
				layer: layers[layer],
				shape: this.#onFace(layer, shape),
				color,
				alpha,
				clip: receiver && this.#receiverOf(layer, receiver),
			});
		}
	}

	/** The shadow of `caster` on `receiver`; they may live in different spaces. */
	cast(
		layer: Layer,
		receiver: Shape,
		caster: Shape,
		color: string,
		offset: readonly [number, number] = [0.008, 0.022],
	): void {
		this.#recorder.marks.push({ kind: 'cast', layer: layers[layer], receiver, caster, color, offset });
	}

	/** A soft light, or with `cover` a soft tint, fading to nothing at `radius`. */
	glow(
		layer: Layer,
		at: readonly [x: number, y: number, radius: number],
		color: string,
		options: { readonly alpha?: number; readonly blend?: 'add' | 'cover'; readonly clip?: Shape } = {},
	): void {
		const { alpha = 0.8, blend = 'add', clip = null } = options;
		const [x, y, radius] = at;
		this.#recorder.marks.push({
			kind: 'glow',
			layer: layers[layer],
			space: this.space === 'head' && faceLayers.has(layer) ? 'face' : this.space,
			at: [x + this.#shift, y, radius],
			color,
			alpha,
			blend,
			clip: clip && this.#receiverOf(layer, clip),
		});
	}
}
