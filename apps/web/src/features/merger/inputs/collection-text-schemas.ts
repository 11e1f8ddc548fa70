import { collectionNameMaxLength, descriptionMaxLength } from '@adx/validators/limits';
import { longText, shownText } from '@adx/validators/text';
import { mergerTexts } from '../merger-texts.ts';

/** A collection's name and description as the server takes them. */
export const collectionNameSchema = shownText(collectionNameMaxLength).min(1, mergerTexts.naming.nameMissing);
export const collectionDescriptionSchema = longText(descriptionMaxLength);
