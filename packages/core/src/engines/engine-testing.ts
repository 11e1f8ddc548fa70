import type { ImageTraits } from '@adx/validators/catalogue/image-traits';
import sharp from 'sharp';
import type { EncodedImage } from './types.ts';

/** Traits of a row. */
export const rowTraits: ImageTraits = {
	race: 'elf',
	class: 'wizard',
	artStyle: 'bold-classic',
	background: 'forest-glade',
	affliction: 'vampirism',
	divinity: 'none',
	items: 'oaken-staff',
	magicalStone: 'none',
	rarity: 'Common',
};

/** Everything a log line could show of an error. */
export function textOf(error: unknown): string {
	const texts: string[] = [];
	for (let inner = error; inner instanceof Error; inner = inner.cause) {
		texts.push(inner.message, inner.stack ?? '', JSON.stringify(inner));
	}
	return texts.join('\n');
}

/** A small image of one colour that pictures may be asked to look like. */
export async function createReference(colour: string): Promise<EncodedImage> {
	const image = sharp({ create: { width: 8, height: 8, channels: 3, background: colour } });
	return { bytes: await image.png().toBuffer(), mime: 'image/png', width: 8, height: 8 };
}
