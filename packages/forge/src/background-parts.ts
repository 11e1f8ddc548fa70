import type { BackgroundPart } from './engine/part.ts';
import { ancientRuins } from './parts/background/ancient-ruins.ts';
import { arcticTundra } from './parts/background/arctic-tundra.ts';
import { castleRuins } from './parts/background/castle-ruins.ts';
import { crystalCanyon } from './parts/background/crystal-canyon.ts';
import { desertDunes } from './parts/background/desert-dunes.ts';
import { forestGlade } from './parts/background/forest-glade.ts';
import { mistyValley } from './parts/background/misty-valley.ts';
import { mountainVista } from './parts/background/mountain-vista.ts';
import { oceanCliffs } from './parts/background/ocean-cliffs.ts';
import { purpleBlueGradient } from './parts/background/purple-blue-gradient.ts';
import { templeStones } from './parts/background/temple-stones.ts';
import { tropicalIsland } from './parts/background/tropical-island.ts';
import { volcanicCrater } from './parts/background/volcanic-crater.ts';

/** Every background with a part of its own. */
export const backgroundParts: readonly BackgroundPart[] = [
	ancientRuins,
	arcticTundra,
	castleRuins,
	crystalCanyon,
	desertDunes,
	forestGlade,
	mistyValley,
	mountainVista,
	oceanCliffs,
	purpleBlueGradient,
	templeStones,
	tropicalIsland,
	volcanicCrater,
];
