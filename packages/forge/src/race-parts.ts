import type { RacePart } from './engine/part.ts';
import { aasimar } from './parts/race/aasimar.ts';
import { centaur } from './parts/race/centaur.ts';
import { changeling } from './parts/race/changeling.ts';
import { deepGnome } from './parts/race/deep-gnome.ts';
import { drow } from './parts/race/drow.ts';
import { duergar } from './parts/race/duergar.ts';
import { dwarf } from './parts/race/dwarf.ts';
import { eladrin } from './parts/race/eladrin.ts';
import { elf } from './parts/race/elf.ts';
import { fairy } from './parts/race/fairy.ts';
import { firbolg } from './parts/race/firbolg.ts';
import { genasi } from './parts/race/genasi.ts';
import { gith } from './parts/race/gith.ts';
import { githyanki } from './parts/race/githyanki.ts';
import { githzerai } from './parts/race/githzerai.ts';
import { gnome } from './parts/race/gnome.ts';
import { goblin } from './parts/race/goblin.ts';
import { goliath } from './parts/race/goliath.ts';
import { halfElf } from './parts/race/half-elf.ts';
import { halfOrc } from './parts/race/half-orc.ts';
import { halfling } from './parts/race/halfling.ts';
import { hobgoblin } from './parts/race/hobgoblin.ts';
import { human } from './parts/race/human.ts';
import { kalashtar } from './parts/race/kalashtar.ts';
import { orc } from './parts/race/orc.ts';
import { satyr } from './parts/race/satyr.ts';
import { seaElf } from './parts/race/sea-elf.ts';
import { shadarKai } from './parts/race/shadar-kai.ts';
import { shifter } from './parts/race/shifter.ts';
import { simicHybrid } from './parts/race/simic-hybrid.ts';
import { tiefling } from './parts/race/tiefling.ts';
import { triton } from './parts/race/triton.ts';
import { vedalken } from './parts/race/vedalken.ts';
import { yuanTi } from './parts/race/yuan-ti.ts';

/** Every race with a part of its own. */
export const raceParts: readonly RacePart[] = [
	aasimar,
	centaur,
	changeling,
	deepGnome,
	drow,
	duergar,
	dwarf,
	eladrin,
	elf,
	fairy,
	firbolg,
	genasi,
	gith,
	githyanki,
	githzerai,
	gnome,
	goblin,
	goliath,
	halfElf,
	halfOrc,
	halfling,
	hobgoblin,
	human,
	kalashtar,
	orc,
	satyr,
	seaElf,
	shadarKai,
	shifter,
	simicHybrid,
	tiefling,
	triton,
	vedalken,
	yuanTi,
];
