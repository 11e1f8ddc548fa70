import { classes } from '@adx/validators/catalogue/classes';
import { isLayerTraits } from '@adx/validators/catalogue/image-traits';
import { getLabel } from '@adx/validators/catalogue/option';
import { races } from '@adx/validators/catalogue/races';
import type { JobImage } from '../../lib/api/trpc.ts';

export const raceLabel = (value: string) => getLabel(races, value);
export const classLabel = (value: string) => getLabel(classes, value);

export const imageTitle = ({ traits, tokenNumber }: Pick<JobImage, 'traits' | 'tokenNumber'>) =>
	`${getBeing(traits) ?? 'Image'} #${tokenNumber}`;

/** 'Elf Wizard'; null for what is made of own layers. */
export const getBeing = (traits: JobImage['traits']): string | null =>
	isLayerTraits(traits) ? null : `${raceLabel(traits.race)} ${classLabel(traits.class)}`;

export const frozenLabels = {
	already_minted: 'minted',
	mint_under_way: 'being minted',
} as const satisfies Record<NonNullable<JobImage['frozen']>, string>;

const frozenTexts = {
	already_minted: 'Minted: its token shows this picture',
	mint_under_way: 'Being minted: it can be changed if that fails',
} as const satisfies Record<NonNullable<JobImage['frozen']>, string>;

/** Why no other picture may take an image's place; null where one may. */
export function getChangeObstacle({ frozen, locked }: Pick<JobImage, 'frozen' | 'locked'>): string | null {
	if (frozen !== null) return frozenTexts[frozen];
	return locked ? 'Locked: unlock it first' : null;
}

/** How far an image is from its job's references, '34%'. */
export const formatDrift = (drift: number) => `${Math.round(drift * 100)}%`;

const decisionLabels = { kept: 'Kept', rejected: 'Rejected' } as const;

/** What was decided of an image, and whether it may change. */
export const formatDecision = ({ mark, locked }: Pick<JobImage, 'mark' | 'locked'>) =>
	`${mark === null ? 'Undecided' : decisionLabels[mark]}${locked ? ', locked' : ''}`;

/** What the tile of an image says whose stored picture is lost. */
export const damagedLabel = 'Missing or damaged';

/** Where the bytes of an image's version are; they never change. */
export const imageFileUrl = ({ id, version }: Pick<JobImage, 'id' | 'version'>, size: '200' | '512' | 'full') =>
	`/api/images/${id}/file?version=${version ?? 1}&size=${size}`;
