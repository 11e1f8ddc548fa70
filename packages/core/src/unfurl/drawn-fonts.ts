import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { splitGraphemes } from './wrap-text.ts';

const { resolve } = createRequire(import.meta.url);

const ownPrefix = 'ADX ';
/** Some machines have hundreds. */
const machineFontsMax = 40;

const machineFonts = GlobalFonts.families
	.map(({ family }) => family)
	.filter((family) => !family.startsWith(ownPrefix) && !family.includes('"'))
	.slice(0, machineFontsMax);
const text = [...registerFont('figtree'), ...machineFonts];
/** The product's own fonts, since a server may have none; what they lack comes from those that it has. */
export const fontFamilies = {
	title: toFamilyList([...registerFont('cinzel'), ...text]),
	text: toFamilyList(text),
} as const;

/** Makes a font known under names that no font of the machine has. */
function registerFont(name: 'cinzel' | 'figtree'): string[] {
	return ['latin', 'latin-ext'].map((subset) => {
		const family = `${ownPrefix}${name} ${subset}`;
		const file = resolve(`@fontsource-variable/${name}/files/${name}-${subset}-wght-normal.woff2`);
		if (!GlobalFonts.has(family)) GlobalFonts.registerFromPath(file, family);
		return family;
	});
}

function toFamilyList(families: readonly string[]): string {
	return families.map((family) => `"${family}"`).join(', ');
}

const probePx = 24;
/** Stands for no character, so that no font has it. */
const missingCharacter = '\u{10ffff}';

const missingGlyph = drawGlyph(missingCharacter);

/** A text without the characters that no font here can draw, which would be boxes. */
export function toDrawable(text: string): string {
	const characters = splitGraphemes(text.normalize('NFC'));
	return characters
		.filter((each) => /^[\s!-~]$/.test(each) || !drawGlyph(each).equals(missingGlyph))
		.join('')
		.trim();
}

function drawGlyph(character: string): Buffer {
	const canvas = createCanvas(probePx, probePx);
	const context = canvas.getContext('2d');
	context.font = `${probePx - 8}px ${fontFamilies.title}`;
	// Several in a row overlap, so that one box is found in a sequence of them as well.
	for (const each of character) context.fillText(each, 2, probePx - 6);
	return canvas.data();
}
