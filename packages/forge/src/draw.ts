import { css, type Lch } from './engine/color.ts';
import type { Figure } from './engine/figure.ts';
import { layers } from './engine/layers.ts';
import { getContourReach } from './engine/paint-job.ts';
import { paintMarks } from './engine/painter.ts';
import type { BackgroundPart, ClassPart, Kit } from './engine/part.ts';
import { paintPixels, showInPixels } from './engine/pixels.ts';
import { keepAboveFrame, keepCarried, type Placement, placeFigure, toBody } from './engine/placement.ts';
import { createStream } from './engine/random.ts';
import { type Mark, Pen, type Recorder } from './engine/recorder.ts';
import type { Rig } from './engine/rig.ts';
import { Backdrop } from './engine/scene/backdrop.ts';
import { getEdgeMargin, paintFrame } from './engine/scene/frame.ts';
import { grounds } from './engine/scene/grounds.ts';
import { paintPage } from './engine/scene/page.ts';
import { chooseView } from './engine/scene/scene-view.ts';
import { clearShoulders } from './engine/scene/shoulder-ground.ts';
import { findHeadColors, findHeadLightness, findRimTone } from './engine/scene/stand-off.ts';
import { unit } from './engine/shape.ts';
import { createColors, openStudio, type Studio } from './engine/studio.ts';
import type { StylePart } from './engine/style.ts';
import { afflictionFor, backgroundFor, classFor, raceFor, styleFor } from './registry.ts';
import type { ForgeSurface } from './surface.ts';
import { forgeVersion } from './version.ts';
import { paintDivinity, placeSeal } from './wardrobe/divinity.ts';
import { drawEmblem } from './wardrobe/emblem.ts';
import { openHeadgear } from './wardrobe/openings.ts';
import { drawItem } from './wardrobe/stance/draw-arms.ts';
import { type Carried, carryClear } from './wardrobe/stance/keep-clear.ts';
import { findFarSide } from './wardrobe/stance/silhouette.ts';
import { takeStance } from './wardrobe/stance/stance.ts';
import { drawStone } from './wardrobe/stone.ts';
import { drawNeck, drawTorso } from './wardrobe/torso.ts';

export { bareFigure, type Figure } from './engine/figure.ts';

export interface DrawOptions {
	/** Side of the square picture in pixels, 64 to 3000. */
	readonly sizePx: number;
	/** Decides everything the figure's values leave open. */
	readonly seed: string;
}

export const figureSizeMinPx = 64;
export const figureSizeMaxPx = 3000;

const dyeHues = [18, 45, 85, 140, 185, 250, 300, 345];

/** Cloth keeps away from the skin's hue so that the collar never melts into the neck. */
function getClothColor(s: Studio, part: ClassPart, skin: Lch): Lch {
	const gap = (h: number) => Math.abs(((((h - skin[2]) % 360) + 540) % 360) - 180);
	const usual = s.stream('dye').chance(0.45);
	const lift = s.stream('dye-depth').pick([-0.08, 0, 0.14, 0.28]);
	const cloths = usual
		? part.cloth
		: part.cloth.flatMap(([L, C]) =>
				dyeHues.map(
					(h): Lch => [Math.min(0.9, L + lift), C < 0.05 && L < 0.4 ? C : Math.max(0.045, Math.min(0.13, C)), h],
				),
			);
	const apart = cloths.filter(
		([L, C, h]) => C < 0.05 || skin[1] < 0.04 || gap(h) >= 40 || Math.abs(L - skin[0]) >= 0.2,
	);
	return s.choose('cloth', apart.length > 0 ? apart : cloths);
}

/** The race picks its skin, fur or plates as ever, and gets them in the tone of the affliction. */
function tainted(s: Studio, taint: (tone: Lch) => Lch): Studio {
	return { ...s, choose: (slot, tones) => (slot === 'skin' ? taint(s.choose(slot, tones)) : s.choose(slot, tones)) };
}

/** The line around the whole figure goes with the lines in it. */
const contours: Readonly<Record<StylePart['line'], Lch>> = {
	ink: [0.17, 0.035, 285],
	tinted: [0.36, 0.06, 300],
	faint: [0.62, 0.04, 300],
	sepia: [0.3, 0.06, 50],
	blue: [0.33, 0.15, 262],
	violet: [0.22, 0.14, 295],
	pencil: [0.34, 0.015, 70],
};

/** Dresses the figure; `bare` holds the marks before those of its headgear, `carried` is how it carries what its class does. */
function dress(
	s: Studio,
	part: ClassPart,
	rig: Rig,
	placement: Placement,
	isAfloat: boolean,
): { readonly kit: Kit; readonly bare: ReadonlySet<Mark>; readonly carried: Carried } {
	const cloth = s.colors.ramp('cloth', getClothColor(s, part, rig.skin.from));
	const kit: Omit<Kit, 'torso'> = {
		cloth,
		trim: s.colors.ramp(part.trimMaterial, part.trim),
		leather: s.colors.ramp(
			'leather',
			s.choose('leather', [
				[0.42, 0.06, 55],
				[0.36, 0.05, 45],
				[0.48, 0.06, 65],
			]),
		),
		metal: s.colors.ramp(
			'metal',
			part.metal ??
				s.choose('metal', [
					[0.72, 0.02, 250],
					[0.66, 0.03, 265],
					[0.74, 0.03, 215],
				]),
		),
	};
	const worn = { ...kit, torso: drawTorso(s, rig, cloth) };
	drawNeck(s, rig);
	part.garment(s, rig, worn);
	const bare = new Set(s.recorder.marks);
	part.headgear?.(s, rig, worn);
	const findHeadSide = (top: number, bottom: number) => findFarSide(s.recorder.marks, placement, top, bottom);
	const carried = carryClear(s, placement, isAfloat, (outwards, isSlung) =>
		part.carry?.({ ...s, isSlung, findHeadSide, body: new Pen(s.recorder, 'body', -outwards) }, rig, worn),
	);
	return { kit: worn, bare, carried };
}

function checkSize(sizePx: number): void {
	if (!(sizePx >= figureSizeMinPx && sizePx <= figureSizeMaxPx)) {
		throw new RangeError(`sizePx must be between ${figureSizeMinPx} and ${figureSizeMaxPx}, got ${sizePx}`);
	}
}

/**
 * Keeps what leaves the square out of a larger canvas. Where the canvas is the square, its own edge does so: every
 * further clip would first be cut to this one.
 */
function confine({ context, Path2D }: ForgeSurface, sizePx: number): void {
	const { canvas } = context;
	const { a, b, c, d, e, f } = context.getTransform();
	const isAtOrigin = a === 1 && b === 0 && c === 0 && d === 1 && e === 0 && f === 0;
	if (isAtOrigin && canvas.width <= sizePx && canvas.height <= sizePx) return;
	const square = new Path2D();
	square.rect(0, 0, sizePx, sizePx);
	context.clip(square);
}

function paintScene(
	surface: ForgeSurface,
	part: BackgroundPart,
	style: StylePart,
	{ seed, sizePx }: DrawOptions,
	marks: readonly Mark[] = [],
): Backdrop {
	const stream = (slot: string) => createStream(forgeVersion, seed, slot);
	const view = chooseView(stream('view'), part);
	const ground = grounds[style.ground];
	const backdrop = new Backdrop(surface, createColors(style), {
		random: stream('background'),
		view,
		ground,
		sizePx,
		masses: findHeadColors(marks),
		see: style.pixels ? showInPixels : (channels) => [channels],
	});
	backdrop.drawInView(() => part.draw(backdrop));
	backdrop.drawOver(() => ground.draw?.(backdrop));
	return backdrop;
}

/**
 * Draws the scene of a figure alone, without halo and vignette, into the square from (0, 0) to (sizePx, sizePx): what
 * `drawFigure` puts behind the same figure for the same seed. Leaves the context's state as it was.
 * @throws RangeError when sizePx is not between 64 and 3000.
 */
export function drawBackground(
	surface: ForgeSurface,
	{ background, artStyle }: Pick<Figure, 'background' | 'artStyle'>,
	{ sizePx, seed }: DrawOptions,
): void {
	checkSize(sizePx);
	const style = styleFor(artStyle);
	paintSquare(surface, style, sizePx, (target, side) => {
		target.context.scale(side / unit, side / unit);
		paintScene(target, backgroundFor(background), style, { sizePx: side, seed });
	});
}

/** Paints into the square with the context's state kept, or, in styles of large pixels, into a small one that is enlarged. */
function paintSquare(
	surface: ForgeSurface,
	style: StylePart,
	sizePx: number,
	paint: (target: ForgeSurface, sizePx: number) => void,
): void {
	const { context } = surface;
	context.save();
	confine(surface, sizePx);
	if (style.pixels) paintPixels(surface, sizePx, paint);
	else paint(surface, sizePx);
	context.restore();
}

/**
 * Draws one figure into the square from (0, 0) to (sizePx, sizePx) of the surface's context and leaves the context's
 * state as it was. The same figure, seed and size give the same pixels on one platform; unknown values never fail,
 * they are drawn from a hash of their name.
 * @throws RangeError when sizePx is not between 64 and 3000.
 */
export function drawFigure(surface: ForgeSurface, figure: Figure, options: DrawOptions): void {
	checkSize(options.sizePx);
	const style = styleFor(figure.artStyle);
	paintSquare(surface, style, options.sizePx, (target, sizePx) =>
		paintFigure(target, figure, style, { ...options, sizePx }),
	);
}

/** How low the forms of hands and of what they hold reach in the body space; poles go on below the picture. */
function findLows({ hands, carriedForms }: Recorder): readonly number[] {
	return [...hands, ...carriedForms]
		.filter(({ layer }) => layer === layers.hand)
		.map(({ shape: { bounds } }) => bounds.bottom);
}

/** Has something painted in reference pixels. */
function inReference({ context }: ForgeSurface, sizePx: number, paint: () => void): void {
	context.save();
	context.scale(sizePx / unit, sizePx / unit);
	paint();
	context.restore();
}

function paintFigure(surface: ForgeSurface, figure: Figure, style: StylePart, options: DrawOptions): void {
	const { sizePx, seed } = options;
	const classPart = classFor(figure.class);
	const affliction = afflictionFor(figure.affliction);
	const healthy = openStudio(surface, figure, style, { seed, sizePx, hidden: classPart.hides ?? [] });
	const studio = affliction?.skin ? tainted(healthy, affliction.skin) : healthy;
	const { proportions } = style;
	const race = raceFor(figure.race);
	const seen = race.draw(studio);
	const rig = { ...seen, shoulders: seen.shoulders * proportions.shoulders };
	const { look } = studio;
	const stance = takeStance(studio, rig, race.family);
	const { placement: pose } = stance;
	const { kit, bare, carried } = dress(studio, classPart, rig, pose, stance.isAfloat);
	drawItem(studio, kit, {
		...stance,
		carrying: carried.isSlung ? null : stance.carrying,
		carryShift: carried.shift,
		lips: toBody(pose, rig.mouth),
	});
	const page = getEdgeMargin(style.page, figure.rarity);
	const margins = { lineWidth: getContourReach(style) / unit, page };
	const { recorder } = studio;
	const beside = keepCarried(pose, recorder.carried, margins);
	const placement = keepAboveFrame(findLows(recorder), recorder.extent, beside, margins);
	race.crown?.(studio, rig);
	// After what is held and carried, which whatever floats beside the figure keeps clear of.
	affliction?.draw(studio, rig, placement, race.family);
	openHeadgear(studio, bare);
	const place = placeFigure(recorder.extent, placement, margins);
	affliction?.finish?.(studio, rig, place);
	if (classPart.emblem) drawEmblem(studio, classPart.emblem, kit, place);
	drawStone(studio, rig, place);
	const { divinity } = figure;
	const seal =
		divinity === 'none' || divinity === ''
			? null
			: placeSeal(recorder.marks, place, { isLeft: placement.isBodyMirrored, margin: page, line: margins.lineWidth });
	const paintSeal = () => seal && paintDivinity(surface, studio.colors, divinity, seal);
	const scene = backgroundFor(figure.background);
	inReference(surface, sizePx, () => {
		const masses = findHeadLightness(rig.skin.from, recorder.marks);
		paintScene(surface, scene, style, options, recorder.marks).finish(scene.halo, masses, kit.cloth.from[2]);
		if (style.pixels) clearShoulders(surface, sizePx, [kit.cloth.base, kit.cloth.light]);
		if (!seal?.isInFront) paintSeal();
	});
	const rim = findRimTone(style, scene);
	const job = {
		surface,
		style,
		sizePx,
		place,
		mirrored: { head: look.mirrored, face: look.mirrored, body: placement.isBodyMirrored },
		rimColor: style.rimTone ? css(...rim, 0.85) : studio.colors.tone(rim, 0.6),
		contourColor: css(...contours[style.line]),
		origin: surface.context.getTransform(),
	};
	paintMarks(job, recorder.marks);
	inReference(surface, sizePx, () => {
		if (seal?.isInFront) paintSeal();
		paintPage(surface, style.page);
		paintFrame(surface, studio.colors, figure.rarity, style.pixels ? unit / sizePx : 0);
	});
}
