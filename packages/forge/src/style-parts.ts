import type { StylePart } from './engine/style.ts';
import { balancedStyle } from './parts/style/balanced-style.ts';
import { boldClassic } from './parts/style/bold-classic.ts';
import { boldClean } from './parts/style/bold-clean.ts';
import { boldModern } from './parts/style/bold-modern.ts';
import { boldRetro } from './parts/style/bold-retro.ts';
import { boldVintage } from './parts/style/bold-vintage.ts';
import { classicAdventure } from './parts/style/classic-adventure.ts';
import { classicFantasy } from './parts/style/classic-fantasy.ts';
import { classicHero } from './parts/style/classic-hero.ts';
import { classicModern } from './parts/style/classic-modern.ts';
import { classicRetro } from './parts/style/classic-retro.ts';
import { comicBook } from './parts/style/comic-book.ts';
import { complexDetailed } from './parts/style/complex-detailed.ts';
import { fantasyArt } from './parts/style/fantasy-art.ts';
import { fineArtistic } from './parts/style/fine-artistic.ts';
import { fineDelicate } from './parts/style/fine-delicate.ts';
import { fineElegant } from './parts/style/fine-elegant.ts';
import { fineMinimal } from './parts/style/fine-minimal.ts';
import { finePrecise } from './parts/style/fine-precise.ts';
import { heavyShading } from './parts/style/heavy-shading.ts';
import { lightShading } from './parts/style/light-shading.ts';
import { mediumClassic } from './parts/style/medium-classic.ts';
import { mediumDetailed } from './parts/style/medium-detailed.ts';
import { mediumRefined } from './parts/style/medium-refined.ts';
import { mediumSimple } from './parts/style/medium-simple.ts';
import { mediumSmooth } from './parts/style/medium-smooth.ts';
import { richShading } from './parts/style/rich-shading.ts';
import { sharpShading } from './parts/style/sharp-shading.ts';
import { simpleClean } from './parts/style/simple-clean.ts';
import { softShading } from './parts/style/soft-shading.ts';
import { ultraSimple } from './parts/style/ultra-simple.ts';

/** Every style with a part of its own. */
export const styleParts: readonly StylePart[] = [
	balancedStyle,
	boldClassic,
	boldClean,
	boldModern,
	boldRetro,
	boldVintage,
	classicAdventure,
	classicFantasy,
	classicHero,
	classicModern,
	classicRetro,
	comicBook,
	complexDetailed,
	fantasyArt,
	fineArtistic,
	fineDelicate,
	fineElegant,
	fineMinimal,
	finePrecise,
	heavyShading,
	lightShading,
	mediumClassic,
	mediumDetailed,
	mediumRefined,
	mediumSimple,
	mediumSmooth,
	richShading,
	sharpShading,
	simpleClean,
	softShading,
	ultraSimple,
];
