import { afflictionParts, type SkinAffliction } from './affliction-parts.ts';
import { backgroundParts } from './background-parts.ts';
import { classParts } from './class-parts.ts';
import type { BackgroundPart, ClassPart, RacePart } from './engine/part.ts';
import { hashText } from './engine/random.ts';
import type { StylePart } from './engine/style.ts';
import { inventedLandscape } from './invented-landscape.ts';
import { raceParts } from './race-parts.ts';
import { sigilFor } from './sigil.ts';
import { styleParts } from './style-parts.ts';

const byId = <Kind extends { readonly id: string }>(parts: readonly Kind[]): ReadonlyMap<string, Kind> =>
	new Map(parts.map((part) => [part.id, part]));

export const races = byId<RacePart>(raceParts);
export const classes = byId<ClassPart>(classParts);
export const backgrounds = byId<BackgroundPart>(backgroundParts);
export const afflictions = byId<SkinAffliction>(afflictionParts);
export const styles = byId<StylePart>(styleParts);

const chosen = <Kind extends { readonly id: string }>(known: ReadonlyMap<string, Kind>, id: string): Kind =>
	known.get(id) ?? [...known.values()][hashText(id) % known.size]!;

/** The race's part; an unknown race becomes one of the known, by its name's hash. */
export const raceFor = (id: string): RacePart => chosen(races, id);
export const classFor = (id: string): ClassPart => chosen(classes, id);
export const styleFor = (id: string): StylePart => chosen(styles, id);

/** The scene; any other name is an invented landscape built from it. */
export const backgroundFor = (id: string): BackgroundPart => backgrounds.get(id) ?? inventedLandscape(id);

/** The affliction's mark; undefined for `none`, an aura sigil for unknown names. */
export const afflictionFor = (id: string): SkinAffliction | undefined =>
	id === 'none' || id === '' ? undefined : (afflictions.get(id) ?? sigilFor(id));
