import { classes } from '@adx/validators/catalogue/classes';
import { getLabel } from '@adx/validators/catalogue/option';
import { races } from '@adx/validators/catalogue/races';
import type { JobImage } from '../../lib/api/trpc.ts';

export const raceLabel = (value: string) => getLabel(races, value);
export const classLabel = (value: string) => getLabel(classes, value);

export const imageTitle = ({ traits, tokenNumber }: Pick<JobImage, 'traits' | 'tokenNumber'>) =>
	`${raceLabel(traits.race)} ${classLabel(traits.class)} #${tokenNumber}`;

/** Where the bytes of an image's version are; they never change. */
export const imageFileUrl = ({ id, version }: Pick<JobImage, 'id' | 'version'>, size: '200' | '512' | 'full') =>
	`/api/images/${id}/file?version=${version ?? 1}&size=${size}`;
