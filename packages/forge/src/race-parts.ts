import type { RacePart } from './engine/part.ts';
import { aarakocra } from './parts/race/aarakocra.ts';
import { aasimar } from './parts/race/aasimar.ts';
import { autognome } from './parts/race/autognome.ts';
import { barghest } from './parts/race/barghest.ts';
import { bugbear } from './parts/race/bugbear.ts';
import { centaur } from './parts/race/centaur.ts';
import { changeling } from './parts/race/changeling.ts';
import { deepGnome } from './parts/race/deep-gnome.ts';
import { dragonborn } from './parts/race/dragonborn.ts';
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
import { grung } from './parts/race/grung.ts';
import { hadozee } from './parts/race/hadozee.ts';
import { halfElf } from './parts/race/half-elf.ts';
import { halfOrc } from './parts/race/half-orc.ts';
import { halfling } from './parts/race/halfling.ts';
import { harengon } from './parts/race/harengon.ts';
import { hobgoblin } from './parts/race/hobgoblin.ts';
import { human } from './parts/race/human.ts';
import { kalashtar } from './parts/race/kalashtar.ts';
import { kenku } from './parts/race/kenku.ts';
import { kobold } from './parts/race/kobold.ts';
import { leonin } from './parts/race/leonin.ts';
import { lizardfolk } from './parts/race/lizardfolk.ts';
import { locathah } from './parts/race/locathah.ts';
import { loxodon } from './parts/race/loxodon.ts';
import { minotaur } from './parts/race/minotaur.ts';
import { orc } from './parts/race/orc.ts';
import { owlin } from './parts/race/owlin.ts';
import { plasmoid } from './parts/race/plasmoid.ts';
import { satyr } from './parts/race/satyr.ts';
import { seaElf } from './parts/race/sea-elf.ts';
import { shadarKai } from './parts/race/shadar-kai.ts';
import { shifter } from './parts/race/shifter.ts';
import { simicHybrid } from './parts/race/simic-hybrid.ts';
import { tabaxi } from './parts/race/tabaxi.ts';
import { thriKreen } from './parts/race/thri-kreen.ts';
import { tiefling } from './parts/race/tiefling.ts';
import { tortle } from './parts/race/tortle.ts';
import { triton } from './parts/race/triton.ts';
import { vedalken } from './parts/race/vedalken.ts';
import { warforged } from './parts/race/warforged.ts';
import { yuanTi } from './parts/race/yuan-ti.ts';

/** Every race with a part of its own. */
export const raceParts: readonly RacePart[] = [
	aarakocra,
	aasimar,
	autognome,
	barghest,
	bugbear,
	centaur,
	changeling,
	deepGnome,
	dragonborn,
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
	grung,
	hadozee,
	halfElf,
	halfOrc,
	halfling,
	harengon,
	hobgoblin,
	human,
	kalashtar,
	kenku,
	kobold,
	leonin,
	lizardfolk,
	locathah,
	loxodon,
	minotaur,
	orc,
	owlin,
	plasmoid,
	satyr,
	seaElf,
	shadarKai,
	shifter,
	simicHybrid,
	tabaxi,
	thriKreen,
	tiefling,
	tortle,
	triton,
	vedalken,
	warforged,
	yuanTi,
];
