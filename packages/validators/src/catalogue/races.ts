import type { CatalogueOption } from './option.ts';

/** The body plans a head is built on; each has a silhouette of its own. Fish people count as amphibian. */
export type RaceFamily =
	| 'humanoid'
	| 'pointed-ear'
	| 'horned'
	| 'tusked'
	| 'feline'
	| 'canine'
	| 'goblinoid'
	| 'bovine'
	| 'leporine'
	| 'primate'
	| 'avian'
	| 'owl'
	| 'reptile'
	| 'amphibian'
	| 'insect'
	| 'construct'
	| 'plasmoid'
	| 'elephantine'
	| 'fey';

/** `search` holds lower-case words a person may type instead of the label, e.g. 'cat' for Tabaxi. */
export interface RaceOption extends CatalogueOption {
	readonly family: RaceFamily;
	readonly search: readonly string[];
}

/** The 55 races of the specification, in its order. */
export const races = [
	{ value: 'elf', label: 'Elf', tier: 'common', family: 'pointed-ear', search: ['elven', 'fey'] },
	{ value: 'dwarf', label: 'Dwarf', tier: 'common', family: 'humanoid', search: ['dwarven', 'beard'] },
	{ value: 'human', label: 'Human', tier: 'common', family: 'humanoid', search: ['people'] },
	{ value: 'halfling', label: 'Halfling', tier: 'common', family: 'humanoid', search: ['small folk'] },
	{
		value: 'dragonborn',
		label: 'Dragonborn',
		tier: 'uncommon',
		family: 'reptile',
		search: ['dragon', 'drake', 'scales'],
	},
	{
		value: 'tiefling',
		label: 'Tiefling',
		tier: 'uncommon',
		family: 'horned',
		search: ['demon', 'devil', 'horns', 'fiend'],
	},
	{ value: 'orc', label: 'Orc', tier: 'common', family: 'tusked', search: ['tusks', 'orcish'] },
	{ value: 'gnome', label: 'Gnome', tier: 'common', family: 'humanoid', search: ['small folk'] },
	{ value: 'half-elf', label: 'Half-Elf', tier: 'common', family: 'pointed-ear', search: ['elven', 'halfelf'] },
	{ value: 'half-orc', label: 'Half-Orc', tier: 'common', family: 'tusked', search: ['tusks', 'orcish', 'halforc'] },
	{ value: 'aasimar', label: 'Aasimar', tier: 'rare', family: 'humanoid', search: ['angel', 'celestial'] },
	{ value: 'genasi', label: 'Genasi', tier: 'rare', family: 'humanoid', search: ['elemental', 'genie'] },
	{ value: 'githyanki', label: 'Githyanki', tier: 'rare', family: 'humanoid', search: ['gith', 'astral'] },
	{ value: 'githzerai', label: 'Githzerai', tier: 'rare', family: 'humanoid', search: ['gith', 'astral'] },
	{ value: 'yuan-ti', label: 'Yuan-ti', tier: 'rare', family: 'reptile', search: ['snake', 'serpent', 'yuanti'] },
	{ value: 'lizardfolk', label: 'Lizardfolk', tier: 'uncommon', family: 'reptile', search: ['lizard', 'scales'] },
	{ value: 'tabaxi', label: 'Tabaxi', tier: 'uncommon', family: 'feline', search: ['cat', 'feline'] },
	{ value: 'kenku', label: 'Kenku', tier: 'uncommon', family: 'avian', search: ['bird', 'crow', 'raven'] },
	{ value: 'aarakocra', label: 'Aarakocra', tier: 'uncommon', family: 'avian', search: ['bird', 'eagle'] },
	{ value: 'firbolg', label: 'Firbolg', tier: 'uncommon', family: 'humanoid', search: ['giant', 'gentle giant'] },
	{ value: 'goliath', label: 'Goliath', tier: 'common', family: 'humanoid', search: ['giant', 'mountain'] },
	{ value: 'triton', label: 'Triton', tier: 'uncommon', family: 'humanoid', search: ['sea', 'water', 'aquatic'] },
	{ value: 'tortle', label: 'Tortle', tier: 'uncommon', family: 'reptile', search: ['turtle', 'tortoise'] },
	{
		value: 'changeling',
		label: 'Changeling',
		tier: 'rare',
		family: 'humanoid',
		search: ['shapeshifter', 'doppelganger'],
	},
	{ value: 'kalashtar', label: 'Kalashtar', tier: 'epic', family: 'humanoid', search: ['dream', 'psionic'] },
	{ value: 'warforged', label: 'Warforged', tier: 'rare', family: 'construct', search: ['robot', 'golem', 'machine'] },
	{
		value: 'shifter',
		label: 'Shifter',
		tier: 'uncommon',
		family: 'pointed-ear',
		search: ['wolf', 'beast', 'lycanthrope'],
	},
	{
		value: 'eladrin',
		label: 'Eladrin',
		tier: 'rare',
		family: 'pointed-ear',
		search: ['elf', 'elven', 'fey', 'season'],
	},
	{
		value: 'shadar-kai',
		label: 'Shadar-kai',
		tier: 'epic',
		family: 'pointed-ear',
		search: ['elf', 'elven', 'shadow', 'shadarkai'],
	},
	{
		value: 'sea-elf',
		label: 'Sea Elf',
		tier: 'uncommon',
		family: 'pointed-ear',
		search: ['elven', 'water', 'aquatic'],
	},
	{ value: 'duergar', label: 'Duergar', tier: 'uncommon', family: 'humanoid', search: ['dwarf', 'grey dwarf'] },
	{
		value: 'deep-gnome',
		label: 'Deep Gnome',
		tier: 'uncommon',
		family: 'humanoid',
		search: ['gnome', 'svirfneblin', 'small folk'],
	},
	{ value: 'drow', label: 'Drow', tier: 'common', family: 'pointed-ear', search: ['dark elf', 'elven'] },
	{ value: 'hobgoblin', label: 'Hobgoblin', tier: 'common', family: 'goblinoid', search: ['goblin'] },
	{ value: 'minotaur', label: 'Minotaur', tier: 'common', family: 'bovine', search: ['bull', 'cow', 'horns'] },
	{ value: 'centaur', label: 'Centaur', tier: 'common', family: 'pointed-ear', search: ['horse', 'equine'] },
	{ value: 'satyr', label: 'Satyr', tier: 'common', family: 'horned', search: ['goat', 'faun', 'horns'] },
	{ value: 'fairy', label: 'Fairy', tier: 'uncommon', family: 'fey', search: ['pixie', 'wings', 'fae'] },
	{ value: 'harengon', label: 'Harengon', tier: 'rare', family: 'leporine', search: ['rabbit', 'hare', 'bunny'] },
	{ value: 'owlin', label: 'Owlin', tier: 'rare', family: 'owl', search: ['bird', 'owl'] },
	{ value: 'thri-kreen', label: 'Thri-kreen', tier: 'epic', family: 'insect', search: ['mantis', 'bug', 'thrikreen'] },
	{ value: 'gith', label: 'Gith', tier: 'rare', family: 'humanoid', search: ['astral'] },
	{ value: 'bugbear', label: 'Bugbear', tier: 'common', family: 'goblinoid', search: ['goblin', 'bear'] },
	{ value: 'goblin', label: 'Goblin', tier: 'common', family: 'goblinoid', search: ['small folk'] },
	{ value: 'kobold', label: 'Kobold', tier: 'common', family: 'reptile', search: ['dragon', 'drake', 'lizard'] },
	{ value: 'leonin', label: 'Leonin', tier: 'rare', family: 'feline', search: ['lion', 'cat'] },
	{ value: 'loxodon', label: 'Loxodon', tier: 'epic', family: 'elephantine', search: ['elephant', 'trunk'] },
	{ value: 'vedalken', label: 'Vedalken', tier: 'epic', family: 'humanoid', search: ['blue', 'scholar'] },
	{ value: 'simic-hybrid', label: 'Simic Hybrid', tier: 'legendary', family: 'humanoid', search: ['mutant', 'graft'] },
	{ value: 'locathah', label: 'Locathah', tier: 'epic', family: 'amphibian', search: ['fish', 'sea', 'aquatic'] },
	{ value: 'grung', label: 'Grung', tier: 'common', family: 'amphibian', search: ['frog', 'toad'] },
	{ value: 'plasmoid', label: 'Plasmoid', tier: 'legendary', family: 'plasmoid', search: ['slime', 'ooze'] },
	{
		value: 'autognome',
		label: 'Autognome',
		tier: 'legendary',
		family: 'construct',
		search: ['robot', 'clockwork', 'machine', 'gnome'],
	},
	{ value: 'hadozee', label: 'Hadozee', tier: 'epic', family: 'primate', search: ['ape', 'monkey', 'glider'] },
	{
		value: 'barghest',
		label: 'Barghest',
		tier: 'legendary',
		family: 'canine',
		search: ['wolf', 'dog', 'hound', 'fiend'],
	},
] as const satisfies readonly RaceOption[];
