import { takesPictures } from '@adx/validators/generation/job-references';
import type { FormInput } from '../form/form-schema.ts';

type ReferenceFields = Pick<FormInput, 'engine' | 'references' | 'sketch'>;

/** How many images go with each call of what the form orders; what was added for another engine is kept, but not sent. */
export const countReferenceInputs = ({ engine, references, sketch }: ReferenceFields): number =>
	takesPictures(engine) ? references.length + (sketch ? 1 : 0) : 0;

/** The same as an order names them; nothing where there are none. */
export function toReferencesInput({
	engine,
	references,
	styleLock,
	sketch,
}: ReferenceFields & Pick<FormInput, 'styleLock'>) {
	if (!takesPictures(engine)) return {};
	return {
		...(references.length === 0 ? {} : { references: references.map(({ sha256 }) => ({ sha256 })), styleLock }),
		...(sketch ? { sketch } : {}),
	};
}
