import type { ClassPart } from './engine/part.ts';
import { arcaneArcher } from './parts/class/arcane-archer.ts';
import { artificer } from './parts/class/artificer.ts';
import { barbarian } from './parts/class/barbarian.ts';
import { bard } from './parts/class/bard.ts';
import { battleMaster } from './parts/class/battle-master.ts';
import { bloodHunter } from './parts/class/blood-hunter.ts';
import { chronoMage } from './parts/class/chrono-mage.ts';
import { cleric } from './parts/class/cleric.ts';
import { deathKnight } from './parts/class/death-knight.ts';
import { divineOracle } from './parts/class/divine-oracle.ts';
import { druid } from './parts/class/druid.ts';
import { elementalShaman } from './parts/class/elemental-shaman.ts';
import { fighter } from './parts/class/fighter.ts';
import { monk } from './parts/class/monk.ts';
import { mystic } from './parts/class/mystic.ts';
import { paladin } from './parts/class/paladin.ts';
import { ranger } from './parts/class/ranger.ts';
import { rogue } from './parts/class/rogue.ts';
import { shadowDancer } from './parts/class/shadow-dancer.ts';
import { sorcerer } from './parts/class/sorcerer.ts';
import { voidWalker } from './parts/class/void-walker.ts';
import { warlock } from './parts/class/warlock.ts';
import { witchDoctor } from './parts/class/witch-doctor.ts';
import { wizard } from './parts/class/wizard.ts';

/** Every class with a part of its own. */
export const classParts: readonly ClassPart[] = [
	arcaneArcher,
	artificer,
	barbarian,
	bard,
	battleMaster,
	bloodHunter,
	chronoMage,
	cleric,
	deathKnight,
	divineOracle,
	druid,
	elementalShaman,
	fighter,
	monk,
	mystic,
	paladin,
	ranger,
	rogue,
	shadowDancer,
	sorcerer,
	voidWalker,
	warlock,
	witchDoctor,
	wizard,
];
