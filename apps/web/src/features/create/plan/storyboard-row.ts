import type { RankedRow } from '@adx/collection/plan/ranked-plan';
import type { AnyTraits } from '@adx/validators/catalogue/image-traits';

/** A planned row as the storyboard shows it. */
export interface StoryboardRow extends Pick<RankedRow, 'index' | 'tokenNumber' | 'imageSeed' | 'rarityRank'> {
	readonly traits: AnyTraits;
}
