import type { Lch } from './engine/color.ts';
import type { AfflictionPart } from './engine/part.ts';
import { aberrantCorruption } from './parts/affliction/aberrant-corruption.ts';
import { bloodCurse } from './parts/affliction/blood-curse.ts';
import { celestialMarked } from './parts/affliction/celestial-marked.ts';
import { crystalPlague } from './parts/affliction/crystal-plague.ts';
import { demonicInfluence } from './parts/affliction/demonic-influence.ts';
import { divineMadness } from './parts/affliction/divine-madness.ts';
import { dragonTouched } from './parts/affliction/dragon-touched.ts';
import { elementalInfusion } from './parts/affliction/elemental-infusion.ts';
import { feywildTouched } from './parts/affliction/feywild-touched.ts';
import { lichPhylacteryBound } from './parts/affliction/lich-phylactery-bound.ts';
import { lycanthropy } from './parts/affliction/lycanthropy.ts';
import { mindFlayerTadpole } from './parts/affliction/mind-flayer-tadpole.ts';
import { planarInstability } from './parts/affliction/planar-instability.ts';
import { shadowCurse } from './parts/affliction/shadow-curse.ts';
import { spellplague } from './parts/affliction/spellplague.ts';
import { timeDisplacement } from './parts/affliction/time-displacement.ts';
import { undeadTaint } from './parts/affliction/undead-taint.ts';
import { vampirism } from './parts/affliction/vampirism.ts';
import { voidTouched } from './parts/affliction/void-touched.ts';
import { wildMagicSurge } from './parts/affliction/wild-magic-surge.ts';

/** An affliction that may also change the tone the race picks for skin, fur or plates, before anything is drawn. */
export interface SkinAffliction extends AfflictionPart {
	skin?(tone: Lch): Lch;
}

/** Every affliction with a part of its own. */
export const afflictionParts: readonly SkinAffliction[] = [
	aberrantCorruption,
	bloodCurse,
	celestialMarked,
	crystalPlague,
	demonicInfluence,
	divineMadness,
	dragonTouched,
	elementalInfusion,
	feywildTouched,
	lichPhylacteryBound,
	lycanthropy,
	mindFlayerTadpole,
	planarInstability,
	shadowCurse,
	spellplague,
	timeDisplacement,
	undeadTaint,
	vampirism,
	voidTouched,
	wildMagicSurge,
];
