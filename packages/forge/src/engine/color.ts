/** OKLCH: lightness 0-1, chroma, hue in degrees. */
export type Lch = readonly [lightness: number, chroma: number, hue: number];

/** Six tones of one material, as CSS colours, from ink to highlight. */
export interface Ramp {
	readonly ink: string;
	/** The line around forms. */
	readonly outline: string;
	readonly deep: string;
	readonly shade: string;
	readonly base: string;
	readonly light: string;
	readonly spec: string;
	/** The base tone the ramp was made from. */
	readonly from: Lch;
}

const rad = Math.PI / 180;

const channel = (value: number) => {
	const v = Math.min(1, Math.max(0, value));
	const encoded = v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055;
	return Math.round(encoded * 255);
};

const isShown = (value: number) => value >= -0.0005 && value <= 1.0005;

/** CSS colour of an OKLCH tone; chroma is lowered in steps of 0.005 until sRGB can show it. */
export function css(L: number, C: number, h: number, alpha = 1): string {
	// Steps finer than a level of 256, so that tones hardly apart are one.
	const lightness = Math.round(Math.max(0, L) * 1e3) / 1e3;
	const turn = (((Math.round(h * 10) % 3600) + 3600) % 3600) / 10;
	const [cos, sin] = [Math.cos(turn * rad), Math.sin(turn * rad)];
	const share = Math.round(alpha * 1e4) / 1e4;
	// Worked out in plain numbers: that costs less than to look most tones up and keep them, since figures share few.
	for (let chroma = Math.round(Math.max(0, C) * 1e3) / 1e3; ; chroma -= 0.005) {
		const a = Math.max(0, chroma) * cos;
		const b = Math.max(0, chroma) * sin;
		const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
		const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
		const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
		const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
		const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
		const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
		if (chroma > 0 && !(isShown(red) && isShown(green) && isShown(blue))) continue;
		const channels = `${channel(red)},${channel(green)},${channel(blue)}`;
		return share === 1 ? `rgb(${channels})` : `rgba(${channels},${share})`;
	}
}

/** Turns hue `h` towards `target` by at most `most` degrees on the short way. */
export function rotateHue(h: number, target: number, most: number): number {
	const gap = ((((target - h) % 360) + 540) % 360) - 180;
	return h + Math.sign(gap) * Math.min(Math.abs(gap), most);
}

export type Material = 'skin' | 'cloth' | 'hair' | 'fur' | 'leather' | 'metal' | 'gem' | 'bone';

const contrasts: Readonly<Record<Material, number>> = {
	skin: 1,
	cloth: 0.9,
	hair: 1.05,
	fur: 0.95,
	leather: 0.9,
	metal: 1.35,
	gem: 1.6,
	bone: 0.8,
};

/** Builds the six tones; shadows lean to violet and lights to yellow, with chroma caps that keep darks calm. `contrast` multiplies how far they lie apart. */
export function createRamp(material: Material, [L, C, h]: Lch, contrast = 1): Ramp {
	const k = contrasts[material] * contrast;
	const soft = material === 'hair' || material === 'fur' || material === 'leather' ? 0.85 : 1.08;
	// Pale materials keep their colour in the light instead of burning out to white.
	const headroom = Math.min(1, (1 - L) / 0.26);
	const deepL = Math.max(0.12, L - 0.26 * k);
	const shadeL = Math.max(0.14, L - 0.13 * k);
	const ink = css(Math.max(0.16, 0.3 * L), Math.min(C, 0.06) + 0.015, rotateHue(h, 275, 30));
	return {
		ink,
		outline: ink,
		deep: css(deepL, Math.min(0.95 * C, 0.3 * deepL), rotateHue(h, 285, 22)),
		shade: css(shadeL, Math.min(soft * C, 0.36 * shadeL), rotateHue(h, 285, 12)),
		base: css(L, C, h),
		light: css(Math.min(0.97, L + 0.075 * k * headroom), 0.92 * C, rotateHue(h, 85, 9)),
		spec: css(Math.min(0.985, L + 0.16 * k * headroom), 0.55 * C, rotateHue(h, 90, 16)),
		from: [L, C, h],
	};
}
