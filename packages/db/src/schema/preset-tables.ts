import type { Affliction, ArtStyle, Background, CharacterClass, Race } from '@adx/validators/catalogue/image-traits';
import type { EngineName } from '@adx/validators/engines/engines';
import type { StartGenerationInput } from '@adx/validators/generation/generation-order';
import type { Generated, GeneratedAlways, Selectable } from 'kysely';
import type { CreatedAt, GeneratedJson, NullableJson } from './column-types.ts';

/** Presets of the Create form. */
export interface PresetsTable {
	id: string;
	ownerId: string;
	name: string;
	description: Generated<string>;
	races: GeneratedJson<Race[]>;
	classes: GeneratedJson<CharacterClass[]>;
	/** May be empty: a preset need not be complete. */
	artStyle: Generated<ArtStyle | ''>;
	backgroundType: Generated<Background | ''>;
	afflictions: GeneratedJson<Affliction[]>;
	batchSize: Generated<number>;
	projectName: Generated<string>;
	includeMetadata: Generated<boolean>;
	generateRarity: Generated<boolean>;
	uploadToIpfs: Generated<boolean>;
	traitWeights: GeneratedJson<NonNullable<StartGenerationInput['weights']>>;
	/** Empty where the preset does not say. */
	engine: Generated<EngineName | ''>;
	model: Generated<string>;
	/** Null where the preset does not say. */
	counts: NullableJson<NonNullable<StartGenerationInput['counts']>>;
	rules: NullableJson<NonNullable<StartGenerationInput['rules']>>;
	/** The size of its texts and JSON together, as the database stores them. */
	sizeBytes: GeneratedAlways<number>;
	createdAt: CreatedAt;
	updatedAt: Generated<Date>;
}
export type PresetRow = Selectable<PresetsTable>;
